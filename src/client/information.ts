import { defineOperation } from './operation.ts';

/** The accounts that the PSU has consented to. @see D7-account */
export const listAccounts = defineOperation('list accounts');
export const readAccount = defineOperation('read account');
/** @see D7-balances */
export const readAccountBalances = defineOperation('read account balances');

/** The card accounts that the PSU has consented to. @see D7-card-account */
export const listCardAccounts = defineOperation('list card accounts');
export const readCardAccount = defineOperation('read card account');
export const readCardAccountBalances = defineOperation('read card account balances');

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

/** @see D7-transaction-list */
export const listAccountTransactions = defineOperation('list account transactions');
/** @see D7-transaction-details */
export const readAccountTransaction = defineOperation('read account transaction');
/** @see D7-card-list */
export const listCardAccountTransactions = defineOperation('list card account transactions');

/** Asks for a consent: the PSU chooses its accounts where scaRedirect leads. @see D6-consent-calls */
export const askForConsent = defineOperation('create bank-offered consent');
/** Reads the PSU of the session. @see D6-user */
export const readUser = defineOperation('read user');
/** The agreements in which the PSU may act for a company. @see D6-agreements */
export const listAgreements = defineOperation('list agreements');
