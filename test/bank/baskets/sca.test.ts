import { describe, expect, it } from 'vitest';
import {
  allStatuses,
  basketStatusOf,
  createBasket,
  idsOf,
  playBasket,
  received,
  signBasket,
} from '../../support/life/baskets.ts';
import { bookedOn } from '../../support/life/books.ts';
import { FRIDAY, MINUTE, sleepUntil, THURSDAY, WEDNESDAY } from '../../support/life/days.ts';
import { bankOfEach } from '../../support/life/life.ts';
import { type Act, actOn, ask, play, runBatch } from '../../support/life/operator.ts';
import {
  cancel,
  create,
  KARI,
  OLA,
  type Payment,
  readStatus,
  scaStatusOf,
  start,
} from '../../support/life/payments.ts';
import { TOO_MUCH } from '../../support/life/states.ts';
import { parametersOf } from '../../support/life/walk.ts';
import { readStored } from '../../support/stored.ts';
import { expectRefusal } from '../refusals/expectations.ts';

const bank = bankOfEach();
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const statusesOf = (payments: readonly Payment[]) => allStatuses(bank(), payments);

describe('the one SCA of a basket [D5-one-sca, D6-session]', () => {
  it('approves every payment', async () => {
    const payments = await received(bank(), 5);
    const basket = await createBasket(bank(), payments);
    const { authorisationId } = await start(bank(), basket);
    expect(await play(bank(), 'approve', authorisationId)).toEqual({
      authorisationId,
      scaStatus: 'FINALISED',
      basketId: basket.basketId,
      transactionStatus: 'ACTC',
      redirect: expect.stringMatching(/^https:\/\/tpp\.example\/cb\?/),
      psuId: expect.stringMatching(UUID),
      context: 'PRIVATE',
    });
    expect(await statusesOf(payments)).toBe('ACTC ACTC ACTC ACTC ACTC');
    expect(await scaStatusOf(bank(), basket, authorisationId)).toBe('FINALISED');
  });

  it('approves them in the order of paymentIds, whenever they were made', async () => {
    const [a, b, c] = (await received(bank(), 3)) as [Payment, Payment, Payment];
    await signBasket(bank(), await createBasket(bank(), [b, c, a]));
    const approved = readStored(
      bank().path,
      'SELECT id FROM payments WHERE approval IS NOT NULL ORDER BY approval',
    );
    expect(approved.map(({ id }) => id)).toEqual(idsOf([b, c, a]));
  });

  it('leads back with the parameters of a payment’s', async () => {
    const basket = await createBasket(bank(), await received(bank()));
    const { redirect } = await signBasket(bank(), basket);
    expect(parametersOf(redirect!)).toEqual({
      'psu-id': expect.stringMatching(UUID),
      'tpp-session-id': 'test-session',
      context: 'PRIVATE',
    });
  });

  it('begins the hour of its session', async () => {
    await signBasket(bank(), await createBasket(bank(), await received(bank())));
    const small = await create(bank(), { psu: KARI, to: bank().accounts.debtorOther, amount: '1.00' });
    expect(small.created.json.transactionStatus).toBe('ACTC');
  });

  it('leaves payments that do not wait any more', async () => {
    const payments = await received(bank(), [{}, {}, { date: FRIDAY }]);
    const basket = await createBasket(bank(), payments);
    await cancel(bank(), payments[1]!);
    sleepUntil(bank(), THURSDAY, '08:00');
    await signBasket(bank(), basket);
    expect(await statusesOf(payments)).toBe('RJCT CANC ACTC');
  });

  it('leaves other payments of the PSU and other baskets', async () => {
    const [mine, others] = [await received(bank()), await received(bank())];
    const [alone] = await received(bank(), 1);
    const other = await createBasket(bank(), others);
    await signBasket(bank(), await createBasket(bank(), mine));
    expect(await statusesOf([...others, alone!])).toBe('RCVD RCVD RCVD');
    expect(await basketStatusOf(bank(), other)).toBe('RCVD');
  });
});

/** What each act leaves: of the SCA, of the basket, and the code that its redirect carries. */
const OUTCOMES: Readonly<Record<Exclude<Act, 'approve'>, readonly [string, string, string?]>> = {
  decline: ['FAILED', 'RJCT', 'SCA_INVALID'],
  abandon: ['STARTED', 'RCVD'],
  expire: ['FAILED', 'RJCT'],
  fail: ['FAILED', 'RJCT', 'SYSTEM_ERROR'],
};

describe('an SCA of a basket that is not finished [D5-sca-failed, D11-play-sca]', () => {
  it.each(Object.entries(OUTCOMES))('%s', async (act, [scaStatus, transactionStatus, code]) => {
    const payments = await received(bank());
    const basket = await createBasket(bank(), payments);
    const played = await playBasket(bank(), act as Act, basket);
    expect(played).toMatchObject({ scaStatus, basketId: basket.basketId, transactionStatus });
    expect(played).not.toHaveProperty('psuId');
    expect(played).not.toHaveProperty('paymentId');
    expect(await statusesOf(payments)).toBe(`${transactionStatus} ${transactionStatus}`);
    expect(await basketStatusOf(bank(), basket)).toBe(transactionStatus);
    if (code === undefined) expect(played).not.toHaveProperty('redirect');
    else expect(parametersOf(played.redirect!)).toMatchObject({ code });
  });

  it('leaves what was cancelled before, cancelled', async () => {
    const payments = await received(bank());
    const basket = await createBasket(bank(), payments);
    await cancel(bank(), payments[0]!);
    await playBasket(bank(), 'decline', basket);
    expect(await statusesOf(payments)).toBe('CANC RJCT');
    expect((await readStatus(bank(), payments[1]!)).json).not.toHaveProperty('fundsAvailable');
  });

  it('has a quarter of an hour, abandoned or never opened', async () => {
    for (const abandoned of [true, false]) {
      const payments = await received(bank());
      const basket = await createBasket(bank(), payments);
      const { authorisationId } = await start(bank(), basket);
      if (abandoned) await play(bank(), 'abandon', basket.basketId);
      bank().now += 15 * MINUTE - 1;
      expect(await statusesOf(payments)).toBe('RCVD RCVD');
      bank().now += 1;
      expect(await basketStatusOf(bank(), basket)).toBe('RJCT');
      expect(await statusesOf(payments)).toBe('RJCT RJCT');
      expect(await scaStatusOf(bank(), basket, authorisationId)).toBe('FAILED');
    }
  });

  it('abandoned, can be played again', async () => {
    const basket = await createBasket(bank(), await received(bank()));
    await playBasket(bank(), 'abandon', basket);
    expect(await play(bank(), 'approve', basket.basketId)).toMatchObject({ transactionStatus: 'ACTC' });
  });

  it('is not played by another PSU', async () => {
    const basket = await createBasket(bank(), await received(bank()));
    await start(bank(), basket);
    const answer = await ask(bank(), 'POST', `/operator/sca/${basket.basketId}/approve`, { as: OLA });
    expectRefusal(answer, { status: 400, code: 'RESOURCE_UNKNOWN', path: 'as' });
    expect(await basketStatusOf(bank(), basket)).toBe('RCVD');
  });

  it('is not there to play before it is started, nor after it ended', async () => {
    const conflict = { status: 409, code: 'CONFLICT' };
    const basket = await createBasket(bank(), await received(bank()));
    const path = `/operator/sca/${basket.basketId}/approve`;
    expectRefusal(await ask(bank(), 'POST', path), conflict);
    await signBasket(bank(), basket);
    expectRefusal(await ask(bank(), 'POST', path), conflict);
  });
});

describe('the payments of a signed basket, each by itself [D5-not-atomic]', () => {
  it('one settles, one lacks funds', async () => {
    const { debtor } = bank().accounts;
    const before = await bookedOn(bank(), debtor);
    const payments = await received(bank(), [{ amount: TOO_MUCH }, { amount: '100.00' }]);
    const basket = await createBasket(bank(), payments);
    await signBasket(bank(), basket);
    expect(await runBatch(bank())).toMatchObject({ settled: 1, waiting: 1 });
    expect(await statusesOf(payments)).toBe('ACCP ACSC');
    expect((await readStatus(bank(), payments[0]!)).json).toMatchObject({ fundsAvailable: false });
    expect(await basketStatusOf(bank(), basket)).toBe('ACCP');
    expect(await bookedOn(bank(), debtor)).toBe(before - 100);
    sleepUntil(bank(), WEDNESDAY, '15:31');
    expect(await statusesOf(payments)).toBe('RJCT ACSC');
    expect(await basketStatusOf(bank(), basket)).toBe('RJCT');
  });

  it('one is held from its approval on', async () => {
    const payments = await received(bank());
    const basket = await createBasket(bank(), payments);
    await actOn(bank(), 'hold', payments[0]!);
    expect(await signBasket(bank(), basket)).toMatchObject({ transactionStatus: 'PDNG' });
    expect(await statusesOf(payments)).toBe('PDNG ACTC');
  });

  it('the money goes to the first in the order of paymentIds', async () => {
    const payments = await received(bank(), [{ amount: '200000.00' }, { amount: '200000.00' }]);
    await signBasket(bank(), await createBasket(bank(), payments.toReversed()));
    await runBatch(bank());
    expect(await statusesOf(payments)).toBe('ACCP ACSC');
  });

  it('one is rejected at approval for its lack of funds, and the SCA is finished for the others', async () => {
    const headers = { 'TPP-Rejection-NoFunds-Preferred': 'true' };
    const large = { amount: '200000.00', headers };
    const payments = await received(bank(), [large, large, { amount: '10.00' }]);
    // Each fits by itself; the first is booked while the others still wait.
    const [spender] = await received(bank(), [{ amount: '200000.00' }]);
    await play(bank(), 'approve', spender!.paymentId);
    await runBatch(bank());
    const basket = await createBasket(bank(), payments);
    expect(await signBasket(bank(), basket)).toMatchObject({
      scaStatus: 'FINALISED',
      transactionStatus: 'RJCT',
    });
    expect(await statusesOf(payments)).toBe('RJCT RJCT ACTC');
    expect((await readStatus(bank(), payments[0]!)).json).toMatchObject({ fundsAvailable: false });
  });
});
