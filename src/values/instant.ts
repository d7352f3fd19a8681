import { isCalendarDate } from './oslo.ts';

const HOUR_OF_DAY = '(?:[01][0-9]|2[0-3])';
const OF_SIXTY = '[0-5][0-9]';
/** Date, clock time to the minute, seconds, fraction, zone. */
const DATE_TIME = new RegExp(
  `^([0-9]{4}-[0-9]{2}-[0-9]{2})T(${HOUR_OF_DAY}:${OF_SIXTY})(?::(${OF_SIXTY})(?:[.,]([0-9]+))?)?` +
    `(Z|[+-]${HOUR_OF_DAY}(?::${OF_SIXTY})?)$`,
);

/**
 * Parses a date-time of ISO 8601 with `Z` or an offset, such as `2026-11-21T09:30:00+01:00`; seconds are optional. The
 * date must be real, the day has no 24:00 and the minute no second 60.
 * @returns milliseconds since 1970 (rounded down), or undefined for any other text.
 * @see C-clock-instant
 */
export function parseInstant(text: string): number | undefined {
  const [, date = '', clock, seconds = '00', fraction = '', zone = ''] = DATE_TIME.exec(text) ?? [];
  if (!isCalendarDate(date)) return undefined;
  const milliseconds = fraction.slice(0, 3).padEnd(3, '0');
  const offset = zone.length === '+01'.length ? `${zone}:00` : zone;
  return Date.parse(`${date}T${clock}:${seconds}.${milliseconds}${offset}`);
}
