import { initialiseSandbox } from '../handlers/sandbox/initialise.ts';
import { listSandboxAccounts, listSandboxCustomers } from '../handlers/sandbox/list.ts';
import { SANDBOX_WITHOUT_BODY } from './requirements.ts';
import type { Route } from './route.ts';

const SANDBOX_RULES = {
  door: 'interface',
  ...SANDBOX_WITHOUT_BODY,
  query: [],
  answersRepeats: false,
  statefulGuards: [],
} as const satisfies Partial<Route>;

/** @see decisions.md §1, Sandbox */
export const SANDBOX_ROUTES: readonly Route[] = [
  {
    ...SANDBOX_RULES,
    operation: 'initialise sandbox',
    method: 'POST',
    path: '/v1/sandbox/initialize',
    access: 'write',
    handler: initialiseSandbox,
  },
  {
    ...SANDBOX_RULES,
    operation: 'list sandbox customers',
    method: 'GET',
    path: '/v1/sandbox/customers',
    access: 'read',
    handler: listSandboxCustomers,
  },
  {
    ...SANDBOX_RULES,
    operation: 'list sandbox accounts',
    method: 'GET',
    path: '/v1/sandbox/accounts',
    access: 'read',
    handler: listSandboxAccounts,
  },
];
