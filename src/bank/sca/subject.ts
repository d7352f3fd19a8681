import type { Op } from '../../store/contract.ts';
import type { Authorisation } from '../domain/authorisation.ts';
import type { Basket } from '../domain/basket.ts';
import type { Payment } from '../domain/payment.ts';
import { canBeCancelled, isUnapproved } from '../domain/transitions.ts';
import { findOrder } from '../life/find-order.ts';
import { findBasket, listBasketPayments } from '../store/tables/baskets.ts';
import { findPayment } from '../store/tables/payments.ts';

/** What an SCA is about: the payments that it approves or cancels. */
export interface Subject {
  readonly payments: readonly Payment[];
  /** The basket that they are in. */
  readonly basket?: Basket;
}

/** Undefined for an SCA that makes a session alone. */
export function* findSubject({ purpose, subject }: Authorisation): Op<Subject | undefined> {
  if (subject === undefined) return undefined;
  if (purpose !== 'basket') return yield* findOrder(subject);
  const basket = yield* findBasket(subject);
  return basket && { basket, payments: yield* paymentsOfBasket(basket) };
}

/** Those that the SCA would still change: of a basket or bulk, some may be over by themselves. */
export function waitingFor({ purpose }: Authorisation, payments: readonly Payment[]): readonly Payment[] {
  const isChanged = purpose === 'cancellation' ? canBeCancelled : isUnapproved;
  return payments.filter(({ status }) => isChanged(status));
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
