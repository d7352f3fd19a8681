import type { Op } from '../../store/contract.ts';
import { type Order, orderOfBulk, orderOfPayment } from '../domain/order.ts';
import { findBulk } from '../store/tables/bulks.ts';
import { listPaymentsAfter, listPaymentsOfBulk } from '../store/tables/payments.ts';

/** A chunk of the books: what was made under one paymentId each, in the order in which it was made. */
export interface BooksPage {
  readonly orders: readonly Order[];
  /** The last payment of it; undefined when there is no more. */
  readonly last?: bigint;
}

/** @param after the last payment of the chunk before, or 0 */
export function* bookedOrdersAfter(after: bigint, limit: number): Op<BooksPage> {
  const payments = yield* listPaymentsAfter(after, limit);
  const orders: Order[] = [];
  const bulks = new Set<bigint>();
  for (const payment of payments) {
    if (payment.bulk === undefined) orders.push(orderOfPayment(payment));
    else bulks.add(payment.bulk);
  }
  for (const sequence of bulks) {
    const bulk = yield* findBulk(sequence);
    if (bulk) orders.push(orderOfBulk(bulk, yield* listPaymentsOfBulk(sequence)));
  }
  const last = payments.at(-1)?.sequence;
  return last === undefined ? { orders } : { orders, last };
}
