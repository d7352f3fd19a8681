import { defineOperation, withInput } from './operation.ts';

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
export const createBasket = defineOperation('create basket', withInput<CreateBasket>());

/** @see D5-basket-status */
export const readBasket = defineOperation('read basket', withInput<BasketReference>());

/** @see D1-baskets */
export const readBasketStatus = defineOperation('read basket status', withInput<BasketReference>());

/** Before its SCA, a basket lets its payments go. @see D5-basket-delete */
export const deleteBasket = defineOperation('delete basket', withInput<BasketReference>());

/** Starts the one SCA by which the PSU approves every payment of the basket. @see I-basket-authorisation-start */
export const startBasketAuthorisation = defineOperation(
  'start basket authorisation',
  withInput<BasketReference>(),
);

/** @see D1-baskets */
export const listBasketAuthorisations = defineOperation(
  'list basket authorisations',
  withInput<BasketReference>(),
);

/** @see D1-baskets */
export const readBasketAuthorisation = defineOperation(
  'read basket authorisation',
  withInput<BasketAuthorisationReference>(),
);
