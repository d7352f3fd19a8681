import { type Currency, getMinorUnits } from './currencies.ts';

const PATTERN = /^(?:0|[1-9][0-9]*)(?:\.[0-9]+)?$/;
const MAX_DIGITS = 18;

/** Common mistakes, reported instead of the general text; the first match is reported. */
const MISTAKES: readonly (readonly [RegExp, string])[] = [
  [/^$/, 'must not be empty'],
  [/,/, 'must use a point, no comma'],
  [/^[+-]/, 'must have no sign'],
  [/^0[0-9]/, 'must have no leading zeros'],
];

/** Appends the correction of a rejected amount, if it has one. */
function addCorrection(words: string, corrections: readonly string[]): string {
  return corrections.length === 0 ? words : `${words}: write ${corrections.join(' or ')}`;
}

/**
 * Explains the fault of an amount and its correction, worded to follow the field's name; undefined if the amount is
 * valid. Without a currency, checks only the rules of every currency.
 * @see D4-amount-products, D4-amount, D4-amount-correction
 */
export function explainAmount(text: unknown, currency: Currency | undefined): string | undefined {
  if (typeof text !== 'string') return explainNoString(text, currency);
  if (!PATTERN.test(text)) {
    const mistake = MISTAKES.find(([pattern]) => pattern.test(text))?.[1];
    return addCorrection(mistake ?? 'must be plain digits', listCorrections(text, currency));
  }
  const point = text.indexOf('.');
  const fractionDigits = point < 0 ? 0 : text.length - point - 1;
  if (currency !== undefined && fractionDigits !== getMinorUnits(currency)) {
    const words = `must have ${getMinorUnits(currency) || 'no'} decimals in ${currency}`;
    return addCorrection(words, listCorrections(text, currency));
  }
  const digits = point < 0 ? text.length : text.length - 1;
  if (digits > MAX_DIGITS) return `has ${digits} digits, but at most ${MAX_DIGITS} are allowed`;
  return /[1-9]/.test(text) ? undefined : 'must be above zero';
}

function explainNoString(value: unknown, currency: Currency | undefined): string {
  const corrections = typeof value === 'number' ? listCorrections(String(value), currency) : [];
  const quoted = corrections.map((one) => `"${one}" with the quotes`);
  return addCorrection('must be a string', quoted);
}

/**
 * Parses a payment's amount: a string with exactly the currency's fraction digits, at most 18 digits, above zero.
 * @returns minor units, or undefined when any rule is broken (`explainAmount` describes it).
 * @see D4-amount, D4-amount-products
 */
export function parseAmount(text: unknown, currency: Currency): bigint | undefined {
  if (typeof text !== 'string' || explainAmount(text, currency) !== undefined) return undefined;
  return BigInt(text.replace('.', ''));
}

/** Formats minor units as the interface does: `10050n` NOK is `100.50`; zero and negative amounts too. */
export function formatAmount(amountMinor: bigint, currency: Currency): string {
  const units = getMinorUnits(currency);
  const sign = amountMinor < 0n ? '-' : '';
  const digits = String(amountMinor < 0n ? -amountMinor : amountMinor).padStart(units + 1, '0');
  if (units === 0) return sign + digits;
  return `${sign}${digits.slice(0, -units)}.${digits.slice(-units)}`;
}

/**
 * Parses an amount of a response, with its sign: a string, or a number before amount-as-string was the default.
 * @returns minor units, or undefined when it has other decimals than the currency
 * @see D3-accept-fix, D3-accept-fix-default
 */
export function readAmount(amount: string | number, currency: Currency): bigint | undefined {
  const units = getMinorUnits(currency);
  const text = typeof amount === 'number' ? amount.toFixed(units) : amount;
  const [, sign, whole = '', fraction = ''] = /^(-?)([0-9]+)(?:\.([0-9]+))?$/.exec(text) ?? [];
  if (sign === undefined || fraction.length !== units) return undefined;
  return BigInt(`${sign}${whole}${fraction}`);
}

/** An amount as digits: `1 000,50` has whole `1000` and fraction `50`. */
interface Digits {
  readonly whole: string;
  readonly fraction: string;
}

/** Blanks and marks that group thousands, besides the point and the comma. */
const BLANKS = /[ \u00a0\u2009\u202f'’]/g;
const PLAIN = /^(\d+)(?:[.,](\d+))?$/;
/** One separator groups by three; the other one, or a point or comma after blanks, begins the decimals. */
const GROUPED = [
  /^(\d{1,3}(?: \d{3})+)(?:[.,](\d+))?$/,
  /^(\d{1,3}(?:\.\d{3})+)(?:,(\d+))?$/,
  /^(\d{1,3}(?:,\d{3})+)(?:\.(\d+))?$/,
];
/** The three digits may be thousands or decimals. */
const AMBIGUOUS = /^[1-9]\d{0,2}[.,]\d{3}$/;

/** Parses an amount in each possible reading: none, one, or two for `1.000`. */
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

/** Formats an amount in a currency; undefined if it has more decimals than the currency. */
function formatInCurrency({ whole, fraction }: Digits, currency: Currency): string | undefined {
  const units = getMinorUnits(currency);
  if (/[1-9]/.test(fraction.slice(units))) return undefined;
  return units === 0 ? whole : `${whole}.${fraction.slice(0, units).padEnd(units, '0')}`;
}

/**
 * Lists corrections of a rejected amount in its currency: `100.5` NOK is `100.50`. Empty without digits; `1.000`, which
 * has two readings, has a correction for each.
 * @see D4-amount-correction
 */
export function listCorrections(text: string, currency: Currency | undefined): readonly string[] {
  const unsigned = text.trim().replace(/^[+-]/, '');
  const read = readDigits(unsigned.replace(/^(?=[.,])/, '0').replace(/[.,]-?$/, ''));
  const corrections = read.flatMap((digits) => {
    if (currency !== undefined) return formatInCurrency(digits, currency) ?? [];
    return [digits.fraction === '' ? digits.whole : `${digits.whole}.${digits.fraction}`];
  });
  return corrections.filter((one) => /[1-9]/.test(one));
}

/** The amount for a body, or both readings of an ambiguous one. */
export type WrittenAmount =
  | { readonly amount: string }
  | { readonly readings: readonly [decimals: string, thousands: string] };

/**
 * Parses an amount from a command line or a table: `100`, `100,50`, `1 000,50`, `1.000,50`. An amount with some but not
 * all of its currency's decimals only gets the point, so that validation rejects it with a correction.
 * @param currency undefined if none is given: no decimals are added then
 * @see C-written-amounts
 */
export function readWrittenAmount(text: string, currency: Currency | undefined): WrittenAmount {
  const [first, second] = readDigits(text);
  if (first === undefined) return { amount: text };
  const write = (digits: Digits) => {
    const plain = digits.fraction === '' ? digits.whole : `${digits.whole}.${digits.fraction}`;
    return (currency && formatInCurrency(digits, currency)) ?? plain;
  };
  if (second !== undefined) return { readings: [write(first), write(second)] };
  const isWhole = first.fraction === '';
  const isComplete = currency === undefined || first.fraction.length === getMinorUnits(currency);
  // A leading zero is probably a typing error: validation rejects it.
  const isSlip = /^\s*0\d/.test(text);
  if (isSlip) return { amount: text };
  return { amount: isWhole || isComplete ? write(first) : `${first.whole}.${first.fraction}` };
}

/** Converts whole units of the sandbox's amounts to the bank's minor units. @see D8-whole-units */
export function convertWholeToMinor(whole: number, currency: Currency): bigint {
  return BigInt(whole) * getUnitMinor(currency);
}

/** Rounds an amount down to whole units, towards minus infinity. */
export function floorToWhole(amountMinor: bigint, currency: Currency): bigint {
  const unit = getUnitMinor(currency);
  return amountMinor / unit - (amountMinor % unit < 0n ? 1n : 0n);
}

/** Returns the minor units of one whole unit. */
export function getUnitMinor(currency: Currency): bigint {
  return 10n ** BigInt(getMinorUnits(currency));
}
