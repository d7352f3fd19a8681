import { describe, it } from 'vitest';
import { THURSDAY } from '../../support/life/days.ts';
import { bankOfEach } from '../../support/life/life.ts';
import { actOn, approve } from '../../support/life/operator.ts';
import { CANCELLATIONS, start } from '../../support/life/payments.ts';
import { approvedAs } from '../../support/life/products.ts';
import { expectTotals } from '../../support/life/totals.ts';

const bank = bankOfEach();

describe('what is kept of an account [D9-totals, D9-reserved]', () => {
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
