import { INT32_MAX } from '../../../values/int32.ts';
import { isCalendarDate } from '../../../values/oslo.ts';
import type { QueryRule } from '../../route-facts.ts';
import { SANDBOX } from '../requirements.ts';
import type { Route } from '../route.ts';

const SANDBOX_RULES = {
  ...SANDBOX,
  query: [],
  statefulGuards: [],
} as const satisfies Partial<Route>;

export const READ = { ...SANDBOX_RULES, access: 'read' } as const satisfies Partial<Route>;
export const WRITE = { ...SANDBOX_RULES, access: 'write' } as const satisfies Partial<Route>;

function wholeNumber(name: string, least: number): QueryRule {
  return {
    name,
    holds: (value) => /^[0-9]{1,10}$/.test(value) && Number(value) >= least && Number(value) <= INT32_MAX,
    expected: `a whole number from ${least} to ${INT32_MAX}`,
  };
}

function calendarDate(name: string): QueryRule {
  return { name, holds: isCalendarDate, expected: 'a real date, written YYYY-MM-DD' };
}

/** Of a page of transactions. @see D8-transaction-list */
export const PAGE: readonly QueryRule[] = [
  calendarDate('fromDate'),
  calendarDate('toDate'),
  wholeNumber('offset', 0),
  wholeNumber('limit', 1),
];
