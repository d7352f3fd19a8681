import type { AuthorisationList, AuthorisationStarted, AuthorisationStatus } from '../wire/authorisation.ts';
import type { BasketCreated, BasketRead, BasketStatus } from '../wire/signing-basket.ts';
import { bareOperation } from './bare-operation.ts';
import { hintOfBasket, hintOfMembers } from './basket-hints.ts';
import { JSON_BODY, jsonObject, type Operation, pathOf, paymentHeaders } from './operation.ts';

export interface CreateBasket {
  readonly paymentIds: readonly string[];
}

export interface BasketReference {
  readonly basketId: string;
}

export interface BasketAuthorisationReference extends BasketReference {
  readonly authorisationId: string;
}

const ONE = '/v1/signing-baskets/{basketId}';

/** @see decisions.md §5 */
export const createBasket: Operation<CreateBasket, BasketCreated> = {
  operation: 'create basket',
  method: 'POST',
  path: '/v1/signing-baskets',
  request: ({ paymentIds }, context) => ({
    method: createBasket.method,
    target: pathOf(context, createBasket.path, {}),
    headers: [...paymentHeaders(context), JSON_BODY],
    body: Buffer.from(JSON.stringify({ paymentIds }), 'utf8'),
  }),
  hint: hintOfMembers,
  resource: (response) => jsonObject(response) as unknown as BasketCreated,
};

/** An operation on one basket takes no body. */
function bare<Input extends BasketReference, Resource>(
  operation: string,
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
): Operation<Input, Resource> {
  return bareOperation({ operation, method, path, hint: hintOfBasket });
}

/** @see decisions.md §5: the worst of its payments */
export const readBasket = bare<BasketReference, BasketRead>('read basket', 'GET', ONE);

/** @see decisions.md §1 Signing baskets */
export const readBasketStatus = bare<BasketReference, BasketStatus>(
  'read basket status',
  'GET',
  `${ONE}/status`,
);

/** Before its SCA, a basket lets its payments go. @see decisions.md §5 */
export const deleteBasket = bare<BasketReference, Record<string, never>>('delete basket', 'DELETE', ONE);

/** Starts the one SCA by which the PSU approves every payment of the basket. @see interface.md Signing basket authorisation start */
export const startBasketAuthorisation = bare<BasketReference, AuthorisationStarted>(
  'start basket authorisation',
  'POST',
  `${ONE}/authorisations`,
);

/** @see decisions.md §1 Signing baskets */
export const listBasketAuthorisations = bare<BasketReference, AuthorisationList>(
  'list basket authorisations',
  'GET',
  `${ONE}/authorisations`,
);

/** @see decisions.md §1 Signing baskets */
export const readBasketAuthorisation = bare<BasketAuthorisationReference, AuthorisationStatus>(
  'read basket authorisation',
  'GET',
  `${ONE}/authorisations/{authorisationId}`,
);
