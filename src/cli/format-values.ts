import { getMinorUnits, isCurrency } from '../values/currencies.ts';
import { parseInstant } from '../values/instant.ts';
import { formatOsloMinute } from '../values/oslo.ts';

/** Money as answers carry it: a number before amount-as-string was the default (D3-accept-fix-default). */
export interface Money {
  readonly amount: string | number;
  readonly currency: string;
}

/** `250 000.00 NOK` where a person reads it, `250000.00 NOK` where a program does. @see C-shown-amounts */
export function formatAmount(money: Money, isGrouped: boolean): string {
  const digits = formatDigits(money);
  return `${isGrouped ? groupDigits(digits) : digits} ${money.currency}`;
}

/** `+250 000.00 NOK`: people see which way it goes. @see C-shown-amounts */
export function formatChange(money: Money): string {
  const text = formatAmount(money, true);
  return Number(money.amount) > 0 ? `+${text}` : text;
}

/** The digits alone. */
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

/** `2026-11-21 09:30` in Oslo of a date-time with offset; a date, and what is neither, stays as it came. */
export function formatDate(date: string): string {
  const instant = parseInstant(date);
  return instant === undefined ? date : formatOsloMinute(instant);
}

/** A sentence of ours with its date-times as people read them. */
export function withDates(sentence: string): string {
  return sentence.replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)/g, formatDate);
}
