import { describe, expect, it } from 'vitest';
import {
  allStatuses,
  createBasket,
  deleteBasket,
  EXPLICIT,
  received,
  signBasket,
} from '../../support/life/baskets.ts';
import { changesOf } from '../../support/life/books.ts';
import { at, MINUTE, THURSDAY, WEDNESDAY } from '../../support/life/days.ts';
import { bankOfEach } from '../../support/life/life.ts';
import { openMany } from '../../support/life/many-open.ts';
import { ask } from '../../support/life/operator.ts';
import {
  AUTHORISATIONS,
  call,
  KARI,
  listed,
  scaStatusOf,
  send,
  start,
  statusOf,
} from '../../support/life/payments.ts';
import { expectRefusal } from '../refusals/expectations.ts';

const bank = bankOfEach();
const conflict = { status: 409, code: 'CONFLICT' };

describe('deleting a basket [D5-basket-delete, D1-baskets]', () => {
  it('ends its open authorisation, payments untouched', async () => {
    const payments = await received(bank());
    const basket = await createBasket(bank(), payments);
    const { authorisationId } = await start(bank(), basket);
    expect((await deleteBasket(bank(), basket)).status).toBe(204);
    expect(await scaStatusOf(bank(), basket, authorisationId)).toBe('FAILED');
    for (const payment of payments) {
      expect(await statusOf(bank(), payment)).toBe('RCVD');
      expect(changesOf(bank(), payment)).toEqual([]);
    }
    for (const id of [authorisationId, basket.basketId]) {
      expectRefusal(await ask(bank(), 'POST', `/operator/sca/${id}/approve`), conflict);
    }
    bank().now += 20 * MINUTE;
    for (const payment of payments) expect(await statusOf(bank(), payment)).toBe('RCVD');
  });

  it('is not possible twice, nor can it be authorised then', async () => {
    const basket = await createBasket(bank(), await received(bank()));
    await deleteBasket(bank(), basket);
    expectRefusal(await deleteBasket(bank(), basket), conflict);
    expectRefusal(await call(bank(), basket, 'POST', AUTHORISATIONS), conflict);
  });
});

describe('the payments of a deleted basket [D5-basket-freed]', () => {
  it('can join another basket, with others, and be signed there', async () => {
    const [first, second] = await received(bank());
    await deleteBasket(bank(), await createBasket(bank(), [first!, second!]));
    const [third] = await received(bank(), 1);
    const basket = await createBasket(bank(), [third!, first!]);
    await signBasket(bank(), basket);
    expect(await statusOf(bank(), first!)).toBe('ACTC');
    expect(await statusOf(bank(), third!)).toBe('ACTC');
    expect(await statusOf(bank(), second!)).toBe('RCVD');
  });

  it.each([
    false,
    true,
  ])('go on to the end of their day, and are then rejected; authorisation begun: %s', async (begun) => {
    const payments = await received(bank(), [{}, { date: THURSDAY }]);
    const basket = await createBasket(bank(), payments);
    if (begun) await start(bank(), basket);
    await deleteBasket(bank(), basket);
    bank().now = at(WEDNESDAY, '23:59:59.999');
    expect(await allStatuses(bank(), payments)).toBe('RCVD RCVD');
    bank().now = at(THURSDAY, '00:00');
    expect(await allStatuses(bank(), payments)).toBe('RJCT RCVD');
    bank().now = at('2026-11-20', '00:00');
    expect(await allStatuses(bank(), payments)).toBe('RJCT RJCT');
  });
});

it('the number of open authorisations, with baskets counts those of baskets: one more is not started [S9-open-authorisations]', async () => {
  const MOST = 500;
  const exceeded = { status: 429, code: 'ACCESS_EXCEEDED' };
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
