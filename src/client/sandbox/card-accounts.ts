import type { SandboxCardAccount } from '../../wire/sandbox/card-account.ts';
import type {
  CardBookingStatus,
  SandboxCardTransactions,
  SandboxCardTransactionsCreated,
} from '../../wire/sandbox/card-transaction.ts';
import { jsonArray, jsonObject } from '../operation.ts';
import { deleting, inSandbox, onSandbox, withBody } from './sandbox-operation.ts';

export interface CardAccountReference {
  readonly mockCardAccountId: string;
}

export interface CreateCardAccount {
  /** JSON of the request, decisions.md §8 Card account. */
  readonly body: Uint8Array;
}

export interface UpdateCardBalances extends CardAccountReference {
  /** JSON: an array of balance updates. */
  readonly body: Uint8Array;
}

export interface CreateCardTransactions extends CardAccountReference {
  /** JSON: an array of card transactions, decisions.md §8. */
  readonly body: Uint8Array;
}

/** Dates are of the booking, YYYY-MM-DD. */
export interface CardTransactionsWanted extends CardAccountReference {
  readonly bookingStatus: CardBookingStatus;
  readonly fromDate?: string;
  readonly toDate?: string;
  readonly offset?: number;
  readonly limit?: number;
}

/** @see decisions.md §1 Sandbox card accounts */
export const listSandboxCardAccounts = inSandbox<readonly SandboxCardAccount[]>(
  'list sandbox card accounts',
  jsonArray,
);

/** @see decisions.md §8 Card account */
export const createSandboxCardAccount = withBody<CreateCardAccount, SandboxCardAccount>(
  'create sandbox card account',
);

/** @see decisions.md §1 Sandbox card accounts */
export const readSandboxCardAccount = onSandbox<CardAccountReference, SandboxCardAccount>(
  'read sandbox card account',
  jsonObject,
);

/** @see decisions.md §8 Deleting */
export const deleteSandboxCardAccount = deleting<CardAccountReference>('delete sandbox card account');

/** @see decisions.md §1 Sandbox card accounts, PUT …/balances */
export const updateSandboxCardAccountBalances = withBody<UpdateCardBalances, SandboxCardAccount>(
  'update sandbox card account balances',
);

/** @see decisions.md §8 Card transactions */
export const createSandboxCardTransactions = withBody<CreateCardTransactions, SandboxCardTransactionsCreated>(
  'create sandbox card account transactions',
);

/** @see interface.md Sandbox operations, Get card account transactions */
export const listSandboxCardTransactions = onSandbox<CardTransactionsWanted, SandboxCardTransactions>(
  'list sandbox card account transactions',
  jsonObject,
  ['bookingStatus', 'fromDate', 'toDate', 'offset', 'limit'],
);
