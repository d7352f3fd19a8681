import type { Op } from '../../store/contract.ts';
import { isItem, type Order, orderOfBulk, orderOfPayment } from '../domain/order.ts';
import { findBulk } from '../store/tables/bulks.ts';
import { findPayment, listPaymentsOfBulk } from '../store/tables/payments.ts';

/**
 * The payment or bulk with this number; a payment of a bulk is none: what is done to it is done to the bulk.
 * @param sequence the number in the paymentId (`sequenceOf`)
 */
export function* findOrder(sequence: bigint): Op<Order | undefined> {
  const found = yield* findReadable(sequence);
  return found && isItem(found) ? undefined : found;
}

/** The payment or bulk with this number, or the payment of a bulk. @see D1-bulk-items */
export function* findReadable(sequence: bigint): Op<Order | undefined> {
  const payment = yield* findPayment(sequence);
  if (payment) return orderOfPayment(payment);
  const bulk = yield* findBulk(sequence);
  return bulk && orderOfBulk(bulk, yield* listPaymentsOfBulk(bulk.sequence));
}
