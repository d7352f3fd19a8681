import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addMoves, listPoints } from '../../src/accounts/balance-history.ts';
import { ASCII, arrangeBars, BLOCKS, type Canvas, draw, type Point } from '../../src/accounts/plot.ts';
import { measureWidth } from '../../src/cli/layout.ts';
import { addDays } from '../../src/values/oslo.ts';

const NOK = { currency: 'NOK', decimals: 2 };
const paint = { red: (text: string) => text, green: (text: string) => text };

function canvas(width: number, pen = BLOCKS): Canvas {
  return { width, rows: 12, pen, paint };
}

/** Days up to 22 November 2026. */
function daysOf(amounts: readonly bigint[]): Point[] {
  return amounts.map((amountMinor, place) => ({
    date: addDays('2026-11-22', place - amounts.length + 1),
    amountMinor,
  }));
}

function pictureOf(amounts: readonly number[], width = 60, pen = BLOCKS): string {
  return draw(daysOf(amounts.map((amount) => BigInt(amount))), NOK, canvas(width, pen)).lines.join('\n');
}

/** How high a column is filled above the zero line, in cells; below zero how deep, negative. */
function fillings(lines: readonly string[]): number[] {
  const zero = lines.findIndex((line) => /[┼]/.test(line));
  const from = (lines[zero] ?? '').indexOf('┼') + 1;
  const columns = Array.from({ length: (lines[zero] ?? '').length - from }, (_, place) => from + place);
  const eighths = (cell: string | undefined, scale: string) => Math.max(0, scale.indexOf(cell ?? ' '));
  return columns.map((column) => {
    let filled = 0;
    for (const line of lines.slice(1, zero)) filled += eighths(line[column], ' ▁▂▃▄▅▆▇█');
    for (const line of lines.slice(zero + 1, -1)) filled -= eighths(line[column], ' ▔12▀345█');
    return filled;
  });
}

describe('a picture of balances [C-plot]', () => {
  it('has bars from a line at zero, amounts at the left and dates below', () => {
    expect(`\n${pictureOf([250_000_00, 250_000_00, 120_050_00, 0, -60_000_00, 200_000_00])}\n`).toBe(`
     NOK
 300 000 ┤
         │▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄
         │████████████████
 200 000 ┤████████████████                        ████████
         │████████████████                        ████████
         │████████████████▅▅▅▅▅▅▅▅                ████████
 100 000 ┤████████████████████████                ████████
         │████████████████████████                ████████
         │████████████████████████                ████████
       0 ┼┬───────────────┬──────────────────────────────┬
         │                                ████████
         │                                ▀▀▀▀▀▀▀▀
-100 000 ┤
          2026-11-17      2026-11-19            2026-11-22
`);
  });

  it('is plain ASCII where a terminal has no more', () => {
    expect(pictureOf([100, 50, -100, 12], 40, ASCII)).toMatch(/^[\n -~]+$/);
  });

  it('of a flat line has bars of one height', () => {
    expect(new Set(fillings(draw(daysOf([500n, 500n, 500n]), NOK, canvas(40)).lines)).size).toBe(1);
  });

  it('of no day is none, and of one day is a bar with its date', () => {
    expect(draw([], NOK, canvas(40)).lines).toEqual([]);
    const { lines } = draw(daysOf([100n]), NOK, canvas(40));
    expect(lines.at(-1)?.trim()).toBe('2026-11-22');
    expect(Math.min(...fillings(lines))).toBeGreaterThan(0);
  });

  it('of nothing but zero is the line', () => {
    expect(draw(daysOf([0n, 0n]), NOK, canvas(40)).lines).toEqual([
      'NOK',
      '0 ┼───────────────┬',
      '         2026-11-22',
    ]);
  });

  it('hangs below the line where all are negative', () => {
    const { lines } = draw(daysOf([-100n, -1n]), NOK, canvas(40));
    expect(fillings(lines).every((filled) => filled < 0)).toBe(true);
    expect(lines[1]).toMatch(/^ +0 ┼/);
  });

  it('counts amounts in thousands and more where they would take the room', () => {
    const { lines } = draw(daysOf([10n ** 17n, 3n * 10n ** 17n]), NOK, canvas(40));
    expect(lines[0]?.trim()).toBe('trillion NOK');
    expect(lines[1]).toMatch(/^ *3 000 ┤/);
  });

  it('writes amounts of a few minor units with their decimals', () => {
    expect(pictureOf([1, 2, 3])).toContain('0.02 ┤');
    expect(pictureOf([100_000_98, 100_001_01])).toContain('100 001.00 ┤');
    expect(draw(daysOf([3n]), { currency: 'JPY', decimals: 0 }, canvas(40)).lines.join()).not.toContain('.');
  });
});

const amounts = fc.array(
  fc.oneof(
    fc.bigInt(-(10n ** 20n), 10n ** 20n),
    fc.bigInt(-5n, 5n),
    fc.bigInt(-30_000_000n, 30_000_000n),
    fc.constant(0n),
  ),
  { minLength: 1, maxLength: 400 },
);

describe('a picture of any balances [C-plot, C-plot-joined]', () => {
  it('has no line wider than the width', () => {
    fc.assert(
      fc.property(amounts, fc.integer({ min: 24, max: 200 }), (given, width) => {
        for (const pen of [BLOCKS, ASCII]) {
          const { lines } = draw(daysOf(given), NOK, canvas(width, pen));
          expect(Math.max(...lines.map(measureWidth))).toBeLessThanOrEqual(width);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('ends with the bar and the date of the last day', () => {
    fc.assert(
      fc.property(amounts, fc.integer({ min: 24, max: 120 }), (given, width) => {
        expect(arrangeBars(daysOf(given), width).bars.at(-1)).toMatchObject({ date: '2026-11-22' });
        expect(draw(daysOf(given), NOK, canvas(width)).lines.at(-1)).toMatch(/2026-11-22$/);
      }),
      { numRuns: 60 },
    );
  });

  it('has a bar at least as high for what is as much or more, and one on the right side for all but zero', () => {
    fc.assert(
      fc.property(amounts, (given) => {
        const shown = given.slice(-100);
        const { lines, span } = draw(daysOf(shown), NOK, canvas(120));
        expect(span).toBe('day');
        const all = fillings(lines);
        const filled = shown.map((_, place) => all[Math.floor((place * all.length) / shown.length)] ?? 0);
        const byAmount = shown.map((amount, place) => ({ amount, filled: filled[place] ?? 0 }));
        byAmount.sort((a, b) => (a.amount < b.amount ? -1 : Number(a.amount > b.amount)));
        byAmount.forEach(({ amount, filled: height }, place) => {
          expect(height).toBeGreaterThanOrEqual(byAmount[place - 1]?.filled ?? Number.NEGATIVE_INFINITY);
          expect(Math.sign(height)).toBe(Math.sign(Number(amount)));
        });
      }),
      { numRuns: 60 },
    );
  });
});

describe('days that are too many for the columns [C-plot-joined]', () => {
  const last = (days: number, width: number) =>
    arrangeBars(daysOf(Array.from({ length: days }, (_, day) => BigInt(day))), width);

  it('are joined to weeks from Monday, months, years, and several years', () => {
    expect(last(91, 91).span).toBe('day');
    const weeks = last(91, 90);
    expect(weeks.span).toBe('week');
    expect(weeks.bars.slice(-2).map(({ date }) => date)).toEqual(['2026-11-15', '2026-11-22']);
    const months = last(91, 6);
    expect(months.span).toBe('month');
    expect(months.bars.map(({ date }) => date)).toEqual([
      '2026-08-31',
      '2026-09-30',
      '2026-10-31',
      '2026-11-22',
    ]);
    expect(last(2000, 20).span).toBe('year');
    const several = last(20_000, 20);
    expect(several.span).toBe('several years');
    expect(several.bars.length).toBeLessThanOrEqual(20);
  });

  const peaked = (day: number) => (day === 45 ? 9_000_00 : day === 46 ? -1_000_00 : 3_000_00);
  const amounts = Array.from({ length: 91 }, (_, day) => peaked(day));

  it('share columns of blocks, so that 90 days fit into 80 columns', () => {
    const { lines, span } = draw(daysOf(amounts.map(BigInt)), NOK, canvas(80));
    expect(span).toBe('day');
    expect(lines[7]).toBe(' 4 000 ┤                      ▐');
    expect(lines[8]).toBe(`       │${'█'.repeat(23)}▐${'█'.repeat(21)}▌`);
    expect(lines[12]).toBe('       │                       ▌');
  });

  it('hide neither the highest nor the lowest balance of a week: it is shaded between them', () => {
    const lines = pictureOf(amounts, 80, ASCII).split('\n');
    expect([lines[7], lines[12]]).toEqual([
      ` 4 000 +${' '.repeat(30)}.....`,
      `       |${' '.repeat(30)}.....`,
    ]);
    expect(lines[8]).toBe(`       |${'#'.repeat(30)}.....${'#'.repeat(30)}`);
  });
});

it('balances that are all over half of the highest begin at a round amount, so that a change is seen [C-plot-base]', () => {
  expect(`\n${pictureOf([250_000_00, 238_500_00, 241_000_00])}\n`).toBe(`
    NOK
250 000 ┤████████
        │████████
        │████████
245 000 ┤████████
        │████████
        │████████        ▅▅▅▅▅▅▅▅
240 000 ┤████████▁▁▁▁▁▁▁▁████████
        │████████████████████████
        │████████████████████████
235 000 ┤████████████████████████
        │████████████████████████
        │████████████████████████
230 000 ┼┬──────────────────────┬
         2026-11-20    2026-11-22
`);
});

it("a booking dated after today, since the clock went back counts as today's: it is in today's balance, and in none before [C-plot-history]", () => {
  const today = { date: '2026-11-20', balanceMinor: 89_200n, currency: 'NOK' } as const;
  const moves = new Map<string, bigint>();
  const booked = (bookingDate: string, amount: string) => ({
    bookingDate,
    transactionAmount: { amount, currency: 'NOK' },
  });
  const all = [booked('2026-11-25', '-100.00'), booked('2026-11-20', '-1.00'), booked('2026-11-19', '-7.00')];
  addMoves(moves, all as never, today);
  expect(listPoints(today, { from: '2026-11-18', to: '2026-11-20' }, moves)).toEqual([
    { date: '2026-11-18', amount: '1000.00' },
    { date: '2026-11-19', amount: '993.00' },
    { date: '2026-11-20', amount: '892.00' },
  ]);
});
