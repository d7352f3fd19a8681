import { isCurrency } from '../values/currencies.ts';
import { readWrittenAmount, type WrittenAmount } from '../values/money.ts';
import { plainIban, plainNumber } from '../values/written-number.ts';
import type { PaymentFields } from './payment-fields.ts';

export type Readings = Extract<WrittenAmount, { readonly readings: unknown }>['readings'];

export interface WrittenFields {
  readonly fields: PaymentFields;
  /** Of an amount that can be read in two ways; it stays in `fields` as it was. */
  readonly readings?: Readings;
}

/**
 * Reads amount and account numbers as people write them: decimal comma, blanks and points within.
 * @param currency of the amount
 * @see C-written-amounts
 */
export function readWrittenFields(fields: PaymentFields, currency: unknown): WrittenFields {
  const { amount, toBban, toIban, fromBban, fromIban } = fields;
  const accounts = Object.fromEntries(
    Object.entries({
      toBban: plainNumber(toBban),
      toIban: plainIban(toIban),
      fromBban: plainNumber(fromBban),
      fromIban: plainIban(fromIban),
    }).filter(([, plain]) => plain !== undefined),
  );
  const plain = { ...fields, ...accounts };
  if (amount === undefined) return { fields: plain };
  const known = typeof currency === 'string' && isCurrency(currency) ? currency : undefined;
  const written = readWrittenAmount(amount, known);
  return 'readings' in written
    ? { fields: plain, readings: written.readings }
    : { fields: { ...plain, amount: written.amount } };
}

export function ambiguous(amount: string, [decimals, thousands]: Readings): string {
  return `${amount} can be read as ${decimals} or as ${thousands}: write one of them`;
}

/**
 * Texts as people mean them: what macOS names files with, and what is pasted from a PDF, has letters and their accents
 * apart, and the bank takes them as one.
 * @see C-composed
 */
export function composed<Value>(value: Value): Value {
  if (typeof value === 'string') return value.normalize('NFC') as Value;
  if (Array.isArray(value)) return value.map(composed) as Value;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, composed(member)])) as Value;
}
