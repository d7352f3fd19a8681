import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Op } from '../../../store/contract.ts';
import { addDays, osloDate } from '../../../values/oslo.ts';
import { message } from '../../../wire/errors.ts';
import { type Link, type Links, link } from '../../../wire/link.ts';
import { isRefusal, type Refusal, refuse } from '../../answer.ts';
import type { Exchange } from '../../exchange.ts';
import { isWithinHour } from '../../guards/psu.ts';
import { refuseWithoutSca } from '../../links.ts';
import type { TransactionList } from '../../store/tables/lists.ts';
import { findPagingSecret, loadPagingSecret, type WorldState } from '../../store/tables/world.ts';

/** First and last date, both included. */
interface Dates {
  readonly fromDate: string;
  readonly toDate: string;
}

/** Before and after every date, which are texts of one length: a filter that keeps everything. */
const ALL_DATES: Dates = { fromDate: '', toDate: '~' };

interface ListRules {
  /** Tells whether the default dates apply to pending transactions too. @see D7-list-dates */
  readonly filtersPending: boolean;
  /** Finds the date of the earliest entry. */
  readonly oldest: () => Op<string | undefined>;
}

/** Which transactions a request asks for. @see D7-list-dates */
interface AskedList {
  readonly bookingStatus: string;
  /** The dates of the links, and of the booked transactions. */
  readonly fromDate: string;
  readonly toDate: string;
  readonly pendingDates: Dates;
  readonly limit: number;
  readonly offset: number;
}

const DEFAULT_LIMIT = 200;
const MOST = 1000;

/** How far back is told without an SCA in the session. @see I-authentication-10 */
const HISTORY_DAYS = 90;

/**
 * What the query says, and what it leaves out: today for the last date; for the first one the account's start within the
 * hour of an SCA, later 90 days back, beyond which the PSU has to come. Pending transactions of an account are filtered only
 * by dates that the query has.
 * @see D7-list-dates, D7-list-limit, D6-history
 */
export function* askedList(
  exchange: Exchange,
  world: WorldState,
  { filtersPending, oldest }: ListRules,
): Op<AskedList | Refusal> {
  const { query } = exchange;
  const today = osloDate(world.bankNow);
  const [dateFrom, dateTo] = [query.get('dateFrom'), query.get('dateTo')];
  const shared = {
    bookingStatus: query.get('bookingStatus') ?? '',
    limit: Math.min(Number(query.get('limit') ?? DEFAULT_LIMIT), MOST),
    offset: Number(query.get('offset') ?? 0),
  };
  const sent = { fromDate: dateFrom ?? ALL_DATES.fromDate, toDate: dateTo ?? ALL_DATES.toDate };
  if (!filtersPending && shared.bookingStatus === 'pending')
    return { ...shared, ...sent, pendingDates: sent };
  const toDate = dateTo ?? today;
  const hasSca = yield* isWithinHour(exchange, world);
  const told = toldFrom(world);
  if (!hasSca && (dateFrom ?? toDate) < told) {
    return yield* refuseHistory(exchange, world, dateFrom === null ? 'dateTo' : 'dateFrom');
  }
  const start = hasSca ? ((yield* startOf(dateFrom, oldest)) ?? today) : told;
  const dates = { fromDate: dateFrom ?? (start < toDate ? start : toDate), toDate };
  return { ...shared, ...dates, pendingDates: filtersPending ? dates : sent };
}

/** The earlier of two dates, where there are any. */
export function earliest(a: string | undefined, b: string | undefined): string | undefined {
  return a === undefined || (b !== undefined && b < a) ? b : a;
}

/** Asked only where the query does not say it. */
function* startOf(dateFrom: string | null, oldest: () => Op<string | undefined>): Op<string | undefined> {
  return dateFrom === null ? yield* oldest() : undefined;
}

/** What is older than 90 days is told within the hour of an SCA alone. @see D6-history */
export function* refuseHistory(exchange: Exchange, world: WorldState, path?: string): Op<Refusal> {
  const text = `transactions older than ${HISTORY_DAYS} days need an SCA in this TPP-Session-ID within the last hour`;
  const fault = message('ERROR', 'SCA_EXPIRED', text, path);
  return yield* refuseWithoutSca(exchange, world, fault);
}

/** Whether an entry of this date is told without an SCA in the session. @see D6-history */
export function isOldHistory(date: string, world: WorldState): boolean {
  return date < toldFrom(world);
}

/** The first date that is told without an SCA in the session. */
function toldFrom({ bankNow }: WorldState): string {
  return addDays(osloDate(bankNow), -HISTORY_DAYS);
}

/** Says what the `page` of a link stands for: the world of the first page, and its pending transactions. @see D7-page-token */
interface PageToken {
  readonly generation: number;
  /** The world's last number when the first page was read. */
  readonly watermark: number;
  readonly pendingDates: Dates;
}

const MAC_BYTES = 32;

/**
 * base64url of an HMAC, and of the token.
 * @param bound what else it holds for: the request's filters, TPP, PSU, account
 */
function writePageToken(secret: string, token: PageToken, bound: readonly string[]): string {
  const said = Buffer.from(JSON.stringify(token), 'utf8');
  return Buffer.concat([macOf(secret, said, bound), said]).toString('base64url');
}

/** Undefined for a text that `writePageToken` has not made with this secret for the same request, character by character. */
function readPageToken(secret: string, text: string, bound: readonly string[]): PageToken | undefined {
  const bytes = Buffer.from(text, 'base64url');
  if (bytes.length <= MAC_BYTES || bytes.toString('base64url') !== text) return undefined;
  const said = bytes.subarray(MAC_BYTES);
  if (!timingSafeEqual(bytes.subarray(0, MAC_BYTES), macOf(secret, said, bound))) return undefined;
  return JSON.parse(said.toString('utf8')) as PageToken;
}

function macOf(secret: string, said: Buffer, bound: readonly string[]): Buffer {
  return createHmac('sha256', secret).update(JSON.stringify(bound)).update('\n').update(said).digest();
}

/** Lists what a token holds for beside what it says. @see D7-page-token */
function boundTo({ tpp, psu = '' }: Exchange, path: string, asked: AskedList): readonly string[] {
  const { bookingStatus, fromDate, toDate, limit, offset } = asked;
  return [path, tpp, psu, bookingStatus, fromDate, toDate, String(limit), String(offset)];
}

/** So far is looked ahead for the last page, this one counted. @see D7-last-page */
const MOST_PAGES = 10;

interface Paged {
  readonly asked: AskedList;
  readonly path: string;
  /** The lists of which the answer has a page. */
  readonly lists: readonly TransactionList<unknown>[];
  readonly token: PageToken;
}

/** Makes the links to the other pages of a list; none where there is no other. @see D7-page-links */
function* pageLinks(exchange: Exchange, { asked, path, lists, token }: Paged): Op<Links> {
  const { offset, limit } = asked;
  const farthest = MOST_PAGES * limit;
  let left = 0;
  for (const list of lists) left = Math.max(left, yield* list.count(farthest + 1, offset));
  if (lists.length === 0 || (left <= limit && offset === 0)) return {};
  const secret = yield* loadPagingSecret(() => exchange.secret());
  const to = (there: number) => linkTo(exchange, path, { ...asked, offset: there }, secret, token);
  const last = offset + Math.max(0, Math.ceil(left / limit) - 1) * limit;
  return {
    first: to(0),
    ...(offset > 0 && { previous: to(Math.max(0, offset - limit)) }),
    ...(left > limit && { next: to(offset + limit) }),
    ...(left <= farthest && { last: to(last) }),
  };
}

function linkTo(exchange: Exchange, path: string, there: AskedList, secret: string, token: PageToken): Link {
  const { bookingStatus, fromDate, toDate, limit, offset } = there;
  const query = new URLSearchParams({
    bookingStatus,
    ...(fromDate !== ALL_DATES.fromDate && { dateFrom: fromDate }),
    ...(toDate !== ALL_DATES.toDate && { dateTo: toDate }),
    limit: String(limit),
    offset: String(offset),
    page: writePageToken(secret, token, boundTo(exchange, path, there)),
  });
  return link(`${exchange.href(`${path}/transactions`)}?${query}`, 'GET');
}

/** Selects the entries of a list. */
interface Some extends Dates {
  /** Only what was there at this number of the world's one sequence; absent: what is there now. */
  readonly upTo?: bigint;
}

interface Report<Booked, Pending> {
  /** With bookingStatus booked, both, all. */
  readonly booked?: readonly Booked[];
  /** With bookingStatus pending, both, all. */
  readonly pending?: readonly Pending[];
  /** To its other pages. */
  readonly links: Links;
}

interface Wanted<Booked, Pending> {
  readonly asked: AskedList;
  /** Of the account or card account. */
  readonly path: string;
  /** Whether everything that is pending is told, on every page. @see D7-pending-policy */
  readonly tellsAllPending: boolean;
  readonly bookedOf: (some: Some) => TransactionList<Booked>;
  readonly pendingOf: (some: Some) => TransactionList<Pending>;
}

const ALL = 2 ** 31 - 1;

/**
 * Reads one page of an account's transactions. The `page` of a link leads on in the world of the first page: what was
 * booked or approved since is not there, and what was pending then still is.
 * @see D7-page-token, D7-page-world
 * @see ADR 39
 */
export function* readReport<Booked, Pending>(
  exchange: Exchange,
  world: WorldState,
  { asked, path, tellsAllPending, bookedOf, pendingOf }: Wanted<Booked, Pending>,
): Op<Report<Booked, Pending> | Refusal> {
  const given = yield* findToken(exchange, world, asked, path);
  if (given && isRefusal(given)) return given;
  exchange.isContinued = given !== undefined;
  const { bookingStatus, fromDate, toDate, limit, offset } = asked;
  const upTo = given && BigInt(given.watermark);
  const token: PageToken = given ?? {
    generation: Number(world.generation),
    watermark: Number(world.sequence),
    pendingDates: asked.pendingDates,
  };
  const booked = bookingStatus === 'pending' ? undefined : bookedOf({ fromDate, toDate, upTo });
  // A link names the dates of booked transactions only, which may be defaults.
  const pendingDates = tellsAllPending ? ALL_DATES : token.pendingDates;
  const pending = bookingStatus === 'booked' ? undefined : pendingOf({ ...pendingDates, upTo });
  const pendingPage = tellsAllPending ? ([ALL, 0] as const) : ([limit, offset] as const);
  const lists = [booked, tellsAllPending ? undefined : pending].filter((list) => list !== undefined);
  return {
    booked: booked && (yield* booked.rows(limit, offset)),
    pending: pending && (yield* pending.rows(...pendingPage)),
    links: yield* pageLinks(exchange, { asked, path, lists, token }),
  };
}

function* findToken(
  exchange: Exchange,
  world: WorldState,
  asked: AskedList,
  path: string,
): Op<PageToken | Refusal | undefined> {
  const text = exchange.query.get('page');
  if (text === null) return undefined;
  const secret = yield* findPagingSecret();
  const token =
    secret === undefined ? undefined : readPageToken(secret, text, boundTo(exchange, path, asked));
  return token?.generation === Number(world.generation) ? token : NO_TOKEN;
}

const NO_TOKEN = refuse(
  400,
  'FORMAT_ERROR',
  "page must come unchanged from a link of this list, with the link's other parameters: omit it to get the first page",
  'page',
);
