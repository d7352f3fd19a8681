import { describe, expect, it } from 'vitest';
import { createAgeFinding } from '../../src/signatures/report.ts';
import { parseVerificationTime } from '../../src/signatures/verify.ts';

const NOW = Date.UTC(2027, 5, 15, 12);
const HOUR = 3_600_000;

function judged(
  date: string | undefined,
  more: { sentAt?: number; at?: string; unstated?: 'now' | 'date' } = {},
) {
  const headers = date === undefined ? [] : ([['Date', date]] as const);
  const request = { method: 'GET', target: '/', headers, body: Buffer.of() };
  const { sentAt, at, unstated = 'now' } = more;
  return parseVerificationTime(at, { request, ...(sentAt === undefined ? {} : { sentAt }) }, NOW, unstated);
}

const httpDate = (time: number) => new Date(time).toUTCString();

describe('when a request is judged [C-verify-capture-time, C-verify-at]', () => {
  it('is when the capture says that it was sent, whatever its Date', () => {
    expect(judged(httpDate(NOW - 90 * HOUR), { sentAt: NOW - 50 * HOUR })).toEqual({ at: NOW - 50 * HOUR });
  });

  it('is its Date, with its age from 61 seconds on, where nothing says when it arrived', () => {
    expect(judged(httpDate(NOW - 60_000))).toEqual({ at: NOW - 60_000 });
    expect(judged(httpDate(NOW - 61_000))).toEqual({ at: NOW - 61_000, age: 61 });
    expect(judged(httpDate(NOW - 2 * HOUR))).toEqual({ at: NOW - 2 * HOUR, age: 7200 });
    expect(judged(httpDate(NOW - 24 * HOUR - 1000))).toEqual({ at: NOW - 24 * HOUR - 1000, age: 86_401 });
  });

  it('is now for a Date to come, one that says nothing, and none', () => {
    const dates = [httpDate(NOW + 90 * HOUR), httpDate(NOW + 61_000), 'yesterday', undefined];
    expect(dates.map((date) => judged(date))).toEqual(dates.map(() => ({ at: NOW })));
  });

  it.each([
    ['ISO 8601', '2027-06-10T12:00:00Z'],
    ['the wrong weekday', 'Mon, 10 Jun 2027 12:00:00 GMT'],
    ['an offset', 'Thu, 10 Jun 2027 14:00:00 +0200'],
  ])('reads a Date that is written with %s', (_, date) => {
    expect(judged(date)).toEqual({ at: NOW - 120 * HOUR, age: 432_000 });
  });

  it('is what is given, before all else', () => {
    const sentAt = NOW - 50 * HOUR;
    expect(judged(httpDate(NOW - HOUR), { sentAt, at: 'date' })).toEqual({ at: NOW - HOUR });
    expect(judged(undefined, { sentAt, at: '2027-01-01T00:00:00Z' })).toEqual({ at: Date.UTC(2027, 0) });
  });

  it('of two that are compared is the Date of each, and no age is told', () => {
    expect(judged(httpDate(NOW - 90 * HOUR), { unstated: 'date' })).toEqual({ at: NOW - 90 * HOUR });
  });
});

describe('a request that is judged at its own Date [G4-capture-age]', () => {
  it('is told its age in whole days, so that the same request has the same report all day', () => {
    const { severity, message } = createAgeFinding(3 * 86_400 + 50_000);
    expect(severity).toBe('warning');
    expect(message).toBe(
      "The request is 3 days old, so it's checked at its own Date. A live bank refuses a Date that's more than 60 seconds off.",
    );
    expect(createAgeFinding(86_401).message).toMatch(/^The request is 1 day old, /);
    expect(createAgeFinding(150).message).toMatch(/^The request is 2 minutes 30 seconds old, /);
  });

  it.each([
    [3_600, '1 h'],
    [7_200 + 300, '2 h'],
    [14 * 3_600 - 300, '14 h'],
  ])('is told of a time-zone error where the age of %d s is close to whole hours', (age, hours) => {
    expect(createAgeFinding(age).message).toContain(
      `The age is close to ${hours}. If you sent the request just now,`,
    );
  });

  it.each([3_600 - 301, 7_200 + 301, 15 * 3_600])('is told of none at %d s', (age) => {
    expect(createAgeFinding(age).message).not.toContain('time-zone');
  });
});
