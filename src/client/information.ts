import type {
  AccountBalances,
  AccountList,
  AgreementList,
  CardAccountBalances,
  CardAccountList,
  CardTransactionList,
  ConsentAsked,
  OneAccount,
  OneCardAccount,
  TransactionDetails,
  TransactionList,
  User,
} from '../wire/answers/information.ts';
import { reading } from './operation.ts';

export interface WithBalance {
  /** Whether each account comes with its balances. */
  readonly withBalance?: boolean | undefined;
}

export interface AccountReference {
  /** Its resourceId. */
  readonly accountId: string;
}

/** The accounts that the PSU has consented to. @see D7-account */
export const listAccounts = reading<WithBalance, AccountList>('list accounts', ['withBalance']);

/** @see D7-account */
export const readAccount = reading<AccountReference & WithBalance, OneAccount>('read account', [
  'withBalance',
]);

/** @see D7-balances */
export const readAccountBalances = reading<AccountReference, AccountBalances>('read account balances');

export interface CardAccountReference {
  /** Its resourceId. */
  readonly cardAccountId: string;
}

/** The card accounts that the PSU has consented to. @see D7-card-account */
export const listCardAccounts = reading<WithBalance, CardAccountList>('list card accounts', ['withBalance']);

/** @see D7-card-account */
export const readCardAccount = reading<CardAccountReference & WithBalance, OneCardAccount>(
  'read card account',
  ['withBalance'],
);

/** @see D7-card-account */
export const readCardAccountBalances = reading<CardAccountReference, CardAccountBalances>(
  'read card account balances',
);

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

/** Asks for a consent: the PSU chooses its accounts where scaRedirect leads. @see D6-consent-calls */
export const askForConsent = reading<undefined, ConsentAsked>('create bank-offered consent');

/** Who the PSU of the session is. @see D6-user */
export const readUser = reading<undefined, User>('read user');

/** The agreements in which the PSU may act for a company. @see D6-agreements */
export const listAgreements = reading<undefined, AgreementList>('list agreements');
