import type { Called } from '../../client/call.ts';
import { type BankPlace, followed, operationAt } from '../../client/followed.ts';
import type { TransactionsWanted } from '../../client/information/transactions.ts';
import type { Operation } from '../../client/operation.ts';
import { Fault } from '../../errors.ts';
import type { Links } from '../../wire/link.ts';
import type { AsPsu } from '../sca/read-again.ts';

/** A list of transactions that comes in pages: an account's or a card account's. */
export interface PagedList<Reference, Resource> {
  readonly operation: Operation<Reference & TransactionsWanted, Resource>;
  readonly linksOf: (resource: Resource) => Links;
}

/**
 * Every page of a list, from the first that is asked for to the last, each where the `next` of the one before leads: at
 * the same bank, as the same PSU in the same session. A page is asked for when it is wanted, and none is kept.
 * @throws Fault ANSWER_INVALID for a link that leads to another host, or round in a circle
 * @see C-transactions-all, S10-links-followed
 */
export async function* walk<Reference, Resource>(
  as: AsPsu,
  place: BankPlace,
  { operation, linksOf }: PagedList<Reference, Resource>,
  wanted: Reference & TransactionsWanted,
): AsyncGenerator<Called<Resource>, void, void> {
  let called = await as.call(operation, wanted);
  let seen: string | undefined;
  for (let count = 1; ; count += 1) {
    yield called;
    const { next } = linksOf(called.resource);
    if (next === undefined) return;
    const target = followed('next', next, place);
    if (target === seen) throw circleFault(next.href);
    // One of every 1, 2, 4, … is enough to find any circle.
    if (Number.isInteger(Math.log2(count))) seen = target;
    called = await as.call(operationAt(operation, target), wanted);
  }
}

function circleFault(href: string): Fault {
  const text = `The next link of the bank leads back to a page that was read before, ${href}.`;
  return new Fault('ANSWER_INVALID', text, { hint: 'Ask the bank.' });
}

/** @see D7-transaction-list */
export async function accountTransactions() {
  const { listAccountTransactions } = await import('../../client/information/transactions.ts');
  return pagedList(listAccountTransactions, ({ transactions }) => transactions._links);
}

/** @see D7-card-list */
export async function cardTransactions() {
  const { listCardAccountTransactions } = await import('../../client/information/transactions.ts');
  return pagedList(listCardAccountTransactions, ({ cardTransactions }) => cardTransactions._links);
}

function pagedList<Reference, Resource>(
  operation: Operation<Reference & TransactionsWanted, Resource>,
  linksOf: (resource: Resource) => Links,
): PagedList<Reference, Resource> {
  return { operation, linksOf };
}
