import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Op } from '../../../store/contract.ts';
import { addDays, formatOsloDate } from '../../../values/oslo.ts';
import { message } from '../../../wire/errors.ts';
import { type Link, type Links, link } from '../../../wire/link.ts';
import { readPageRange } from '../../../wire/page-limit.ts';
import { isRefusal, type Refusal, refuse } from '../../answer.ts';
import { isWithinHour } from '../../guards/psu.ts';
import { refuseWithoutSca } from '../../links.ts';
import type { RequestContext } from '../../request-context.ts';
import {
  AFTER_ALL_DATES,
  AT_START,
  BEFORE_ALL_DATES,
  type BookedFilter,
  type OrderedList,
  type Position,
} from '../../store/tables/lists.ts';
import { type BankState, findPagingSecret, loadPagingSecret } from '../../store/tables/world.ts';

/**
 * The content of a link's `page`: the positions of its page, and the state of the world at the first page.
 * @see D7-page-token
 */
interface PageToken {
  readonly generation: bigint;
  /** The last sequence number of the world when the first page was read. */
  readonly watermark: bigint;
  /** The first and last date of the pending transactions. */
  readonly pendingDates: { readonly fromDate: string; readonly toDate: string };
  /** The position in each list of the response. */
  readonly booked?: Position;
  readonly pending?: Position;
}

const MAC_BYTES = 32;

/**
 * Serializes a token as base64url with an HMAC.
 * @param bound further values that the HMAC covers: the request's filters, TPP, PSU and account
 */
function writePageToken(secret: string, token: PageToken, bound: readonly string[]): string {
  const said = Buffer.from(JSON.stringify(token, encodeBigint), 'utf8');
  return Buffer.concat([computeMac(secret, said, bound), said]).toString('base64url');
}

/**
 * Parses a token.
 * @returns undefined unless `writePageToken` created exactly this text with this secret for the same bound values
 */
function readPageToken(secret: string, text: string, bound: readonly string[]): PageToken | undefined {
  const bytes = Buffer.from(text, 'base64url');
  if (bytes.length <= MAC_BYTES || bytes.toString('base64url') !== text) return undefined;
  const said = bytes.subarray(MAC_BYTES);
  if (!timingSafeEqual(bytes.subarray(0, MAC_BYTES), computeMac(secret, said, bound))) return undefined;
  return JSON.parse(said.toString('utf8'), decodeBigint) as PageToken;
}

function computeMac(secret: string, said: Buffer, bound: readonly string[]): Buffer {
  return createHmac('sha256', secret).update(JSON.stringify(bound)).update('\n').update(said).digest();
}

/** Encodes a bigint as an object with its digits, because JSON has no bigint. */
function encodeBigint(_: string, value: unknown): unknown {
  return typeof value === 'bigint' ? { digits: String(value) } : value;
}

function decodeBigint(_: string, value: unknown): unknown {
  const { digits } = (value ?? {}) as { readonly digits?: string };
  return digits === undefined ? value : BigInt(digits);
}

/** The first and last date, both inclusive. */
interface Dates {
  readonly fromDate: string;
  readonly toDate: string;
}

/** The dates that match every entry. */
const ALL_DATES: Dates = { fromDate: BEFORE_ALL_DATES, toDate: AFTER_ALL_DATES };

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

/** The days of history that are available without an SCA in the session. @see I-authentication-10 */
const HISTORY_DAYS = 90;

/**
 * Parses the list's query with its defaults: today as the last date; the account's start as the first date within the
 * hour of an SCA, otherwise 90 days back. Only dates in the query filter pending transactions.
 * @param filtersPending true if the default dates apply to pending transactions too
 * @param oldest finds the date of the earliest entry
 * @see D7-list-dates, D7-list-limit, D6-history
 */
export function* parseListQuery(
  exchange: RequestContext,
  filtersPending: boolean,
  oldest: () => Op<string | undefined>,
): Op<AskedList | Refusal> {
  const { query } = exchange;
  const today = formatOsloDate(exchange.world.bankNow);
  const [dateFrom, dateTo] = [query.get('dateFrom'), query.get('dateTo')];
  const shared = {
    bookingStatus: query.get('bookingStatus') ?? '',
    ...readPageRange(query),
  };
  const sent = { fromDate: dateFrom ?? ALL_DATES.fromDate, toDate: dateTo ?? ALL_DATES.toDate };
  if (!filtersPending && shared.bookingStatus === 'pending')
    return { ...shared, ...sent, pendingDates: sent };
  const toDate = dateTo ?? today;
  const hasSca = yield* isWithinHour(exchange);
  const told = computeFirstVisibleDate(exchange.world);
  if (!hasSca && (dateFrom ?? toDate) < told) {
    return yield* refuseHistory(exchange, dateFrom === null ? 'dateTo' : 'dateFrom');
  }
  const start = hasSca ? ((dateFrom === null ? yield* oldest() : undefined) ?? today) : told;
  const dates = { fromDate: dateFrom ?? (start < toDate ? start : toDate), toDate };
  return { ...shared, ...dates, pendingDates: filtersPending ? dates : sent };
}

/** Returns the earlier of two dates; undefined if both are absent. */
export function findEarliest(a: string | undefined, b: string | undefined): string | undefined {
  return a === undefined || (b !== undefined && b < a) ? b : a;
}

/** Refuses entries older than 90 days outside the hour of an SCA. @see D6-history */
export function* refuseHistory(exchange: RequestContext, path?: string): Op<Refusal> {
  const text = `transactions older than ${HISTORY_DAYS} days need an SCA in this TPP-Session-ID within the last hour`;
  const fault = message('ERROR', 'SCA_EXPIRED', text, path);
  return yield* refuseWithoutSca(exchange, fault);
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

/**
 * Reads a page by keyset: an index finds it, so only rows near the page are read or counted.
 * @param given the position of the page; if undefined, `offset` determines it
 */
function* readPage<Item>(
  list: OrderedList<Item>,
  { offset, limit }: AskedList,
  given: Position | undefined,
): Op<Page<Item>> {
  const start = given ?? (yield* positionAfter(list, AT_START, offset));
  const rows = yield* list.rows(start, limit + 1);
  const items = rows.slice(0, limit).map(({ item }) => item);
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  return { list, start, items, next: last && { count: start.count + limit, place: last.place } };
}

/** Finds the position `n` rows further, or at the end of the list. */
function* positionAfter(list: OrderedList<unknown>, from: Position, n: number): Op<Position> {
  if (n === 0) return from;
  const place = yield* list.placeAfter(from, n);
  if (place) return { count: from.count + n, place };
  return yield* positionAfter(list, from, yield* list.countAfter(from, n));
}

/** Finds the position of the page with `count` rows before it, if that is before this position. */
function* positionBack(list: OrderedList<unknown>, from: Position, count: number): Op<Position> {
  if (from.count <= count) return from;
  const place = count === 0 ? undefined : yield* list.placeBefore(from, from.count - count);
  return place ? { count, place } : AT_START;
}

const LISTS = ['booked', 'pending'] as const;
type ListName = (typeof LISTS)[number];

/** The page of each list in the response. */
type ListPages = Readonly<Partial<Record<ListName, Page<unknown>>>>;
type Positions = Partial<Record<ListName, Position>>;

interface PageLinksInput {
  readonly asked: AskedList;
  readonly path: string;
  readonly pages: ListPages;
  /** The token of this page, or of the first one. */
  readonly token: PageToken;
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
function* buildPageLinks(exchange: RequestContext, turning: PageLinksInput): Op<Links> {
  const { asked, pages } = turning;
  const { offset, limit } = asked;
  const goesOn = LISTS.some((name) => pages[name]?.next);
  const isPaged = LISTS.some((name) => pages[name]);
  if (!isPaged || (!goesOn && offset === 0)) return {};
  const secret = yield* loadPagingSecret(() => exchange.secret());
  const to = function* (there: number, find: (page: Page<unknown>) => Op<Position>): Op<Link> {
    const positions: Positions = {};
    for (const name of LISTS) {
      const page = pages[name];
      if (page) positions[name] = yield* find(page);
    }
    return buildPageLink(exchange, turning, secret, there, positions);
  };
  const further = yield* countToLastPage(turning);
  const back = Math.max(0, offset - limit);
  return {
    first: yield* to(0, ({ list }) => positionAfter(list, AT_START, 0)),
    ...(offset > 0 && {
      previous: yield* to(back, ({ list, start }) => positionBack(list, start, back)),
    }),
    ...(goesOn && {
      next: yield* to(offset + limit, ({ list, start, next }) =>
        positionAfter(list, next ?? start, next ? 0 : limit),
      ),
    }),
    ...(further !== undefined && {
      last: yield* to(offset + further, ({ list, start }) => positionAfter(list, start, further)),
    }),
  };
}

function buildPageLink(
  exchange: RequestContext,
  { asked, path, token }: PageLinksInput,
  secret: string,
  offset: number,
  positions: Positions,
): Link {
  const { fromDate, toDate } = asked;
  const query = new URLSearchParams({
    bookingStatus: asked.bookingStatus,
    ...(fromDate !== ALL_DATES.fromDate && { dateFrom: fromDate }),
    ...(toDate !== ALL_DATES.toDate && { dateTo: toDate }),
    limit: String(asked.limit),
    offset: String(offset),
    page: writePageToken(
      secret,
      { ...token, ...positions },
      listBoundValues(exchange, path, { ...asked, offset }),
    ),
  });
  return link(`${exchange.href(`${path}/transactions`)}?${query}`, 'GET');
}

/** Counts the rows from here to the last page; undefined if the lists go on for more than ten pages. */
function* countToLastPage({ asked: { limit }, pages }: PageLinksInput): Op<number | undefined> {
  let rows = 0;
  for (const { list, start, items, next } of Object.values(pages))
    rows = Math.max(rows, next ? yield* list.countAfter(start, MOST_PAGES * limit + 1) : items.length);
  return rows > MOST_PAGES * limit ? undefined : Math.max(0, Math.ceil(rows / limit) - 1) * limit;
}

/** The filter of a list's entries. */
type EntryFilter = Omit<BookedFilter, 'account'>;

interface Report<B, P> {
  /** Set with bookingStatus booked, both or all. */
  readonly booked: readonly B[] | undefined;
  /** Set with bookingStatus pending, both or all. */
  readonly pending: readonly P[] | undefined;
  /** The links to the other pages. */
  readonly links: Links;
}

interface ReportInput<B, P> {
  readonly asked: AskedList;
  /** The path of the account or card. */
  readonly path: string;
  /** True if every page lists all pending transactions. @see D7-pending-policy */
  readonly tellsAllPending: boolean;
  readonly bookedOf: (some: EntryFilter) => OrderedList<B>;
  readonly pendingOf: (some: EntryFilter) => OrderedList<P>;
}

/**
 * Reads one page of an account's transactions. The `page` of a link fixes the state of the first page: later bookings
 * and approvals are excluded, and transactions that were pending then still are. So no entry is repeated or missing.
 * @see D7-page-token, D7-page-world
 * @see ADR 39
 */
export function* readReport<B, P>(
  exchange: RequestContext,
  wanted: ReportInput<B, P>,
): Op<Report<B, P> | Refusal> {
  const { asked, path, tellsAllPending } = wanted;
  const token = yield* findPageToken(exchange, asked, path);
  if (token && isRefusal(token)) return token;
  exchange.isContinued = token !== undefined;
  const { bookingStatus, fromDate, toDate } = asked;
  // The dates in a link are those of booked transactions, which may be defaults.
  const pendingDates = token?.pendingDates ?? asked.pendingDates;
  const upTo = token?.watermark;
  const { generation, sequence: watermark } = exchange.world;
  const isOfPending = bookingStatus !== 'booked';
  const booked =
    bookingStatus === 'pending'
      ? undefined
      : yield* readPage(
          wanted.bookedOf({ fromDate, toDate, upTo }),
          asked,
          token && (token.booked ?? AT_START),
        );
  const pending =
    isOfPending && !tellsAllPending
      ? yield* readPage(
          wanted.pendingOf({ ...pendingDates, upTo }),
          asked,
          token && (token.pending ?? AT_START),
        )
      : undefined;
  const all =
    isOfPending && tellsAllPending
      ? yield* wanted.pendingOf({ ...ALL_DATES, upTo }).rows(AT_START, ALL)
      : undefined;
  return {
    booked: booked?.items,
    pending: pending?.items ?? all?.map(({ item }) => item),
    links: yield* buildPageLinks(exchange, {
      asked,
      path,
      pages: { ...(booked && { booked }), ...(pending && { pending }) },
      token: token ?? { generation, watermark, pendingDates },
    }),
  };
}

function* findPageToken(
  exchange: RequestContext,
  asked: AskedList,
  path: string,
): Op<PageToken | Refusal | undefined> {
  const text = exchange.query.get('page');
  if (text === null) return undefined;
  const secret = yield* findPagingSecret();
  const token =
    secret === undefined ? undefined : readPageToken(secret, text, listBoundValues(exchange, path, asked));
  return token?.generation === exchange.world.generation ? token : NO_TOKEN;
}

const NO_TOKEN_TEXT =
  "page must come unchanged from a link of this list, with the link's other parameters: omit it to get the first page";
const NO_TOKEN = refuse(400, 'FORMAT_ERROR', NO_TOKEN_TEXT, 'page');

const ALL = 2 ** 31 - 1;
