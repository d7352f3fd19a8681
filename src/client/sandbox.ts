import type { HttpResponse } from '../message.ts';
import type { SandboxAccount, SandboxCustomer, SandboxWorld } from '../wire/sandbox.ts';
import { jsonArray, jsonObject, NO_BODY, type Operation, pathOf, plainHeaders, rowOf } from './operation.ts';

/** A sandbox operation that takes no input. */
function inSandbox<Resource>(
  name: string,
  read: (response: HttpResponse) => unknown,
): Operation<void, Resource> {
  const row = rowOf(name);
  return {
    ...row,
    request: (_, context) => ({
      method: row.method,
      target: pathOf(context, row.path, {}),
      headers: plainHeaders(context),
      body: NO_BODY,
    }),
    resource: (response) => read(response) as Resource,
  };
}

/** Puts the sandbox back to its initial data. @see decisions.md §8 Initial data */
export const initialiseSandbox = inSandbox<SandboxWorld>('initialise sandbox', jsonObject);

/** @see interface.md Other operations */
export const listSandboxCustomers = inSandbox<readonly SandboxCustomer[]>(
  'list sandbox customers',
  jsonArray,
);

/** @see decisions.md §1 Sandbox accounts */
export const listSandboxAccounts = inSandbox<readonly SandboxAccount[]>('list sandbox accounts', jsonArray);
