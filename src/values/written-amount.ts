import { type Currency, minorUnits } from './currencies.ts';

/** An amount as digits: `1 000,50` has whole `1000` and fraction `50`. */
interface Digits {
  readonly whole: string;
  readonly fraction: string;
}

/** Blanks and marks that people group thousands with, beside the point and the comma. */
const BLANKS = /[ \u00a0\u2009\u202f'’]/g;
const PLAIN = /^(\d+)(?:[.,](\d+))?$/;
/** One separator groups by three; the other one, or a blank's point or comma, begins the decimals. */
const GROUPED = [
  /^(\d{1,3}(?: \d{3})+)(?:[.,](\d+))?$/,
  /^(\d{1,3}(?:\.\d{3})+)(?:,(\d+))?$/,
  /^(\d{1,3}(?:,\d{3})+)(?:\.(\d+))?$/,
];
/** Nothing tells whether the three digits are thousands or decimals. */
const AMBIGUOUS = /^[1-9]\d{0,2}[.,]\d{3}$/;

/** Reads an amount in each way that it can be meant: no way, one, or for `1.000` two. */
function readDigits(text: string): readonly Digits[] {
  const blanked = text.trim().replaceAll(BLANKS, ' ');
  const plain = PLAIN.exec(blanked);
  const grouped = GROUPED.map((pattern) => pattern.exec(blanked)).find((match) => match !== null);
  const both = AMBIGUOUS.test(blanked) ? [plain, grouped] : [plain ?? grouped];
  return both.flatMap((match) => {
    if (!match) return [];
    const [, whole = '', fraction = ''] = match;
    return [{ whole: whole.replaceAll(/\D/g, '').replace(/^0+(?=\d)/, ''), fraction }];
  });
}

/** Undefined where it has decimals that the currency has not. */
function inCurrency({ whole, fraction }: Digits, currency: Currency): string | undefined {
  const units = minorUnits(currency);
  if (/[1-9]/.test(fraction.slice(units))) return undefined;
  return units === 0 ? whole : `${whole}.${fraction.slice(0, units).padEnd(units, '0')}`;
}

/**
 * Corrects an amount that was refused, as its currency has it: `100.5` NOK is `100.50`. Empty where no digits are to be
 * found; `1.000`, which is read in two ways, has a correction for each.
 * @see D4-amount-correction
 */
export function correctionsOf(text: string, currency: Currency | undefined): readonly string[] {
  const unsigned = text.trim().replace(/^[+-]/, '');
  const read = readDigits(unsigned.replace(/^(?=[.,])/, '0').replace(/[.,]-?$/, ''));
  const corrections = read.flatMap((digits) => {
    if (currency !== undefined) return inCurrency(digits, currency) ?? [];
    return [digits.fraction === '' ? digits.whole : `${digits.whole}.${digits.fraction}`];
  });
  return corrections.filter((one) => /[1-9]/.test(one));
}

/** The amount for a body, or the two readings of one that can be read in two ways. */
export type WrittenAmount =
  | { readonly amount: string }
  | { readonly readings: readonly [decimals: string, thousands: string] };

/**
 * Reads an amount as people write it on a command line or in a table: `100`, `100,50`, `1 000,50`, `1.000,50`. What has
 * some of its currency's decimals but not all gets the point alone, to be refused with its correction.
 * @param currency undefined where none is given: no decimals are added then
 * @see C-written-amounts
 */
export function readWrittenAmount(text: string, currency: Currency | undefined): WrittenAmount {
  const [first, second] = readDigits(text);
  if (first === undefined) return { amount: text };
  const write = (digits: Digits) => {
    const plain = digits.fraction === '' ? digits.whole : `${digits.whole}.${digits.fraction}`;
    return (currency && inCurrency(digits, currency)) ?? plain;
  };
  if (second !== undefined) return { readings: [write(first), write(second)] };
  const isWhole = first.fraction === '';
  const isComplete = currency === undefined || first.fraction.length === minorUnits(currency);
  // A leading zero is a slip of the hand: it is refused.
  const isSlip = /^\s*0\d/.test(text);
  if (isSlip) return { amount: text };
  return { amount: isWhole || isComplete ? write(first) : `${first.whole}.${first.fraction}` };
}
