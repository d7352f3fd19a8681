import { describe, expect, it } from 'vitest';
import { createBasket, EXPLICIT, received } from '../../support/life/baskets.ts';
import { bankOfEach } from '../../support/life/life.ts';
import { openMany } from '../../support/life/many-open.ts';
import { AUTHORISATIONS, call, KARI, listed, send, start } from '../../support/life/payments.ts';
import { expectRefusal } from '../refusals/expectations.ts';

const bank = bankOfEach();

describe('the number of open authorisations, with baskets [S9-open-authorisations]', () => {
  const MOST = 500;
  const exceeded = { status: 429, code: 'ACCESS_EXCEEDED' };

  it('counts those of baskets: one more is not started', async () => {
    const payments = await received(bank(), [EXPLICIT, EXPLICIT]);
    const [first, late] = [
      await createBasket(bank(), [payments[0]!]),
      await createBasket(bank(), [payments[1]!]),
    ];
    await start(bank(), first);
    await openMany(bank(), MOST - 1);
    expectRefusal(await send(bank(), { psu: KARI }), exceeded);
    expectRefusal(await call(bank(), late, 'POST', AUTHORISATIONS), exceeded);
    expect(await listed(bank(), late)).toEqual([]);
    expect((await start(bank(), first)).answer.json.scaStatus).toBe('RECEIVED');
  });
});
