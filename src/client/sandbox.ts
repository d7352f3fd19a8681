import type { CardBookingStatus } from '../wire/sandbox.ts';
import { defineOperation } from './operation.ts';

/** Limits a list of transactions: dates are of the booking, YYYY-MM-DD. */
export interface TransactionQuery {
  readonly bookingStatus?: CardBookingStatus | undefined;
  readonly fromDate?: string | undefined;
  readonly toDate?: string | undefined;
  readonly offset?: number | undefined;
  readonly limit?: number | undefined;
}

/** Resets the sandbox to its initial data. @see D8-initial-data */
export const initialiseSandbox = defineOperation('initialise sandbox');

/** @see D1-sandbox-customers, I-sandbox-customer-create, D8-deleting-customer */
export const listSandboxCustomers = defineOperation('list sandbox customers');
export const createSandboxCustomer = defineOperation('create sandbox customer');
export const readSandboxCustomer = defineOperation('read sandbox customer');
export const deleteSandboxCustomer = defineOperation('delete sandbox customer');

/** @see D1-sandbox-accounts, D8-account-members, I-sandbox-balance-update, D8-paid-to-deleted */
export const listSandboxAccounts = defineOperation('list sandbox accounts');
export const createSandboxAccount = defineOperation('create sandbox account');
export const readSandboxAccount = defineOperation('read sandbox account');
export const deleteSandboxAccount = defineOperation('delete sandbox account');
export const updateSandboxAccountBalances = defineOperation('update sandbox account balances');

/** @see I-sandbox-transaction, D8-transaction-list */
export const createSandboxTransactions = defineOperation('create sandbox account transactions');
export const listSandboxTransactions = defineOperation('list sandbox account transactions');
export const readSandboxTransaction = defineOperation('read sandbox account transaction');

/** @see D1-sandbox-card-accounts, D8-card-members */
export const listSandboxCardAccounts = defineOperation('list sandbox card accounts');
export const createSandboxCardAccount = defineOperation('create sandbox card account');
export const readSandboxCardAccount = defineOperation('read sandbox card account');
export const deleteSandboxCardAccount = defineOperation('delete sandbox card account');
export const updateSandboxCardAccountBalances = defineOperation('update sandbox card account balances');

/** @see D8-card-transaction-members, I-sandbox-card-transactions */
export const createSandboxCardTransactions = defineOperation('create sandbox card account transactions');
export const listSandboxCardTransactions = defineOperation('list sandbox card account transactions');

/** @see D1-sandbox-agreements, D8-agreement-members, D8-delete-agreement */
export const listSandboxAgreements = defineOperation('list sandbox agreements');
export const createSandboxAgreement = defineOperation('create sandbox agreement');
export const readSandboxAgreement = defineOperation('read sandbox agreement');
export const deleteSandboxAgreement = defineOperation('delete sandbox agreement');
export const createSandboxEngagement = defineOperation('create sandbox engagement');
export const readSandboxEngagement = defineOperation('read sandbox engagement');
export const deleteSandboxEngagement = defineOperation('delete sandbox engagement');
