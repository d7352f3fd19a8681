import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readHttpDate, writeHttpDate } from '../../src/signing/http-date.ts';

const DAY = 86_400_000;

describe('the Date header [G1-date, G4-date-format]', () => {
  it('writes the second as JavaScript does', () => {
    const times = fc.integer({ min: Date.UTC(1700, 0, 1), max: Date.UTC(2400, 0, 1) });
    fc.assert(fc.property(times, (time) => writeHttpDate(time) === new Date(time).toUTCString()));
  });

  it('reads back every day of four hundred years', () => {
    for (let time = Date.UTC(1900, 0, 1, 23, 59, 59); time < Date.UTC(2300, 0, 1); time += 17 * DAY) {
      expect(readHttpDate(writeHttpDate(time))).toEqual({ ok: true, time });
    }
  });

  it.each([
    ['2026-10-14T08:30:00Z', 'iso'],
    ['2026-10-14 08:30:00', 'iso'],
    ['20261014T083000Z', 'iso'],
    ['Wed, 14 Oct 2026 10:30:00 +0200', 'offset'],
    ['Wed, 14 Oct 2026 08:30:00 +00:00', 'offset'],
    ['Wed, 14 Oct 2026 08:30:00 CEST', 'offset'],
    ['Wed, 14 Oct 2026 08:30:00 GMT+2', 'offset'],
    ['Thu, 14 Oct 2026 08:30:00 GMT', 'weekday'],
    ['Wed, 14 Oct 2026 08:30:00 gmt', 'other'],
    ['Wed, 14 Oct 2026 08:30:00', 'other'],
    ['Wed, 4 Oct 2026 08:30:00 GMT', 'other'],
    ['Wed,  14 Oct 2026 08:30:00 GMT', 'other'],
    ['Sun, 31 Nov 2026 08:30:00 GMT', 'other'],
    ['Wed, 14 Oct 2026 24:00:00 GMT', 'other'],
    ['Wed, 14 Oct 2026 08:60:00 GMT', 'other'],
    ['Wed, 14 Okt 2026 08:30:00 GMT', 'other'],
    ['Wednesday, 14-Oct-26 08:30:00 GMT', 'other'],
    ['1791966600', 'other'],
    ['', 'other'],
  ])('refuses %j as %s', (text, cause) => {
    expect(readHttpDate(text)).toMatchObject({ ok: false, cause });
  });
});
