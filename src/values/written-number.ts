/** What people write within the number of an account, a customer or a card. */
const BETWEEN = /[\s.]+/gu;

/** For comparison: 9990.10.67291 is 99901067291, no28 9990 1067 291 is NO2899901067291. */
export function unspaced(written: string): string {
  return written.replaceAll(BETWEEN, '').toUpperCase();
}

/** A number or IBAN without what people write between its digits. What is neither stays as it is. */
export function plainNumber(written: string): string;
export function plainNumber(written: string | undefined): string | undefined;
export function plainNumber(written: string | undefined): string | undefined {
  const plain = unspaced(written ?? '');
  return /^([A-Z]{2})?\d+$/.test(plain) ? plain : written;
}

/** An IBAN without blanks and points, in capitals: also one with letters after its check digits, as of GB and NL. */
export function plainIban(written: string | undefined): string | undefined {
  const plain = unspaced(written ?? '');
  return /^[A-Z]{2}\d{2}[A-Z0-9]+$/.test(plain) ? plain : written;
}
