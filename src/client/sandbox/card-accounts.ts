import type { SandboxCardAccount } from '../../wire/sandbox/card-account.ts';
import type {
  CardBookingStatus,
  SandboxCardTransactions,
  SandboxCardTransactionsCreated,
} from '../../wire/sandbox/card-transaction.ts';
import { onSandbox, withBody } from './sandbox-operation.ts';

export interface CardAccountReference {
  readonly mockCardAccountId: string;
}

export interface CreateCardAccount {
  /** JSON of the request, D8-card-members. */
  readonly body: Uint8Array;
}

export interface UpdateCardBalances extends CardAccountReference {
  /** JSON: an array of balance updates. */
  readonly body: Uint8Array;
}

export interface CreateCardTransactions extends CardAccountReference {
  /** JSON: an array of card transactions, D8-card-transaction-members. */
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

/** @see D1-sandbox-card-accounts */
export const listSandboxCardAccounts = onSandbox<void, readonly SandboxCardAccount[]>(
  'list sandbox card accounts',
);

/** @see D8-card-members */
export const createSandboxCardAccount = withBody<CreateCardAccount, SandboxCardAccount>(
  'create sandbox card account',
);

/** @see D1-sandbox-card-accounts */
export const readSandboxCardAccount = onSandbox<CardAccountReference, SandboxCardAccount>(
  'read sandbox card account',
);

/** @see D8-deleting-customer */
export const deleteSandboxCardAccount = onSandbox<CardAccountReference, Record<string, never>>(
  'delete sandbox card account',
);

/** @see D1-sandbox-card-accounts */
export const updateSandboxCardAccountBalances = withBody<UpdateCardBalances, SandboxCardAccount>(
  'update sandbox card account balances',
);

/** @see D8-card-transaction-members */
export const createSandboxCardTransactions = withBody<CreateCardTransactions, SandboxCardTransactionsCreated>(
  'create sandbox card account transactions',
);

/** @see I-sandbox-card-transactions */
export const listSandboxCardTransactions = onSandbox<CardTransactionsWanted, SandboxCardTransactions>(
  'list sandbox card account transactions',
  ['bookingStatus', 'fromDate', 'toDate', 'offset', 'limit'],
);
