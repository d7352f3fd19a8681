import { DAY_MS, HOUR_MS, MINUTE_MS } from '../core/units.ts';
import { getMinorUnits, isCurrency } from '../values/currencies.ts';
import { parseInstant } from '../values/instant.ts';
import { formatOsloDate, formatOsloMinute } from '../values/oslo.ts';

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

/** The units of ages, the largest first, in milliseconds. */
const AGES = [
  ['d', DAY_MS],
  ['h', HOUR_MS],
  ['m', MINUTE_MS],
] as const;
const LONGEST_AGE_MS = 100 * DAY_MS;

/**
 * Formats an instant by its distance from now, `3h ago` or `in 3h`, rounded down; a distant one as its date. Both in
 * milliseconds.
 * @see C-shown-ages
 */
export function formatAge(at: number, now: number): string {
  const distance = Math.abs(now - at);
  if (distance >= LONGEST_AGE_MS) return formatOsloDate(at);
  const [unit, length] = AGES.find(([, length]) => distance >= length) ?? [];
  if (unit === undefined) return 'just now';
  const text = `${Math.floor(distance / length)}${unit}`;
  return at > now ? `in ${text}` : `${text} ago`;
}

/** Groups the IBANs within a text: `NO93 8601 1117 947`. @see C-shown-ibans */
export function groupIbans(text: string): string {
  return text.replaceAll(/\b[A-Z]{2}\d{2}[A-Z\d]{11,30}\b/g, (iban) => iban.replaceAll(/.{4}(?=.)/g, '$& '));
}

/** Formats the date-times within one of psd2's sentences for people. */
export function withDates(sentence: string): string {
  return sentence.replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)/g, formatDate);
}
