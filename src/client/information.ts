import { defineOperation, withInput } from './operation.ts';

export interface WithBalance {
  /** Whether each account comes with its balances. */
  readonly withBalance?: boolean | undefined;
}

export interface AccountReference {
  /** Its resourceId. */
  readonly accountId: string;
}

/** The accounts that the PSU has consented to. @see D7-account */
export const listAccounts = defineOperation('list accounts', withInput<WithBalance>('withBalance'));

/** @see D7-account */
export const readAccount = defineOperation(
  'read account',
  withInput<AccountReference & WithBalance>('withBalance'),
);

/** @see D7-balances */
export const readAccountBalances = defineOperation('read account balances', withInput<AccountReference>());

export interface CardAccountReference {
  /** Its resourceId. */
  readonly cardAccountId: string;
}

/** The card accounts that the PSU has consented to. @see D7-card-account */
export const listCardAccounts = defineOperation('list card accounts', withInput<WithBalance>('withBalance'));

/** @see D7-card-account */
export const readCardAccount = defineOperation(
  'read card account',
  withInput<CardAccountReference & WithBalance>('withBalance'),
);

/** @see D7-card-account */
export const readCardAccountBalances = defineOperation(
  'read card account balances',
  withInput<CardAccountReference>(),
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
export const listAccountTransactions = defineOperation(
  'list account transactions',
  withInput<AccountReference & TransactionsWanted>(...QUERY),
);

/** @see D7-transaction-details */
export const readAccountTransaction = defineOperation(
  'read account transaction',
  withInput<AccountReference & { readonly transactionId: string }>(),
);

/** @see D7-card-list */
export const listCardAccountTransactions = defineOperation(
  'list card account transactions',
  withInput<CardAccountReference & TransactionsWanted>(...QUERY),
);

/** Asks for a consent: the PSU chooses its accounts where scaRedirect leads. @see D6-consent-calls */
export const askForConsent = defineOperation('create bank-offered consent');

/** Who the PSU of the session is. @see D6-user */
export const readUser = defineOperation('read user');

/** The agreements in which the PSU may act for a company. @see D6-agreements */
export const listAgreements = defineOperation('list agreements');
