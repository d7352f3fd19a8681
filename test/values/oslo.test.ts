import { describe, expect, it } from 'vitest';
import {
  addDays,
  countDaysBetween,
  formatOsloDate,
  formatOsloDateTime,
  getOsloOffsetMinutes,
  isCalendarDate,
  parseOsloInstant,
} from '../../src/values/oslo.ts';

const HOUR_MS = 3_600_000;
const at = (text: string) => Date.parse(text);
/** The offset that the machine's own table of zones gives. */
const zoneTable = new Intl.DateTimeFormat('en', { timeZone: 'Europe/Oslo', timeZoneName: 'longOffset' });
function offsetOfZoneTable(instant: number): number {
  const name = zoneTable.formatToParts(instant).find((part) => part.type === 'timeZoneName')?.value;
  return name === 'GMT+02:00' ? 120 : 60;
}

describe('Oslo time [D4-oslo-time, D2-date-time]', () => {
  it.each([
    ['2026-03-29T01:00:00Z', 60, 120],
    ['2026-10-25T01:00:00Z', 120, 60],
    ['2027-03-28T01:00:00Z', 60, 120],
    ['2027-10-31T01:00:00Z', 120, 60],
    ['2028-03-26T01:00:00Z', 60, 120],
    ['2028-10-29T01:00:00Z', 120, 60],
  ])('turns the clocks at %s', (text, before, after) => {
    expect(getOsloOffsetMinutes(at(text) - 1)).toBe(before);
    expect(getOsloOffsetMinutes(at(text))).toBe(after);
  });

  it.each([
    '2026-03-29',
    '2026-10-25',
    '2027-03-28',
    '2027-10-31',
    '2028-03-26',
    '2028-10-29',
  ])('has the offsets of the zone table in every hour of the weeks before and after %s', (date) => {
    for (let hour = -7 * 24; hour <= 8 * 24; hour += 1) {
      const instant = at(`${date}T00:00:00Z`) + hour * HOUR_MS;
      expect(getOsloOffsetMinutes(instant)).toBe(offsetOfZoneTable(instant));
    }
  });

  it.each([
    ['2026-11-21T23:30:00Z', '2026-11-22'],
    ['2026-11-21T22:59:59.999Z', '2026-11-21'],
    ['2026-07-01T22:00:00Z', '2026-07-02'],
    ['2026-12-31T23:00:00Z', '2027-01-01'],
  ])('at %s has the date %s', (text, date) => {
    expect(formatOsloDate(at(text))).toBe(date);
  });

  it.each([
    ['2026-11-21T08:30:00Z', '2026-11-21T09:30:00+01:00'],
    ['2026-06-21T08:30:00.999Z', '2026-06-21T10:30:00+02:00'],
    ['2026-12-31T23:30:00Z', '2027-01-01T00:30:00+01:00'],
    ['2026-10-25T00:30:00Z', '2026-10-25T02:30:00+02:00'],
    ['2026-10-25T01:30:00Z', '2026-10-25T02:30:00+01:00'],
  ])('writes %s as %s', (text, written) => {
    expect(formatOsloDateTime(at(text))).toBe(written);
  });

  it.each([
    ['2026-11-21', 9, 30, '2026-11-21T08:30:00Z'],
    ['2026-06-21', 9, 30, '2026-06-21T07:30:00Z'],
    ['2026-06-21', 0, 0, '2026-06-20T22:00:00Z'],
    ['2026-03-29', 1, 59, '2026-03-29T00:59:00Z'],
    ['2026-03-29', 3, 0, '2026-03-29T01:00:00Z'],
    ['2026-10-25', 1, 59, '2026-10-24T23:59:00Z'],
    ['2026-10-25', 3, 0, '2026-10-25T02:00:00Z'],
  ])('is %s %i:%i at %s', (date, hours, minutes, text) => {
    expect(parseOsloInstant(date, hours, minutes)).toBe(at(text));
  });

  it('means the first 02:30 in the night that has two, and 03:30 in the night that has none', () => {
    expect(parseOsloInstant('2026-10-25', 2, 30)).toBe(at('2026-10-25T00:30:00Z'));
    expect(formatOsloDateTime(parseOsloInstant('2026-03-29', 2, 30))).toBe('2026-03-29T03:30:00+02:00');
  });
});

describe('calendar dates [I-date, D4-real-date]', () => {
  it.each(['2026-11-21', '2028-02-29', '2000-02-29', '0050-01-01', '9999-12-31'])('%s is one', (text) => {
    expect(isCalendarDate(text)).toBe(true);
  });

  it.each([
    '2026-02-29',
    '1900-02-29',
    '2026-13-01',
    '2026-00-10',
    '2026-01-00',
    '2026-1-1',
    '2026-01-01T00:00:00Z',
    '2026-01-01\n',
    '+2026-01-01',
    '',
  ])('%j is none', (text) => {
    expect(isCalendarDate(text)).toBe(false);
  });

  it('are counted over months, years and leap days', () => {
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
    expect(addDays('2028-02-28', 1)).toBe('2028-02-29');
    expect(addDays('2026-03-01', -1)).toBe('2026-02-28');
    expect(countDaysBetween('2026-03-28', '2026-03-30')).toBe(2);
    expect(countDaysBetween('2028-01-01', '2029-01-01')).toBe(366);
    expect(countDaysBetween('2026-11-22', '2026-11-21')).toBe(-1);
  });
});
