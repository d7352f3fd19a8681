import { type Currency, minorUnits } from './currencies.ts';
import { correctionsOf } from './written-amount.ts';

const PATTERN = /^(?:0|[1-9][0-9]*)(?:\.[0-9]+)?$/;
const MAX_DIGITS = 18;

/** Mistakes that people make, told before the general words; the first that fits is named. */
const MISTAKES: readonly (readonly [RegExp, string])[] = [
  [/^$/, 'must not be empty'],
  [/,/, 'must have a point and no commas'],
  [/^[+-]/, 'must have no sign'],
  [/^0[0-9]/, 'must have no leading zeros'],
];

/** Ends words about a refused amount with its correction, where it has one. */
function corrected(words: string, corrections: readonly string[]): string {
  return corrections.length === 0 ? words : `${words}: write ${corrections.join(' or ')}`;
}

/**
 * What is wrong with the text of a payment's amount, and how to write it: words to follow the field's name.
 * Undefined when the amount is right. Without a currency only what holds in every currency is checked.
 * @see D4-amount-products, D4-amount, D4-amount-correction
 */
export function explainAmount(text: unknown, currency: Currency | undefined): string | undefined {
  if (typeof text !== 'string') return explainNoString(text, currency);
  if (!PATTERN.test(text)) {
    const mistake = MISTAKES.find(([pattern]) => pattern.test(text))?.[1];
    return corrected(mistake ?? 'must be plain digits', correctionsOf(text, currency));
  }
  const point = text.indexOf('.');
  const fractionDigits = point < 0 ? 0 : text.length - point - 1;
  if (currency !== undefined && fractionDigits !== minorUnits(currency)) {
    const words = `must have ${minorUnits(currency) || 'no'} decimals in ${currency}`;
    return corrected(words, correctionsOf(text, currency));
  }
  const digits = point < 0 ? text.length : text.length - 1;
  if (digits > MAX_DIGITS) return `has ${digits} digits, but at most ${MAX_DIGITS} are allowed`;
  return /[1-9]/.test(text) ? undefined : 'must be above zero';
}

function explainNoString(value: unknown, currency: Currency | undefined): string {
  const corrections = typeof value === 'number' ? correctionsOf(String(value), currency) : [];
  const quoted = corrections.map((one) => `"${one}" with the quotes`);
  return corrected('must be a string', quoted);
}

/**
 * Reads a payment's amount: a string with exactly the currency's fraction digits, at most 18 digits, above zero.
 * @returns minor units, or undefined when any rule is broken (`explainAmount` says which).
 * @see D4-amount, D4-amount-products
 */
export function parseAmount(text: unknown, currency: Currency): bigint | undefined {
  if (typeof text !== 'string' || explainAmount(text, currency) !== undefined) return undefined;
  return BigInt(text.replace('.', ''));
}

/** Writes minor units as the interface writes amounts: `10050n` NOK is `100.50`; zero and below too. */
export function formatAmount(amountMinor: bigint, currency: Currency): string {
  const units = minorUnits(currency);
  const sign = amountMinor < 0n ? '-' : '';
  const digits = String(amountMinor < 0n ? -amountMinor : amountMinor).padStart(units + 1, '0');
  if (units === 0) return sign + digits;
  return `${sign}${digits.slice(0, -units)}.${digits.slice(-units)}`;
}

/**
 * Reads an amount of an answer, with its sign: a string, or a number before amount-as-string was the default.
 * @returns minor units, or undefined when it has other decimals than the currency
 * @see D3-accept-fix, D3-accept-fix-default
 */
export function readAmount(amount: string | number, currency: Currency): bigint | undefined {
  const units = minorUnits(currency);
  const text = typeof amount === 'number' ? amount.toFixed(units) : amount;
  const [, sign, whole = '', fraction = ''] = /^(-?)([0-9]+)(?:\.([0-9]+))?$/.exec(text) ?? [];
  if (sign === undefined || fraction.length !== units) return undefined;
  return BigInt(`${sign}${whole}${fraction}`);
}
