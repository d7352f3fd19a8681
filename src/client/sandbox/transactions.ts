import type { SandboxTransaction, SandboxTransactionsCreated } from '../../wire/sandbox/transaction.ts';
import type { AccountReference } from './accounts.ts';
import { onSandbox, withBody } from './sandbox-operation.ts';

export interface CreateTransactions extends AccountReference {
  /** JSON: an array of sandbox transactions. */
  readonly body: Uint8Array;
}

/** Dates are of the booking, YYYY-MM-DD. */
export interface TransactionsWanted extends AccountReference {
  readonly fromDate?: string;
  readonly toDate?: string;
  readonly offset?: number;
  readonly limit?: number;
}

export interface TransactionReference extends AccountReference {
  readonly mockTransactionId: string;
}

/** @see I-sandbox-transaction */
export const createSandboxTransactions = withBody<CreateTransactions, SandboxTransactionsCreated>(
  'create sandbox account transactions',
);

/** @see D8-transaction-list */
export const listSandboxTransactions = onSandbox<TransactionsWanted, readonly SandboxTransaction[]>(
  'list sandbox account transactions',
  ['fromDate', 'toDate', 'offset', 'limit'],
);

/** @see D1-sandbox-accounts */
export const readSandboxTransaction = onSandbox<TransactionReference, SandboxTransaction>(
  'read sandbox account transaction',
);
