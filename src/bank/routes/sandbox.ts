import { initialiseSandbox } from '../handlers/sandbox/initialise.ts';
import type { Route } from './route.ts';
import { rowOf } from './row.ts';
import { ACCOUNT_ROUTES } from './sandbox/accounts.ts';
import { AGREEMENT_ROUTES } from './sandbox/agreements.ts';
import { CARD_ACCOUNT_ROUTES } from './sandbox/card-accounts.ts';
import { CUSTOMER_ROUTES } from './sandbox/customers.ts';
import { WRITE } from './sandbox/rules.ts';

/** @see D1-sandbox-paths */
export const SANDBOX_ROUTES: readonly Route[] = [
  { ...WRITE, ...rowOf('initialise sandbox'), handler: initialiseSandbox, endsWorld: true },
  ...CUSTOMER_ROUTES,
  ...ACCOUNT_ROUTES,
  ...CARD_ACCOUNT_ROUTES,
  ...AGREEMENT_ROUTES,
];
