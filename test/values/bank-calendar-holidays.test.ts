import Holidays from 'date-holidays';
import { expect, it } from 'vitest';
import { findNextBankDay } from '../../src/values/bank-calendar.ts';
import { addDays, getWeekday } from '../../src/values/oslo.ts';

const CALENDAR = new Holidays('NO', { types: ['public', 'bank'] });
const YEARS = Array.from({ length: 101 }, (_, n) => 2000 + n);
// `date` is by the country's own clock. `start` is an instant: in UTC it is the evening before.
const HOLIDAYS = new Set(
  YEARS.flatMap((year) => CALENDAR.getHolidays(year).map(({ date }) => date.slice(0, 10))),
);

/** date-holidays closes banks at 14:00 on 31 December; this bank has all five runs (D4-bank-days). */
function isOpen(date: string): boolean {
  return getWeekday(date) < 6 && (date.endsWith('-12-31') || !HOLIDAYS.has(date));
}

it('bank days of 2000 to 2099 follow each other as by date-holidays [D4-bank-days]', () => {
  const wrong: string[] = [];
  let last = '1999-12-31';
  for (let date = '2000-01-01'; date < '2100-01-15'; date = addDays(date, 1)) {
    if (!isOpen(date)) continue;
    for (let before = last; before < date; before = addDays(before, 1)) {
      if (findNextBankDay(before) !== date) wrong.push(`${before}: ${date}`);
    }
    last = date;
  }
  expect(wrong).toEqual([]);
});
