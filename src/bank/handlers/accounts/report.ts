import type { Op } from '../../../store/contract.ts';
import { addDays, formatOsloDate } from '../../../values/oslo.ts';
import { message } from '../../../wire/errors.ts';
import { type Link, type Links, link } from '../../../wire/link.ts';
import { DEFAULT_PAGE_LIMIT } from '../../../wire/page-limit.ts';
import { isRefusal, type Refusal, refuse } from '../../answer.ts';
import { isWithinHour } from '../../guards/psu.ts';
import { refuseWithoutSca } from '../../links.ts';
import { type PageToken, readPageToken, writePageToken } from '../../paging-token.ts';
import type { RequestContext } from '../../request-context.ts';
import {
  AFTER_ALL_DATES,
  BEFORE_ALL_DATES,
  type OrderedList,
  type Position,
} from '../../store/ordered-list.ts';
import { type BankState, findPagingSecret, loadPagingSecret } from '../../store/tables/world.ts';

/** The first and last date, both inclusive. */
interface Dates {
  readonly fromDate: string;
  readonly toDate: string;
}

/** The dates that match every entry. */
const ALL_DATES: Dates = { fromDate: BEFORE_ALL_DATES, toDate: AFTER_ALL_DATES };

interface ListRules {
  /** True if the default dates apply to pending transactions too. @see D7-list-dates */
  readonly filtersPending: boolean;
  /** Finds the date of the earliest entry. */
  readonly oldest: () => Op<string | undefined>;
}

/** The parameters of a list request with their defaults. @see D7-list-dates */
interface AskedList {
  readonly bookingStatus: string;
  /** The dates for booked transactions, also used in links. */
  readonly fromDate: string;
  readonly toDate: string;
  readonly pendingDates: Dates;
  readonly limit: number;
  readonly offset: number;
}

const MOST = 1000;

/** The days of history that are available without an SCA in the session. @see I-authentication-10 */
const HISTORY_DAYS = 90;

/**
 * Parses the list's query with its defaults: today as the last date; the account's start as the first date within the
 * hour of an SCA, otherwise 90 days back. Only dates in the query filter pending transactions.
 * @see D7-list-dates, D7-list-limit, D6-history
 */
export function* parseListQuery(
  exchange: RequestContext,
  world: BankState,
  { filtersPending, oldest }: ListRules,
): Op<AskedList | Refusal> {
  const { query } = exchange;
  const today = formatOsloDate(world.bankNow);
  const [dateFrom, dateTo] = [query.get('dateFrom'), query.get('dateTo')];
  const shared = {
    bookingStatus: query.get('bookingStatus') ?? '',
    limit: Math.min(Number(query.get('limit') ?? DEFAULT_PAGE_LIMIT), MOST),
    offset: Number(query.get('offset') ?? 0),
  };
  const sent = { fromDate: dateFrom ?? ALL_DATES.fromDate, toDate: dateTo ?? ALL_DATES.toDate };
  if (!filtersPending && shared.bookingStatus === 'pending')
    return { ...shared, ...sent, pendingDates: sent };
  const toDate = dateTo ?? today;
  const hasSca = yield* isWithinHour(exchange, world);
  const told = computeFirstVisibleDate(world);
  if (!hasSca && (dateFrom ?? toDate) < told) {
    return yield* refuseHistory(exchange, world, dateFrom === null ? 'dateTo' : 'dateFrom');
  }
  const start = hasSca ? ((yield* findStartDate(dateFrom, oldest)) ?? today) : told;
  const dates = { fromDate: dateFrom ?? (start < toDate ? start : toDate), toDate };
  return { ...shared, ...dates, pendingDates: filtersPending ? dates : sent };
}

/** Returns the earlier of two dates; undefined if both are absent. */
export function findEarliest(a: string | undefined, b: string | undefined): string | undefined {
  return a === undefined || (b !== undefined && b < a) ? b : a;
}

/** Finds the date of the earliest entry only if the query has no dateFrom. */
function* findStartDate(
  dateFrom: string | null,
  oldest: () => Op<string | undefined>,
): Op<string | undefined> {
  return dateFrom === null ? yield* oldest() : undefined;
}

/** Refuses entries older than 90 days outside the hour of an SCA. @see D6-history */
export function* refuseHistory(exchange: RequestContext, world: BankState, path?: string): Op<Refusal> {
  const text = `transactions older than ${HISTORY_DAYS} days need an SCA in this TPP-Session-ID within the last hour`;
  const fault = message('ERROR', 'SCA_EXPIRED', text, path);
  return yield* refuseWithoutSca(exchange, world, fault);
}

/** Returns true if entries of this date need an SCA in the session. @see D6-history */
export function isOldHistory(date: string, world: BankState): boolean {
  return date < computeFirstVisibleDate(world);
}

/** Computes the first date that is available without an SCA in the session. */
function computeFirstVisibleDate({ bankNow }: BankState): string {
  return addDays(formatOsloDate(bankNow), -HISTORY_DAYS);
}

/** A page of a list. */
interface Page<Item> {
  readonly list: OrderedList<Item>;
  readonly start: Position;
  readonly items: readonly Item[];
  /** The position of the next page; undefined if there is none. */
  readonly next?: Position;
}

/** The position before the first row. */
const AT_START: Position = { count: 0 };

/** Paging by keyset: each page is found by an index, so only rows near the page are read or counted. */
function* readPage<Item>(list: OrderedList<Item>, start: Position, limit: number): Op<Page<Item>> {
  const rows = yield* list.rows(start.place ?? list.start, { take: limit + 1 });
  const items = rows.slice(0, limit).map(({ item }) => item);
  const last = rows[limit - 1];
  if (rows.length <= limit || !last) return { list, start, items };
  return { list, start, items, next: { count: start.count + limit, place: last.place } };
}

/** Finds the position `n` rows further, or at the end of the list. */
function* positionAfter<Item>(list: OrderedList<Item>, from: Position, n: number): Op<Position> {
  if (n === 0) return from;
  const after = from.place ?? list.start;
  const place = yield* list.placeAfter(after, n);
  if (place) return { count: from.count + n, place };
  const left = yield* list.countAfter(after, n);
  const last = left === 0 ? undefined : yield* list.placeAfter(after, left);
  return last ? { count: from.count + left, place: last } : from;
}

/** Finds the position of the page with `count` rows before it, if that is before this position. */
function* positionBack<Item>(list: OrderedList<Item>, from: Position, count: number): Op<Position> {
  if (from.count <= count || !from.place) return from;
  if (count === 0) return { count };
  const place = yield* list.placeBefore(from.place, from.count - count);
  return place ? { count, place } : { count: 0 };
}

/** Returns true if the list has an entry after skipping `n`. */
function* goesBeyond<Item>(list: OrderedList<Item>, from: Position, n: number): Op<boolean> {
  return (yield* list.placeAfter(from.place ?? list.start, n + 1)) !== undefined;
}

const LISTS = ['booked', 'pending'] as const;
type ListName = (typeof LISTS)[number];

/** The page of each list in the response. */
type ListPages = Readonly<Partial<Record<ListName, Page<unknown>>>>;
type Positions = Readonly<Partial<Record<ListName, Position>>>;

interface Turning {
  readonly asked: AskedList;
  readonly path: string;
  readonly pages: ListPages;
  readonly generation: bigint;
  readonly watermark: bigint;
}

/** The number of pages to look ahead for the last page, including this one. @see D7-last-page */
const MOST_PAGES = 10;

/** Lists the values that a token is bound to in addition to its content. @see D7-page-token */
function listBoundValues(
  { tpp, psu = '' }: RequestContext,
  path: string,
  asked: AskedList,
): readonly string[] {
  const { bookingStatus, fromDate, toDate, limit, offset } = asked;
  return [path, tpp, psu, bookingStatus, fromDate, toDate, String(limit), String(offset)];
}

/** Builds the links to the other pages of a list; empty if there are none. @see D7-page-links */
function* buildPageLinks(exchange: RequestContext, turning: Turning): Op<Links> {
  const { asked, pages } = turning;
  const { offset, limit } = asked;
  const goesOn = LISTS.some((name) => pages[name]?.next);
  const isPaged = LISTS.some((name) => pages[name]);
  if (!isPaged || (!goesOn && offset === 0)) return {};
  const secret = yield* loadPagingSecret(() => exchange.secret());
  const to = (count: number, positions: Positions) =>
    buildPageLink(exchange, turning, secret, count, positions);
  const start: Positions = yield* mapPages(pages, () => only(AT_START));
  const back = Math.max(0, offset - limit);
  const last = yield* lastPage(turning);
  return {
    first: to(0, start),
    ...(offset > 0 && {
      previous: to(back, yield* mapPages(pages, (page) => positionBack(page.list, page.start, back))),
    }),
    ...(goesOn && { next: to(offset + limit, yield* findNextPositions(pages, limit)) }),
    ...(last && { last: to(last.offset, last.positions) }),
  };
}

function buildPageLink(
  exchange: RequestContext,
  { asked, path, generation, watermark }: Turning,
  secret: string,
  offset: number,
  positions: Positions,
): Link {
  const there = { ...asked, offset };
  const { fromDate, toDate, pendingDates } = asked;
  const token: PageToken = { generation, watermark, pendingDates, ...positions };
  const query = new URLSearchParams({
    bookingStatus: asked.bookingStatus,
    ...(fromDate !== ALL_DATES.fromDate && { dateFrom: fromDate }),
    ...(toDate !== ALL_DATES.toDate && { dateTo: toDate }),
    limit: String(asked.limit),
    offset: String(offset),
    page: writePageToken(secret, token, listBoundValues(exchange, path, there)),
  });
  return link(`${exchange.href(`${path}/transactions`)}?${query}`, 'GET');
}

/** Finds the position of the next page; a list without further rows stays at its end. */
function findNextPositions(pages: ListPages, limit: number): Op<Positions> {
  return mapPages(pages, function* ({ list, start, next }) {
    return next ?? (yield* positionAfter(list, start, limit));
  });
}

/** Finds the last page if the lists end within ten pages from here. */
function* lastPage({ asked, pages }: Turning): Op<{ offset: number; positions: Positions } | undefined> {
  const { offset, limit } = asked;
  for (const page of Object.values(pages)) {
    if (yield* goesBeyond(page.list, page.start, MOST_PAGES * limit)) return undefined;
  }
  let last = { offset, positions: yield* mapPages(pages, ({ start }) => only(start)) };
  while (yield* anyGoesOn(pages, last.positions, limit)) {
    const { positions } = last;
    last = {
      offset: last.offset + limit,
      positions: yield* mapPages(pages, ({ list, start }, name) =>
        positionAfter(list, positions[name] ?? start, limit),
      ),
    };
  }
  return last;
}

// biome-ignore lint/correctness/useYield: what is known need not be read
function* only(position: Position): Op<Position> {
  return position;
}

function* anyGoesOn(pages: ListPages, positions: Positions, limit: number): Op<boolean> {
  for (const name of LISTS) {
    const page = pages[name];
    if (page && (yield* goesBeyond(page.list, positions[name] ?? page.start, limit))) return true;
  }
  return false;
}

function* mapPages(
  pages: ListPages,
  position: (page: Page<unknown>, name: ListName) => Op<Position>,
): Op<Positions> {
  const positions: Partial<Record<ListName, Position>> = {};
  for (const name of LISTS) {
    const page = pages[name];
    if (page) positions[name] = yield* position(page, name);
  }
  return positions;
}

/** The filter of a list's entries. */
interface Some extends Dates {
  /** The index in the world's global sequence whose state the list shows; absent for the present state. */
  readonly upTo?: bigint;
}

interface Report<Booked, Pending> {
  /** Set with bookingStatus booked, both or all. */
  readonly booked?: readonly Booked[];
  /** Set with bookingStatus pending, both or all. */
  readonly pending?: readonly Pending[];
  /** The links to the other pages. */
  readonly links: Links;
}

interface Wanted<Booked, Pending> {
  readonly asked: AskedList;
  /** The path of the account or card. */
  readonly path: string;
  /** True if every page lists all pending transactions. @see D7-pending-policy */
  readonly tellsAllPending: boolean;
  readonly bookedOf: (some: Some) => OrderedList<Booked>;
  readonly pendingOf: (some: Some) => OrderedList<Pending>;
}

/**
 * Reads one page of an account's transactions. The `page` of a link fixes the state of the first page: later bookings
 * and approvals are excluded, and transactions that were pending then still are. So no entry is repeated or missing.
 * @see D7-page-token, D7-page-world
 * @see ADR 39
 */
export function* readReport<Booked, Pending>(
  exchange: RequestContext,
  world: BankState,
  wanted: Wanted<Booked, Pending>,
): Op<Report<Booked, Pending> | Refusal> {
  const { asked, path, tellsAllPending } = wanted;
  const token = yield* findPageToken(exchange, world, asked, path);
  if (token && isRefusal(token)) return token;
  exchange.isContinued = token !== undefined;
  const { bookingStatus, fromDate, toDate } = asked;
  // The dates in a link are those of booked transactions, which may be defaults.
  const pendingDates = token?.pendingDates ?? asked.pendingDates;
  const at = token ? { upTo: token.watermark } : {};
  const some = { fromDate, toDate, ...at };
  const booked =
    bookingStatus === 'pending'
      ? undefined
      : yield* pageFrom(wanted.bookedOf(some), asked, token && (token.booked ?? AT_START));
  const pending =
    bookingStatus === 'booked' || tellsAllPending
      ? undefined
      : yield* pageFrom(
          wanted.pendingOf({ ...pendingDates, ...at }),
          asked,
          token && (token.pending ?? AT_START),
        );
  const all =
    bookingStatus !== 'booked' && tellsAllPending
      ? yield* everything(wanted.pendingOf({ ...ALL_DATES, ...at }))
      : undefined;
  const pages: ListPages = { ...(booked && { booked }), ...(pending && { pending }) };
  const { generation, sequence } = world;
  const watermark = token?.watermark ?? sequence;
  const told = pending?.items ?? all;
  return {
    ...(booked && { booked: booked.items }),
    ...(told && { pending: told }),
    links: yield* buildPageLinks(exchange, {
      asked: { ...asked, pendingDates },
      path,
      pages,
      generation,
      watermark,
    }),
  };
}

function* findPageToken(
  exchange: RequestContext,
  world: BankState,
  asked: AskedList,
  path: string,
): Op<PageToken | Refusal | undefined> {
  const text = exchange.query.get('page');
  if (text === null) return undefined;
  const secret = yield* findPagingSecret();
  const token =
    secret === undefined ? undefined : readPageToken(secret, text, listBoundValues(exchange, path, asked));
  return token?.generation === world.generation ? token : NO_TOKEN;
}

const NO_TOKEN = refuse(
  400,
  'FORMAT_ERROR',
  "page must come unchanged from a link of this list, with the link's other parameters: omit it to get the first page",
  'page',
);

/**
 * Reads a page.
 * @param given the position of the page; if undefined, `offset` determines it
 */
function* pageFrom<Item>(
  list: OrderedList<Item>,
  { offset, limit }: AskedList,
  given: Position | undefined,
): Op<Page<Item>> {
  const start = given ?? (yield* positionAfter(list, AT_START, offset));
  return yield* readPage(list, start, limit);
}

const ALL = 2 ** 31 - 1;

function* everything<Item>(list: OrderedList<Item>): Op<readonly Item[]> {
  return (yield* list.rows(list.start, { take: ALL })).map(({ item }) => item);
}
