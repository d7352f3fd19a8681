import { describe, expect, it } from 'vitest';
import { findNextRun, listRuns, runAt } from '../../src/values/bank-calendar.ts';

/** By the machine's own table of zones. */
const osloClock = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Europe/Oslo',
  hour: '2-digit',
  minute: '2-digit',
});
const WALL_CLOCK = ['05:30', '09:30', '11:30', '13:30', '15:30'];
const BY_WINTER_TIME = ['04:30', '08:30', '10:30', '12:30', '14:30'];
const BY_SUMMER_TIME = ['03:30', '07:30', '09:30', '11:30', '13:30'];

const utcClock = (instant: number) => new Date(instant).toISOString().slice(11, 16);

/** The switch, the last bank day before it and the first after it: in 2027 the clocks turn at Easter. */
const SWITCHES = [
  ['2026-03-29', '2026-03-27', BY_WINTER_TIME, '2026-03-30', BY_SUMMER_TIME],
  ['2026-10-25', '2026-10-23', BY_SUMMER_TIME, '2026-10-26', BY_WINTER_TIME],
  ['2027-03-28', '2027-03-24', BY_WINTER_TIME, '2027-03-30', BY_SUMMER_TIME],
  ['2027-10-31', '2027-10-29', BY_SUMMER_TIME, '2027-11-01', BY_WINTER_TIME],
  ['2028-03-26', '2028-03-24', BY_WINTER_TIME, '2028-03-27', BY_SUMMER_TIME],
  ['2028-10-29', '2028-10-27', BY_SUMMER_TIME, '2028-10-30', BY_WINTER_TIME],
] as const;

const BANK_DAYS = 'bank-days';

describe('runs around the switch of clocks [D4-runs, D4-oslo-time]', () => {
  it.each(SWITCHES)('of %s keep Oslo’s clock times: %s %j UTC, then %s %j UTC', (...row) => {
    const [, before, utcBefore, after, utcAfter] = row;
    expect(listRuns(before, BANK_DAYS).map(utcClock)).toEqual(utcBefore);
    expect(listRuns(after, BANK_DAYS).map(utcClock)).toEqual(utcAfter);
    for (const date of [before, after]) {
      expect(listRuns(date, BANK_DAYS).map((run) => osloClock.format(run))).toEqual(WALL_CLOCK);
    }
  });

  it.each(SWITCHES)('of %s go on after the last of %s with the first of the day after', (...row) => {
    const [date, before, utcBefore, after, utcAfter] = row;
    const last = Date.parse(`${before}T${utcBefore.at(-1)}:00Z`);
    const first = Date.parse(`${after}T${utcAfter[0]}:00Z`);
    const turned = Date.parse(`${date}T01:00:00Z`);
    for (const instant of [last, turned - 1, turned, turned + 1, first - 1]) {
      expect(findNextRun(instant, BANK_DAYS)).toBe(first);
    }
    expect(runAt(last, BANK_DAYS)).toEqual({ bankDay: before, isLastOfDay: true });
    expect(runAt(first, BANK_DAYS)).toEqual({ bankDay: after, isLastOfDay: false });
  });
});
