import { bbanCheckDigit } from '../../values/bban.ts';
import { seededNumber } from './ids.ts';
import type { NaturalKey } from './natural-key.ts';
import { BANK_CODE } from './world.ts';

/**
 * A bban of the bank for an account that brings none.
 * @param attempt goes on where the one before has an account, or no check digit
 * @returns undefined where no check digit fits the ten that were drawn
 */
export function madeBban(
  seed: string,
  { key }: NaturalKey,
  use: number,
  attempt: number,
): string | undefined {
  const serial = seededNumber(seed, `made bban ${use} ${attempt}`, key, 1_000_000);
  const firstTen = `${BANK_CODE}${String(serial).padStart(6, '0')}`;
  const checkDigit = bbanCheckDigit(firstTen);
  return checkDigit === undefined ? undefined : firstTen + checkDigit;
}
