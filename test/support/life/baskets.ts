import { expect } from 'vitest';
import type { Signer } from '../../../src/signing/sign.ts';
import type { Answer, Send, TestBank } from '../bank.ts';
import { type Act, type Played, play } from './operator.ts';
import {
  type Authorised,
  call,
  create,
  type Headers,
  KARI,
  type Payment,
  start,
  statusOf,
  type Wish,
} from './payments.ts';

export const BASKETS = '/v1/signing-baskets';
/** No authorisation is started with the payment. */
export const EXPLICIT = { headers: { 'TPP-Explicit-Authorisation-Preferred': 'true' } } as const;
/** A call that names no PSU. */
export const UNNAMED = { headers: { 'X-PSU-IDENTITY': null } } as const;

/** Who makes a basket; Kari is named unless a header says otherwise. */
export interface BasketWish {
  readonly psu?: string;
  readonly headers?: Headers;
  readonly as?: Signer;
}

/** A basket as its TPP knows it; it comes without an authorisation. */
export interface Basket extends Authorised {
  readonly basketId: string;
}

type Member = Pick<Payment, 'paymentId'>;

export function idsOf(payments: readonly Member[]): string[] {
  return payments.map(({ paymentId }) => paymentId);
}

/** The creation of a basket, whatever its body. */
export function basketCreation(body: unknown, { psu = KARI, headers, as }: BasketWish = {}): Send {
  return {
    path: BASKETS,
    body,
    headers: { 'X-PSU-IDENTITY': psu, 'PSU-Context': null, ...headers },
    ...(as === undefined ? {} : { as }),
  };
}

/** Sends the creation of a basket; whatever comes of it. */
export function sendBasket(bank: TestBank, payments: readonly Member[], wish?: BasketWish): Promise<Answer> {
  return bank.send(basketCreation({ paymentIds: idsOf(payments) }, wish));
}

/** Creates a basket; anything but 201 is a failure of the test. */
export async function createBasket(
  bank: TestBank,
  payments: readonly Member[],
  wish: BasketWish = {},
): Promise<Basket> {
  const created = await sendBasket(bank, payments, wish);
  expect(created.status, created.text).toBe(201);
  const { basketId } = created.json;
  return {
    basketId,
    path: `${BASKETS}/${basketId}`,
    psu: wish.psu ?? KARI,
    as: wish.as,
    created,
    authorisationId: '',
    link: '',
  };
}

/** Received payments of Kari's, as many as wishes or as asked for. */
export async function received(bank: TestBank, wishes: number | readonly Wish[] = 2): Promise<Payment[]> {
  const wanted = typeof wishes === 'number' ? Array.from({ length: wishes }, () => ({})) : wishes;
  const payments: Payment[] = [];
  for (const wish of wanted) payments.push(await create(bank, { psu: KARI, ...wish }));
  return payments;
}

/** The status of each payment, in one line. */
export async function allStatuses(bank: TestBank, payments: readonly Payment[]): Promise<string> {
  const statuses: string[] = [];
  for (const payment of payments) statuses.push(await statusOf(bank, payment));
  return statuses.join(' ');
}

export async function basketStatusOf(bank: TestBank, basket: Basket, what: Send = {}): Promise<string> {
  const answer = await call(bank, basket, 'GET', 'status', what);
  expect(answer.status, answer.text).toBe(200);
  return answer.json.transactionStatus;
}

export function deleteBasket(bank: TestBank, basket: Basket, what: Send = {}): Promise<Answer> {
  return call(bank, basket, 'DELETE', '', what);
}

/** Starts the basket's SCA and plays it. */
export async function playBasket(bank: TestBank, act: Act, basket: Basket, body?: object): Promise<Played> {
  await start(bank, basket);
  return play(bank, act, basket.basketId, body);
}

export function signBasket(bank: TestBank, basket: Basket): Promise<Played> {
  return playBasket(bank, 'approve', basket);
}
