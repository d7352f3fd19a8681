import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { divideHalfEven } from '../../src/values/rates.ts';

describe('rounding half even [D4-conversion]', () => {
  it.each([
    [0n, 1n, 0n],
    [7n, 1n, 7n],
    [4n, 3n, 1n],
    [5n, 3n, 2n],
    [1n, 2n, 0n],
    [3n, 2n, 2n],
    [5n, 2n, 2n],
    [7n, 2n, 4n],
    [25n, 10n, 2n],
    [35n, 10n, 4n],
    [-1n, 2n, 0n],
    [-3n, 2n, -2n],
    [-5n, 2n, -2n],
    [-4n, 3n, -1n],
    [-5n, 3n, -2n],
    [2_500_000_000_000_000_000_000_001n, 10n, 250_000_000_000_000_000_000_000n],
    [2_500_000_000_000_000_000_000_005n, 10n, 250_000_000_000_000_000_000_000n],
    [2_500_000_000_000_000_000_000_015n, 10n, 250_000_000_000_000_000_000_002n],
    [2_500_000_000_000_000_000_000_006n, 10n, 250_000_000_000_000_000_000_001n],
  ])('makes %s / %s to %s', (numerator, denominator, rounded) => {
    expect(divideHalfEven(numerator, denominator)).toBe(rounded);
  });

  it('goes by at most a half, and by a half only to an even number', () => {
    const any = fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n });
    const small = fc.bigInt({ min: -50n, max: 50n });
    const divisors = fc.oneof(fc.bigInt({ min: 1n, max: 12n }), fc.bigInt({ min: 1n, max: 10n ** 20n }));
    fc.assert(
      fc.property(fc.oneof(any, small), divisors, (numerator, denominator) => {
        const rounded = divideHalfEven(numerator, denominator);
        const off = 2n * (rounded * denominator - numerator);
        const distance = off < 0n ? -off : off;
        return distance < denominator || (distance === denominator && rounded % 2n === 0n);
      }),
      { numRuns: 2000 },
    );
  });

  it.each([0n, -1n])('has no denominator %s', (denominator) => {
    expect(() => divideHalfEven(1n, denominator)).toThrow(RangeError);
  });
});
