import type { CallResult } from '../client/call.ts';
import { getOperation, type InputOf, type Operation } from '../client/operation.ts';
import { type BankPlace, bindToLink, resolveNextLink } from '../client/resolve-link.ts';
import { getRequirements } from '../sca/authorise.ts';
import { type InformationChoice, type PsuCall, retryAfterSca } from '../sca/retry-after-sca.ts';
import type { CommandContext, ProgressIo } from '../session/context.ts';
import { type Meta, readBankDate, type SessionContext, withSession } from '../session/with-session.ts';
import { addDays, countDaysBetween, isCalendarDate } from '../values/oslo.ts';
import type {
  CardTransaction,
  CardTransactionList,
  Transaction,
  TransactionList,
} from '../wire/answers/information.ts';
import type { Links } from '../wire/link.ts';
import { ACCOUNTS, type AccountKind, CARDS, findAccountId } from './read.ts';

/** The lists of one response. */
export interface EntryLists<Entry> {
  /** The requested lists are present. */
  readonly booked?: readonly Entry[] | undefined;
  readonly pending?: readonly Entry[] | undefined;
  readonly _links: Links;
}

/** The requested transactions with the account's id; a link to another page contains all parameters. */
type TransactionsQuery = Omit<InputOf<'list account transactions'>, 'accountId'>;

/** A paginated list of transactions, of an account or a card account. */
export interface PagedList<Resource, Entry> {
  readonly of: AccountKind;
  readonly operation: Operation<never, Resource>;
  /** The path parameter with the account's resourceId. */
  readonly parameter: 'accountId' | 'cardAccountId';
  /** The member of the resource that contains the lists. */
  readonly member: keyof Resource & string;
  readonly listsOf: (resource: Resource) => EntryLists<Entry>;
  readonly idOf: (entry: Entry) => string | undefined;
}

/** The list of account transactions. @see D7-transaction-list */
export const ACCOUNT_TRANSACTIONS: PagedList<TransactionList, Transaction> = {
  of: ACCOUNTS,
  operation: getOperation('list account transactions'),
  parameter: 'accountId',
  member: 'transactions',
  listsOf: ({ transactions }) => transactions,
  idOf: ({ transactionId }) => transactionId,
};

/** The list of card transactions. @see D7-card-list */
export const CARD_TRANSACTIONS: PagedList<CardTransactionList, CardTransaction> = {
  of: CARDS,
  operation: getOperation('list card account transactions'),
  parameter: 'cardAccountId',
  member: 'cardTransactions',
  listsOf: ({ cardTransactions }) => cardTransactions,
  idOf: ({ cardTransactionId }) => cardTransactionId,
};

/**
 * Reads the pages of a list, from the first requested one to the last, by the `next` link of each page, at the same
 * bank, as the same PSU, in the same session. Pages are requested lazily and not stored.
 * @param first page, if it was read already
 * @throws Fault ANSWER_INVALID for a link to another host, or a circle of links
 * @see C-transactions-all, S10-links-followed
 */
export async function* walk<Resource, Entry>(
  as: PsuCall,
  place: BankPlace,
  { listsOf, operation, parameter }: PagedList<Resource, Entry>,
  id: string,
  wanted: TransactionsQuery,
  first?: CallResult<Resource>,
): AsyncGenerator<CallResult<Resource>, void, void> {
  const input = { [parameter]: id, ...wanted } as never;
  let called = first ?? (await as.call(operation, input));
  const seen = new Set<string>();
  for (;;) {
    yield called;
    const { next } = listsOf(called.resource)._links;
    if (next === undefined) return;
    const target = resolveNextLink(next, place, seen);
    called = await as.call(bindToLink(operation, target), input);
  }
}

/** The requested transactions and their account. */
interface TransactionsRequest {
  /** The resourceId or number. */
  readonly name: string;
  readonly status: string;
  /** The first day, YYYY-MM-DD. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly limit?: number | undefined;
  readonly offset?: number | undefined;
}

/** The result of reading all pages of a list. */
export interface AllPages<Entry> {
  /** The first page's resource. */
  readonly first: Meta;
  readonly member: string;
  readonly lists: readonly WholeList<Entry>[];
}

/**
 * Reads the first of the requested pages, or all for a consumer that writes them as they arrive, no faster than it
 * consumes them.
 * @param take absent: only one page is read
 * @see C-transactions, C-transactions-all
 */
export function readTransactions<Resource extends object, Entry>(
  context: CommandContext,
  list: PagedList<Resource, Entry>,
  { name, status, from, to, limit, offset }: TransactionsRequest,
  choice: InformationChoice,
  take?: (all: AllPages<Entry>) => Promise<void>,
): Promise<(Resource & Meta) | undefined> {
  const { of, operation, parameter, member } = list;
  const act = async (there: SessionContext) => {
    const { place } = there.session;
    const read = async (as: PsuCall) => {
      const id = await findAccountId(as, of, name);
      // Without dateTo, the list of pending transactions of a remote bank, or of a card, may end today; the embedded
      // bank returns all of an account. @see C-pending-ahead
      const isFar = status !== 'booked' && !(there.isOwnBank && of === ACCOUNTS);
      const dateTo = to ?? (isFar ? addDays(await readBankDate(there.session), DAYS_AHEAD) : undefined);
      const wanted = { bookingStatus: status, dateFrom: from, dateTo, limit, offset };
      const page = await as.call(operation, { [parameter]: id, ...wanted } as never);
      return { ...page, walk: () => walk(as, place, list, id, wanted, page) };
    };
    const first = await retryAfterSca(there, { ...choice, kind: 'consent' }, read);
    if (take === undefined) return there.withMeta(first);
    const told = trackProgress(context.io.progress, list.listsOf(first.resource));
    const lists = readWholeLists(first.resource, first.walk(), list);
    const all = lists.map((one) => ({ ...one, pages: told(one) }));
    await take({ first: there.withMeta(first), member, lists: all });
    return undefined;
  };
  return withSession(context, choice.settings, act, getRequirements(choice.sca));
}

/**
 * The days ahead that a list requests. A payment's date is at most 365 days ahead, and moves to the next bank day.
 * @see D4-date-range, D4-date-moved
 */
const DAYS_AHEAD = 400;

/** One list of a resource, with the entries of all pages. */
interface WholeList<Entry> {
  readonly bookingStatus: 'booked' | 'pending';
  /** The entries page by page; can be read once. */
  readonly pages: AsyncIterable<readonly Entry[]>;
}

/**
 * Reads all pages of a list, booked entries first. Pending entries are on the same pages; they are few, and kept until
 * the booked ones are read.
 * @param first page
 * @param walk begins at the first page
 * @see C-transactions-all
 * @see ADR 21
 */
export function readWholeLists<Resource, Entry>(
  first: Resource,
  walk: AsyncIterable<CallResult<Resource>>,
  { listsOf, idOf }: Pick<PagedList<Resource, Entry>, 'listsOf' | 'idOf'>,
): readonly WholeList<Entry>[] {
  const { booked, pending } = listsOf(first);
  const repeated = new Set(pending?.map(idOf));
  repeated.delete(undefined);
  /** A bank that returns all pending entries repeats them on every page. @see D7-pending-policy */
  const pendingOf = (resource: Resource) => {
    const { pending: told = [] } = listsOf(resource);
    return resource === first ? told : told.filter((entry) => !repeated.has(idOf(entry)));
  };
  const kept: (readonly Entry[])[] = [];

  async function* bookedPages() {
    for await (const { resource } of walk) {
      kept.push(pendingOf(resource));
      yield listsOf(resource).booked ?? [];
    }
  }

  async function* pendingPages() {
    yield* kept;
    if (booked === undefined) for await (const { resource } of walk) yield pendingOf(resource);
  }

  return [
    ...(booked === undefined ? [] : [{ bookingStatus: 'booked' as const, pages: bookedPages() }]),
    ...(pending === undefined ? [] : [{ bookingStatus: 'pending' as const, pages: pendingPages() }]),
  ];
}

interface DatedEntry {
  readonly bookingDate?: string | undefined;
}

/**
 * Reports the progress while pages are read. No bank returns the number of pages, but booked entries come newest first
 * and the links name the first day, so the dates show the completed share.
 * @see C-progress
 */
export function trackProgress<Entry>(
  { tell, bar: drawBar }: Pick<ProgressIo, 'tell' | 'bar'>,
  first: EntryLists<Entry>,
): (list: WholeList<Entry>) => AsyncIterable<readonly Entry[]> {
  const { booked, _links } = first;
  const newest = readBookingDate(booked?.[0]);
  const oldest = readDateFrom(_links.next?.href);
  let read = 0;
  return async function* ({ pages }) {
    for await (const page of pages) {
      read += page.length;
      const reached = readBookingDate(page.at(-1));
      const share = drawBar && computeShare({ newest, reached, oldest });
      const bar = share === undefined ? '' : `${drawBar?.(share)}  `;
      const back = reached === undefined ? '' : `, back to ${reached}`;
      tell(`Reading transactions  ${bar}${read} so far${back}`);
      yield page;
    }
  };
}

interface Days {
  readonly newest: string | undefined;
  readonly reached: string | undefined;
  readonly oldest: string | undefined;
}

/** Returns the completed share; undefined if the first day is unknown. */
function computeShare({ newest, reached, oldest }: Days): number | undefined {
  if (newest === undefined || reached === undefined || oldest === undefined) return undefined;
  return (countDaysBetween(reached, newest) + 1) / (countDaysBetween(oldest, newest) + 1);
}

/** Returns the booking date, which entries of other banks may lack. */
function readBookingDate(entry: DatedEntry | unknown): string | undefined {
  const { bookingDate } = (entry ?? {}) as DatedEntry;
  return bookingDate !== undefined && isCalendarDate(bookingDate) ? bookingDate : undefined;
}

function readDateFrom(href = ''): string | undefined {
  const date = new URLSearchParams(href.slice(href.indexOf('?'))).get('dateFrom');
  return date !== null && isCalendarDate(date) ? date : undefined;
}
