import type { Op } from '../store/contract.ts';
import { findNextRunDate } from '../values/bank-calendar.ts';
import { SESSION_MILLISECONDS } from './domain/authorisation.ts';
import { computeRunDay } from './domain/ledger.ts';
import { createBulkOrder, createPaymentOrder, mayBecome, type Order } from './domain/payment.ts';
import { movePayment } from './life/moves.ts';
import { findByPublicId, findOrder } from './life/payments.ts';
import { findBulk, listPaymentsAfter, listPaymentsOfBulk } from './store/tables/payments.ts';
import { ageSessions } from './store/tables/psus.ts';
import type { BankState } from './store/tables/world.ts';

/** A chunk of the payments and bulks, single payments first. */
export interface BooksPage {
  readonly orders: readonly Order[];
  /** The last payment of the chunk; undefined if there are no more. */
  readonly last?: bigint;
}

/**
 * Lists a chunk of the payments and bulks.
 * @param after the last payment of the previous chunk, or 0
 */
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
 * Ends the hour of each live session with this TPP-Session-ID by aging the sessions; the bank's clock stays.
 * @returns true if there was one
 * @see D6-hour, C-serve-chaos
 */
export function endHour(tppSessionId: string, now: number): Op<boolean> {
  return ageSessions(tppSessionId, now - SESSION_MILLISECONDS - 1);
}

/**
 * Simulates a run that finds no funds for a payment, or each payment of a bulk: it moves to ACCP and waits for the next
 * run. Nothing is reserved or booked.
 * @returns true if the next run processes the payment
 * @see I-accp, D4-lack-of-funds, C-serve-chaos
 */
export function* failForFunds(world: BankState, paymentId: string): Op<boolean> {
  const order = yield* findByPublicId(world, 'payment', paymentId, findOrder);
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
