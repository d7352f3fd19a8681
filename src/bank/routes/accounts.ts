import type { QueryRule } from '../exchange.ts';
import { checkDates } from '../guards/check-dates.ts';
import { fourCalls } from '../guards/four-calls.ts';
import { loadPsu } from '../guards/load-psu.ts';
import { requireConsent } from '../guards/require-consent.ts';
import { requireSca } from '../guards/require-sca.ts';
import { listAccounts, readAccount, readAccountBalances } from '../handlers/accounts/accounts.ts';
import { listCardAccountTransactions } from '../handlers/accounts/card-transactions.ts';
import { listCardAccounts, readCardAccount, readCardAccountBalances } from '../handlers/accounts/cards.ts';
import { readAccountTransaction } from '../handlers/accounts/transaction-details.ts';
import { listAccountTransactions } from '../handlers/accounts/transactions.ts';
import { calendarDate, oneOf, wholeNumber } from './query-rules.ts';
import type { Handler, Route, StatefulGuard } from './route.ts';
import { rowOf } from './row.ts';

const WITH_BALANCE: QueryRule = {
  name: 'withBalance',
  holds: (value) => value === 'true' || value === 'false',
  expected: 'true or false',
};

/** What a list of transactions is asked with. @see D7-list-status */
function listQuery(...bookingStatuses: string[]): readonly QueryRule[] {
  return [
    { ...oneOf('bookingStatus', bookingStatuses), isRequired: true },
    calendarDate('dateFrom'),
    calendarDate('dateTo'),
    wholeNumber('limit', 1),
    wholeNumber('offset', 0),
    { name: 'page', holds: (value) => value !== '', expected: 'copied from a link of the list' },
  ];
}

/** Of card accounts `all` is none. @see D7-list-status */
const OF_ACCOUNT = listQuery('booked', 'pending', 'both', 'all');
const OF_CARD = listQuery('booked', 'pending', 'both');

const RULES = { scaPurpose: 'consent', access: 'read' } as const satisfies Partial<Route>;

/** @see D1-information-paths, D7-list-status */
export const ACCOUNT_ROUTES: readonly Route[] = [
  list('list accounts', listAccounts),
  one('read account', [WITH_BALANCE], fourCalls('accountId', readAccount)),
  one('read account balances', [], fourCalls('accountId', readAccountBalances)),
  listing(
    'list account transactions',
    OF_ACCOUNT,
    fourCalls('accountId', listAccountTransactions),
    checkDates({ filtersPending: false }),
  ),
  one('read account transaction', [], fourCalls('accountId', readAccountTransaction)),
  list('list card accounts', listCardAccounts),
  one('read card account', [WITH_BALANCE], fourCalls('cardAccountId', readCardAccount)),
  one('read card account balances', [], fourCalls('cardAccountId', readCardAccountBalances)),
  listing(
    'list card account transactions',
    OF_CARD,
    fourCalls('cardAccountId', listCardAccountTransactions),
    checkDates({ filtersPending: true }),
  ),
];

function list(name: string, handler: Handler): Route {
  const statefulGuards = [loadPsu, requireSca, requireConsent];
  return { ...RULES, ...rowOf(name), query: [WITH_BALANCE], statefulGuards, handler };
}

/** It goes on when the hour is over. @see D6-hour */
function one(name: string, query: readonly QueryRule[], handler: Handler): Route {
  const statefulGuards = [loadPsu, requireConsent];
  return { ...RULES, ...rowOf(name), query, statefulGuards, handler };
}

/** Transactions: what their query says together is looked at before the PSU is. @see D7-list-dates */
function listing(
  name: string,
  query: readonly QueryRule[],
  handler: Handler,
  checksDates: StatefulGuard,
): Route {
  const route = one(name, query, handler);
  return { ...route, statefulGuards: [checksDates, ...route.statefulGuards] };
}
