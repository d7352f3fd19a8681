import { addDays, daysBetween } from '../../values/oslo.ts';
import { idOfKey, numberOfText, ORDERED_LENGTH, orderedId, orderedText, startOf } from './ids.ts';

/**
 * The id of what a payment moves on one side: it comes from the payment alone, so it is known before the booking and
 * stays for ever. Its number leads back to the payment (`sequenceOf`).
 * @see D7-payment-transaction-id
 */
export function paymentTransactionId(seed: string, payment: bigint, side: 'debtor' | 'creditor'): string {
  return orderedId(seed, `${side} transaction`, payment);
}

const KIND = 'transaction';
const DATE_LENGTH = 4;
const KEY_LENGTH = 10;
const STEM_LENGTH = DATE_LENGTH + KEY_LENGTH;
const FIRST_DATE = '0000-01-01';
const DAYS = daysBetween(FIRST_DATE, '9999-12-31');
/** Room for all dates below 62^4. */
const MOST_SHIFT = 10_000_000;

/**
 * With what the ids of equal transactions made by hand begin: the date of booking, then what comes from the rest. So
 * the index of an account's list, which goes by date, finds an id too, and whoever writes a day after the other writes
 * side by side.
 * @param digest of what equal ones have in common
 * @see D8-natural-key
 */
export function transactionStem(seed: string, bookingDate: string, digest: string): string {
  const days = shiftOf(seed) + daysBetween(FIRST_DATE, bookingDate);
  return orderedText(days, DATE_LENGTH) + idOfKey(seed, KIND, digest).slice(0, KEY_LENGTH);
}

/** The id of one among equals, from 1. Their ids sort in their order, so the last one tells the next. */
export function transactionId(seed: string, stem: string, ordinal: number): string {
  return stem + orderedText(startOf(seed, KIND) + ordinal, ORDERED_LENGTH);
}

/** Which one among its equals a transaction is that was made by hand. */
export function ordinalOf(seed: string, id: string): number {
  return numberOfText(id.slice(STEM_LENGTH)) - startOf(seed, KIND);
}

/** The date of booking in an id; undefined for a text that is none. */
export function bookingDateOf(seed: string, id: string): string | undefined {
  const days = numberOfText(id.slice(0, DATE_LENGTH)) - shiftOf(seed);
  return days >= 0 && days <= DAYS ? addDays(FIRST_DATE, days) : undefined;
}

function shiftOf(seed: string): number {
  return startOf(seed, 'date of transaction') % MOST_SHIFT;
}
