import { signingBasket } from '../../wire/signing-basket.ts';
import { loadPsu } from '../guards/load-psu.ts';
import { BASKET } from '../handlers/authorisations/basket.ts';
import { handlersOf } from '../handlers/authorisations/handlers.ts';
import { createBasket } from '../handlers/baskets/create.ts';
import { deleteBasket } from '../handlers/baskets/delete.ts';
import { readBasket, readBasketStatus } from '../handlers/baskets/read.ts';
import type { Handler, Route } from './route.ts';
import { rowOf } from './row.ts';

const RULES = {
  statefulGuards: [loadPsu],
  query: [],
} as const satisfies Partial<Route>;

const authorisations = handlersOf(BASKET);

/** @see D1-baskets, D5-basket-delete */
export const BASKET_ROUTES: readonly Route[] = [
  {
    ...act('create basket', createBasket),
    body: () => signingBasket,
  },
  read('read basket', readBasket),
  read('read basket status', readBasketStatus),
  act('delete basket', deleteBasket),
  act('start basket authorisation', authorisations.start),
  read('list basket authorisations', authorisations.list),
  read('read basket authorisation', authorisations.read),
];

function read(name: string, handler: Handler): Route {
  return { ...RULES, ...rowOf(name), access: 'read', handler };
}

function act(name: string, handler: Handler): Route {
  return { ...RULES, ...rowOf(name), access: 'write', handler };
}
