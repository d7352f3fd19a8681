import type { CardTransactionList } from '../../wire/information/card-transaction.ts';
import type { TransactionDetails, TransactionList } from '../../wire/information/transaction.ts';
import type { AccountReference } from './accounts.ts';
import type { CardAccountReference } from './card-accounts.ts';
import { reading } from './reading.ts';

/** Which transactions are asked for; a link to another page has them all. */
export interface TransactionsWanted {
  readonly bookingStatus: string;
  readonly dateFrom?: string | undefined;
  readonly dateTo?: string | undefined;
  readonly limit?: number | undefined;
  readonly offset?: number | undefined;
  /** As a link gave it. */
  readonly page?: string | undefined;
}

const QUERY = ['bookingStatus', 'dateFrom', 'dateTo', 'limit', 'offset', 'page'] as const;

/** @see D7-transaction-list */
export const listAccountTransactions = reading<AccountReference & TransactionsWanted, TransactionList>(
  'list account transactions',
  QUERY,
);

/** @see D7-transaction-details */
export const readAccountTransaction = reading<
  AccountReference & { readonly transactionId: string },
  TransactionDetails
>('read account transaction');

/** @see D7-card-list */
export const listCardAccountTransactions = reading<
  CardAccountReference & TransactionsWanted,
  CardTransactionList
>('list card account transactions', QUERY);
