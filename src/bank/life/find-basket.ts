import type { Op } from '../../store/contract.ts';
import type { Basket, WholeBasket } from '../domain/basket.ts';
import type { Payment } from '../domain/payment.ts';
import { findBasket, listBasketPayments } from '../store/tables/baskets.ts';
import { findPayment } from '../store/tables/payments.ts';

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
