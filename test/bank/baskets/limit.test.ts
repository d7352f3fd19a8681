import { describe, expect, it } from 'vitest';
import { createBasket, deleteBasket, EXPLICIT, received } from '../../support/life/baskets.ts';
import { MINUTE } from '../../support/life/days.ts';
import { accountOf } from '../../support/life/firm.ts';
import { bankOfEach } from '../../support/life/life.ts';
import { openMany } from '../../support/life/many-open.ts';
import { play } from '../../support/life/operator.ts';
import { AUTHORISATIONS, call, create, KARI, listed, OLA, send, start } from '../../support/life/payments.ts';
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

  it('is left by payments that join: a basket ends theirs', async () => {
    const payments = await received(bank(), 10);
    await openMany(bank(), MOST - 10);
    expectRefusal(await send(bank(), { psu: KARI }), exceeded);
    await createBasket(bank(), payments);
    await received(bank(), 10);
    expectRefusal(await send(bank(), { psu: KARI }), exceeded);
  });

  it('is of each PSU by itself', async () => {
    await openMany(bank(), MOST);
    const from = await accountOf(bank(), OLA);
    const ofOla = await create(bank(), { psu: OLA, from, to: bank().accounts.debtor });
    await start(bank(), await createBasket(bank(), [ofOla], { psu: OLA }));
  });

  it('is left again when a basket is deleted, signed, or has had its time', async () => {
    await openMany(bank(), MOST - 3);
    const baskets = [];
    for (const [payment] of [
      await received(bank(), [EXPLICIT]),
      await received(bank(), [EXPLICIT]),
      await received(bank(), [EXPLICIT]),
    ]) {
      baskets.push(await createBasket(bank(), [payment!]));
    }
    for (const basket of baskets) await start(bank(), basket);
    expectRefusal(await send(bank(), { psu: KARI }), exceeded);
    await deleteBasket(bank(), baskets[0]!);
    await play(bank(), 'approve', baskets[1]!.basketId);
    await received(bank(), 2);
    expectRefusal(await send(bank(), { psu: KARI }), exceeded);
    bank().now += 15 * MINUTE;
    await received(bank(), 1);
    await openMany(bank(), MOST - 2);
    await received(bank(), 1);
  });
});
