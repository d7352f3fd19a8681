import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  computeEasterSunday,
  computeEffectiveDate,
  findBookableDate,
  findLastRun,
  findNextBankDay,
  findNextRun,
  hasRunsAfter,
  isBankDay,
  listRuns,
  runAt,
} from '../../src/values/bank-calendar.ts';
import {
  addDays,
  countDaysBetween,
  formatOsloDate,
  formatOsloDateTime,
  getWeekday,
  parseOsloInstant,
} from '../../src/values/oslo.ts';

const instants = fc.integer({
  min: Date.parse('2024-01-01T00:00:00Z'),
  max: Date.parse('2034-12-31T00:00:00Z'),
});
const tooFar = { ok: false, code: 'EXECUTION_DATE_INVALID', reason: 'too-far' };
const past = { ok: false, code: 'EXECUTION_DATE_INVALID', reason: 'past' };
const BANK_DAYS = 'bank-days';

describe('bank days [D4-bank-days]', () => {
  it.each([
    [1818, '03-22'],
    [1943, '04-25'],
    [1954, '04-18'],
    [1981, '04-19'],
    [2000, '04-23'],
    [2008, '03-23'],
    [2024, '03-31'],
    [2025, '04-20'],
    [2026, '04-05'],
    [2027, '03-28'],
    [2028, '04-16'],
    [2038, '04-25'],
    [2049, '04-18'],
    [2076, '04-19'],
    [2285, '03-22'],
  ])('Easter Sunday of %i is %s', (year, monthAndDay) => {
    expect(computeEasterSunday(year)).toBe(`${year}-${monthAndDay}`);
  });

  it.each([
    ['2026', '01-01 04-02 04-03 04-06 05-01 05-14 05-25 12-24 12-25'],
    ['2027', '01-01 03-25 03-26 03-29 05-06 05-17 12-24'],
    ['2028', '04-13 04-14 04-17 05-01 05-17 05-25 06-05 12-25 12-26'],
  ])('of %s leave out, on weekdays, exactly %s', (year, closed) => {
    const days = Array.from({ length: 366 }, (_, n) => addDays(`${year}-01-01`, n));
    const closedWeekdays = days.filter(
      (day) => day.startsWith(year) && getWeekday(day) < 6 && !isBankDay(day),
    );
    expect(closedWeekdays).toEqual(closed.split(' ').map((day) => `${year}-${day}`));
  });

  it.each([
    ['2026-11-19', '2026-11-20'],
    ['2026-11-20', '2026-11-23'],
    ['2026-11-21', '2026-11-23'],
    ['2026-04-01', '2026-04-07'],
    ['2026-12-23', '2026-12-28'],
    ['2026-12-31', '2027-01-04'],
  ])('go on after %s with %s', (date, next) => {
    expect(findNextBankDay(date)).toBe(next);
  });
});

describe('batch runs [D4-runs]', () => {
  it('are five on a bank day, by the clock of Oslo', () => {
    const clock = (date: string) => listRuns(date, BANK_DAYS).map((run) => formatOsloDateTime(run).slice(11));
    expect(clock('2026-11-20')).toEqual(
      ['05:30', '09:30', '11:30', '13:30', '15:30'].map((time) => `${time}:00+01:00`),
    );
    expect(clock('2026-06-19')).toEqual(
      ['05:30', '09:30', '11:30', '13:30', '15:30'].map((time) => `${time}:00+02:00`),
    );
  });

  it('are five on a closed day too where they come every day', () => {
    const saturday = listRuns('2026-11-21', 'every-day');
    expect(saturday.map((run) => formatOsloDateTime(run).slice(0, 16))).toEqual(
      ['05:30', '09:30', '11:30', '13:30', '15:30'].map((time) => `2026-11-21T${time}`),
    );
    expect(findNextRun(parseOsloInstant('2026-11-20', 15, 30), 'every-day')).toBe(saturday[0]);
    expect(findLastRun(parseOsloInstant('2026-11-22', 5, 0), 'every-day')).toBe(saturday[4]);
    expect(runAt(saturday[4]!, 'every-day')).toEqual({ bankDay: '2026-11-21', isLastOfDay: true });
  });

  it('take only what was approved strictly before them', () => {
    const run = parseOsloInstant('2026-11-20', 9, 30);
    expect(findNextRun(run - 1, BANK_DAYS)).toBe(run);
    expect(findNextRun(run, BANK_DAYS)).toBe(parseOsloInstant('2026-11-20', 11, 30));
    expect(findNextRun(parseOsloInstant('2026-11-20', 15, 30), BANK_DAYS)).toBe(
      parseOsloInstant('2026-11-23', 5, 30),
    );
    expect(findNextRun(parseOsloInstant('2026-11-21', 12, 0), BANK_DAYS)).toBe(
      parseOsloInstant('2026-11-23', 5, 30),
    );
  });
});

describe('what of a day’s runs is over [D4-runs]', () => {
  it.each([
    ['a moment before the first', '2026-11-20', [5, 30, -1], true],
    ['at the first', '2026-11-20', [5, 30, 0], true],
    ['between two', '2026-11-20', [10, 0, 0], true],
    ['a moment before the last', '2026-11-20', [15, 30, -1], true],
    ['at the last', '2026-11-20', [15, 30, 0], false],
    ['at the end of the day', '2026-11-20', [24, 0, -1], false],
    ['the day before', '2026-11-23', [-1, 0, 0], true],
    ['the day after', '2026-11-19', [24, 0, 0], false],
    ['at noon of a Saturday', '2026-11-21', [12, 0, 0], false],
    ['before Christmas Eve', '2026-12-24', [-24, 0, 0], false],
    ['after Christmas Eve', '2026-12-24', [48, 0, 0], false],
  ] as const)('%s', (_, date, [hours, minutes, milliseconds], remain) => {
    const instant = parseOsloInstant(date, hours, minutes) + milliseconds;
    expect(hasRunsAfter(date, instant, BANK_DAYS)).toBe(remain);
  });

  it('is told by the instant of a run: its bank day, and whether it is the last', () => {
    const told = listRuns('2026-11-20', BANK_DAYS).map((run) => runAt(run, BANK_DAYS));
    expect(told.map(({ bankDay }) => bankDay)).toEqual(Array(5).fill('2026-11-20'));
    expect(told.map(({ isLastOfDay }) => isLastOfDay)).toEqual([false, false, false, false, true]);
  });

  it('agrees with the run that comes next, whichever it is', () => {
    fc.assert(
      fc.property(instants, (instant) => {
        const run = findNextRun(instant, BANK_DAYS);
        const { bankDay, isLastOfDay } = runAt(run, BANK_DAYS);
        expect(hasRunsAfter(bankDay, run - 1, BANK_DAYS)).toBe(true);
        expect(hasRunsAfter(bankDay, run, BANK_DAYS)).toBe(!isLastOfDay);
        expect(formatOsloDate(findNextRun(run, BANK_DAYS)) > bankDay).toBe(isLastOfDay);
        expect([
          findLastRun(run, BANK_DAYS),
          findNextRun(findLastRun(run - 1, BANK_DAYS), BANK_DAYS),
        ]).toEqual([run, run]);
      }),
      { numRuns: 300 },
    );
  });

  it.each([
    ['a millisecond before a run', parseOsloInstant('2026-11-20', 9, 30) - 1],
    ['a millisecond after a run', parseOsloInstant('2026-11-20', 9, 30) + 1],
    ['the time of a run on a Saturday', parseOsloInstant('2026-11-21', 9, 30)],
    ['the time of a run by UTC', Date.parse('2026-11-20T05:30:00Z')],
  ])('is not told at %s', (_, instant) => {
    expect(() => runAt(instant, BANK_DAYS)).toThrow(RangeError);
  });
});

describe('execution date [D4-execution-date]', () => {
  const friday = parseOsloInstant('2026-11-20', 10, 0);
  const fridayLastRun = parseOsloInstant('2026-11-20', 15, 30);
  const saturday = parseOsloInstant('2026-11-21', 12, 0);
  const newYearsEve = parseOsloInstant('2026-12-31', 23, 30);

  it.each([
    ['today with a run to come', '2026-11-20', friday, '2026-11-20', false],
    ['today, a moment before the last run', '2026-11-20', fridayLastRun - 1, '2026-11-20', false],
    ['today, at the last run', '2026-11-20', fridayLastRun, '2026-11-23', true],
    ['today, after the last run', '2026-11-20', fridayLastRun + 1, '2026-11-23', true],
    ['a later bank day', '2026-11-25', friday, '2026-11-25', false],
    ['a later bank day, asked for on a Saturday', '2026-11-24', saturday, '2026-11-24', false],
    ['a Saturday to come', '2026-11-21', friday, '2026-11-23', true],
    ['today, a Saturday', '2026-11-21', saturday, '2026-11-23', true],
    ['Maundy Thursday', '2027-03-25', friday, '2027-03-30', true],
    ['Christmas Eve', '2026-12-24', friday, '2026-12-28', true],
    ['today, on New Year’s Eve at 23:30', '2026-12-31', newYearsEve, '2027-01-04', true],
    ['365 days ahead, a Saturday, moved beyond', '2027-11-20', friday, '2027-11-22', true],
  ])('%s', (_, requested, now, date, moved) => {
    // A date that is asked for is the same where runs come every day.
    for (const calendar of [BANK_DAYS, 'every-day'] as const)
      expect(computeEffectiveDate(requested, now, calendar)).toEqual({ ok: true, date, moved });
  });

  it.each([
    ['in the morning', friday, '2026-11-20'],
    ['a moment before the last run', fridayLastRun - 1, '2026-11-20'],
    ['at the last run', fridayLastRun, '2026-11-23'],
    ['on a Saturday', saturday, '2026-11-23'],
    ['on New Year’s Eve at 23:30', newYearsEve, '2027-01-04'],
  ])('none asked for, %s: not called moved', (_, now, date) => {
    expect(computeEffectiveDate(undefined, now, BANK_DAYS)).toEqual({ ok: true, date, moved: false });
  });

  it.each([
    ['at the last run of a Friday', fridayLastRun, '2026-11-21'],
    ['on a Saturday', saturday, '2026-11-21'],
    ['on New Year’s Eve at 23:30', newYearsEve, '2027-01-01'],
  ])('none asked for, %s, where runs come every day: the next run’s', (_, now, date) => {
    expect(computeEffectiveDate(undefined, now, 'every-day')).toEqual({ ok: true, date, moved: false });
  });

  it('is refused when it is past in Oslo', () => {
    expect(computeEffectiveDate('2026-11-19', friday, BANK_DAYS)).toEqual(past);
    // 23:30 UTC is tomorrow in Oslo already.
    expect(computeEffectiveDate('2026-11-19', Date.parse('2026-11-19T23:30:00Z'), BANK_DAYS)).toEqual(past);
    expect(computeEffectiveDate('2026-11-20', Date.parse('2026-11-19T23:30:00Z'), BANK_DAYS)).toMatchObject({
      date: '2026-11-20',
    });
  });

  it('is refused when it is more than 365 days ahead', () => {
    expect(computeEffectiveDate(addDays('2026-11-20', 365), friday, BANK_DAYS)).toMatchObject({ ok: true });
    expect(computeEffectiveDate(addDays('2026-11-20', 366), friday, BANK_DAYS)).toEqual(tooFar);
  });

  it('in force is always a bank day with a run to come, and the nearest', () => {
    fc.assert(
      fc.property(
        instants,
        fc.option(fc.integer({ min: 0, max: 365 }), { nil: undefined }),
        (now, daysAhead) => {
          const today = formatOsloDate(now);
          const requested = daysAhead === undefined ? undefined : addDays(today, daysAhead);
          const found = computeEffectiveDate(requested, now, BANK_DAYS);
          if (!found.ok) return expect.fail(found.reason);
          const first = requested ?? today;
          const days = Array.from({ length: countDaysBetween(first, found.date) + 1 }, (_, n) =>
            addDays(first, n),
          );
          expect(days.filter((day) => listRuns(day, BANK_DAYS).some((run) => run > now))).toEqual([
            found.date,
          ]);
          expect(found.moved).toBe(requested !== undefined && requested !== found.date);
        },
      ),
      { numRuns: 300 },
    );
  });

  it('that was set earlier and has gone by becomes the first that can still be booked', () => {
    expect(findBookableDate('2026-11-18', friday)).toBe('2026-11-20');
    expect(findBookableDate('2026-11-18', saturday)).toBe('2026-11-23');
    expect(findBookableDate('2026-11-25', saturday)).toBe('2026-11-25');
  });
});
