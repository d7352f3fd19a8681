import { addDays, countDaysBetween } from '../../values/oslo.ts';

/**
 * Ids and numbers of the world, all from its seed: the same seed and names give the same id on every machine.
 * They are NOT secrets: the seed reveals them. Tokens, link secrets and the like are random
 * instead (S8-secrets).
 * @see D1-ids
 */
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const ID_LENGTH = 22;
/** Few enough for 32 bits: 62^4 goes into 2^32 290 times, so no character is half a percent more frequent. */
const CHARACTERS_PER_WORD = 4;
/** Stands between two parts; no UTF-16 unit has this value, so ('ab', 'c') differs from ('a', 'bc'). */
const SEPARATOR = 0x10000;
/** Rounds after the last part, until each bit of it reaches all 128 bits of the state. */
const CLOSING_ROUNDS = 8;

/** Four 32-bit words. */
type State = [number, number, number, number];

function rotate(word: number, bits: number): number {
  return (word << bits) | (word >>> (32 - bits));
}

/**
 * One round over the state. It can be undone for any given input, so no two states ever fall into one: what
 * differs once stays different.
 */
function mixState(state: State, input: number): void {
  const a = rotate(Math.imul(state[0] ^ input, 0x9e3779b1), 13) + state[3];
  const b = rotate(Math.imul(state[1] ^ a, 0x85ebca6b), 17) + a;
  const c = rotate(Math.imul(state[2] ^ b, 0xc2b2ae35), 11) + b;
  const d = rotate(Math.imul(state[3] ^ c, 0x27d4eb2f), 19) + c;
  state[0] = a | 0;
  state[1] = b | 0;
  state[2] = c | 0;
  state[3] = d | 0;
}

/** Makes the state from which words are drawn, of these parts. */
function hashParts(...parts: readonly string[]): State {
  const state: State = [0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344];
  for (const part of parts) {
    for (let place = 0; place < part.length; place += 1) mixState(state, part.charCodeAt(place));
    mixState(state, SEPARATOR);
  }
  for (let round = 0; round < CLOSING_ROUNDS; round += 1) mixState(state, round);
  return state;
}

/** Draws the next 32 bits, 0 to 2^32 - 1. */
function drawWord(state: State): number {
  mixState(state, 0);
  return (state[0] ^ state[2]) >>> 0;
}

/**
 * An opaque id: 22 characters of A–Z a–z 0–9, about 128 bits.
 * @param n what tells the ids of one kind apart; 7 and '7' are the same.
 * @see S8-world-from-seed
 */
export function deriveId(seed: string, kind: string, n: number | string): string {
  const state = hashParts(seed, kind, String(n));
  let id = '';
  while (id.length < ID_LENGTH) {
    let word = drawWord(state);
    for (let place = 0; place < CHARACTERS_PER_WORD && id.length < ID_LENGTH; place += 1) {
      id += ALPHABET[word % ALPHABET.length];
      word = Math.floor(word / ALPHABET.length);
    }
  }
  return id;
}

const ORDERED_ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
export const ORDERED_LENGTH = 8;
/** Between 0 and 62^8 / 12: room for more than 10^14 numbers after it. */
const START_STEP = 4096;

/**
 * An id of `deriveId`'s form that carries its number in the first 8 characters, from a start of the seed's own. The
 * number leads back to the row (`parseSequence`), so the id needs no index of its own.
 * @param sequence the world's own, below 10^14
 * @see S8-world-from-seed
 */
export function deriveOrderedId(seed: string, kind: string, sequence: bigint): string {
  const beginning = formatOrderedNumber(deriveStart(seed, kind) + Number(sequence), ORDERED_LENGTH);
  return beginning + deriveId(seed, kind, String(sequence)).slice(ORDERED_LENGTH);
}

/** A number as a text of this length; such texts sort as their numbers do. */
export function formatOrderedNumber(number: number, length: number): string {
  let rest = number;
  let text = '';
  for (let place = 0; place < length; place += 1) {
    text = ORDERED_ALPHABET.charAt(rest % ORDERED_ALPHABET.length) + text;
    rest = Math.floor(rest / ORDERED_ALPHABET.length);
  }
  return text;
}

/** The number behind an `formatOrderedNumber`. */
export function parseOrderedNumber(text: string): number {
  let number = 0;
  for (const character of text) {
    number = number * ORDERED_ALPHABET.length + ORDERED_ALPHABET.indexOf(character);
  }
  return number;
}

/** The number behind an `deriveOrderedId`, or undefined for a text that is none of this seed and kind. */
export function parseSequence(seed: string, kind: string, id: string): bigint | undefined {
  const sequence = parseOrderedNumber(id.slice(0, ORDERED_LENGTH)) - deriveStart(seed, kind);
  return sequence >= 0 && deriveOrderedId(seed, kind, BigInt(sequence)) === id ? BigInt(sequence) : undefined;
}

/** Where the numbers of one kind start: an id that carries one is no plainer for it. */
function deriveStart(seed: string, kind: string): number {
  return deriveNumber(seed, 'start', kind, 2 ** 32) * START_STEP;
}

/** Stands in a seed before whose world it is. */
const OWNER = '#';

/**
 * The seed of one TPP's own world: its ids are unique, its numbers, names and amounts are the same in every world. @see
 * S11-worlds
 */
export function seedOfOwner(seed: string, owner: string): string {
  return `${seed}${OWNER}${owner}`;
}

/** Derives the seed of numbers and amounts of the initial data. */
export function deriveNumbersSeed(seed: string): string {
  const end = seed.indexOf(OWNER);
  return end < 0 ? seed : seed.slice(0, end);
}

/**
 * A lower-case UUID of version 4's shape, the one that every reader of RFC 4122 takes, with 122 bits from the seed.
 * @see D6-psu-id
 */
export function deriveUuid(seed: string, ...parts: string[]): string {
  const state = hashParts(seed, 'uuid', ...parts);
  const hex = Array.from({ length: 4 }, () => drawWord(state).toString(16).padStart(8, '0')).join('');
  const variant = '89ab'[Number.parseInt(hex.charAt(16), 16) % 4];
  const groups = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    variant + hex.slice(17, 20),
    hex.slice(20),
  ];
  return groups.join('-');
}

/** A whole number from 0 to below `limit`, which is at most 2^32. @see S8-numbers-from-seed */
export function deriveNumber(seed: string, kind: string, n: number | string, limit: number): number {
  return drawWord(hashParts(seed, 'number', kind, String(n))) % limit;
}

/**
 * By what a thing of the sandbox is known before it has an id. Its id comes from the key and how often the key was
 * used, so what is deleted and made again has another one, in whatever order things are made.
 * @see D8-natural-key
 */
export interface NaturalKey {
  /** `made account`: one whose bban the bank makes. */
  readonly kind:
    | 'customer'
    | 'account'
    | 'made account'
    | 'card account'
    | 'agreement'
    | 'engagement'
    | 'related account';
  readonly key: string;
}

/** @param parts joined so that no two lists of them are alike */
export function buildNaturalKey(kind: NaturalKey['kind'], ...parts: readonly string[]): NaturalKey {
  const [only, ...more] = parts;
  return { kind, key: only !== undefined && more.length === 0 ? only : JSON.stringify(parts) };
}

/** @param use how often the key was used, this time included */
export function deriveIdOfUse(seed: string, { kind, key }: NaturalKey, use: number): string {
  return deriveId(seed, use === 1 ? kind : `${kind} ${use}`, key);
}

/** Returns the key of that by which a payment names a card account. @see I-related-account */
export function buildRelatedKey({ key }: NaturalKey): NaturalKey {
  return { kind: 'related account', key };
}

/**
 * The id of what a payment moves on one side: it comes from the payment alone, so it is known before the booking and
 * stays for ever. Its number leads back to the payment (`parseSequence`).
 * @see D7-payment-transaction-id
 */
export function derivePaymentTransactionId(
  seed: string,
  payment: bigint,
  side: 'debtor' | 'creditor',
): string {
  return deriveOrderedId(seed, `${side} transaction`, payment);
}

const KIND = 'transaction';
const DATE_LENGTH = 4;
const KEY_LENGTH = 10;
const STEM_LENGTH = DATE_LENGTH + KEY_LENGTH;
const FIRST_DATE = '0000-01-01';
const DAYS = countDaysBetween(FIRST_DATE, '9999-12-31');
/** Room for all dates below 62^4. */
const MOST_SHIFT = 10_000_000;

/**
 * With what the ids of equal transactions made by hand begin: the date of booking, then what comes from the rest. So
 * the index of an account's list, which goes by date, finds an id too, and entries written day by day go
 * side by side.
 * @param digest of what equal ones have in common
 * @see D8-natural-key
 */
export function deriveTransactionStem(seed: string, bookingDate: string, digest: string): string {
  const days = deriveShift(seed) + countDaysBetween(FIRST_DATE, bookingDate);
  return formatOrderedNumber(days, DATE_LENGTH) + deriveId(seed, KIND, digest).slice(0, KEY_LENGTH);
}

/** The id of one among equals, from 1. Their ids sort in their order, so the last one tells the next. */
export function deriveTransactionId(seed: string, stem: string, ordinal: number): string {
  return stem + formatOrderedNumber(deriveStart(seed, KIND) + ordinal, ORDERED_LENGTH);
}

/** Which one among its equals a transaction is that was made by hand. */
export function parseOrdinal(seed: string, id: string): number {
  return parseOrderedNumber(id.slice(STEM_LENGTH)) - deriveStart(seed, KIND);
}

/** The date of booking in an id; undefined for a text that is none. */
export function parseBookingDate(seed: string, id: string): string | undefined {
  const days = parseOrderedNumber(id.slice(0, DATE_LENGTH)) - deriveShift(seed);
  return days >= 0 && days <= DAYS ? addDays(FIRST_DATE, days) : undefined;
}

function deriveShift(seed: string): number {
  return deriveStart(seed, 'date of transaction') % MOST_SHIFT;
}
