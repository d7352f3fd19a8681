import type { SandboxAccount, SandboxCustomer, SandboxWorld } from '../wire/sandbox.ts';
import { jsonArray, jsonObject, NO_BODY, type Operation, pathOf, sandboxHeaders } from './operation.ts';

/** Puts the sandbox back to its initial data. @see decisions.md §8 Initial data */
export const initialiseSandbox: Operation<void, SandboxWorld> = {
  operation: 'initialise sandbox',
  method: 'POST',
  path: '/v1/sandbox/initialize',
  request: (_, context) => ({
    method: initialiseSandbox.method,
    target: pathOf(context, initialiseSandbox.path, {}),
    headers: sandboxHeaders(context),
    body: NO_BODY,
  }),
  resource: (response) => jsonObject(response) as unknown as SandboxWorld,
};

/** @see interface.md Other operations */
export const listSandboxCustomers: Operation<void, readonly SandboxCustomer[]> = {
  operation: 'list sandbox customers',
  method: 'GET',
  path: '/v1/sandbox/customers',
  request: (_, context) => ({
    method: listSandboxCustomers.method,
    target: pathOf(context, listSandboxCustomers.path, {}),
    headers: sandboxHeaders(context),
    body: NO_BODY,
  }),
  resource: (response) => jsonArray(response) as readonly SandboxCustomer[],
};

/** @see decisions.md §1 Sandbox accounts */
export const listSandboxAccounts: Operation<void, readonly SandboxAccount[]> = {
  operation: 'list sandbox accounts',
  method: 'GET',
  path: '/v1/sandbox/accounts',
  request: (_, context) => ({
    method: listSandboxAccounts.method,
    target: pathOf(context, listSandboxAccounts.path, {}),
    headers: sandboxHeaders(context),
    body: NO_BODY,
  }),
  resource: (response) => jsonArray(response) as readonly SandboxAccount[],
};
