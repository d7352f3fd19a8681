import type { Op } from '../../../store/contract.ts';
import type { TransactionList } from '../../../wire/information/transaction.ts';
import { link } from '../../../wire/link.ts';
import { isRefusal } from '../../answer.ts';
import { transactionOf } from '../../life/transactions.ts';
import type { Handler } from '../../routes/route.ts';
import type { AccountWithBalance } from '../../store/tables/accounts.ts';
import { bookedList, oldestBooked, oldestExecution, pendingList } from '../../store/tables/lists.ts';
import { loadAccount } from './accounts.ts';
import { askedList, earliest } from './asked-list.ts';
import { pendingTransaction } from './pending.ts';
import { presentTransaction, type ToPresent } from './present-transaction.ts';
import { readReport } from './report.ts';

/** @see D7-transaction-list */
export const listAccountTransactions: Handler = function* (exchange, world) {
  const found = yield* loadAccount(exchange, world);
  if (isRefusal(found)) return found;
  const { id, bban, iban, currency } = found.account;
  const asked = yield* askedList(exchange, world, { filtersPending: false, oldest: () => oldestOf(found) });
  if (isRefusal(asked)) return asked;
  const report = yield* readReport(exchange, world, {
    asked,
    path: `/v1/accounts/${id}`,
    tellsAllPending: exchange.settings.policy === 'production',
    bookedOf: (some) => bookedList({ account: id, ...some }),
    pendingOf: (some) => pendingList({ account: id, number: bban, ...some }),
  });
  if (isRefusal(report)) return report;
  const { booked, pending, links } = report;
  const present = (one: ToPresent) => presentTransaction(exchange, world, one);
  const json: TransactionList = {
    account: { bban, iban, currency },
    transactions: {
      ...(booked && { booked: booked.map((one) => present(transactionOf(world, one))) }),
      ...(pending && {
        pending: pending.map((one) => present(pendingTransaction(world, one, found.account))),
      }),
      _links: { account: link(exchange.href(`/v1/accounts/${id}`), 'GET'), ...links },
    },
  };
  return { status: 200, json };
};

function* oldestOf({ account: { id, bban } }: AccountWithBalance): Op<string | undefined> {
  return earliest(yield* oldestBooked(id), yield* oldestExecution(id, bban));
}
