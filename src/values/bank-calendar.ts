import { addDays, countDaysBetween, formatOsloDate, getWeekday, parseOsloInstant } from './oslo.ts';

/**
 * The days with the five daily batch runs: a bank with production policy has bank days, the sandbox every day.
 * @see D4-runs, D4-date-oslo
 */
export type RunCalendar = 'every-day' | 'bank-days';

/** The hours of the batch runs, half past each in Oslo. @see D4-last-run */
const HALF_PAST = [5, 9, 11, 13, 15];

const MAX_DAYS_AHEAD = 365;
const SATURDAY = 6;
/** New Year's Day, 1 and 17 May, Christmas Eve and the two days after it. */
const CLOSED_EVERY_YEAR = ['01-01', '05-01', '05-17', '12-24', '12-25', '12-26'];
/** Maundy Thursday, Good Friday, Easter Monday, Ascension, Whit Monday, in days from Easter Sunday. */
const CLOSED_WITH_EASTER = [-3, -2, 1, 39, 50];

/** Computes Easter Sunday of a year: the Sunday after the first full moon of spring, by the church's computation. */
export function computeEasterSunday(year: number): string {
  const century = Math.floor(year / 100);
  const leapCorrection = century - Math.floor(century / 4);
  const moonCorrection = Math.floor((8 * century + 13) / 25);
  const age = (19 * (year % 19) + leapCorrection - moonCorrection + 15) % 30;
  const isLateMoon = age === 29 || (age === 28 && year % 19 > 10);
  const fullMoon = addDays(`${String(year).padStart(4, '0')}-03-21`, isLateMoon ? age - 1 : age);
  return addDays(fullMoon, 7 - (getWeekday(fullMoon) % 7));
}

/** Checks whether the bank books on a date. @see D4-bank-days */
export function isBankDay(date: string): boolean {
  if (getWeekday(date) >= SATURDAY || CLOSED_EVERY_YEAR.includes(date.slice(5))) return false;
  const fromEaster = countDaysBetween(computeEasterSunday(Number(date.slice(0, 4))), date);
  return !CLOSED_WITH_EASTER.includes(fromEaster);
}

/** Finds the first bank day strictly after a date. */
export function findNextBankDay(date: string): string {
  let day = addDays(date, 1);
  while (!isBankDay(day)) day = addDays(day, 1);
  return day;
}

/** Lists the instants of a date's runs, in order; none on a day without runs. */
export function listRuns(date: string, calendar: RunCalendar): number[] {
  if (calendar === 'bank-days' && !isBankDay(date)) return [];
  return HALF_PAST.map((hours) => parseOsloInstant(date, hours, 30));
}

/** Checks whether a date has a run strictly after an instant. */
export function hasRunsAfter(date: string, instant: number, calendar: RunCalendar): boolean {
  return listRuns(date, calendar).some((run) => run > instant);
}

export interface RunOfDay {
  /** The date of the run; in the sandbox also a day on which the bank is closed. */
  readonly bankDay: string;
  /** True for the day's last run: payments without funds aren't retried. */
  readonly isLastOfDay: boolean;
}

/**
 * Identifies the run at an instant.
 * @throws RangeError when no run is at that instant: only slots get here.
 */
export function runAt(instant: number, calendar: RunCalendar): RunOfDay {
  const bankDay = formatOsloDate(instant);
  const runs = listRuns(bankDay, calendar);
  const index = runs.indexOf(instant);
  if (index < 0) throw new RangeError(`no run at ${instant}`);
  return { bankDay, isLastOfDay: index === runs.length - 1 };
}

interface Run {
  readonly date: string;
  readonly at: number;
}

/** Caches the last result until its run: between two runs it is requested often. */
const lastFound = {
  'every-day': { askedAt: 0, run: { date: '', at: 0 } },
  'bank-days': { askedAt: 0, run: { date: '', at: 0 } },
} satisfies Record<RunCalendar, { askedAt: number; run: Run }>;

function findFirstRunAfter(instant: number, calendar: RunCalendar): Run {
  const { askedAt, run } = lastFound[calendar];
  if (instant >= askedAt && instant < run.at) return run;
  lastFound[calendar] = { askedAt: instant, run: findRunAfter(instant, calendar) };
  return lastFound[calendar].run;
}

function findRunAfter(instant: number, calendar: RunCalendar): Run {
  for (let date = formatOsloDate(instant); ; date = addDays(date, 1)) {
    const at = listRuns(date, calendar).find((run) => run > instant);
    if (at !== undefined) return { date, at };
  }
}

/** Finds the instant of the last run at or before an instant. */
export function findLastRun(instant: number, calendar: RunCalendar): number {
  for (let date = formatOsloDate(instant); ; date = addDays(date, -1)) {
    const at = listRuns(date, calendar).findLast((run) => run <= instant);
    if (at !== undefined) return at;
  }
}

/** Finds the instant of the first run strictly after an instant: the run that processes payments approved then. */
export function findNextRun(instant: number, calendar: RunCalendar): number {
  return findFirstRunAfter(instant, calendar).at;
}

/** Finds the date of the first run strictly after an instant. @see D4-date-absent */
export function findNextRunDate(instant: number, calendar: RunCalendar): string {
  return findFirstRunAfter(instant, calendar).date;
}

/**
 * Finds the first bank day, not before the requested date, with a run for payments approved at `now`. It is the same by
 * both calendars.
 * @see D4-date-moved
 */
export function findBookableDate(date: string, now: number): string {
  const firstWithRun = findFirstRunAfter(now, 'bank-days').date;
  if (date <= firstWithRun) return firstWithRun;
  return isBankDay(date) ? date : findNextBankDay(date);
}

export type EffectiveDate =
  | {
      readonly ok: true;
      readonly date: string;
      /** True if the date differs from the requested one; false if none was requested. */
      readonly moved: boolean;
    }
  | { readonly ok: false; readonly code: 'EXECUTION_DATE_INVALID'; readonly reason: 'past' | 'too-far' };

/**
 * Computes the effective execution date of a payment made at the instant `now`.
 * @param requested a real date (`isCalendarDate`), or undefined when none was requested.
 * @see D4-date-moved, D4-execution-date, D4-date-absent
 */
export function computeEffectiveDate(
  requested: string | undefined,
  now: number,
  calendar: RunCalendar,
): EffectiveDate {
  if (requested === undefined) return { ok: true, date: findNextRunDate(now, calendar), moved: false };
  const daysAhead = countDaysBetween(formatOsloDate(now), requested);
  if (daysAhead < 0) return { ok: false, code: 'EXECUTION_DATE_INVALID', reason: 'past' };
  if (daysAhead > MAX_DAYS_AHEAD) return { ok: false, code: 'EXECUTION_DATE_INVALID', reason: 'too-far' };
  const date = findBookableDate(requested, now);
  return { ok: true, date, moved: date !== requested };
}
