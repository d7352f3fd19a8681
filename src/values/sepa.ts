import type { Country } from './countries.ts';

/**
 * Countries and territories of the SEPA schemes. IBANs of most territories begin with their country's code, BICs and addresses
 * with their own.
 */
const COUNTRIES: readonly Country[] = [
  ...([
    'AT',
    'BE',
    'BG',
    'CY',
    'CZ',
    'DE',
    'DK',
    'EE',
    'ES',
    'FI',
    'FR',
    'GR',
    'HR',
    'HU',
    'IE',
    'IS',
  ] as const),
  ...(['IT', 'LI', 'LT', 'LU', 'LV', 'MT', 'NL', 'NO', 'PL', 'PT', 'RO', 'SE', 'SI', 'SK'] as const),
  ...(['AD', 'AL', 'CH', 'GB', 'MC', 'MD', 'ME', 'MK', 'RS', 'SM', 'VA'] as const),
  ...(['AX', 'BL', 'GF', 'GP', 'MF', 'MQ', 'PM', 'RE', 'YT', 'GI', 'GG', 'IM', 'JE'] as const),
];

const KNOWN: ReadonlySet<string> = new Set(COUNTRIES);

/** Checks whether a country or territory takes part in SEPA. @see D4-service-level */
export function isSepaCountry(code: string): boolean {
  return KNOWN.has(code);
}
