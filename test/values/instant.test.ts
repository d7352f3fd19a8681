import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseInstant } from '../../src/values/instant.ts';
import { formatOsloDateTime } from '../../src/values/oslo.ts';

const instants = fc.integer({
  min: Date.UTC(1900, 0, 1),
  max: Date.UTC(2199, 11, 31),
});

describe('instants in text [C-clock-instant]', () => {
  it.each([
    ['2026-11-21T08:30:00Z', Date.UTC(2026, 10, 21, 8, 30)],
    ['2026-11-21T09:30:00+01:00', Date.UTC(2026, 10, 21, 8, 30)],
    ['2026-11-21T09:30+01', Date.UTC(2026, 10, 21, 8, 30)],
    ['2026-11-21T08:30Z', Date.UTC(2026, 10, 21, 8, 30)],
    ['2026-11-20T22:45:10-09:45', Date.UTC(2026, 10, 21, 8, 30, 10)],
    ['2026-11-21T08:30:00.5Z', Date.UTC(2026, 10, 21, 8, 30, 0, 500)],
    ['2026-11-21T08:30:00,25Z', Date.UTC(2026, 10, 21, 8, 30, 0, 250)],
    ['2026-11-21T08:30:59.999999999Z', Date.UTC(2026, 10, 21, 8, 30, 59, 999)],
    ['1969-12-31T23:59:59.9999Z', -1],
    ['2028-02-29T23:59:59Z', Date.UTC(2028, 1, 29, 23, 59, 59)],
    ['0050-01-01T00:00:00Z', Date.parse('0050-01-01')],
    ['9999-12-31T23:59:59Z', Date.UTC(9999, 11, 31, 23, 59, 59)],
  ])('%s is %i', (text, instant) => {
    expect(parseInstant(text)).toBe(instant);
  });

  it.each([
    '',
    '2026-11-21',
    '2026-11-21T09:30:00',
    '2026-11-21T09Z',
    '2026-11-21 09:30:00Z',
    '2026-11-21t09:30:00Z',
    '2026-11-21T09:30:00 Z',
    '2026-11-21T09:30:00Z\n',
    '2026-02-29T09:30:00Z',
    '1900-02-29T09:30:00Z',
    '2026-13-01T09:30:00Z',
    '2026-11-00T09:30:00Z',
    '2026-11-21T24:00:00Z',
    '2026-11-21T09:60:00Z',
    '2026-11-21T09:30:60Z',
    '2026-11-21T9:30:00Z',
    '2026-11-21T09:30:00.Z',
    '2026-11-21T09:30:00+0100',
    '2026-11-21T09:30:00+24:00',
    '2026-11-21T09:30:00+01:60',
    '2026-11-21T09:30:00±01:00',
    '2026-11-21T09:30:00+01:00[Europe/Oslo]',
    '20261121T093000Z',
    '+002026-11-21T09:30:00Z',
    '1795250000',
    '２０２６-11-21T09:30:00Z',
  ])('%j is none', (text) => {
    expect(parseInstant(text)).toBeUndefined();
  });

  it('are read back as they are written, in Oslo and in UTC', () => {
    fc.assert(
      fc.property(instants, (instant) => {
        const wholeSeconds = Math.floor(instant / 1000) * 1000;
        expect(parseInstant(new Date(instant).toISOString())).toBe(instant);
        expect(parseInstant(formatOsloDateTime(instant))).toBe(wholeSeconds);
      }),
      { numRuns: 500 },
    );
  });
});
