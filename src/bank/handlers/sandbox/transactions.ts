import type { Op } from '../../../store/contract.ts';
import { osloDate } from '../../../values/oslo.ts';
import { isRefusal } from '../../answer.ts';
import { type AccountTransaction, detailsOfPayment } from '../../domain/account-transaction.ts';
import { sequenceOf } from '../../domain/ids.ts';
import { bookingDateOf, paymentTransactionId } from '../../domain/transaction-id.ts';
import { unknownResource } from '../../refusal.ts';
import type { Handler } from '../../routes/route.ts';
import { findAccountWithBalance } from '../../store/tables/accounts.ts';
import { findBookedAt } from '../../store/tables/ledger.ts';
import {
  findTransactionByHand,
  findTransactionOfPayment,
  listTransactions,
  type StoredTransaction,
} from '../../store/tables/transactions.ts';
import type { WorldState } from '../../store/tables/world.ts';
import { pageOf } from './page.ts';
import { presentTransaction } from './present.ts';

/** By hand and by payments, newest first. @see D8-one-list */
export const listSandboxTransactions: Handler = function* (exchange, world) {
  const id = exchange.param('mockAccountId');
  if (!(yield* findAccountWithBalance(id))) return unknownResource('account');
  const page = pageOf(exchange.query);
  if (isRefusal(page)) return page;
  const stored = yield* listTransactions(id, page);
  const json = stored.map((one) => presentTransaction(exchange, id, transactionOf(world, one)));
  return { status: 200, json };
};

/** @see decisions.md §1 Sandbox accounts */
export const readSandboxTransaction: Handler = function* (exchange, world) {
  const account = exchange.param('mockAccountId');
  const id = exchange.param('mockTransactionId');
  const stored = (yield* findByHand(world, account, id)) ?? (yield* findPaid(world, account, id));
  if (!stored) return unknownResource('transaction');
  return { status: 200, json: presentTransaction(exchange, account, transactionOf(world, stored)) };
};

function* findByHand({ seed }: WorldState, account: string, id: string): Op<StoredTransaction | undefined> {
  const bookingDate = bookingDateOf(seed, id);
  return bookingDate === undefined ? undefined : yield* findTransactionByHand(account, bookingDate, id);
}

/** The id of a payment's transaction leads to the payment. */
function* findPaid(world: WorldState, account: string, id: string): Op<StoredTransaction | undefined> {
  for (const side of ['debtor', 'creditor'] as const) {
    const payment = sequenceOf(world.seed, `${side} transaction`, id);
    const bookedAt = payment === undefined ? undefined : yield* findBookedAt(payment);
    if (payment === undefined || bookedAt === undefined) continue;
    const found = yield* findTransactionOfPayment(account, payment, osloDate(bookedAt));
    return found && transactionOf(world, found).transactionId === id ? found : undefined;
  }
  return undefined;
}

function transactionOf({ seed }: WorldState, { from, ...moved }: StoredTransaction): AccountTransaction {
  if (!('payment' in from)) return { ...moved, ...from };
  return {
    ...moved,
    transactionId: paymentTransactionId(seed, from.payment, from.side),
    details: detailsOfPayment(from, from.debtorName, from.side),
  };
}
