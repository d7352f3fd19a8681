import type { KeyObject } from 'node:crypto';
import type { Budget } from './budget.ts';
import { openSignature } from './rsa-block.ts';

/** The byte that a signature lacks, and its place from 0. */
export interface MissingByte {
  readonly value: number;
  readonly place: number;
}

/** What proves that a signature was made with a key. */
export interface SignatureProof {
  readonly publicKey: KeyObject;
  readonly budget: Budget;
}

/** An operation with the public key takes as long as hashing so many bytes for each of the key. */
const COST = 2;

/**
 * Finds the one byte without which a signature is too short: a NUL anywhere, or the last byte. With it the signature opens to
 * a padded hash, which no other byte does by chance.
 * @see G4-missing-bytes
 */
export function findMissingByte(
  bytes: Buffer,
  length: number,
  { publicKey, budget }: SignatureProof,
): MissingByte | undefined {
  if (bytes.length + 1 !== length || !budget.allows(length)) return undefined;
  for (const missing of candidates(length)) {
    if (budget.isSpentAfter(COST * length)) return undefined;
    const { value, place } = missing;
    const whole = Buffer.concat([bytes.subarray(0, place), Buffer.from([value]), bytes.subarray(place)]);
    if (openSignature(publicKey, whole).kind === 'digest') return missing;
  }
  return undefined;
}

function* candidates(length: number): Generator<MissingByte> {
  for (let place = 0; place < length; place += 1) yield { value: 0, place };
  for (let value = 1; value < 256; value += 1) yield { value, place: length - 1 };
}

/** Tells whether a signature lacks nothing but NUL bytes at its beginning, as a number does. @see G4-missing-bytes */
export function lacksLeadingZeros(bytes: Buffer, length: number, { publicKey }: SignatureProof): boolean {
  const whole = Buffer.concat([Buffer.alloc(length - bytes.length), bytes]);
  return openSignature(publicKey, whole).kind === 'digest';
}
