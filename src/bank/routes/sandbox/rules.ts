import type { QueryRule } from '../../exchange.ts';
import { calendarDate, wholeNumber } from '../query-rules.ts';
import type { Route } from '../route.ts';

const SANDBOX_RULES = {
  query: [],
  statefulGuards: [],
} as const satisfies Partial<Route>;

export const READ = { ...SANDBOX_RULES, access: 'read' } as const satisfies Partial<Route>;
export const WRITE = { ...SANDBOX_RULES, access: 'write' } as const satisfies Partial<Route>;

/** Of a page of transactions. @see D8-transaction-list */
export const PAGE: readonly QueryRule[] = [
  calendarDate('fromDate'),
  calendarDate('toDate'),
  wholeNumber('offset', 0),
  wholeNumber('limit', 1),
];
