import { isCountry } from './countries.ts';

/** Party prefix, country, party suffix, branch (ISO 9362). */
const FORM = /^[A-Z0-9]{4}([A-Z]{2})[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/;

/**
 * Whether a text is a BIC: 8 or 11 upper-case characters with a listed country.
 * @see decisions.md §4 Accounts
 */
export function isBic(text: string): boolean {
  return isCountry(FORM.exec(text)?.[1]);
}
