import * as z from 'zod/mini';
import { isCalendarDate } from '../values/oslo.ts';
import { FREQUENCIES } from '../values/products.ts';
import { agentOfCurrencyAccount, DOMESTIC_MEMBERS, oneRemittance } from './domestic-payment.ts';
import { array, expected, object, oneOf, rule, stringThat } from './field.ts';
import { notToItself } from './own-account.ts';
import { date } from './payment-members.ts';

/** `preceeding` is how the standard once wrote it. */
const EXECUTION_RULES = ['following', 'preceding', 'preceeding'];

/** Digits in a string; a number is tolerated. @see D4-periodic-day, D4-periodic-months */
function numeral(form: RegExp, what: string) {
  return z
    .union([z.string(), z.number()], expected(what))
    .check(z.refine((value) => form.test(String(value)), `must be ${what}`));
}

const month = numeral(/^(?:[1-9]|1[0-2])$/, 'a month from "1" to "12"');
const day = numeral(/^(?:[1-9]|[12][0-9]|3[01])$/, 'a day from "1" to "31"');

const MOST_MONTHS = 11;

/** @see I-errors-months */
const months = array(month, { min: 1, max: MOST_MONTHS }).check(
  z.refine((given) => new Set(given.map(String)).size === given.length, 'must have each month only once'),
);

function isDate(value: unknown): value is string {
  return typeof value === 'string' && isCalendarDate(value);
}

/** The domestic body, and when it comes again. @see D4-periodic-body, D4-periodic-members, D4-periodic-end */
export const periodicPayment = object({
  ...DOMESTIC_MEMBERS,
  startDate: date,
  frequency: oneOf(
    (value): value is string => FREQUENCIES.includes(value),
    `one of ${FREQUENCIES.join(' ')}`,
  ),
  endDate: z.optional(date),
  executionRule: z.optional(stringThat((value) => EXECUTION_RULES.includes(value), 'following or preceding')),
  dayOfExecution: z.optional(day),
  monthsOfExecution: z.optional(months),
}).check(
  agentOfCurrencyAccount(),
  oneRemittance(),
  notToItself(),
  rule(({ startDate, endDate }) =>
    isDate(startDate) && isDate(endDate) && endDate < startDate
      ? { at: ['endDate'], text: 'must not be before startDate' }
      : undefined,
  ),
  rule(({ frequency, monthsOfExecution }) => {
    // Of a frequency that can't be read nothing follows.
    if (typeof frequency !== 'string' || !FREQUENCIES.includes(frequency)) return undefined;
    const isVariable = frequency === 'MonthlyVariable';
    if (isVariable === (monthsOfExecution !== undefined)) return undefined;
    return isVariable
      ? { at: ['monthsOfExecution'], text: 'is required when frequency is MonthlyVariable' }
      : { at: ['monthsOfExecution'], text: 'is only allowed when frequency is MonthlyVariable' };
  }),
);
