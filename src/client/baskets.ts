import type {
  AuthorisationList,
  AuthorisationStarted,
  AuthorisationStatus,
  BasketCreated,
  BasketRead,
  BasketStatus,
} from '../wire/answers/payments.ts';
import { bareOperation, JSON_BODY, type Operation, pathOf, rowOf, sessionHeaders } from './operation.ts';

export interface CreateBasket {
  readonly paymentIds: readonly string[];
}

export interface BasketReference {
  readonly basketId: string;
}

export interface BasketAuthorisationReference extends BasketReference {
  readonly authorisationId: string;
}

/** @see D5-basket-created */
export const createBasket: Operation<CreateBasket, BasketCreated> = {
  ...rowOf<BasketCreated>('create basket'),
  request: ({ paymentIds }, context) => ({
    method: createBasket.method,
    target: pathOf(context, createBasket.path, {}),
    headers: [...sessionHeaders(context), JSON_BODY],
    body: Buffer.from(JSON.stringify({ paymentIds }), 'utf8'),
  }),
};

/** @see D5-basket-status */
export const readBasket = bareOperation<BasketReference, BasketRead>('read basket');

/** @see D1-baskets */
export const readBasketStatus = bareOperation<BasketReference, BasketStatus>('read basket status');

/** Before its SCA, a basket lets its payments go. @see D5-basket-delete */
export const deleteBasket = bareOperation<BasketReference, Record<string, never>>('delete basket');

/** Starts the one SCA by which the PSU approves every payment of the basket. @see I-basket-authorisation-start */
export const startBasketAuthorisation = bareOperation<BasketReference, AuthorisationStarted>(
  'start basket authorisation',
);

/** @see D1-baskets */
export const listBasketAuthorisations = bareOperation<BasketReference, AuthorisationList>(
  'list basket authorisations',
);

/** @see D1-baskets */
export const readBasketAuthorisation = bareOperation<BasketAuthorisationReference, AuthorisationStatus>(
  'read basket authorisation',
);
