import type { Op } from '../../../store/contract.ts';
import type { TransactionDetails } from '../../../wire/information/transaction.ts';
import { isRefusal, unknownResource } from '../../answer.ts';
import { findBookedTransaction, paymentOf } from '../../life/transactions.ts';
import type { Handler } from '../../routes/route.ts';
import { isWithinHour } from '../../session-of.ts';
import type { AccountWithBalance } from '../../store/tables/accounts.ts';
import { findPendingPayment } from '../../store/tables/lists.ts';
import type { WorldState } from '../../store/tables/world.ts';
import { loadAccount } from './accounts.ts';
import { isOldHistory, refuseHistory } from './asked-list.ts';
import { pendingTransaction } from './pending.ts';
import { presentTransaction, type ToPresent } from './present-transaction.ts';

/** One transaction, booked or pending, by the id that it has in the list. @see D7-transaction-details */
export const readAccountTransaction: Handler = function* (exchange, world) {
  const account = yield* loadAccount(exchange, world);
  if (isRefusal(account)) return account;
  const found = yield* findTransaction(world, account, exchange.param('transactionId'));
  if (!found) return unknownResource('transaction');
  const isOld = found.bookingDate !== undefined && isOldHistory(found.bookingDate, world);
  if (isOld && !(yield* isWithinHour(exchange, world))) return yield* refuseHistory(exchange, world);
  const transactionDetails = presentTransaction(exchange, world, found);
  const json: TransactionDetails = { transactionsDetails: { transactionDetails } };
  return { status: 200, json };
};

function* findTransaction(
  world: WorldState,
  { account }: AccountWithBalance,
  id: string,
): Op<ToPresent | undefined> {
  const booked = yield* findBookedTransaction(world, account.id, id);
  const payment = booked ? undefined : paymentOf(world, id);
  if (!payment) return booked;
  const pending = yield* findPendingPayment(payment, { account: account.id, number: account.bban });
  return pending && pendingTransaction(world, pending, account);
}
