import { isRefusal, unknownResource } from '../../answer.ts';
import { findBookedTransaction, transactionOf } from '../../life/transactions.ts';
import type { Handler } from '../../routes/route.ts';
import { findAccountWithBalance } from '../../store/tables/accounts.ts';
import { bookedList } from '../../store/tables/lists.ts';
import { pageOf } from './page.ts';
import { presentTransaction } from './present.ts';

/** By hand and by payments, newest first. @see D8-one-list */
export const listSandboxTransactions: Handler = function* (exchange, world) {
  const account = exchange.param('mockAccountId');
  if (!(yield* findAccountWithBalance(account))) return unknownResource('account');
  const page = pageOf(exchange.query);
  if (isRefusal(page)) return page;
  const { fromDate, toDate, limit, offset } = page;
  const list = bookedList({ account, fromDate, toDate });
  const rows = yield* list.rows(list.start, { take: limit, skip: offset });
  const json = rows.map(({ item }) => presentTransaction(exchange, account, transactionOf(world, item)));
  return { status: 200, json };
};

/** @see D1-sandbox-accounts */
export const readSandboxTransaction: Handler = function* (exchange, world) {
  const account = exchange.param('mockAccountId');
  const found = yield* findBookedTransaction(world, account, exchange.param('mockTransactionId'));
  if (!found) return unknownResource('transaction');
  return { status: 200, json: presentTransaction(exchange, account, found) };
};
