import { countrySpecs } from 'ibantools';

/** How a country builds its IBANs. */
export interface IbanForm {
  /** Of the whole, country and check digits included. */
  readonly length: number;
  readonly bban: RegExp;
}

/** In the registry since the library last marked its countries; it has their structure. */
const JOINED_LATER = ['BI', 'DJ', 'FK', 'HN'];

/**
 * How IBANs of a country are built by the registry of ISO 13616; undefined for a country that has none. The library
 * also has structures that banks use without being registered.
 * @see D4-iban-country
 */
export function ibanFormOf(country: string): IbanForm | undefined {
  const spec = Object.hasOwn(countrySpecs, country) ? countrySpecs[country] : undefined;
  const { chars, bban_regexp: bban, IBANRegistry: isRegistered } = spec ?? {};
  if (!chars || !bban || !(isRegistered || JOINED_LATER.includes(country))) return undefined;
  return { length: chars, bban: new RegExp(bban) };
}
