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
  instant: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:Z|[+-]\d\d:\d\d)/g,
  date: /(?<!\d)\d{4}-\d\d-\d\d(?!\d)/g,
} as const;
