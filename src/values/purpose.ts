const LISTED = [
  'INVS',
  'SALA',
  'IDCP',
  'CASH',
  'CORT',
  'INTC',
  'PENS',
  'SSBE',
  'SUPP',
  'TAXS',
  'TREA',
  'VATX',
  'LOAN',
  'OTHR',
] as const;

/** The subset of the ISO 20022 external purpose codes that the interface supports. */
export type PurposeCode = (typeof LISTED)[number];

/** @see I-purpose-code */
export const PURPOSE_CODES: readonly PurposeCode[] = Object.freeze(LISTED);

/** Whether a value is a purpose code of the interface; case counts. */
export function isPurposeCode(value: unknown): value is PurposeCode {
  return (PURPOSE_CODES as readonly unknown[]).includes(value);
}
