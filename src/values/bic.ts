import { isCountry } from './countries.ts';

/** Party prefix, country, party suffix, branch (ISO 9362). */
const FORM = /^[A-Z0-9]{4}([A-Z]{2})[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/;

/**
 * Whether a text is a BIC: 8 or 11 upper-case characters with a listed country.
 * @see D4-bic
 */
export function isBic(text: string): boolean {
  return isCountry(FORM.exec(text)?.[1]);
}

/** The country of a BIC, or undefined for a text that is none. */
export function bicCountry(text: string): string | undefined {
  return isBic(text) ? text.slice(4, 6) : undefined;
}

/** A BIC of 8: branch XXX is the head office, which is what 8 characters mean. */
export function headOffice(bic: string): string {
  return bic.length === 11 && bic.endsWith('XXX') ? bic.slice(0, 8) : bic;
}
