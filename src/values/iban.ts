import { isElevenDigits } from './bban.ts';

const FORM = /^[A-Z]{2}[0-9]{2}[A-Z0-9]+$/;
const MAX_LENGTH = 34;
const NORWEGIAN_LENGTH = 15;

/** The remainder of ISO 7064 mod 97; a letter counts as two digits, A is 10. */
function mod97(text: string): number {
  let remainder = 0;
  for (const character of text) {
    const value = Number.parseInt(character, 36);
    remainder = (remainder * (value < 10 ? 10 : 100) + value) % 97;
  }
  return remainder;
}

function checkDigits(country: string, bban: string): string {
  return String(98 - mod97(`${bban}${country}00`)).padStart(2, '0');
}

/**
 * The IBAN of a Norwegian bban; the bban's own check digit is not looked at (see `checkBban`).
 * @throws RangeError unless given 11 digits.
 */
export function ibanOfBban(bban: string): string {
  if (!isElevenDigits(bban)) throw new RangeError('a Norwegian bban has 11 digits');
  return `NO${checkDigits('NO', bban)}${bban}`;
}

/** The 11 digits inside a Norwegian IBAN, or undefined when it is no right one. */
export function bbanOfIban(iban: string): string | undefined {
  return iban.startsWith('NO') && checkIban(iban) === undefined ? iban.slice(4) : undefined;
}

/**
 * What is wrong with an IBAN of any country, in electronic form (no spaces): words to follow the field's name,
 * undefined when it is right. The check digits are made again and compared, since the remainder alone also
 * takes 00, 01 and 99. Of a Norwegian one the length is checked, of others only the longest.
 * @see decisions.md §4 Accounts
 */
export function checkIban(text: string): string | undefined {
  if (!FORM.test(text)) return 'must be a country code, two check digits, then upper-case letters and digits';
  if (text.length > MAX_LENGTH) return `has ${text.length} characters, at most ${MAX_LENGTH} are allowed`;
  const country = text.slice(0, 2);
  const bban = text.slice(4);
  if (country === 'NO' && !isElevenDigits(bban)) return `must be NO and ${NORWEGIAN_LENGTH - 2} digits`;
  if (text.slice(2, 4) !== checkDigits(country, bban)) {
    return 'has check digits that do not fit the rest: look for a wrong or swapped character';
  }
  return undefined;
}
