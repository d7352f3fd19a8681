import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseDuration } from '../../src/values/duration.ts';

describe('durations [C-clock-duration]', () => {
  it.each([
    ['0', 0],
    ['90', 90],
    ['90s', 90],
    ['15m', 900],
    ['2h', 7_200],
    ['3d', 259_200],
    ['1w', 604_800],
    ['1d12h', 129_600],
    ['1h30s', 3_630],
    ['1w2d3h4m5s', 788_645],
    ['PT15M', 900],
    ['P3D', 259_200],
    ['PT90S', 90],
    ['P1W2DT3H4M5S', 788_645],
    ['9007199254740991', Number.MAX_SAFE_INTEGER],
  ])('%s is %i seconds', (text, seconds) => {
    expect(parseDuration(text)).toBe(seconds);
  });

  it.each([
    '',
    'soon',
    '-90',
    '-PT15M',
    '1.5h',
    '1e3',
    '15 m',
    '15m\n',
    '1d 12h',
    '12h1d',
    '1m30',
    '15M',
    '3mo',
    '٣d',
    'PT',
    'P3',
    'P15M',
    'P1M',
    'PT1.5H',
    'pt15m',
    '9007199254740992',
    `${'9'.repeat(400)}s`,
  ])('%j is none', (text) => {
    expect(parseDuration(text)).toBeUndefined();
  });

  it('are the sum of their parts, in both ways of writing', () => {
    const count = fc.option(fc.integer({ min: 0, max: 999 }), { nil: undefined });
    fc.assert(
      fc.property(count, count, count, count, count, (weeks, days, hours, minutes, seconds) => {
        const part = (number: number | undefined, letter: string) =>
          number === undefined ? '' : `${number}${letter}`;
        const date = part(weeks, 'W') + part(days, 'D');
        const time = part(hours, 'H') + part(minutes, 'M') + part(seconds, 'S');
        fc.pre(date + time !== '');
        const minutesInAll = ((weeks ?? 0) * 7 + (days ?? 0)) * 1440 + (hours ?? 0) * 60 + (minutes ?? 0);
        const inAll = minutesInAll * 60 + (seconds ?? 0);
        expect(parseDuration((date + time).toLowerCase())).toBe(inAll);
        expect(parseDuration(`P${date}${time && 'T'}${time}`)).toBe(inAll);
      }),
      { numRuns: 500 },
    );
  });
});
