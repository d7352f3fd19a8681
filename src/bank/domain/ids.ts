import { addDays, countDaysBetween } from '../../values/oslo.ts';

/**
 * The characters of ids. All ids and numbers of the world derive from its seed: the same seed and names give the same
 * id on every machine. They are NOT secrets, because the seed reveals them; tokens and link secrets are random
 * (S8-secrets).
 * @see D1-ids
 */
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const ID_LENGTH = 22;
/**
 * The number of characters per 32-bit word: 2^32 is 290 times 62^4, so the bias of a character is below half a percent.
 */
const CHARACTERS_PER_WORD = 4;
/** The separator of two parts; no UTF-16 unit has this value, so ('ab', 'c') differs from ('a', 'bc'). */
const SEPARATOR = 0x10000;
/** The number of rounds after the last part, so that each of its bits affects all 128 bits of the state. */
const CLOSING_ROUNDS = 8;

/** Four 32-bit words. */
type State = [number, number, number, number];

function rotate(word: number, bits: number): number {
  return (word << bits) | (word >>> (32 - bits));
}

/**
 * Mixes an input into the state. The round is invertible for each input, so two different states never become equal.
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

/** Hashes parts into the state that `drawWord` draws from. */
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
 * Derives an opaque id: 22 characters of A–Z a–z 0–9, about 128 bits.
 * @param n distinguishes the ids of one kind; 7 and '7' are the same
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
/** The distance of two starts. It leaves more than 10^14 numbers after each start, below 62^8. */
const START_STEP = 4096;

/**
 * Derives an id of the form of `deriveId` that encodes its sequence in the first 8 characters, offset by a start from
 * the seed. `parseSequence` recovers the sequence of the row, so the id needs no index.
 * @param sequence of the world, below 10^14
 * @see S8-world-from-seed
 */
export function deriveOrderedId(seed: string, kind: string, sequence: bigint): string {
  const beginning = formatOrderedNumber(deriveStart(seed, kind) + Number(sequence), ORDERED_LENGTH);
  return beginning + deriveId(seed, kind, String(sequence)).slice(ORDERED_LENGTH);
}

/** Formats a number with a fixed length; the texts sort in the order of their numbers. */
export function formatOrderedNumber(number: number, length: number): string {
  let rest = number;
  let text = '';
  for (let place = 0; place < length; place += 1) {
    text = ORDERED_ALPHABET.charAt(rest % ORDERED_ALPHABET.length) + text;
    rest = Math.floor(rest / ORDERED_ALPHABET.length);
  }
  return text;
}

/** Parses a text of `formatOrderedNumber`. */
export function parseOrderedNumber(text: string): number {
  let number = 0;
  for (const character of text) {
    number = number * ORDERED_ALPHABET.length + ORDERED_ALPHABET.indexOf(character);
  }
  return number;
}

/**
 * Parses the sequence from an id of `deriveOrderedId`.
 * @returns undefined if the id isn't of this seed and kind
 */
export function parseSequence(seed: string, kind: string, id: string): bigint | undefined {
  const sequence = parseOrderedNumber(id.slice(0, ORDERED_LENGTH)) - deriveStart(seed, kind);
  return sequence >= 0 && deriveOrderedId(seed, kind, BigInt(sequence)) === id ? BigInt(sequence) : undefined;
}

/** The last start of each kind, which the ids of one world share. */
const starts = new Map<string, { readonly seed: string; readonly start: number }>();

/** Derives the first number of a kind, which obscures the sequence in an id. */
function deriveStart(seed: string, kind: string): number {
  const known = starts.get(kind);
  if (known?.seed === seed) return known.start;
  const start = deriveNumber(seed, 'start', kind, 2 ** 32) * START_STEP;
  starts.set(kind, { seed, start });
  return start;
}

/** The separator of seed and owner in the seed of an owner's world. */
const OWNER = '#';

/**
 * Returns the seed of one TPP's own world: its ids are unique; its numbers, names and amounts are the same in every
 * world.
 * @see S11-worlds
 */
export function seedOfOwner(seed: string, owner: string): string {
  return `${seed}${OWNER}${owner}`;
}

/** Returns the seed for numbers and amounts of the initial data: the seed without its owner. */
export function deriveNumbersSeed(seed: string): string {
  const end = seed.indexOf(OWNER);
  return end < 0 ? seed : seed.slice(0, end);
}

/** Derives a lower-case UUID in the form of version 4 (RFC 4122) with 122 bits from the seed. @see D6-psu-id */
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

/** Derives an integer from 0 to below `limit`, which is at most 2^32. @see S8-numbers-from-seed */
export function deriveNumber(seed: string, kind: string, n: number | string, limit: number): number {
  return drawWord(hashParts(seed, 'number', kind, String(n))) % limit;
}

/**
 * The key of a sandbox resource from its own data. The id derives from the key and the number of its uses, so a
 * resource that is deleted and created again gets a new id, independent of the order of creation.
 * @see D8-natural-key
 */
export interface NaturalKey {
  /** `made account`: an account whose bban the bank generates. */
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

/**
 * Builds a natural key.
 * @param parts joined so that no two different lists give the same key
 */
export function buildNaturalKey(kind: NaturalKey['kind'], ...parts: readonly string[]): NaturalKey {
  const [only, ...more] = parts;
  return { kind, key: only !== undefined && more.length === 0 ? only : JSON.stringify(parts) };
}

/**
 * Derives an id from a natural key.
 * @param use the number of uses of the key, including this one
 */
export function deriveIdOfUse(seed: string, { kind, key }: NaturalKey, use: number): string {
  return deriveId(seed, use === 1 ? kind : `${kind} ${use}`, key);
}

/** Returns the key of the related account, by which a payment identifies a card account. @see I-related-account */
export function buildRelatedKey({ key }: NaturalKey): NaturalKey {
  return { kind: 'related account', key };
}

/**
 * Derives the id of a payment's transaction on one side. It depends on the payment alone, so it is known before the
 * booking and never changes. `parseSequence` recovers the payment.
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
/** The limit of the date offset: with it all dates stay below 62^4. */
const MOST_SHIFT = 10_000_000;

/**
 * Derives the common beginning of the ids of equal manual transactions: the booking date, then a hash of the other
 * members. The list index is ordered by date, so it finds an id too, and entries of successive days are stored next to
 * each other.
 * @param digest of the members that equal transactions share
 * @see D8-natural-key
 */
export function deriveTransactionStem(seed: string, bookingDate: string, digest: string): string {
  const days = deriveShift(seed) + countDaysBetween(FIRST_DATE, bookingDate);
  return formatOrderedNumber(days, DATE_LENGTH) + deriveId(seed, KIND, digest).slice(0, KEY_LENGTH);
}

/**
 * Derives the id of one of several equal transactions, numbered from 1. Their ids sort in the order of creation, so the
 * last one gives the next ordinal.
 */
export function deriveTransactionId(seed: string, stem: string, ordinal: number): string {
  return stem + formatOrderedNumber(deriveStart(seed, KIND) + ordinal, ORDERED_LENGTH);
}

/** Parses the ordinal of a manual transaction among equal ones from its id. */
export function parseOrdinal(seed: string, id: string): number {
  return parseOrderedNumber(id.slice(STEM_LENGTH)) - deriveStart(seed, KIND);
}

/**
 * Parses the booking date from an id.
 * @returns undefined if the id contains no date
 */
export function parseBookingDate(seed: string, id: string): string | undefined {
  const days = parseOrderedNumber(id.slice(0, DATE_LENGTH)) - deriveShift(seed);
  return days >= 0 && days <= DAYS ? addDays(FIRST_DATE, days) : undefined;
}

function deriveShift(seed: string): number {
  return deriveStart(seed, 'date of transaction') % MOST_SHIFT;
}
