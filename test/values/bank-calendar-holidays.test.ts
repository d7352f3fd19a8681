import Holidays from 'date-holidays';
import { describe, expect, it } from 'vitest';
import { findNextBankDay } from '../../src/values/bank-calendar.ts';

const DAY_MS = 86_400_000;
const FIRST_YEAR = 2000;
const LAST_YEAR = 2099;

interface Difference {
  readonly days: string;
  readonly reason: string;
  readonly fits: (date: string) => boolean;
  /** What the bank is on these days, whatever date-holidays says. Where two differ, closed counts. */
  readonly bank: 'open' | 'closed';
}

const isWeekday = (date: string, weekday: number) => new Date(`${date}T00:00:00Z`).getUTCDay() === weekday;

const DIFFERENCES: readonly Difference[] = [
  {
    days: 'Saturdays',
    reason: 'date-holidays lists holidays, and a weekend is none',
    fits: (date) => isWeekday(date, 6),
    bank: 'closed',
  },
  {
    days: 'Sundays',
    reason: 'date-holidays lists holidays, and a weekend is none; it has only those of Easter and Whitsun',
    fits: (date) => isWeekday(date, 0),
    bank: 'closed',
  },
  {
    days: '31 December',
    reason: 'date-holidays closes banks at 14:00; this bank has all five runs (D4-bank-days)',
    fits: (date) => date.endsWith('-12-31'),
    bank: 'open',
  },
];

const dateOf = (day: number) => new Date(day * DAY_MS).toISOString().slice(0, 10);
const dayOf = (year: number) => Date.UTC(year, 0, 1) / DAY_MS;

/** Dates on which banks or all of Norway have a holiday. */
function holidaysOfNorway(): ReadonlySet<string> {
  const calendar = new Holidays('NO', { types: ['public', 'bank'] });
  const years = Array.from({ length: LAST_YEAR + 2 - FIRST_YEAR }, (_, n) => FIRST_YEAR + n);
  // `date` is by the country's own clock. `start` is an instant: in UTC it is the evening before.
  return new Set(years.flatMap((year) => calendar.getHolidays(year).map(({ date }) => date.slice(0, 10))));
}

const holidays = holidaysOfNorway();

function isClosed(date: string, differences: readonly Difference[]): boolean {
  const fitting = differences.filter(({ fits }) => fits(date));
  if (fitting.length === 0) return holidays.has(date);
  return fitting.some(({ bank }) => bank === 'closed');
}

/** Days of the century whose next bank day is not the one by date-holidays and the differences. */
function disagreements(differences: readonly Difference[]): string[] {
  const found: string[] = [];
  let next = '';
  // Backwards from where the first bank day of the century after has been passed.
  for (let day = dayOf(LAST_YEAR + 1) + 14; day >= dayOf(FIRST_YEAR); day -= 1) {
    const date = dateOf(day);
    if (day < dayOf(LAST_YEAR + 1) && findNextBankDay(date) !== next) found.push(`${date}: ${next}`);
    if (!isClosed(date, differences)) next = date;
  }
  return found;
}

describe('bank days of 2000 to 2099 [D4-bank-days]', () => {
  it('follow each other as by date-holidays with the differences listed', () => {
    expect(disagreements(DIFFERENCES)).toEqual([]);
  });

  it.each(DIFFERENCES)('do not without the difference of $days: $reason', (left) => {
    const others = DIFFERENCES.filter((difference) => difference !== left);
    const found = disagreements(others).map((line) => line.slice(0, 10));
    expect(found.length).toBeGreaterThan(0);
  });
});
