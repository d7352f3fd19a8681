/** Separators in written account, customer and card numbers. */
const BETWEEN = /[\s.]+/gu;

/** Removes separators for comparison: 9990.10.67291 is 99901067291, no28 9990 1067 291 is NO2899901067291. */
export function removeSpaces(written: string): string {
  return written.replaceAll(BETWEEN, '').toUpperCase();
}

/** Removes separators from a number or IBAN. Returns any other text unchanged. */
export function normalizeNumber(written: string): string;
export function normalizeNumber(written: string | undefined): string | undefined;
export function normalizeNumber(written: string | undefined): string | undefined {
  const plain = removeSpaces(written ?? '');
  return /^([A-Z]{2})?\d+$/.test(plain) ? plain : written;
}

/**
 * Formats an IBAN without blanks and points, in capitals: also one with letters after its check digits, as in GB and
 * NL.
 */
export function normalizeIban(written: string | undefined): string | undefined {
  const plain = removeSpaces(written ?? '');
  return /^[A-Z]{2}\d{2}[A-Z0-9]+$/.test(plain) ? plain : written;
}
