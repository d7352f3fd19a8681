import { countrySpecs } from 'ibantools';

const FORM = /^[A-Z]{2}[0-9]{2}[A-Z0-9]+$/;

/** Computes the remainder of ISO 7064 mod 97; a letter counts as two digits, A is 10. */
function computeMod97(text: string): number {
  let remainder = 0;
  for (const character of text) {
    const value = Number.parseInt(character, 36);
    remainder = (remainder * (value < 10 ? 10 : 100) + value) % 97;
  }
  return remainder;
}

function checkDigits(country: string, bban: string): string {
  return String(98 - computeMod97(`${bban}${country}00`)).padStart(2, '0');
}

/**
 * Converts a Norwegian bban to its IBAN; does not check the bban's own check digit (see `checkBban`).
 * @throws RangeError unless given 11 digits.
 */
export function convertToIban(bban: string): string {
  if (!isElevenDigits(bban)) throw new RangeError('a Norwegian bban has 11 digits');
  return `NO${checkDigits('NO', bban)}${bban}`;
}

/** Extracts the 11 digits of a Norwegian IBAN; undefined if the IBAN is invalid. */
export function extractBban(iban: string): string | undefined {
  return iban.startsWith('NO') && checkIban(iban) === undefined ? iban.slice(4) : undefined;
}

/**
 * Checks an IBAN without spaces: length and structure of its country, and check digits, which are computed and
 * compared, since the remainder alone also accepts 00, 01 and 99. Returns words to follow the field's name, or
 * undefined.
 * @see D4-iban, D4-iban-country
 */
export function checkIban(text: string): string | undefined {
  if (!FORM.test(text)) return 'must be a country code, two check digits, then upper-case letters and digits';
  const country = text.slice(0, 2);
  const bban = text.slice(4);
  const fault = checkForm(country, text.length, bban);
  if (fault !== undefined) return fault;
  if (text.slice(2, 4) !== checkDigits(country, bban)) {
    return 'has wrong check digits: look for a wrong or swapped character';
  }
  return undefined;
}

function checkForm(country: string, length: number, bban: string): string | undefined {
  const form = getIbanForm(country);
  if (form === undefined) return `begins with ${country}, which isn't a country with IBANs`;
  if (length !== form.length) return `has ${length} characters, but one from ${country} has ${form.length}`;
  return form.bban.test(bban)
    ? undefined
    : `doesn't have the format of ${country}: look for a letter instead of a digit, or a digit instead of a letter`;
}

/**
 * Checks a creditor's IBAN; a Norwegian one also by the rules of its bban. Accounts of the sandbox may have any eleven
 * digits.
 * @see D4-iban-norway
 */
export function checkCreditorIban(text: string): string | undefined {
  const fault = checkIban(text);
  const bban = fault === undefined ? extractBban(text) : undefined;
  const inside = bban === undefined ? undefined : checkBban(bban);
  return inside === undefined ? fault : `contains a bban that ${inside}`;
}

const ELEVEN_DIGITS = /^[0-9]{11}$/;
const WEIGHTS = [5, 4, 3, 2, 7, 6, 5, 4, 3, 2] as const;

/** Checks whether a text has the form of a Norwegian bban, which suffices for the sandbox's own accounts. */
export function isElevenDigits(text: string): boolean {
  return ELEVEN_DIGITS.test(text);
}

/**
 * Computes the check digit of the first ten digits of a Norwegian bban (mod 11).
 * @returns the eleventh digit, or undefined when no digit fits and the ten can begin no bban.
 * @throws RangeError unless given ten digits.
 * @see D4-bban
 */
export function computeBbanCheckDigit(firstTen: string): string | undefined {
  if (!/^[0-9]{10}$/.test(firstTen)) throw new RangeError('a bban begins with ten digits');
  const sum = WEIGHTS.reduce((total, weight, place) => total + weight * Number(firstTen[place]), 0);
  const digit = (11 - (sum % 11)) % 11;
  return digit === 10 ? undefined : String(digit);
}

/** Checks a Norwegian bban. Returns words to follow the field's name, or undefined. @see D4-bban */
export function checkBban(text: string): string | undefined {
  if (!isElevenDigits(text)) return 'must be 11 digits without spaces or dots';
  if (text.startsWith('0000')) return "must begin with a bank code, and 0000 isn't one";
  if (computeBbanCheckDigit(text.slice(0, 10)) !== text[10]) {
    return 'has a wrong check digit: look for a wrong or swapped digit';
  }
  return undefined;
}

/** The structure of a country's IBANs. */
export interface IbanForm {
  /** Total length, with country and check digits. */
  readonly length: number;
  readonly bban: RegExp;
}

/** Countries registered since the library last marked its countries; it has their structure. */
const JOINED_LATER = ['BI', 'DJ', 'FK', 'HN'];

/**
 * Returns the structure of a country's IBANs by the registry of ISO 13616; undefined if the country has none. The
 * library also has structures that banks use without registration.
 * @see D4-iban-country
 */
export function getIbanForm(country: string): IbanForm | undefined {
  const spec = Object.hasOwn(countrySpecs, country) ? countrySpecs[country] : undefined;
  const { chars, bban_regexp: bban, IBANRegistry: isRegistered } = spec ?? {};
  if (!chars || !bban || !(isRegistered || JOINED_LATER.includes(country))) return undefined;
  return { length: chars, bban: new RegExp(bban) };
}
