import { INT32_MAX } from '../../values/int32.ts';
import { isCalendarDate } from '../../values/oslo.ts';
import { sandboxAccount } from '../../wire/sandbox/account.ts';
import { sandboxBalances } from '../../wire/sandbox/balance.ts';
import { sandboxCustomer } from '../../wire/sandbox/customer.ts';
import { sandboxTransactions } from '../../wire/sandbox/transaction.ts';
import { createSandboxAccount, readSandboxAccount } from '../handlers/sandbox/accounts.ts';
import { updateSandboxAccountBalances } from '../handlers/sandbox/balances.ts';
import { createSandboxTransactions } from '../handlers/sandbox/create-transactions.ts';
import { createSandboxCustomer, readSandboxCustomer } from '../handlers/sandbox/customers.ts';
import { initialiseSandbox } from '../handlers/sandbox/initialise.ts';
import { listSandboxAccounts, listSandboxCustomers } from '../handlers/sandbox/list.ts';
import { listSandboxTransactions, readSandboxTransaction } from '../handlers/sandbox/transactions.ts';
import type { QueryRule } from '../route-facts.ts';
import { SANDBOX } from './requirements.ts';
import type { Route } from './route.ts';
import { rowOf } from './row.ts';

const SANDBOX_RULES = {
  ...SANDBOX,
  query: [],
  answersRepeats: false,
  statefulGuards: [],
} as const satisfies Partial<Route>;

const READ = { ...SANDBOX_RULES, access: 'read' } as const satisfies Partial<Route>;
const WRITE = { ...SANDBOX_RULES, access: 'write' } as const satisfies Partial<Route>;

function wholeNumber(name: string, least: number): QueryRule {
  return {
    name,
    holds: (value) => /^[0-9]{1,10}$/.test(value) && Number(value) >= least && Number(value) <= INT32_MAX,
    expected: `a whole number from ${least} to ${INT32_MAX}`,
  };
}

function calendarDate(name: string): QueryRule {
  return { name, holds: isCalendarDate, expected: 'a real date, written YYYY-MM-DD' };
}

/** Of a page of transactions. @see D8-transaction-list */
const PAGE: readonly QueryRule[] = [
  calendarDate('fromDate'),
  calendarDate('toDate'),
  wholeNumber('offset', 0),
  wholeNumber('limit', 1),
];

/** @see decisions.md §1, Sandbox */
export const SANDBOX_ROUTES: readonly Route[] = [
  { ...WRITE, ...rowOf('initialise sandbox'), handler: initialiseSandbox },
  { ...READ, ...rowOf('list sandbox customers'), handler: listSandboxCustomers },
  {
    ...WRITE,
    ...rowOf('create sandbox customer'),
    body: () => sandboxCustomer,
    handler: createSandboxCustomer,
  },
  { ...READ, ...rowOf('read sandbox customer'), handler: readSandboxCustomer },
  { ...READ, ...rowOf('list sandbox accounts'), handler: listSandboxAccounts },
  {
    ...WRITE,
    ...rowOf('create sandbox account'),
    body: () => sandboxAccount,
    handler: createSandboxAccount,
  },
  { ...READ, ...rowOf('read sandbox account'), handler: readSandboxAccount },
  {
    ...WRITE,
    ...rowOf('update sandbox account balances'),
    body: () => sandboxBalances,
    handler: updateSandboxAccountBalances,
  },
  {
    ...WRITE,
    ...rowOf('create sandbox account transactions'),
    body: () => sandboxTransactions,
    handler: createSandboxTransactions,
  },
  {
    ...READ,
    ...rowOf('list sandbox account transactions'),
    query: PAGE,
    handler: listSandboxTransactions,
  },
  { ...READ, ...rowOf('read sandbox account transaction'), handler: readSandboxTransaction },
];
