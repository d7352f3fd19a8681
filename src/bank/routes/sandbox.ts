import { initialiseSandbox } from '../handlers/sandbox/initialise.ts';
import { listSandboxAccounts, listSandboxCustomers } from '../handlers/sandbox/list.ts';
import { SANDBOX_WITHOUT_BODY } from './requirements.ts';
import type { Route } from './route.ts';
import { rowOf } from './row.ts';

const SANDBOX_RULES = {
  ...SANDBOX_WITHOUT_BODY,
  query: [],
  answersRepeats: false,
  statefulGuards: [],
} as const satisfies Partial<Route>;

/** @see decisions.md §1, Sandbox */
export const SANDBOX_ROUTES: readonly Route[] = [
  {
    ...SANDBOX_RULES,
    ...rowOf('initialise sandbox'),
    access: 'write',
    handler: initialiseSandbox,
  },
  {
    ...SANDBOX_RULES,
    ...rowOf('list sandbox customers'),
    access: 'read',
    handler: listSandboxCustomers,
  },
  {
    ...SANDBOX_RULES,
    ...rowOf('list sandbox accounts'),
    access: 'read',
    handler: listSandboxAccounts,
  },
];
