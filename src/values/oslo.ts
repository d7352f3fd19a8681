import { DAY_MS, HOUR_MS, MINUTE_MS } from '../core/units.ts';

/**
 * Europe/Oslo, computed from instants in milliseconds since 1970 with the rule of the European Union, without Intl (its
 * first use costs 6 ms) and without the machine's own zone. Dates are texts `YYYY-MM-DD`, years 0000 to 9999; today's
 * rule applies to all of them. Functions that need a real date throw RangeError for any other text.
 * @see D2-date-time, D4-date-oslo, D4-oslo-time
 */
const WINTER_OFFSET_MINUTES = 60;
const SUMMER_OFFSET_MINUTES = 120;
const MARCH = 2;
const OCTOBER = 9;

/** Checks whether a text is a real date, written YYYY-MM-DD. @see I-date, D4-real-date */
export function isCalendarDate(text: string): boolean {
  if (!/^[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(text)) return false;
  const midnight = Date.parse(`${text}T00:00:00Z`);
  // The parser accepts 30 February as a day in March.
  return !Number.isNaN(midnight) && new Date(midnight).getUTCDate() === Number(text.slice(8));
}

function formatDate(utcInstant: number): string {
  return new Date(utcInstant).toISOString().slice(0, 10);
}

/** Computes midnight of a date as if Oslo were at UTC. */
function computeMidnightUtc(date: string): number {
  if (!isCalendarDate(date)) throw new RangeError(`not a real date: ${date}`);
  return Date.parse(`${date}T00:00:00Z`);
}

/** Computes 01:00 UTC of the last Sunday of a month of 31 days, when the whole Union changes its clocks. */
function computeSwitchInstant(year: number, month: typeof MARCH | typeof OCTOBER): number {
  const lastDay = Date.UTC(year, month, 31, 1);
  return lastDay - new Date(lastDay).getUTCDay() * DAY_MS;
}

/** Returns the minutes that Oslo is ahead of UTC at an instant: 60, in summer 120. */
export function getOsloOffsetMinutes(instant: number): number {
  const year = new Date(instant).getUTCFullYear();
  const isSummer =
    instant >= computeSwitchInstant(year, MARCH) && instant < computeSwitchInstant(year, OCTOBER);
  return isSummer ? SUMMER_OFFSET_MINUTES : WINTER_OFFSET_MINUTES;
}

/** Returns the date in Oslo at an instant. */
export function formatOsloDate(instant: number): string {
  return formatDate(instant + getOsloOffsetMinutes(instant) * MINUTE_MS);
}

/** Formats an instant as bodies do, to the second: `2026-11-21T09:30:00+01:00`. @see I-date */
export function formatOsloDateTime(instant: number): string {
  const offsetMinutes = getOsloOffsetMinutes(instant);
  const wall = new Date(instant + offsetMinutes * MINUTE_MS).toISOString().slice(0, 19);
  return `${wall}+0${offsetMinutes / 60}:00`;
}

/** Formats an instant for display, to the minute: `2026-11-21 09:30`. @see C-shown-dates */
export function formatOsloMinute(instant: number): string {
  return formatOsloDateTime(instant).slice(0, 'YYYY-MM-DDTHH:MM'.length).replace('T', ' ');
}

/** Formats an instant for display, to the second: `2026-11-21 09:30:05`. @see C-watch */
export function formatOsloSecond(instant: number): string {
  return formatOsloDateTime(instant).slice(0, 'YYYY-MM-DDTHH:MM:SS'.length).replace('T', ' ');
}

/**
 * Returns the instant of a date and time in Oslo. A time that occurs twice is the first; a skipped time moves later by
 * the clock's change.
 */
export function parseOsloInstant(date: string, hours = 0, minutes = 0): number {
  const wall = computeMidnightUtc(date) + hours * HOUR_MS + minutes * MINUTE_MS;
  const summer = wall - SUMMER_OFFSET_MINUTES * MINUTE_MS;
  return getOsloOffsetMinutes(summer) === SUMMER_OFFSET_MINUTES
    ? summer
    : wall - WINTER_OFFSET_MINUTES * MINUTE_MS;
}

/** Returns the date a number of days later, or earlier when negative. */
export function addDays(date: string, days: number): string {
  return formatDate(computeMidnightUtc(date) + days * DAY_MS);
}

/** Counts the days from one date to another; negative when `to` is the earlier. */
export function countDaysBetween(from: string, to: string): number {
  return (computeMidnightUtc(to) - computeMidnightUtc(from)) / DAY_MS;
}

/** Returns the day of the week of ISO 8601: 1 is Monday, 7 Sunday. */
export function getWeekday(date: string): number {
  return new Date(computeMidnightUtc(date)).getUTCDay() || 7;
}
