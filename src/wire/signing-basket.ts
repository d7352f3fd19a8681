import * as z from 'zod/mini';
import type { TransactionStatus } from '../values/statuses.ts';
import { array, object, rule, string } from './field.ts';
import type { Links } from './link.ts';

/** @see D5-basket-body */
export const signingBasket = object({
  paymentIds: array(string(), { min: 1 }),
  /** Consents can't be signed with a basket: looked at by the domain, which has a code for it. */
  consentIds: z.optional(z.unknown()),
}).check(
  rule(({ paymentIds }) =>
    Array.isArray(paymentIds) && new Set(paymentIds).size < paymentIds.length
      ? { at: ['paymentIds'], text: 'must have each payment only once' }
      : undefined,
  ),
);

export type SigningBasketRequest = z.infer<typeof signingBasket>;

/** @see D5-basket-created */
export interface BasketCreated {
  readonly basketId: string;
  readonly transactionStatus: TransactionStatus;
  /** self, status, startAuthorisation. */
  readonly _links: Links;
}

/** @see D5-basket-read */
export interface BasketRead {
  /** paymentIds, in the order in which they were given. */
  readonly payments: readonly string[];
  /** The worst among its payments (I-basket-worst-case). */
  readonly transactionStatus: TransactionStatus;
  readonly _links: Links;
}

export interface BasketStatus {
  readonly transactionStatus: TransactionStatus;
}
