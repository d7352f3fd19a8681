import { type Op, run } from '../store/contract.ts';
import { findNextRunDate } from '../values/bank-calendar.ts';
import { SESSION_MILLISECONDS } from './domain/authorisation.ts';
import { parseSequence } from './domain/ids.ts';
import { computeRunDay } from './domain/ledger.ts';
import { createBulkOrder, createPaymentOrder, mayBecome, type Order } from './domain/payment.ts';
import { findOrder, movePayment } from './life/payments.ts';
import { findBulk, listPaymentsAfter, listPaymentsOfBulk } from './store/tables/payments.ts';
import type { BankState } from './store/tables/world.ts';

/** A chunk of the books: what was made under one paymentId each, in the order in which it was made. */
export interface BooksPage {
  readonly orders: readonly Order[];
  /** The last payment of it; undefined when there is no more. */
  readonly last?: bigint;
}

/** @param after the last payment of the chunk before, or 0 */
export function* listBookedOrders(after: bigint, limit: number): Op<BooksPage> {
  const payments = yield* listPaymentsAfter(after, limit);
  const orders: Order[] = [];
  const bulks = new Set<bigint>();
  for (const payment of payments) {
    if (payment.bulk === undefined) orders.push(createPaymentOrder(payment));
    else bulks.add(payment.bulk);
  }
  for (const sequence of bulks) {
    const bulk = yield* findBulk(sequence);
    if (bulk) orders.push(createBulkOrder(bulk, yield* listPaymentsOfBulk(sequence)));
  }
  const last = payments.at(-1)?.sequence;
  return last === undefined ? { orders } : { orders, last };
}

/**
 * The hour of each living SCA in this TPP-Session-ID is over, as if it had gone by: the session alone grows older, and
 * the bank's clock stays.
 * @returns whether there was one
 * @see D6-hour, C-serve-chaos
 */
export function* endHour(tppSessionId: string, now: number): Op<boolean> {
  const before = now - SESSION_MILLISECONDS - 1;
  const ended = yield* run(
    `UPDATE sessions SET finalised_at_ms = ? WHERE tpp_session_id = ? AND dead = 0 AND finalised_at_ms > ?
     RETURNING psu`,
    before,
    tppSessionId,
    before,
  );
  return ended.length > 0;
}

/**
 * A run comes to a payment, or to each of a bulk, and finds no funds: it waits in ACCP for the next one. Nothing is
 * reserved, so the books are as they were.
 * @returns whether it was one that the next run takes
 * @see I-accp, D4-lack-of-funds, C-serve-chaos
 */
export function* failForFunds(world: BankState, paymentId: string): Op<boolean> {
  const sequence = parseSequence(world.seed, 'payment', paymentId);
  const order = sequence === undefined ? undefined : yield* findOrder(sequence);
  const runDate = findNextRunDate(world.bankNow, world.calendar);
  let isShort = false;
  for (const payment of order?.payments ?? []) {
    const day = computeRunDay(payment);
    if (day === undefined || day > runDate || !mayBecome(payment.status, 'ACCP')) continue;
    yield* movePayment(world, { ...payment, fundsAvailable: false }, ['ACCP'], world.bankNow);
    isShort = true;
  }
  return isShort;
}
