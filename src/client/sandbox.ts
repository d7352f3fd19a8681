import type {
  SandboxAccount,
  SandboxAgreement,
  SandboxCardAccount,
  SandboxCardTransactions,
  SandboxCardTransactionsCreated,
  SandboxCustomer,
  SandboxEngagement,
  SandboxTransaction,
  SandboxTransactionsCreated,
  SandboxWorld,
} from '../wire/answers/sandbox.ts';
import type { CardBookingStatus } from '../wire/sandbox.ts';
import type { OperationThatAnswers } from './answers.ts';
import { bareOperation, JSON_BODY, type Operation, plainHeaders } from './operation.ts';

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

const QUERY: readonly (keyof TransactionQuery)[] = ['bookingStatus', 'fromDate', 'toDate', 'offset', 'limit'];

type Nothing = Record<string, never>;

/** Resets the sandbox to its initial data. @see D8-initial-data */
export const initialiseSandbox = onSandbox<void, SandboxWorld>('initialise sandbox');

/** @see D1-sandbox-customers, I-sandbox-customer-create, D8-deleting-customer */
export const listSandboxCustomers = onSandbox<void, readonly SandboxCustomer[]>('list sandbox customers');
export const createSandboxCustomer = onSandbox<Body, SandboxCustomer>('create sandbox customer');
export const readSandboxCustomer = onSandbox<OfCustomer, SandboxCustomer>('read sandbox customer');
export const deleteSandboxCustomer = onSandbox<OfCustomer, Nothing>('delete sandbox customer');

/** @see D1-sandbox-accounts, D8-account-members, I-sandbox-balance-update, D8-paid-to-deleted */
export const listSandboxAccounts = onSandbox<void, readonly SandboxAccount[]>('list sandbox accounts');
export const createSandboxAccount = onSandbox<Body, SandboxAccount>('create sandbox account');
export const readSandboxAccount = onSandbox<OfAccount, SandboxAccount>('read sandbox account');
export const deleteSandboxAccount = onSandbox<OfAccount, Nothing>('delete sandbox account');
export const updateSandboxAccountBalances = onSandbox<OfAccount & Body, SandboxAccount>(
  'update sandbox account balances',
);

/** @see I-sandbox-transaction, D8-transaction-list */
export const createSandboxTransactions = onSandbox<OfAccount & Body, SandboxTransactionsCreated>(
  'create sandbox account transactions',
);
export const listSandboxTransactions = onSandbox<OfAccount & TransactionQuery, readonly SandboxTransaction[]>(
  'list sandbox account transactions',
);
export const readSandboxTransaction = onSandbox<OfTransaction, SandboxTransaction>(
  'read sandbox account transaction',
);

/** @see D1-sandbox-card-accounts, D8-card-members */
export const listSandboxCardAccounts = onSandbox<void, readonly SandboxCardAccount[]>(
  'list sandbox card accounts',
);
export const createSandboxCardAccount = onSandbox<Body, SandboxCardAccount>('create sandbox card account');
export const readSandboxCardAccount = onSandbox<OfCardAccount, SandboxCardAccount>(
  'read sandbox card account',
);
export const deleteSandboxCardAccount = onSandbox<OfCardAccount, Nothing>('delete sandbox card account');
export const updateSandboxCardAccountBalances = onSandbox<OfCardAccount & Body, SandboxCardAccount>(
  'update sandbox card account balances',
);

/** @see D8-card-transaction-members, I-sandbox-card-transactions */
export const createSandboxCardTransactions = onSandbox<OfCardAccount & Body, SandboxCardTransactionsCreated>(
  'create sandbox card account transactions',
);
export const listSandboxCardTransactions = onSandbox<
  OfCardAccount & TransactionQuery,
  SandboxCardTransactions
>('list sandbox card account transactions');

/** @see D1-sandbox-agreements, D8-agreement-members, D8-delete-agreement */
export const listSandboxAgreements = onSandbox<void, readonly SandboxAgreement[]>('list sandbox agreements');
export const createSandboxAgreement = onSandbox<Body, SandboxAgreement>('create sandbox agreement');
export const readSandboxAgreement = onSandbox<OfAgreement, SandboxAgreement>('read sandbox agreement');
export const deleteSandboxAgreement = onSandbox<OfAgreement, Nothing>('delete sandbox agreement');
export const createSandboxEngagement = onSandbox<OfAgreement & Body, SandboxEngagement>(
  'create sandbox engagement',
);
export const readSandboxEngagement = onSandbox<OfEngagement, SandboxEngagement>('read sandbox engagement');
export const deleteSandboxEngagement = onSandbox<OfEngagement, Nothing>('delete sandbox engagement');

/** Builds a sandbox operation: ids stand in the path, limits of a list in the query, and a body is sent as it is. */
function onSandbox<Input, Resource>(name: OperationThatAnswers<Resource>): Operation<Input, Resource> {
  const bare = bareOperation<Input, Resource>(name, plainHeaders);
  return {
    ...bare,
    request: (input, context) => {
      const { body, ...given } = (input ?? {}) as Partial<Body> & TransactionQuery;
      const query = new URLSearchParams(
        QUERY.flatMap((name): [string, string][] =>
          given[name] === undefined ? [] : [[name, String(given[name])]],
        ),
      );
      const { target, headers, ...rest } = bare.request(input, context);
      return {
        ...rest,
        target: query.size === 0 ? target : `${target}?${query}`,
        ...(body === undefined ? { headers } : { headers: [...headers, JSON_BODY], body }),
      };
    },
  };
}
