import { describe, expect, it } from 'vitest';
import { makeSession } from '../../support/known-psu.ts';
import { bookedOn, stepsOf } from '../../support/life/books.ts';
import { at, sleepUntil, WEDNESDAY } from '../../support/life/days.ts';
import { bankOfEach } from '../../support/life/life.ts';
import { approve, play } from '../../support/life/operator.ts';
import {
  create,
  KARI,
  OLA,
  type Payment,
  readStatus,
  scaStatusOf,
  send,
  statusOf,
  type Wish,
} from '../../support/life/payments.ts';
import { TOO_MUCH } from '../../support/life/states.ts';
import { parametersOf, walk } from '../../support/life/walk.ts';
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

  it.each(['confirm', 'play'])('rejects at the approval what lacks funds by then (%s)', async (way) => {
    sleepUntil(bank(), WEDNESDAY, '11:25');
    const payment = await create(bank(), { amount: '200000.00', headers: noFunds });
    await approved({ amount: '200000.00' });
    sleepUntil(bank(), WEDNESDAY, '11:31');
    const redirect =
      way === 'play'
        ? (await play(bank(), 'approve', payment.paymentId)).redirect
        : await walk(bank(), payment.link, { number: KARI }, 'confirm');
    expect(parametersOf(redirect!)).toEqual({
      status: '400',
      code: 'PAYMENT_FAILED',
      message: expect.stringMatching(/./),
    });
    expect(await scaStatusOf(bank(), payment)).toBe('FAILED');
    expect(await fundsOf(payment)).toEqual({ status: 'RJCT', fundsAvailable: false });
  });
});
