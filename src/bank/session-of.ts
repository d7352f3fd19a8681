import type { Op } from '../store/contract.ts';
import { isFresh, type Session } from './domain/authorisation.ts';
import type { Exchange } from './exchange.ts';
import { findSession } from './store/tables/psus.ts';
import type { WorldState } from './store/tables/world.ts';

/** The session of a request's PSU and TPP-Session-ID, alive or not. @see D6-session */
export function* sessionOf(exchange: Exchange): Op<Session | undefined> {
  const { psu, tpp } = exchange;
  if (psu === undefined) return undefined;
  return yield* findSession(tpp, psu, exchange.header('TPP-Session-ID') ?? '');
}

/** Whether the request is within the hour of an SCA of its PSU in its TPP-Session-ID. */
export function* isWithinHour(exchange: Exchange, { bankNow }: WorldState): Op<boolean> {
  return isFresh(yield* sessionOf(exchange), bankNow);
}
