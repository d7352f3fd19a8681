import { INT32_MAX } from '../../values/int32.ts';
import { isCalendarDate } from '../../values/oslo.ts';
import type { QueryRule } from '../exchange.ts';

export function wholeNumber(name: string, least: number): QueryRule {
  return {
    name,
    holds: (value) => /^[0-9]{1,10}$/.test(value) && Number(value) >= least && Number(value) <= INT32_MAX,
    expected: `a whole number from ${least} to ${INT32_MAX}`,
  };
}

export function calendarDate(name: string): QueryRule {
  return { name, holds: isCalendarDate, expected: 'a real date, written YYYY-MM-DD' };
}

export function oneOf(name: string, values: readonly string[]): QueryRule {
  const expected = `${values.slice(0, -1).join(', ')} or ${values.at(-1)}`;
  return { name, holds: (value) => values.includes(value), expected };
}
