import { describe, expect, it } from 'vitest';
import {
  allStatuses,
  basketStatusOf,
  createBasket,
  deleteBasket,
  playBasket,
  received,
  signBasket,
} from '../../support/life/baskets.ts';
import { changesOf } from '../../support/life/books.ts';
import { at, MINUTE, THURSDAY, WEDNESDAY } from '../../support/life/days.ts';
import { bankOfEach } from '../../support/life/life.ts';
import { type Act, approve, ask, play } from '../../support/life/operator.ts';
import { AUTHORISATIONS, call, cancel, scaStatusOf, start, statusOf } from '../../support/life/payments.ts';
import { expectRefusal } from '../refusals/expectations.ts';

const bank = bankOfEach();
const conflict = { status: 409, code: 'CONFLICT' };

describe('deleting a basket [D5-basket-delete, D1-baskets]', () => {
  it('answers 204 and nothing, and leaves its payments as they are', async () => {
    const payments = await received(bank());
    const basket = await createBasket(bank(), payments);
    const answer = await deleteBasket(bank(), basket);
    expect(answer.status).toBe(204);
    expect(answer.text).toBe('');
    for (const payment of payments) expect(await statusOf(bank(), payment)).toBe('RCVD');
  });

  it('leaves it CANC, to be read, whatever becomes of its payments', async () => {
    const payments = await received(bank());
    const basket = await createBasket(bank(), payments);
    await deleteBasket(bank(), basket);
    expect(await basketStatusOf(bank(), basket)).toBe('CANC');
    expect((await call(bank(), basket, 'GET')).json.transactionStatus).toBe('CANC');
    for (const payment of payments) {
      await start(bank(), payment);
      await approve(bank(), payment);
    }
    expect(await basketStatusOf(bank(), basket)).toBe('CANC');
  });

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

  it('is possible while the PSU is on the pages', async () => {
    const basket = await createBasket(bank(), await received(bank()));
    await playBasket(bank(), 'abandon', basket);
    expect((await deleteBasket(bank(), basket)).status).toBe(204);
  });

  it('is possible when every payment was cancelled, and when each had its day', async () => {
    const payments = await received(bank());
    const cancelled = await createBasket(bank(), payments);
    for (const payment of payments) await cancel(bank(), payment);
    expect((await deleteBasket(bank(), cancelled)).status).toBe(204);
    const lapsed = await createBasket(bank(), await received(bank()));
    bank().now = at(THURSDAY, '00:00');
    expect((await deleteBasket(bank(), lapsed)).status).toBe(204);
    expect(await basketStatusOf(bank(), lapsed)).toBe('CANC');
  });

  it('is not possible twice, nor can it be authorised then', async () => {
    const basket = await createBasket(bank(), await received(bank()));
    await deleteBasket(bank(), basket);
    expectRefusal(await deleteBasket(bank(), basket), conflict);
    expectRefusal(await call(bank(), basket, 'POST', AUTHORISATIONS), conflict);
  });

  it.each([
    'approve',
    'decline',
    'expire',
    'fail',
  ] as const satisfies readonly Act[])('is not possible after its SCA: %s', async (act) => {
    const basket = await createBasket(bank(), await received(bank()));
    const { transactionStatus } = await playBasket(bank(), act, basket);
    expectRefusal(await deleteBasket(bank(), basket), conflict);
    expect(await basketStatusOf(bank(), basket)).toBe(transactionStatus);
  });

  it('is not possible after the quarter of an hour of its SCA', async () => {
    const basket = await createBasket(bank(), await received(bank()));
    await start(bank(), basket);
    bank().now += 15 * MINUTE;
    expectRefusal(await deleteBasket(bank(), basket), conflict);
    expect(await basketStatusOf(bank(), basket)).toBe('RJCT');
  });
});

describe('the payments of a deleted basket [D5-basket-freed]', () => {
  it('can be authorised by themselves again', async () => {
    const payments = await received(bank());
    const basket = await createBasket(bank(), payments);
    await deleteBasket(bank(), basket);
    const { authorisationId } = await start(bank(), payments[0]!);
    expect((await play(bank(), 'approve', authorisationId)).transactionStatus).toBe('ACTC');
    await start(bank(), payments[1]!);
    bank().now += 15 * MINUTE;
    expect(await statusOf(bank(), payments[1]!)).toBe('RJCT');
  });

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
