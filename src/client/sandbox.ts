import type { SandboxAccount, SandboxCustomer, SandboxWorld } from '../wire/sandbox.ts';
import { jsonArray, jsonObject, NO_BODY, type Operation, pathOf, plainHeaders } from './operation.ts';

/** The request of a sandbox operation that takes no input. */
function bare(method: string, path: string): Pick<Operation<void, unknown>, 'method' | 'path' | 'request'> {
  return {
    method,
    path,
    request: (_, context) => ({
      method,
      target: pathOf(context, path, {}),
      headers: plainHeaders(context),
      body: NO_BODY,
    }),
  };
}

/** Puts the sandbox back to its initial data. @see decisions.md §8 Initial data */
export const initialiseSandbox: Operation<void, SandboxWorld> = {
  operation: 'initialise sandbox',
  ...bare('POST', '/v1/sandbox/initialize'),
  resource: (response) => jsonObject(response) as unknown as SandboxWorld,
};

/** @see interface.md Other operations */
export const listSandboxCustomers: Operation<void, readonly SandboxCustomer[]> = {
  operation: 'list sandbox customers',
  ...bare('GET', '/v1/sandbox/customers'),
  resource: (response) => jsonArray(response) as readonly SandboxCustomer[],
};

/** @see decisions.md §1 Sandbox accounts */
export const listSandboxAccounts: Operation<void, readonly SandboxAccount[]> = {
  operation: 'list sandbox accounts',
  ...bare('GET', '/v1/sandbox/accounts'),
  resource: (response) => jsonArray(response) as readonly SandboxAccount[],
};
