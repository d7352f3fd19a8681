import { isCurrency, minorUnits } from '../values/currencies.ts';
import { parseInstant } from '../values/instant.ts';
import { osloMinute } from '../values/oslo.ts';

/** Money as answers carry it: a number before amount-as-string was the default (D3-accept-fix-default). */
export interface Money {
  readonly amount: string | number;
  readonly currency: string;
}

/** `250 000.00 NOK` where a person reads it, `250000.00 NOK` where a program does. @see C-shown-amounts */
export function amountText(money: Money, isGrouped: boolean): string {
  const digits = digitsOf(money);
  return `${isGrouped ? grouped(digits) : digits} ${money.currency}`;
}

/** `+250 000.00 NOK`: people see which way it goes. @see C-shown-amounts */
export function changeText(money: Money): string {
  const text = amountText(money, true);
  return Number(money.amount) > 0 ? `+${text}` : text;
}

/** The digits alone. */
export function digitsOf({ amount, currency }: Money): string {
  return typeof amount === 'number' ? withDecimals(amount, currency) : amount;
}

function withDecimals(amount: number, currency: string): string {
  return isCurrency(currency) ? amount.toFixed(minorUnits(currency)) : String(amount);
}

/** What is no plain number stays as it came. */
export function grouped(digits: string): string {
  const [, sign, whole = '', fraction = ''] = /^(-?)(\d+)(\.\d+)?$/.exec(digits) ?? [];
  if (sign === undefined) return digits;
  return `${sign}${whole.replaceAll(/\B(?=(?:\d{3})+$)/g, ' ')}${fraction}`;
}

/** `2026-11-21 09:30` in Oslo of a date-time with offset; a date, and what is neither, stays as it came. */
export function dateText(date: string): string {
  const instant = parseInstant(date);
  return instant === undefined ? date : osloMinute(instant);
}

/** A sentence of ours with its date-times as people read them. */
export function withDates(sentence: string): string {
  return sentence.replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)/g, dateText);
}
