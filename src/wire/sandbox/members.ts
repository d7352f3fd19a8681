import * as z from 'zod/mini';
import { CURRENCIES } from '../../values/currencies.ts';
import { parseInstant } from '../../values/instant.ts';
import { INT32_MAX, INT32_MIN } from '../../values/int32.ts';
import { isCalendarDate, osloDateTime } from '../../values/oslo.ts';
import { integer, oneOfAnyCase, string } from '../field.ts';

/** Members that several of the sandbox's requests have. Their codes are read in any case. @see D3-sandbox-case */

/** Whole units of the currency. @see D8-whole-units */
export const int32 = integer(INT32_MIN, INT32_MAX);

export const sandboxCurrency = oneOfAnyCase(CURRENCIES, 'a currency code of the interface, such as NOK');

/** @see I-limits-lengths */
export const NAME_LIMIT = 70;

/** Any ISO 8601 with an offset or Z; read as bodies write it. @see D2-date-time */
export const dateTime = z.pipe(
  string().check(
    z.refine(
      (value) => asWritten(value) !== undefined,
      'must be a date-time with an offset or Z, such as 2026-11-21T09:30:00+01:00',
    ),
  ),
  z.transform((value) => asWritten(value) ?? value),
);

/** Undefined for what is none, and where it is a year in Oslo that has no four digits. */
function asWritten(text: string): string | undefined {
  const instant = parseInstant(text);
  const written = instant === undefined ? '' : osloDateTime(instant);
  return isCalendarDate(written.slice(0, 'YYYY-MM-DD'.length)) ? written : undefined;
}

/** How many items an array of sandbox data may have. @see D8-array-size */
export const ITEMS = { min: 1, max: 2000 };
