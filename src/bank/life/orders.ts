import type { Op } from '../../store/contract.ts';
import {
  type Basket,
  isItem,
  type Order,
  orderOfBulk,
  orderOfPayment,
  type WholeBasket,
} from '../domain/order.ts';
import type { Payment } from '../domain/payment.ts';
import {
  findBasket,
  findBulk,
  findPayment,
  listBasketPayments,
  listPaymentsOfBulk,
} from '../store/tables/payments.ts';

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

/** The basket with this number, and its payments. */
export function* findWholeBasket(sequence: bigint): Op<WholeBasket | undefined> {
  const basket = yield* findBasket(sequence);
  return basket && { ...basket, payments: yield* paymentsOfBasket(basket) };
}

/** In the order in which the TPP named them. */
export function* paymentsOfBasket({ sequence }: Basket): Op<Payment[]> {
  const payments: Payment[] = [];
  for (const member of yield* listBasketPayments(sequence)) {
    const payment = yield* findPayment(member);
    if (!payment) throw new Error('a payment of a basket is gone');
    payments.push(payment);
  }
  return payments;
}
