import type { Called } from '../../client/call.ts';
import { type BankPlace, followed, operationAt } from '../../client/followed.ts';
import type { AccountReference } from '../../client/information/accounts.ts';
import type { CardAccountReference } from '../../client/information/card-accounts.ts';
import type { TransactionsWanted } from '../../client/information/transactions.ts';
import type { Operation } from '../../client/operation.ts';
import { Fault } from '../../errors.ts';
import type { CardTransaction, CardTransactionList } from '../../wire/information/card-transaction.ts';
import type { Transaction, TransactionList } from '../../wire/information/transaction.ts';
import type { Links } from '../../wire/link.ts';
import type { AsPsu } from '../sca/read-again.ts';

/** The lists of one answer. */
export interface EntryLists<Entry> {
  /** Those that were asked for are there. */
  readonly booked?: readonly Entry[] | undefined;
  readonly pending?: readonly Entry[] | undefined;
  readonly _links: Links;
}

/** A list of transactions that comes in pages: an account's or a card account's. */
export interface PagedList<Reference, Resource, Entry = unknown> {
  readonly operation: Operation<Reference & TransactionsWanted, Resource>;
  /** In which member of the resource the lists are. */
  readonly member: keyof Resource & string;
  readonly listsOf: (resource: Resource) => EntryLists<Entry>;
  readonly idOf: (entry: Entry) => string | undefined;
}

/**
 * Every page of a list, from the first that is asked for to the last, each where the `next` of the one before leads: at
 * the same bank, as the same PSU in the same session. A page is asked for when it is wanted, and none is kept.
 * @throws Fault ANSWER_INVALID for a link that leads to another host, or round in a circle
 * @see C-transactions-all, S10-links-followed
 */
export async function* walk<Reference, Resource, Entry>(
  as: AsPsu,
  place: BankPlace,
  list: PagedList<Reference, Resource, Entry>,
  wanted: Reference & TransactionsWanted,
): AsyncGenerator<Called<Resource>, void, void> {
  yield* walkFrom(await as.call(list.operation, wanted), as, place, list, wanted);
}

/** The same of a first page that was read already. */
export async function* walkFrom<Reference, Resource, Entry>(
  first: Called<Resource>,
  as: AsPsu,
  place: BankPlace,
  { operation, listsOf }: PagedList<Reference, Resource, Entry>,
  wanted: Reference & TransactionsWanted,
): AsyncGenerator<Called<Resource>, void, void> {
  let called = first;
  let seen: string | undefined;
  for (let count = 1; ; count += 1) {
    yield called;
    const { next } = listsOf(called.resource)._links;
    if (next === undefined) return;
    const target = followed('next', next, place);
    if (target === seen) throw circleFault(next.href);
    // One of every 1, 2, 4, … is enough to find any circle.
    if (Number.isInteger(Math.log2(count))) seen = target;
    called = await as.call(operationAt(operation, target), wanted);
  }
}

function circleFault(href: string): Fault {
  const text = `The bank's next link leads back to a page that was already read, ${href}.`;
  return new Fault('ANSWER_INVALID', text, { hint: 'Ask the bank.' });
}

/** @see D7-transaction-list */
export async function accountTransactions(): Promise<
  PagedList<AccountReference, TransactionList, Transaction>
> {
  const { listAccountTransactions } = await import('../../client/information/transactions.ts');
  return {
    operation: listAccountTransactions,
    member: 'transactions',
    listsOf: ({ transactions }) => transactions,
    idOf: ({ transactionId }) => transactionId,
  };
}

/** @see D7-card-list */
export async function cardTransactions(): Promise<
  PagedList<CardAccountReference, CardTransactionList, CardTransaction>
> {
  const { listCardAccountTransactions } = await import('../../client/information/transactions.ts');
  return {
    operation: listCardAccountTransactions,
    member: 'cardTransactions',
    listsOf: (resource) => resource.cardTransactions,
    idOf: ({ cardTransactionId }) => cardTransactionId,
  };
}
