import type { Op } from '../../../store/contract.ts';
import type { KnownDebtor, Payer } from '../../domain/creation.ts';
import type { NamedAccount } from '../../domain/initiation.ts';
import type { Exchange } from '../../exchange.ts';
import { findDebtor, findPayer } from '../../life/payer.ts';
import { isWithinHour } from '../../session-of.ts';
import type { WorldState } from '../../store/tables/world.ts';

/**
 * What a request is told of a debtor account depends on who asks. With PSU-ID, which the PSU's own SCA has given to
 * this TPP, or with an SCA of the named PSU in the session: whether it is theirs, its currency, and whether it may be
 * paid from. Of its money: with the session's SCA alone. Whoever else asks gets the same answer whatever the account
 * is, and the bank looks when the PSU has identified.
 * @see D4-disclosure
 */
export function* isToldOfAccount(exchange: Exchange, world: WorldState): Op<boolean> {
  if (isOpenForWhom(exchange)) return false;
  if (exchange.psu !== undefined && exchange.header('PSU-ID') !== undefined) return true;
  return yield* isToldOfFunds(exchange, world);
}

export function* isToldOfFunds(exchange: Exchange, world: WorldState): Op<boolean> {
  return !isOpenForWhom(exchange) && (yield* psuOfSession(exchange, world)) !== undefined;
}

/**
 * Whether the PSU is to act for a company, and chooses on the page for which: until then nobody knows from which accounts
 * they pay. @see D4-debtor-later
 */
export function isOpenForWhom(exchange: Exchange): boolean {
  return exchange.header('PSU-Context') === 'CORPORATE' && exchange.agreement === undefined;
}

/** The account that a body names, when the request may be told of it. */
export function* knownDebtor(
  exchange: Exchange,
  world: WorldState,
  named: NamedAccount,
): Op<KnownDebtor | undefined> {
  if (!(yield* isToldOfAccount(exchange, world))) return undefined;
  return { account: yield* findDebtor(named), payer: yield* payerOf(exchange) };
}

/** From which accounts the PSU of a request pays, in the agreement that its headers settled or for itself. */
export function* payerOf({ psu, agreement }: Exchange): Op<Payer | undefined> {
  return psu === undefined ? undefined : yield* findPayer(psu, agreement);
}

/** customerNumber of the PSU, while the session of the request has a valid SCA of theirs. @see D6-session */
export function* psuOfSession(exchange: Exchange, world: WorldState): Op<string | undefined> {
  return (yield* isWithinHour(exchange, world)) ? exchange.psu : undefined;
}
