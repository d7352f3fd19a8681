import type { Op } from '../../../store/contract.ts';
import { addDays, osloDate } from '../../../values/oslo.ts';
import { message } from '../../../wire/errors.ts';
import type { Refusal } from '../../answer.ts';
import type { Exchange } from '../../exchange.ts';
import { refuseWithoutSca } from '../../sca-link.ts';
import { isWithinHour } from '../../session-of.ts';
import { AFTER_ALL_DATES, BEFORE_ALL_DATES } from '../../store/ordered-list.ts';
import type { WorldState } from '../../store/tables/world.ts';

/** First and last date, both included. */
export interface Dates {
  readonly fromDate: string;
  readonly toDate: string;
}

/** Before and after every date: a filter that keeps everything. */
export const ALL_DATES: Dates = { fromDate: BEFORE_ALL_DATES, toDate: AFTER_ALL_DATES };

interface ListRules {
  /** Tells whether the default dates apply to pending transactions too. @see D7-list-dates */
  readonly filtersPending: boolean;
  /** Finds the date of the earliest entry. */
  readonly oldest: () => Op<string | undefined>;
}

/** Which transactions a request asks for. @see D7-list-dates */
export interface AskedList {
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
