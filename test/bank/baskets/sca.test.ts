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
import { FRIDAY, sleepUntil, THURSDAY, WEDNESDAY } from '../../support/life/days.ts';
import { bankOfEach } from '../../support/life/life.ts';
import { type Act, ask, play, runBatch } from '../../support/life/operator.ts';
import { OLA, type Payment, readStatus, scaStatusOf, start } from '../../support/life/payments.ts';
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

  it('is not played by another PSU', async () => {
    const basket = await createBasket(bank(), await received(bank()));
    await start(bank(), basket);
    const answer = await ask(bank(), 'POST', `/operator/sca/${basket.basketId}/approve`, { as: OLA });
    expectRefusal(answer, { status: 400, code: 'RESOURCE_UNKNOWN', path: 'as' });
    expect(await basketStatusOf(bank(), basket)).toBe('RCVD');
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
});

describe('an SCA of a basket on a later day than its payments [D5-later-day, D4-date-at-approval]', () => {
  it('looks at each date again', async () => {
    const payments = await received(bank(), [{ date: THURSDAY }, { date: FRIDAY }, { date: '2026-12-01' }]);
    const basket = await createBasket(bank(), payments);
    sleepUntil(bank(), THURSDAY, '16:00');
    await signBasket(bank(), basket);
    expect(await statusesOf(payments)).toBe('ACWC ACTC ACTC');
    sleepUntil(bank(), FRIDAY, '05:31');
    expect(await statusesOf(payments)).toBe('ACSC ACSC ACTC');
  });
});
