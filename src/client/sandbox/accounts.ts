import type { SandboxAccount } from '../../wire/sandbox/account.ts';
import { onSandbox, withBody } from './sandbox-operation.ts';

export interface AccountReference {
  readonly mockAccountId: string;
}

export interface CreateAccount {
  /** JSON of the request, D8-account-members. */
  readonly body: Uint8Array;
}

export interface UpdateBalances extends AccountReference {
  /** JSON: an array of balance updates. */
  readonly body: Uint8Array;
}

/** @see D1-sandbox-accounts */
export const listSandboxAccounts = onSandbox<void, readonly SandboxAccount[]>('list sandbox accounts');

/** @see D8-account-members */
export const createSandboxAccount = withBody<CreateAccount, SandboxAccount>('create sandbox account');

/** @see I-sandbox-account */
export const readSandboxAccount = onSandbox<AccountReference, SandboxAccount>('read sandbox account');

/** @see I-sandbox-balance-update */
export const updateSandboxAccountBalances = withBody<UpdateBalances, SandboxAccount>(
  'update sandbox account balances',
);

/** @see D8-paid-to-deleted */
export const deleteSandboxAccount = onSandbox<AccountReference, Record<string, never>>(
  'delete sandbox account',
);
