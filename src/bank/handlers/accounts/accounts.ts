import type { Op } from '../../../store/contract.ts';
import type { Account, AccountBalances, AccountList, OneAccount } from '../../../wire/information/account.ts';
import { isRefusal, type Refusal } from '../../answer.ts';
import type { Exchange } from '../../exchange.ts';
import type { Handler } from '../../routes/route.ts';
import { type AccountWithBalance, findAccountWithBalance } from '../../store/tables/accounts.ts';
import type { WorldState } from '../../store/tables/world.ts';
import { listConsented, loadConsented } from './own.ts';
import { presentAccount } from './present-account.ts';
import { presentBalances } from './present-balances.ts';

/** @see D7-account */
export const listAccounts: Handler = function* (exchange, world) {
  const accounts: Account[] = [];
  for (const found of (yield* listConsented(exchange)).accounts) {
    accounts.push(yield* presentAccount(exchange, world, found));
  }
  const json: AccountList = { accounts };
  return { status: 200, json };
};

/** @see D7-account */
export const readAccount: Handler = function* (exchange, world) {
  const found = yield* loadAccount(exchange, world);
  if (isRefusal(found)) return found;
  const json: OneAccount = { account: yield* presentAccount(exchange, world, found) };
  return { status: 200, json };
};

/** @see D7-balances */
export const readAccountBalances: Handler = function* (exchange, world) {
  const found = yield* loadAccount(exchange, world);
  if (isRefusal(found)) return found;
  const { bban, iban, currency } = found.account;
  const balances = presentBalances(exchange, world, found, found.account);
  const json: AccountBalances = { account: { bban, iban, currency }, balances };
  return { status: 200, json };
};

export function loadAccount(exchange: Exchange, world: WorldState): Op<AccountWithBalance | Refusal> {
  return loadConsented(exchange, world, {
    what: 'account',
    id: exchange.param('accountId'),
    find: findAccountWithBalance,
    ownerOf: ({ account }) => account.customerNumber,
  });
}
