/** Separators that people write in numbers of accounts, customers and cards. */
const BETWEEN = /[\s.]+/gu;

/** For comparison: 9990.10.67291 is 99901067291, no28 9990 1067 291 is NO2899901067291. */
export function removeSpaces(written: string): string {
  return written.replaceAll(BETWEEN, '').toUpperCase();
}

/** A number or IBAN without what people write between its digits. What is neither stays as it is. */
export function normalizeNumber(written: string): string;
export function normalizeNumber(written: string | undefined): string | undefined;
export function normalizeNumber(written: string | undefined): string | undefined {
  const plain = removeSpaces(written ?? '');
  return /^([A-Z]{2})?\d+$/.test(plain) ? plain : written;
}

/** An IBAN without blanks and points, in capitals: also one with letters after its check digits, as of GB and NL. */
export function normalizeIban(written: string | undefined): string | undefined {
  const plain = removeSpaces(written ?? '');
  return /^[A-Z]{2}\d{2}[A-Z0-9]+$/.test(plain) ? plain : written;
}
