import type { CardBookingStatus } from '../wire/sandbox.ts';
import { defineOperation, withInput } from './operation.ts';

/** JSON of a request, as its schema in wire/sandbox has it. */
interface Body {
  readonly body: Uint8Array;
}

interface OfCustomer {
  readonly customerId: string;
}

interface OfAccount {
  readonly mockAccountId: string;
}

interface OfCardAccount {
  readonly mockCardAccountId: string;
}

interface OfAgreement {
  readonly mockAgreementId: string;
}

interface OfEngagement extends OfAgreement {
  readonly mockEngagementId: string;
}

interface OfTransaction extends OfAccount {
  readonly mockTransactionId: string;
}

/** Limits a list of transactions: dates are of the booking, YYYY-MM-DD. */
export interface TransactionQuery {
  readonly bookingStatus?: CardBookingStatus | undefined;
  readonly fromDate?: string | undefined;
  readonly toDate?: string | undefined;
  readonly offset?: number | undefined;
  readonly limit?: number | undefined;
}

const QUERY = ['bookingStatus', 'fromDate', 'toDate', 'offset', 'limit'] as const;

/** Resets the sandbox to its initial data. @see D8-initial-data */
export const initialiseSandbox = defineOperation('initialise sandbox');

/** @see D1-sandbox-customers, I-sandbox-customer-create, D8-deleting-customer */
export const listSandboxCustomers = defineOperation('list sandbox customers');
export const createSandboxCustomer = defineOperation('create sandbox customer', withInput<Body>());
export const readSandboxCustomer = defineOperation('read sandbox customer', withInput<OfCustomer>());
export const deleteSandboxCustomer = defineOperation('delete sandbox customer', withInput<OfCustomer>());

/** @see D1-sandbox-accounts, D8-account-members, I-sandbox-balance-update, D8-paid-to-deleted */
export const listSandboxAccounts = defineOperation('list sandbox accounts');
export const createSandboxAccount = defineOperation('create sandbox account', withInput<Body>());
export const readSandboxAccount = defineOperation('read sandbox account', withInput<OfAccount>());
export const deleteSandboxAccount = defineOperation('delete sandbox account', withInput<OfAccount>());
export const updateSandboxAccountBalances = defineOperation(
  'update sandbox account balances',
  withInput<OfAccount & Body>(),
);

/** @see I-sandbox-transaction, D8-transaction-list */
export const createSandboxTransactions = defineOperation(
  'create sandbox account transactions',
  withInput<OfAccount & Body>(),
);
export const listSandboxTransactions = defineOperation(
  'list sandbox account transactions',
  withInput<OfAccount & TransactionQuery>(...QUERY),
);
export const readSandboxTransaction = defineOperation(
  'read sandbox account transaction',
  withInput<OfTransaction>(),
);

/** @see D1-sandbox-card-accounts, D8-card-members */
export const listSandboxCardAccounts = defineOperation('list sandbox card accounts');
export const createSandboxCardAccount = defineOperation('create sandbox card account', withInput<Body>());
export const readSandboxCardAccount = defineOperation(
  'read sandbox card account',
  withInput<OfCardAccount>(),
);
export const deleteSandboxCardAccount = defineOperation(
  'delete sandbox card account',
  withInput<OfCardAccount>(),
);
export const updateSandboxCardAccountBalances = defineOperation(
  'update sandbox card account balances',
  withInput<OfCardAccount & Body>(),
);

/** @see D8-card-transaction-members, I-sandbox-card-transactions */
export const createSandboxCardTransactions = defineOperation(
  'create sandbox card account transactions',
  withInput<OfCardAccount & Body>(),
);
export const listSandboxCardTransactions = defineOperation(
  'list sandbox card account transactions',
  withInput<OfCardAccount & TransactionQuery>(...QUERY),
);

/** @see D1-sandbox-agreements, D8-agreement-members, D8-delete-agreement */
export const listSandboxAgreements = defineOperation('list sandbox agreements');
export const createSandboxAgreement = defineOperation('create sandbox agreement', withInput<Body>());
export const readSandboxAgreement = defineOperation('read sandbox agreement', withInput<OfAgreement>());
export const deleteSandboxAgreement = defineOperation('delete sandbox agreement', withInput<OfAgreement>());
export const createSandboxEngagement = defineOperation(
  'create sandbox engagement',
  withInput<OfAgreement & Body>(),
);
export const readSandboxEngagement = defineOperation('read sandbox engagement', withInput<OfEngagement>());
export const deleteSandboxEngagement = defineOperation(
  'delete sandbox engagement',
  withInput<OfEngagement>(),
);
