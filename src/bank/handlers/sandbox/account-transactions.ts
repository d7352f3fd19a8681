import type { Op } from '../../../store/contract.ts';
import { stoppedAtInt32 } from '../../../values/int32.ts';
import { flooredWhole } from '../../../values/money.ts';
import { osloDate } from '../../../values/oslo.ts';
import type { SandboxTransaction, SandboxTransactionsCreated } from '../../../wire/answers/sandbox.ts';
import { link } from '../../../wire/link.ts';
import { sandboxTransactions } from '../../../wire/sandbox.ts';
import { answerAdded, answerOk, isRefusal, refuse, refuseBody, unknownResource } from '../../answer.ts';
import { ordinalOf, transactionId } from '../../domain/ids.ts';
import { entry } from '../../domain/ledger.ts';
import {
  type AccountTransaction,
  firstBeyondInt32,
  type GivenTransaction,
  type Movement,
  movementsOf,
  numbersOf,
  type TransactionDetails,
} from '../../domain/transactions.ts';
import type { Exchange } from '../../exchange.ts';
import { findBookedTransaction, stemOf, transactionOf } from '../../life/transactions.ts';
import { defineRoute, type Handler, type Route } from '../../routes/route.ts';
import { findAccountWithBalance, numbersOfOthers } from '../../store/tables/accounts.ts';
import { book } from '../../store/tables/ledger.ts';
import { bookedList } from '../../store/tables/lists.ts';
import { insertTransactions, lastIdsOf } from '../../store/tables/transactions.ts';
import { nextSequence, type WorldState } from '../../store/tables/world.ts';
import { accountHref } from './accounts.ts';
import { PAGE, pageOf } from './resources.ts';

/** Of a payment's amount, too, the whole units are shown: which way it went is said by its parties. @see D8-transaction-shape */
function presentTransaction(
  exchange: Exchange,
  accountId: string,
  { transactionId, bookingDate, valueDate, currency, amountMinor, details }: AccountTransaction,
): SandboxTransaction {
  const size = amountMinor < 0n ? -amountMinor : amountMinor;
  const self = link(`${accountHref(exchange, accountId)}/transactions/${transactionId}`, 'GET');
  return {
    transactionId,
    amount: stoppedAtInt32(flooredWhole(size, currency)),
    currency,
    valueDate,
    bookingDate,
    ...details,
    _links: { self },
  };
}

/**
 * Puts transactions into an account's list and moves its balance, against NOSTRO. One bad item: nothing is stored.
 * @see I-sandbox-transaction
 * @see D8-all-or-nothing, D8-transaction-parties
 */
export const createSandboxTransactions: Handler = function* (exchange, world) {
  const id = exchange.param('mockAccountId');
  const given = exchange.body as readonly GivenTransaction[];
  const found = yield* findAccountWithBalance(id);
  if (!found) return unknownResource('account');
  const { account, balanceMinor } = found;
  const debtors = new Set(given.flatMap(({ debtorAccount }) => numbersOf(debtorAccount)));
  const others = yield* numbersOfOthers([...debtors], id);
  const decided = movementsOf(given, { account, others, today: osloDate(world.bankNow) });
  if (!decided.ok) return refuseBody(decided.faults);
  const beyond = firstBeyondInt32(balanceMinor, decided.movements, account.currency);
  if (beyond !== undefined) {
    const path = `[${beyond}].amount`;
    return refuse(409, 'CONFLICT', `${path} would move the balance out of the int32 range`, path);
  }
  const named = yield* nameEach(world, id, decided.movements);
  yield* store(world, id, named);
  const json: SandboxTransactionsCreated = {
    transactionIds: named.map(({ transactionId }) => transactionId),
  };
  return answerAdded(`${accountHref(exchange, id)}/transactions`, json);
};

interface Named extends Movement {
  readonly transactionId: string;
}

/** Equal ones are told apart by their number among them. @see D8-natural-key */
function* nameEach(world: WorldState, account: string, movements: readonly Movement[]): Op<readonly Named[]> {
  const { seed } = world;
  const stemmed = movements.map((movement) => {
    const { bookingDate } = movement.given;
    return { movement, bookingDate, stem: stemOf(seed, account, movement.given) };
  });
  const last = yield* lastIdsOf(account, [...new Map(stemmed.map((one) => [one.stem, one])).values()]);
  const ordinals = new Map<string, number>();
  for (const [stem, id] of last) ordinals.set(stem, ordinalOf(seed, id));
  return stemmed.map(({ movement, stem }) => {
    const ordinal = (ordinals.get(stem) ?? 0) + 1;
    ordinals.set(stem, ordinal);
    return { ...movement, transactionId: transactionId(seed, stem, ordinal) };
  });
}

function* store(world: WorldState, account: string, named: readonly Named[]): Op<void> {
  const numbered = named.map((one) => ({ ...one, booking: nextSequence(world) }));
  yield* book(
    numbered.map(({ booking, given, movedMinor }) => ({
      sequence: booking,
      kind: 'transaction',
      bookedAt: world.bankNow,
      entry: entry('NOSTRO', account, given.currency, movedMinor),
    })),
  );
  yield* insertTransactions(
    numbered.map(({ booking, given, movedMinor, transactionId }) => ({
      account,
      bookingDate: given.bookingDate,
      valueDate: given.valueDate,
      currency: given.currency,
      amountMinor: movedMinor,
      booking,
      from: { transactionId, details: detailsOf(given) },
    })),
  );
}

/** What has no column of its own. */
function detailsOf(given: GivenTransaction): TransactionDetails {
  const { amount: _, currency: __, valueDate: ___, bookingDate: ____, ...details } = given;
  return details;
}

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
  return answerOk(presentTransaction(exchange, account, found));
};

/** @see D1-sandbox-accounts */
export const ACCOUNT_TRANSACTION_ROUTES: readonly Route[] = [
  defineRoute('create sandbox account transactions', createSandboxTransactions, {
    body: () => sandboxTransactions,
  }),
  defineRoute('list sandbox account transactions', listSandboxTransactions, { query: PAGE }),
  defineRoute('read sandbox account transaction', readSandboxTransaction),
];
