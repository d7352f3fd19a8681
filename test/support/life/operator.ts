import { expect } from 'vitest';
import { type Answer, readAnswer, type TestBank } from '../bank.ts';
import type { Payment } from './payments.ts';

/** What only the sandbox's owner can do. @see D11-operator-acts */

export type Act = 'approve' | 'decline' | 'abandon' | 'expire' | 'fail';
export type PaymentAct = 'hold' | 'release' | 'reject' | 'settle-late' | 'settle';

/** What became of an SCA that the operator played. */
export interface Played {
  readonly authorisationId: string;
  readonly scaStatus: string;
  readonly paymentId?: string;
  readonly basketId?: string;
  readonly transactionStatus?: string;
  readonly redirect?: string;
  readonly psuId?: string;
  readonly psuCorporateId?: string;
  readonly context?: string;
}

/** One request at the operator's routes; they are not signed. */
export async function ask(
  bank: Pick<TestBank, 'handle'>,
  method: string,
  path: string,
  body?: unknown,
  operator = true,
): Promise<Answer> {
  const bytes = Buffer.from(body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body));
  const response = await bank.handle(
    {
      method,
      target: path,
      headers: [
        ['Accept', 'application/json'],
        ...(bytes.length > 0 ? [['Content-Type', 'application/json'] as const] : []),
      ],
      body: bytes,
    },
    { address: '127.0.0.1', operator },
  );
  return readAnswer(response);
}

async function done(answer: Promise<Answer>) {
  const { status, json, text } = await answer;
  expect(status, text).toBe(200);
  return json;
}

/** Plays an SCA, by the id of an authorisation, a payment or a basket. */
export function play(bank: TestBank, act: Act, id: string, body?: object): Promise<Played> {
  return done(ask(bank, 'POST', `/operator/sca/${id}/${act}`, body));
}

/** The payment's last open authorisation, played by the owner of the debtor account. */
export function approve(bank: TestBank, payment: Payment): Promise<Played> {
  return play(bank, 'approve', payment.paymentId);
}

export function decline(bank: TestBank, payment: Payment): Promise<Played> {
  return play(bank, 'decline', payment.paymentId);
}

export function actOn(
  bank: TestBank,
  act: PaymentAct,
  payment: Payment,
): Promise<{ paymentId: string; transactionStatus: string }> {
  return done(ask(bank, 'POST', `/operator/payments/${payment.paymentId}/${act}`));
}

export interface BatchRun {
  readonly bankDay: string;
  readonly settled: number;
  readonly sent: number;
  readonly waiting: number;
  readonly rejected: number;
  readonly held: number;
}

export function runBatch(bank: TestBank): Promise<BatchRun> {
  return done(ask(bank, 'POST', '/operator/batch/run'));
}

export interface Clock {
  readonly now: string;
  readonly offsetSeconds: number;
  readonly tppMessages?: readonly { readonly category: string }[];
}

/** Has done what is due, as any request has but the one for the clock; this one does nothing else. */
export async function wake(bank: Pick<TestBank, 'handle'>): Promise<void> {
  const { status, text } = await ask(bank, 'POST', '/operator/payments/none/hold');
  expect(status, text).toBe(404);
}

export function showClock(bank: Pick<TestBank, 'handle'>): Promise<Clock> {
  return done(ask(bank, 'GET', '/operator/clock'));
}

export function advanceClock(bank: TestBank, seconds: number): Promise<Clock> {
  return done(ask(bank, 'POST', '/operator/clock/advance', { seconds }));
}

export function setClock(bank: TestBank, now: string): Promise<Clock> {
  return done(ask(bank, 'POST', '/operator/clock/set', { now }));
}

export function resetClock(bank: Pick<TestBank, 'handle'>): Promise<Clock> {
  return done(ask(bank, 'POST', '/operator/clock/reset'));
}
