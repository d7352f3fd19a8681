import { describe, it } from 'vitest';
import { sleepUntil, THURSDAY } from '../../support/life/days.ts';
import { bankOfEach } from '../../support/life/life.ts';
import { actOn, approve, wake } from '../../support/life/operator.ts';
import { CANCELLATIONS, start } from '../../support/life/payments.ts';
import { reachAs, statesOf } from '../../support/life/product-states.ts';
import { approvedAs, KINDS } from '../../support/life/products.ts';
import { expectTotals } from '../../support/life/totals.ts';
import { sweep } from '../../support/sweep.ts';

const bank = bankOfEach();
const cases = KINDS.flatMap((kind) => statesOf(kind).map((state) => [kind, state] as const));

describe('what is kept of an account [D9-totals, D9-reserved]', () => {
  // A change forgotten, or made twice, on the way into a status, out of it, or by one that moves nothing.
  it.each(
    sweep(cases, ([kind]) => kind === 'cross-border'),
  )('is what its payments add up to, with a %s payment in %s and at its end', async (kind, state) => {
    const { debtorOther } = bank().accounts;
    await reachAs(bank(), kind, state, { to: debtorOther });
    expectTotals(bank());
    sleepUntil(bank(), THURSDAY, '16:00');
    await wake(bank());
    expectTotals(bank());
  });

  it('follows a payment that was cancelled, and one that is held, released and rejected', async () => {
    const cancelled = await approvedAs(bank(), 'bulk', { amounts: ['1.00', '2.00'], date: THURSDAY });
    await start(bank(), cancelled, CANCELLATIONS);
    await approve(bank(), cancelled);
    const acted = await approvedAs(bank(), 'cross-border', { date: THURSDAY });
    for (const act of ['hold', 'release', 'settle-late', 'hold', 'reject'] as const) {
      await actOn(bank(), act, acted);
      expectTotals(bank());
    }
  });

  it('follows payments between currencies, to the øre', async () => {
    const { debtorOther } = bank().accounts;
    for (const amount of ['0.01', '0.01', '10.03']) {
      await approvedAs(bank(), 'domestic', { amount, currency: 'EUR', to: debtorOther });
    }
    expectTotals(bank());
  });
});
