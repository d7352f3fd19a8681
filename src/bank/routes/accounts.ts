import { fourCalls } from '../guards/four-calls.ts';
import { loadPsu } from '../guards/load-psu.ts';
import { requireConsent } from '../guards/require-consent.ts';
import { requireSca } from '../guards/require-sca.ts';
import { listAccounts, readAccount, readAccountBalances } from '../handlers/accounts/accounts.ts';
import { listCardAccounts, readCardAccount, readCardAccountBalances } from '../handlers/accounts/cards.ts';
import type { QueryRule } from '../route-facts.ts';
import { ACCOUNT_LIST, ONE_ACCOUNT } from './requirements.ts';
import type { Handler, Route } from './route.ts';
import { rowOf } from './row.ts';

const WITH_BALANCE: QueryRule = {
  name: 'withBalance',
  holds: (value) => value === 'true' || value === 'false',
  expected: 'true or false',
};

const RULES = { scaPurpose: 'consent', access: 'read' } as const satisfies Partial<Route>;

/** @see decisions.md §1 Accounts, Card accounts; §7 */
export const ACCOUNT_ROUTES: readonly Route[] = [
  list('list accounts', listAccounts),
  one('read account', [WITH_BALANCE], fourCalls('accountId', readAccount)),
  one('read account balances', [], fourCalls('accountId', readAccountBalances)),
  list('list card accounts', listCardAccounts),
  one('read card account', [WITH_BALANCE], fourCalls('cardAccountId', readCardAccount)),
  one('read card account balances', [], fourCalls('cardAccountId', readCardAccountBalances)),
];

function list(name: string, handler: Handler): Route {
  const statefulGuards = [loadPsu, requireSca, requireConsent];
  return { ...RULES, ...ACCOUNT_LIST, ...rowOf(name), query: [WITH_BALANCE], statefulGuards, handler };
}

/** It goes on when the hour is over. @see D6-hour */
function one(name: string, query: readonly QueryRule[], handler: Handler): Route {
  const statefulGuards = [loadPsu, requireConsent];
  return { ...RULES, ...ONE_ACCOUNT, ...rowOf(name), query, statefulGuards, handler };
}
