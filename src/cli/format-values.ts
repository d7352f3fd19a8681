import { getMinorUnits, isCurrency } from '../values/currencies.ts';
import { parseInstant } from '../values/instant.ts';
import { formatOsloMinute } from '../values/oslo.ts';

/** An amount in a bank's response; a number without the fix `amount-as-string` (D3-accept-fix-default). */
export interface Money {
  readonly amount: string | number;
  readonly currency: string;
}

/** Formats an amount: `250 000.00 NOK` grouped for people, `250000.00 NOK` for programs. @see C-shown-amounts */
export function formatAmount(money: Money, isGrouped: boolean): string {
  const digits = formatDigits(money);
  return `${isGrouped ? groupDigits(digits) : digits} ${money.currency}`;
}

/** Formats a signed amount: `+250 000.00 NOK`. @see C-shown-amounts */
export function formatChange(money: Money): string {
  const text = formatAmount(money, true);
  return Number(money.amount) > 0 ? `+${text}` : text;
}

/** Returns the digits without the currency. */
export function formatDigits({ amount, currency }: Money): string {
  return typeof amount === 'number' ? withDecimals(amount, currency) : amount;
}

function withDecimals(amount: number, currency: string): string {
  return isCurrency(currency) ? amount.toFixed(getMinorUnits(currency)) : String(amount);
}

/** Groups the digits of a plain number; other texts stay unchanged. */
export function groupDigits(digits: string): string {
  const [, sign, whole = '', fraction = ''] = /^(-?)(\d+)(\.\d+)?$/.exec(digits) ?? [];
  if (sign === undefined) return digits;
  return `${sign}${whole.replaceAll(/\B(?=(?:\d{3})+$)/g, ' ')}${fraction}`;
}

/** Formats a date-time with offset as `2026-11-21 09:30` in Oslo time; dates and other texts stay unchanged. */
export function formatDate(date: string): string {
  const instant = parseInstant(date);
  return instant === undefined ? date : formatOsloMinute(instant);
}

/** Formats a past time by its distance: `5 minutes ago`; after a week as its date. Both in milliseconds. */
export function formatAge(at: number, now: number): string {
  const seconds = (now - at) / 1000;
  if (seconds >= 7 * 86_400) return formatOsloMinute(at).slice(0, 'YYYY-MM-DD'.length);
  const [size, unit] = AGES.find(([size]) => seconds >= size) ?? [];
  if (size === undefined) return 'just now';
  const count = Math.floor(seconds / size);
  return `${count} ${unit}${count === 1 ? '' : 's'} ago`;
}

const AGES = [
  [86_400, 'day'],
  [3_600, 'hour'],
  [60, 'minute'],
] as const;

/** Formats the date-times within one of psd2's sentences for people. */
export function withDates(sentence: string): string {
  return sentence.replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)/g, formatDate);
}
