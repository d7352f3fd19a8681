import { bbanCheckDigit } from '../../values/bban.ts';
import { seededNumber } from './ids.ts';
import type { NaturalKey } from './natural-key.ts';
import { BANK_CODE } from './world.ts';

/** After so many numbers that are taken there is hardly one left. */
const MOST_ATTEMPTS = 1000;

/**
 * The bbans of the bank for an account that brings none, in the order in which they are tried.
 * @param use how often the key was used, this time included
 */
export function* drawnBbans(seed: string, { key }: NaturalKey, use: number): Generator<string, void> {
  for (let attempt = 1; attempt <= MOST_ATTEMPTS; attempt += 1) {
    const serial = seededNumber(seed, `made bban ${use} ${attempt}`, key, 1_000_000);
    const firstTen = `${BANK_CODE}${String(serial).padStart(6, '0')}`;
    const checkDigit = bbanCheckDigit(firstTen);
    if (checkDigit !== undefined) yield firstTen + checkDigit;
  }
}
