import type { Op } from '../../../store/contract.ts';
import { addDays, osloDate } from '../../../values/oslo.ts';
import { message } from '../../../wire/errors.ts';
import type { Exchange } from '../../exchange.ts';
import type { Refusal } from '../../refusal.ts';
import { refuseWithoutSca } from '../../sca-link.ts';
import { isWithinHour } from '../../session-of.ts';
import type { WorldState } from '../../store/tables/world.ts';

/** Which transactions a request asks for. @see D7-list-dates */
export interface AskedList {
  readonly bookingStatus: string;
  readonly fromDate: string;
  readonly toDate: string;
  readonly limit: number;
  readonly offset: number;
}

const DEFAULT_LIMIT = 200;
const MOST = 1000;

/** How far back is told without an SCA in the session. @see I-authentication-10 */
const HISTORY_DAYS = 90;

/**
 * What the query says, and what it leaves out: today for the last date; for the first one the account's start within the
 * hour of an SCA, later 90 days back, beyond which the PSU has to come.
 * @param oldest date of the earliest entry that there is
 * @see D7-list-dates, D7-list-limit, D6-history
 */
export function* askedList(
  exchange: Exchange,
  world: WorldState,
  oldest: () => Op<string | undefined>,
): Op<AskedList | Refusal> {
  const { query } = exchange;
  const today = osloDate(world.bankNow);
  const [dateFrom, toDate] = [query.get('dateFrom'), query.get('dateTo') ?? today];
  const hasSca = yield* isWithinHour(exchange, world);
  const told = toldFrom(world);
  if (!hasSca && (dateFrom ?? toDate) < told) {
    return yield* refuseHistory(exchange, world, dateFrom === null ? 'dateTo' : 'dateFrom');
  }
  const start = hasSca ? ((yield* startOf(dateFrom, oldest)) ?? today) : told;
  return {
    bookingStatus: query.get('bookingStatus') ?? '',
    fromDate: dateFrom ?? (start < toDate ? start : toDate),
    toDate,
    limit: Math.min(Number(query.get('limit') ?? DEFAULT_LIMIT), MOST),
    offset: Number(query.get('offset') ?? 0),
  };
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
