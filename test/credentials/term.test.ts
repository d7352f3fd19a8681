import { describe, expect, it } from 'vitest';
import { parseValidity } from '../../src/credentials/issue.ts';

const DAY = 86_400_000;
const now = Date.UTC(2026, 10, 18, 9, 30) + 123;
const issuer = { notBefore: now - 10 * DAY, notAfter: now + 700 * DAY };
const none = { notBefore: undefined, notAfter: undefined, days: undefined };

function term(given: Partial<Parameters<typeof parseValidity>[0]>, ca = issuer) {
  const { notBefore, notAfter, isOutside } = parseValidity({ ...none, ...given }, { now, issuer: ca });
  return [new Date(notBefore).toISOString(), new Date(notAfter).toISOString(), isOutside];
}

describe('the validity of a new certificate [C-cert-create-term]', () => {
  it('is from a day ago, in whole seconds, for a year', () => {
    expect(term({})).toEqual(['2026-11-17T09:30:00.000Z', '2027-11-18T09:30:00.000Z', false]);
  });

  it('ends with its issuer when that is sooner, unless the issuer has ended', () => {
    const soon = { notBefore: 0, notAfter: Date.UTC(2027, 0, 1) };
    expect(term({}, soon)).toEqual(['2026-11-17T09:30:00.000Z', '2027-01-01T00:00:00.000Z', false]);
    const ended = { notBefore: 0, notAfter: Date.UTC(2026, 0, 1) };
    expect(term({}, ended)).toEqual(['2026-11-17T09:30:00.000Z', '2027-11-18T09:30:00.000Z', true]);
  });

  it.each([
    [{ days: 10 }, ['2026-11-17T09:30:00.000Z', '2026-11-28T09:30:00.000Z', false]],
    [{ days: 0 }, ['2026-11-17T09:30:00.000Z', '2026-11-18T09:30:00.000Z', false]],
    [{ days: 3650 }, ['2026-11-17T09:30:00.000Z', '2036-11-15T09:30:00.000Z', true]],
    [{ notBefore: '2026-12-01', days: 2 }, ['2026-12-01T00:00:00.000Z', '2026-12-03T00:00:00.000Z', false]],
    [{ notBefore: '2026-12-01' }, ['2026-12-01T00:00:00.000Z', '2027-12-01T00:00:00.000Z', false]],
    [
      { notAfter: '2026-12-24T12:00:00+01:00' },
      ['2026-11-17T09:30:00.000Z', '2026-12-24T11:00:00.000Z', false],
    ],
    [
      { notBefore: '2024-01-01', notAfter: '2025-01-01' },
      ['2024-01-01T00:00:00.000Z', '2025-01-01T00:00:00.000Z', true],
    ],
  ])('is what is asked for: %j', (given, expected) => {
    expect(term(given)).toEqual(expected);
  });

  it.each([
    [{ notBefore: '2026-13-01' }, '--not-before'],
    [{ notAfter: 'soon' }, '--not-after'],
    [{ notBefore: '2026-12-02', notAfter: '2026-12-01' }, "expire before it's valid"],
    [{ notAfter: '2020-01-01' }, "expire before it's valid"],
  ])('is refused where it is none: %j', (given, named) => {
    expect(() => term(given)).toThrow(named);
  });
});
