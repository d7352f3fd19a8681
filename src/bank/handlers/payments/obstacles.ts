import type { Op } from '../../../store/contract.ts';
import { message } from '../../../wire/errors.ts';
import { type Refusal, refuse } from '../../answer.ts';
import type { Payment } from '../../domain/payment.ts';
import { rulesOf } from '../../domain/product-rules.ts';
import type { Exchange } from '../../exchange.ts';
import { firstBeyondFunds } from '../../life/approve-payment.ts';
import { findDuplicate } from '../../store/tables/payments.ts';
import type { WorldState } from '../../store/tables/world.ts';
import { isToldOfFunds } from './disclosure.ts';

/** Where a payment stands in its body: `` or `payments[3].`. */
export type PlaceOf = (index: number) => string;

/** What keeps payments without a fault from being received. */
export function* refuseReceiving(
  exchange: Exchange,
  world: WorldState,
  payments: readonly Payment[],
  placeOf: PlaceOf,
): Op<Refusal | undefined> {
  return (
    (yield* refuseLackOfFunds(exchange, world, payments, placeOf)) ??
    (yield* refuseDuplicates(exchange, payments, placeOf))
  );
}

/**
 * Of instant payments, and with TPP-Rejection-NoFunds-Preferred; where funds may be told.
 * @see D4-no-funds-preferred, D4-disclosure, I-insufficient-funds
 */
function* refuseLackOfFunds(
  exchange: Exchange,
  world: WorldState,
  payments: readonly Payment[],
  placeOf: PlaceOf,
): Op<Refusal | undefined> {
  const strict = payments.filter(({ rejectsNoFunds }) => rejectsNoFunds);
  if (strict.length === 0 || !(yield* isToldOfFunds(exchange, world))) return undefined;
  const place = yield* firstBeyondFunds(strict);
  const payment = place === undefined ? undefined : strict[place];
  if (place === undefined || payment === undefined) return undefined;
  if (payment.unfundedBy !== undefined) exchange.faults.strike('no-funds');
  const remedy = rulesOf(payment).rejectsNoFunds
    ? 'send less'
    : 'send less, or omit TPP-Rejection-NoFunds-Preferred';
  const text = `insufficient funds for the amount and its fee: ${remedy}`;
  return refuse(400, 'PAYMENT_FAILED', text, `${placeOf(place)}instructedAmount.amount`);
}

/** @see D4-allow-logical-duplicate, I-allow-logical-duplicate, D4-bulk-duplicates */
function* refuseDuplicates(
  exchange: Exchange,
  payments: readonly Payment[],
  placeOf: PlaceOf,
): Op<Refusal | undefined> {
  if (exchange.query.get('allowLogicalDuplicate') === 'true') return undefined;
  const seen = new Set<bigint>();
  const places: string[] = [];
  for (const [index, { duplicateKey }] of payments.entries()) {
    if (seen.has(duplicateKey) || (yield* findDuplicate(duplicateKey)) !== undefined)
      places.push(placeOf(index));
    seen.add(duplicateKey);
  }
  if (places.length === 0) return undefined;
  const messages = places.map((place) =>
    message('ERROR', 'CONFLICT', DUPLICATE, place === '' ? undefined : place.slice(0, -1)),
  );
  return { status: 409, messages };
}

const DUPLICATE =
  'a payment with the same debtor, creditor, amount, currency, date and reference already exists: change the reference, or send allowLogicalDuplicate=true';
