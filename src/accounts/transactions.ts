import { type AtBank, atBank, type Meta } from '../app/at-bank.ts';
import type { Program } from '../app/program.ts';
import { todayAt } from '../app/today.ts';
import type { Called } from '../client/call.ts';
import { type BankPlace, followed, operationAt } from '../client/followed.ts';
import type { AccountReference, CardAccountReference, TransactionsWanted } from '../client/information.ts';
import type { Operation } from '../client/operation.ts';
import { Fault } from '../errors.ts';
import { type AsPsu, readAgain } from '../sca/read-again.ts';
import { addDays, daysBetween, isCalendarDate } from '../values/oslo.ts';
import type { CardTransaction, CardTransactionList } from '../wire/information/card-transaction.ts';
import type { Transaction, TransactionDetails, TransactionList } from '../wire/information/transaction.ts';
import type { Links } from '../wire/link.ts';
import { ACCOUNTS, CARDS, type InformationChoice, idOf, type NamedSort, needFor, readingOf } from './read.ts';

export type { CardTransaction, Transaction };

/** The lists of one answer. */
export interface EntryLists<Entry> {
  /** Those that were asked for are there. */
  readonly booked?: readonly Entry[] | undefined;
  readonly pending?: readonly Entry[] | undefined;
  readonly _links: Links;
}

/** A list of transactions that comes in pages: an account's or a card account's. */
interface PagedList<Reference, Resource, Entry = unknown> {
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
async function* walkFrom<Reference, Resource, Entry>(
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
  const { listAccountTransactions } = await import('../client/information.ts');
  return {
    operation: listAccountTransactions,
    member: 'transactions',
    listsOf: ({ transactions }) => transactions,
    idOf: ({ transactionId }) => transactionId,
  };
}

/** @see D7-card-list */
async function cardTransactions(): Promise<
  PagedList<CardAccountReference, CardTransactionList, CardTransaction>
> {
  const { listCardAccountTransactions } = await import('../client/information.ts');
  return {
    operation: listCardAccountTransactions,
    member: 'cardTransactions',
    listsOf: (resource) => resource.cardTransactions,
    idOf: ({ cardTransactionId }) => cardTransactionId,
  };
}

export type ListedTransactions = TransactionList & Meta;
export type ListedCardTransactions = CardTransactionList & Meta;
export type ReadTransaction = TransactionDetails & Meta;

/** Which transactions of which account. */
export interface TransactionsAsked {
  /** resourceId or number. */
  readonly name: string;
  readonly status: string;
  /** YYYY-MM-DD. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly limit?: number | undefined;
  readonly offset?: number | undefined;
}

/** What all pages of a list are read into. */
export interface AllPages<Entry> {
  /** The first page's resource. */
  readonly first: Meta;
  readonly member: string;
  readonly lists: readonly WholeList<Entry>[];
}

/** The transactions of accounts or of card accounts. */
interface TransactionSort<Item, List, Reference, Resource, Entry> {
  readonly of: NamedSort<Item, List, Reference>;
  /** Loaded where a bank is open. */
  readonly list: () => Promise<PagedList<Reference, Resource, Entry>>;
}

export const ACCOUNT_TRANSACTIONS = { of: ACCOUNTS, list: accountTransactions };
export const CARD_TRANSACTIONS = { of: CARDS, list: cardTransactions };

/** One page, the first of those that are asked for. @see C-transactions */
export function readPage<Item, List extends object, Reference, Resource extends object, Entry>(
  program: Program,
  sort: TransactionSort<Item, List, Reference, Resource, Entry>,
  asked: TransactionsAsked,
  choice: InformationChoice,
): Promise<Resource & Meta> {
  return atBank(
    program,
    choice.settings,
    async (there) => there.withMeta(await firstPage(there, sort, asked, choice)),
    needFor(choice),
  );
}

/**
 * All pages, for who writes them while they come: they are read no faster than they are taken.
 * @see C-transactions-all
 */
export function readAll<Item, List extends object, Reference, Resource extends object, Entry>(
  program: Program,
  sort: TransactionSort<Item, List, Reference, Resource, Entry>,
  asked: TransactionsAsked,
  choice: InformationChoice,
  take: (all: AllPages<Entry>) => Promise<void>,
): Promise<undefined> {
  return atBank(
    program,
    choice.settings,
    async (there) => {
      const { as, list, wanted, ...first } = await firstPage(there, sort, asked, choice);
      const walk = () => walkFrom(first, as, there.session.place, list, wanted);
      const { resource } = first;
      const told = progressOf(program, list.listsOf(resource));
      await take({
        first: there.withMeta(first),
        member: list.member,
        lists: wholeLists(resource, walk, list).map((one) => ({ ...one, pages: told(one) })),
      });
      return undefined;
    },
    needFor(choice),
  );
}

async function firstPage<Item, List extends object, Reference, Resource extends object, Entry>(
  there: AtBank,
  { of, list: load }: TransactionSort<Item, List, Reference, Resource, Entry>,
  asked: TransactionsAsked,
  choice: InformationChoice,
) {
  const list = await load();
  return readAgain(there, readingOf('consent', choice), async (as: AsPsu) => {
    const reference = of.reference(await idOf(as, of, asked.name));
    const wanted = { ...reference, ...(await queryOf(there, of, asked)) };
    return { ...(await as.call(list.operation, wanted)), as, list, wanted };
  });
}

/**
 * Builds the query of the first page. A list of pending transactions may end today unless dateTo is sent, at a remote bank and
 * for a card; the embedded bank returns all of an account.
 * @see C-pending-ahead
 */
async function queryOf(
  { session, isOwnBank }: AtBank,
  sort: unknown,
  asked: TransactionsAsked,
): Promise<TransactionsWanted> {
  const { status, from, to, limit, offset } = asked;
  const isFar = status !== 'booked' && !(isOwnBank && sort === ACCOUNTS);
  const dateTo = to ?? (isFar ? addDays(await todayAt(session), DAYS_AHEAD) : undefined);
  return { bookingStatus: status, dateFrom: from, dateTo, limit, offset };
}

/** A payment's date is at most 365 days ahead, and moves to the next bank day. @see D4-date-range, D4-date-moved */
const DAYS_AHEAD = 400;

/** One transaction of an account. @see C-transactions */
export function readTransaction(
  program: Program,
  { name, transactionId }: { readonly name: string; readonly transactionId: string },
  choice: InformationChoice,
): Promise<ReadTransaction> {
  return atBank(
    program,
    choice.settings,
    async (there) => {
      const { readAccountTransaction } = await import('../client/information.ts');
      const read = async (as: AsPsu) => {
        const reference = ACCOUNTS.reference(await idOf(as, ACCOUNTS, name));
        return as.call(readAccountTransaction, { ...reference, transactionId });
      };
      return there.withMeta(await readAgain(there, readingOf('consent', choice), read));
    },
    needFor(choice),
  );
}

/** One of the lists of a resource, with the entries of all pages. */
interface WholeList<Entry> {
  readonly bookingStatus: 'booked' | 'pending';
  /** The entries of a page at a time; read once. */
  readonly pages: AsyncIterable<readonly Entry[]>;
}

type Told<Resource, Entry> = Pick<PagedList<never, Resource, Entry>, 'listsOf' | 'idOf'>;

/**
 * What all pages of a list have, the booked entries first: to be read in this order, and no more than two pages are held
 * at a time. What is pending comes on the same pages as what is booked; so that it isn't kept meanwhile, the pages that
 * have some are read once more, by the same links, which lead to the same world.
 * @param first page
 * @param walk begins anew at the first page
 * @see C-transactions-all
 * @see ../../../docs/adr/0040-a-long-list-is-written-as-it-comes.md
 */
export function wholeLists<Resource, Entry>(
  first: Resource,
  walk: () => AsyncIterable<Called<Resource>>,
  { listsOf, idOf }: Told<Resource, Entry>,
): readonly WholeList<Entry>[] {
  const { booked, pending } = listsOf(first);
  const repeated = new Set(pending?.map(idOf));
  repeated.delete(undefined);
  /** A bank that tells all that is pending tells it on every page. @see D7-pending-policy */
  const pendingOf = (resource: Resource) => {
    const { pending: told = [] } = listsOf(resource);
    return resource === first ? told : told.filter((entry) => !repeated.has(idOf(entry)));
  };
  let pagesWithPending = booked === undefined ? Number.POSITIVE_INFINITY : 1;

  async function* bookedPages() {
    let count = 0;
    for await (const { resource } of walk()) {
      count += 1;
      if (pendingOf(resource).length > 0) pagesWithPending = count;
      yield listsOf(resource).booked ?? [];
    }
  }

  async function* pendingPages() {
    let count = 0;
    for await (const { resource } of walk()) {
      count += 1;
      yield pendingOf(resource);
      if (count >= pagesWithPending) return;
    }
  }

  return [
    ...(booked === undefined ? [] : [{ bookingStatus: 'booked' as const, pages: bookedPages() }]),
    ...(pending === undefined ? [] : [{ bookingStatus: 'pending' as const, pages: pendingPages() }]),
  ];
}

interface Dated {
  readonly bookingDate?: string | undefined;
}

/**
 * Says while pages are read how far they are. How many there are no bank tells; booked entries come newest first, and the
 * links name the first day, so the days say how much is done.
 * @see C-progress
 */
export function progressOf<Entry>(
  { onProgress, progressBar }: Pick<Program, 'onProgress' | 'progressBar'>,
  first: EntryLists<Entry>,
): (list: WholeList<Entry>) => AsyncIterable<readonly Entry[]> {
  const { booked, _links } = first;
  const newest = dateOf(booked?.[0]);
  const oldest = dateFromIn(_links.next?.href);
  let read = 0;
  return async function* ({ pages }) {
    for await (const page of pages) {
      read += page.length;
      const reached = dateOf(page.at(-1));
      const share = progressBar && shareOf({ newest, reached, oldest });
      const bar = share === undefined ? '' : `${progressBar?.(share)}  `;
      const back = reached === undefined ? '' : `, back to ${reached}`;
      onProgress(`Reading transactions  ${bar}${read} so far${back}`);
      yield page;
    }
  };
}

interface Days {
  readonly newest: string | undefined;
  readonly reached: string | undefined;
  readonly oldest: string | undefined;
}

/** Undefined where it isn't known how far the list goes back. */
function shareOf({ newest, reached, oldest }: Days): number | undefined {
  if (newest === undefined || reached === undefined || oldest === undefined) return undefined;
  return (daysBetween(reached, newest) + 1) / (daysBetween(oldest, newest) + 1);
}

/** Entries of another bank may lack it. */
function dateOf(entry: Dated | unknown): string | undefined {
  const { bookingDate } = (entry ?? {}) as Dated;
  return bookingDate !== undefined && isCalendarDate(bookingDate) ? bookingDate : undefined;
}

function dateFromIn(href = ''): string | undefined {
  const date = new URLSearchParams(href.slice(href.indexOf('?'))).get('dateFrom');
  return date !== null && isCalendarDate(date) ? date : undefined;
}
