import { describe, expect, it } from 'vitest';
import { makeSession } from '../../support/known-psu.ts';
import { accountId, balancesOf, bookedOn, stepsOf } from '../../support/life/books.ts';
import { at, sleepUntil, WEDNESDAY } from '../../support/life/days.ts';
import { bankOfEach } from '../../support/life/life.ts';
import { approve, runBatch } from '../../support/life/operator.ts';
import {
  create,
  KARI,
  OLA,
  type Payment,
  readStatus,
  send,
  statusOf,
  type Wish,
} from '../../support/life/payments.ts';
import { TOO_MUCH } from '../../support/life/states.ts';
import { readStored } from '../../support/stored.ts';
import { expectRefusal } from '../refusals/expectations.ts';

const bank = bankOfEach();
const noFunds = { 'TPP-Rejection-NoFunds-Preferred': 'true' };

async function approved(wish: Wish = {}): Promise<Payment> {
  const payment = await create(bank(), wish);
  await approve(bank(), payment);
  return payment;
}

async function fundsOf(payment: Payment) {
  const { json } = await readStatus(bank(), payment);
  return { status: json.transactionStatus, fundsAvailable: json.fundsAvailable };
}

/** Ola's everyday account: at most NOK 60 000. */
async function accountOfOla(): Promise<string> {
  const { json } = await bank().send({ method: 'GET', path: '/v1/sandbox/accounts' });
  return json.find((one: { customerNumber: string }) => one.customerNumber === OLA).bban;
}

describe('a payment that lacks funds [I-funds-available, D4-lack-of-funds, I-accp]', () => {
  it('rests in ACCP after a run, with fundsAvailable false', async () => {
    const payment = await approved({ amount: TOO_MUCH });
    for (const time of ['11:30', '12:00', '13:30', '15:29:59.999']) {
      sleepUntil(bank(), WEDNESDAY, time);
      expect(await fundsOf(payment)).toEqual({ status: 'ACCP', fundsAvailable: false });
    }
    expect(await bookedOn(bank(), bank().accounts.debtor)).toBe(250_000);
  });

  it("is rejected after the day's last run, with fundsAvailable false", async () => {
    const payment = await approved({ amount: TOO_MUCH });
    sleepUntil(bank(), WEDNESDAY, '15:30');
    expect(await fundsOf(payment)).toEqual({ status: 'RJCT', fundsAvailable: false });
    expect(stepsOf(bank(), payment).at(-1)).toEqual({ change: 'ACCP→RJCT', at: at(WEDNESDAY, '15:30') });
  });

  it('is retried at each run, and booked once the money came', async () => {
    const from = await accountOfOla();
    const short = await approved({ from, to: bank().accounts.debtor, psu: OLA, amount: '100000.00' });
    sleepUntil(bank(), WEDNESDAY, '11:30');
    expect(await fundsOf(short)).toEqual({ status: 'ACCP', fundsAvailable: false });
    const money = await approved({ to: from, amount: '90000.00' });
    sleepUntil(bank(), WEDNESDAY, '13:30');
    // Approved earlier, it is looked at before the money that comes at the same run.
    expect(await statusOf(bank(), money)).toBe('ACSC');
    expect(await fundsOf(short)).toEqual({ status: 'ACCP', fundsAvailable: false });
    sleepUntil(bank(), WEDNESDAY, '15:30');
    expect((await fundsOf(short)).status).toBe('ACSC');
    expect(stepsOf(bank(), short).at(-1)).toEqual({ change: 'ACSP→ACSC', at: at(WEDNESDAY, '15:30') });
  });

  it('is booked when there is exactly enough, and not when an øre is missing', async () => {
    const exact = await approved({ amount: '250000.00' });
    sleepUntil(bank(), WEDNESDAY, '11:30');
    expect(await statusOf(bank(), exact)).toBe('ACSC');
    const more = await approved({ amount: '0.01' });
    sleepUntil(bank(), WEDNESDAY, '13:30');
    expect(await fundsOf(more)).toEqual({ status: 'ACCP', fundsAvailable: false });
  });
});

describe('TPP-Rejection-NoFunds-Preferred [D4-no-funds-preferred, I-insufficient-funds]', () => {
  const failed = { status: 400, code: 'PAYMENT_FAILED', path: 'instructedAmount.amount' };

  it('refuses a creation that lacks funds, and makes nothing', async () => {
    await makeSession(bank());
    expectRefusal(await send(bank(), { amount: TOO_MUCH, headers: noFunds, psu: KARI }), failed);
    expect((await send(bank(), { amount: '250000.00', headers: noFunds, psu: KARI })).status).toBe(201);
  });

  it('is off when it says false', async () => {
    const headers = { 'TPP-Rejection-NoFunds-Preferred': 'false' };
    expect((await send(bank(), { amount: TOO_MUCH, headers })).status).toBe(201);
  });
});

/** An account of another bank. */
const ELSEWHERE = '99930700017';

async function booked(wish: Wish = {}): Promise<Payment> {
  const payment = await create(bank(), wish);
  await approve(bank(), payment);
  await runBatch(bank());
  return payment;
}

/** Exact balances of all accounts and cards by id. */
function everyBalance(): Record<string, number> {
  const sql = `SELECT account, SUM(amount_minor) AS n FROM booking_lines
    WHERE account IN (SELECT id FROM accounts UNION SELECT id FROM card_accounts) GROUP BY account`;
  return Object.fromEntries(readStored(bank().path, sql).map(({ account, n }) => [account, Number(n)]));
}

/** What changed on our accounts, in minor units. */
async function movedBy(act: () => Promise<unknown>): Promise<Record<string, number>> {
  const before = everyBalance();
  await act();
  const changes = Object.entries(everyBalance()).map(([id, n]) => [id, n - (before[id] ?? 0)] as const);
  return Object.fromEntries(changes.filter(([, change]) => change !== 0));
}

describe('the booking of a payment [D9-double-entry, D9-booked-when-acsc, D9-one-booking, D9-expected-balance]', () => {
  it('moves exactly the amount, and nothing else of ours', async () => {
    const { debtor, foreign } = bank().accounts;
    const moved = await movedBy(() => booked({ amount: '1234.56' }));
    expect(moved).toEqual({
      [accountId(bank(), debtor)]: -123_456,
      [accountId(bank(), foreign)]: 123_456,
    });
  });

  it('takes money out of the bank when the creditor is elsewhere', async () => {
    const moved = await movedBy(() => booked({ to: ELSEWHERE, amount: '10.00' }));
    expect(moved).toEqual({ [accountId(bank(), bank().accounts.debtor)]: -1000 });
  });

  it('shows in the expected balance from the approval on', async () => {
    const { debtor, foreign } = bank().accounts;
    const before = await balancesOf(bank(), debtor);
    const creditor = await balancesOf(bank(), foreign);
    const payment = await create(bank(), { amount: '1000.00' });
    expect(await balancesOf(bank(), debtor)).toEqual(before);
    await approve(bank(), payment);
    expect(await balancesOf(bank(), debtor)).toEqual({ ...before, expected: before.expected - 1000 });
    expect(await balancesOf(bank(), foreign)).toEqual({ ...creditor, expected: creditor.expected + 1000 });
    await runBatch(bank());
    const after = before.expected - 1000;
    expect(await balancesOf(bank(), debtor)).toEqual({ closingBooked: after, expected: after });
  });
});
