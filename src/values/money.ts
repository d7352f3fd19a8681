import { type Currency, minorUnits } from './currencies.ts';

const PATTERN = /^(?:0|[1-9][0-9]*)(?:\.[0-9]+)?$/;
const MAX_DIGITS = 18;

/** Mistakes that people make, told before the general words; the first that fits is named. */
const MISTAKES: readonly (readonly [RegExp, string])[] = [
  [/^$/, 'must not be empty: write'],
  [/,/, 'must have a point and no commas: write'],
  [/^[+-]/, 'must have no sign: write'],
  [/^0[0-9]/, 'must have no leading zeros: write'],
];

function example(currency: Currency | undefined): string {
  const units = currency === undefined ? 2 : minorUnits(currency);
  return units === 0 ? '100' : `100.5${'0'.repeat(units - 1)}`;
}

/**
 * What is wrong with the text of a payment's amount, and how to write it: words to follow the field's name.
 * Undefined when the amount is right. Without a currency only what holds in every currency is checked.
 * @see D4-amount-products, D4-amount
 */
export function explainAmount(text: unknown, currency: Currency | undefined): string | undefined {
  const right = example(currency);
  if (typeof text !== 'string') return `must be a string: write "${right}" with the quotes`;
  if (!PATTERN.test(text)) {
    const mistake = MISTAKES.find(([pattern]) => pattern.test(text))?.[1];
    return `${mistake ?? 'must be plain digits: write'} ${right}`;
  }
  const point = text.indexOf('.');
  const fractionDigits = point < 0 ? 0 : text.length - point - 1;
  if (currency !== undefined && fractionDigits !== minorUnits(currency)) {
    return `must have ${minorUnits(currency) || 'no'} decimals in ${currency}: write ${right}`;
  }
  const digits = point < 0 ? text.length : text.length - 1;
  if (digits > MAX_DIGITS) return `has ${digits} digits, but at most ${MAX_DIGITS} are allowed`;
  return /[1-9]/.test(text) ? undefined : 'must be above zero';
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
