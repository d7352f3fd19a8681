import { describe, expect, it } from 'vitest';
import { isInt32, limitToInt32 } from '../../src/values/int32.ts';
import { convertWholeToMinor, floorToWhole } from '../../src/values/money.ts';

describe('whole units [D8-whole-units, D8-int32-ends, I-sandbox-int32]', () => {
  it.each([
    [199n, 'NOK', 1n],
    [-1n, 'NOK', -1n],
    [-100n, 'NOK', -1n],
    [-101n, 'NOK', -2n],
    [7n, 'JPY', 7n],
    [1999n, 'KWD', 1n],
  ] as const)('of %s minor units of %s are %s', (minor, currency, whole) => {
    expect(floorToWhole(minor, currency)).toBe(whole);
  });

  it('come back as they were', () => {
    for (const currency of ['NOK', 'JPY', 'KWD'] as const) {
      for (const whole of [0, -1, 2 ** 31 - 1, -(2 ** 31)]) {
        expect(floorToWhole(convertWholeToMinor(whole, currency), currency)).toBe(BigInt(whole));
      }
    }
  });

  it('stop at the ends of int32', () => {
    expect([2n ** 31n, 2n ** 31n - 1n, -(2n ** 31n), -(2n ** 31n) - 1n, 5n].map(limitToInt32)).toEqual([
      2 ** 31 - 1,
      2 ** 31 - 1,
      -(2 ** 31),
      -(2 ** 31),
      5,
    ]);
    expect([2 ** 31, -(2 ** 31), 1.5, '1', Number.NaN, null].map(isInt32)).toEqual([
      false,
      true,
      false,
      false,
      false,
      false,
    ]);
  });
});
