/**
 * What differs each time in what the program prints. The documents' examples only leave it out; transcripts name
 * it. The names are what a reader sees in its place.
 */
export const VARYING = {
  uuid: /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g,
  /** An id of the bank, or a secret of a link. */
  id: /(?<![\w-])[\w-]{22}(?![\w-])/g,
  /** The end of an example's message. */
  nonce: /(?<=psd2 example )[0-9a-f]{8}/g,
  milliseconds: /(?<="durationMs": )[\d.]+/g,
  instant: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{3})?(?:Z|[+-]\d\d:\d\d)/g,
  minute: /\d{4}-\d\d-\d\d \d\d:\d\d(?::\d\d)?(?!\d)/g,
  date: /(?<!\d)\d{4}-\d\d-\d\d(?!\d)/g,
  /** Its blanks may be marked. */
  httpDate: /(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun),[ ·]\d\d[ ·][A-Z][a-z]{2}[ ·]\d{4}[ ·]\d\d:\d\d:\d\d[ ·]GMT/g,
  /** How far Date is from the clock. */
  skew: /(?:\d+ seconds? behind|the second of) the clock/g,
  /** Serial number of a certificate made here. */
  serial: /(?<![0-9A-F])[0-9A-F]{32}(?![0-9A-F])/g,
  /** Authorisation number of the TPP, which is random for each home. */
  number: /(?<=eIDAS CA |TPP seal |FSA-)3\d{8}/g,
  /** A hash, a signature, a certificate. */
  base64: /[A-Za-z0-9+/]{43,}={0,2}/g,
} as const;
