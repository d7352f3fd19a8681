import type { SandboxAccount } from '../../wire/sandbox/account.ts';
import { jsonArray, jsonArrayOfOne } from '../operation.ts';
import { deleting, inSandbox, onSandbox, withBody } from './sandbox-operation.ts';

export interface AccountReference {
  readonly mockAccountId: string;
}

export interface CreateAccount {
  /** JSON of the request, decisions.md §8 Account. */
  readonly body: Uint8Array;
}

export interface UpdateBalances extends AccountReference {
  /** JSON: an array of balance updates. */
  readonly body: Uint8Array;
}

/** @see decisions.md §1 Sandbox accounts */
export const listSandboxAccounts = inSandbox<readonly SandboxAccount[]>('list sandbox accounts', jsonArray);

/** @see decisions.md §8 Account */
export const createSandboxAccount = withBody<CreateAccount, SandboxAccount>('create sandbox account');

/** @see interface.md Sandbox account: the response is an array of one */
export const readSandboxAccount = onSandbox<AccountReference, SandboxAccount>(
  'read sandbox account',
  jsonArrayOfOne,
);

/** @see interface.md Sandbox balance update */
export const updateSandboxAccountBalances = withBody<UpdateBalances, SandboxAccount>(
  'update sandbox account balances',
);

/** @see decisions.md §8 Deleting */
export const deleteSandboxAccount = deleting<AccountReference>('delete sandbox account');
