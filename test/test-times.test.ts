import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from './support/sources.ts';

const { report } = await import(join(ROOT, 'scripts', 'test-times', 'report.mjs'));

const BUDGET = { processorSeconds: 100, calibrationSeconds: 2 };
const lines = (bank: number) =>
  `test/bank/door.test.ts\t${bank}\ntest/bank/psu.test.ts\t1\ntest/docs.test.ts\t9\n`;

describe('the budget of the suite [A-budget]', () => {
  it('adds processor seconds up by folder, the largest first, and scales them by the calibration loop', () => {
    const { text, verdict } = report(lines(40), 1, BUDGET);
    expect(verdict).toBe('within');
    expect(text.split('\n').slice(1, 4)).toEqual([
      'bank                         41.0     82.0  in 2 files',
      'docs.test.ts                  9.0     18.0  in 1 file',
      'all                          50.0    100.0',
    ]);
    expect(text).toContain('calibration loop: 1.00 s here, 2 s where the budget was set; scaled by 2.00');
  });

  it.each([
    ['nothing', '', 1],
    ['a line without seconds', 'test/bank/door.test.ts\n', 1],
    ['no calibration', lines(40), Number.NaN],
  ])('is not held by %s', (_, recorded, calibration) => {
    expect(() => report(recorded, calibration, BUDGET)).toThrow('no times were recorded');
  });

  it.each([
    [40, 'within', 'the suite takes 1.00 of its budget'],
    [41, 'above', 'warning: the suite takes 1.02'],
    [65, 'above', 'warning: the suite takes 1.50'],
    [66, 'failed', 'failed, above 1.5: the suite takes 1.52'],
  ])('of %i seconds is %s', (bank, verdict, text) => {
    const told = report(lines(bank), 1, BUDGET);
    expect(told.verdict).toBe(verdict);
    expect(told.text).toContain(text);
  });
});
