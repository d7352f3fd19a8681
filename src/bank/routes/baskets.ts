import { signingBasket } from '../../wire/signing-basket.ts';
import { loadPsu } from '../guards/load-psu.ts';
import {
  listBasketAuthorisations,
  readBasketAuthorisation,
  startBasketAuthorisation,
} from '../handlers/baskets/authorisations.ts';
import { createBasket } from '../handlers/baskets/create.ts';
import { deleteBasket } from '../handlers/baskets/delete.ts';
import { readBasket, readBasketStatus } from '../handlers/baskets/read.ts';
import { PAYMENT_ACT, PAYMENT_READ } from './requirements.ts';
import type { Handler, Route } from './route.ts';

const RULES = {
  door: 'interface',
  role: 'PSP_PI',
  statefulGuards: [loadPsu],
  query: [],
  answersRepeats: false,
} as const satisfies Partial<Route>;

const ALL = '/v1/signing-baskets';
const ONE = `${ALL}/{basketId}`;
const AUTHORISATIONS = `${ONE}/authorisations`;

/** @see decisions.md §1 Signing baskets, §5 */
export const BASKET_ROUTES: readonly Route[] = [
  {
    ...act('create basket', 'POST', ALL, createBasket),
    body: () => signingBasket,
    answersRepeats: true,
  },
  read('read basket', ONE, readBasket),
  read('read basket status', `${ONE}/status`, readBasketStatus),
  act('delete basket', 'DELETE', ONE, deleteBasket),
  act('start basket authorisation', 'POST', AUTHORISATIONS, startBasketAuthorisation),
  read('list basket authorisations', AUTHORISATIONS, listBasketAuthorisations),
  read('read basket authorisation', `${AUTHORISATIONS}/{authorisationId}`, readBasketAuthorisation),
];

function read(operation: string, path: string, handler: Handler): Route {
  return { ...RULES, ...PAYMENT_READ, operation, method: 'GET', path, access: 'read', handler };
}

function act(operation: string, method: 'POST' | 'DELETE', path: string, handler: Handler): Route {
  return { ...RULES, ...PAYMENT_ACT, operation, method, path, access: 'write', handler };
}
