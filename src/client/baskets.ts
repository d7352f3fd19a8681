import { defineOperation, type InputOf } from './operation.ts';

export type CreateBasket = InputOf<'create basket'>;
export type BasketReference = InputOf<'read basket'>;

/** @see D5-basket-created */
export const createBasket = defineOperation('create basket');
/** @see D5-basket-status */
export const readBasket = defineOperation('read basket');
/** @see D1-baskets */
export const readBasketStatus = defineOperation('read basket status');
/** Before its SCA, a basket lets its payments go. @see D5-basket-delete */
export const deleteBasket = defineOperation('delete basket');
/** Starts the one SCA by which the PSU approves every payment of the basket. @see I-basket-authorisation-start */
export const startBasketAuthorisation = defineOperation('start basket authorisation');
/** @see D1-baskets */
export const listBasketAuthorisations = defineOperation('list basket authorisations');
export const readBasketAuthorisation = defineOperation('read basket authorisation');
