import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CURRENCIES, type Currency, getMinorUnits } from '../../src/values/currencies.ts';
import { convert, getNokPerUnit } from '../../src/values/rates.ts';

const LONGEST = 10n ** 18n - 1n;
const anyCurrency = fc.constantFrom(...CURRENCIES);
const amounts = fc.oneof(
  fc.bigInt({ min: -LONGEST, max: LONGEST }),
  fc.bigInt({ min: -100_000n, max: 100_000n }),
);

interface Fraction {
  readonly above: bigint;
  readonly below: bigint;
}

/** What one minor unit of a currency is worth in minor units of another, exact and in lowest terms. */
function worth(from: Currency, to: Currency): Fraction {
  const minorPerUnit = (code: Currency) => BigInt(`1${'0'.repeat(getMinorUnits(code))}`);
  const above = getNokPerUnit(from) * minorPerUnit(to);
  const below = getNokPerUnit(to) * minorPerUnit(from);
  let [divisor, rest] = [above, below];
  while (rest !== 0n) [divisor, rest] = [rest, divisor % rest];
  return { above: above / divisor, below: below / divisor };
}

describe('conversion [D4-conversion]', () => {
  it.each([
    [100_00n, 'EUR', 1150_00n, 'NOK'],
    [1150_00n, 'NOK', 100_00n, 'EUR'],
    [-100_00n, 'EUR', -1150_00n, 'NOK'],
    [8695_66n, 'EUR', 100_000_09n, 'NOK'],
    [100n, 'JPY', 7_00n, 'NOK'],
    [7_00n, 'NOK', 100n, 'JPY'],
    [1n, 'XDR', 14_59n, 'NOK'],
    [1_000n, 'KWD', 34_22n, 'NOK'],
    [34_22n, 'NOK', 1_000n, 'KWD'],
    // 34.22 / 0.07 = 488.857…
    [1_000n, 'KWD', 489n, 'JPY'],
    // 11.5 / 1.54 = 7.4675…
    [1_00n, 'EUR', 7_47n, 'DKK'],
    // 1050 / 11.5 = 91.3043…
    [100_00n, 'USD', 91_30n, 'EUR'],
    // 1 / 0.000002897 = 345184.67380…
    [1_00n, 'NOK', 345184_67n, 'VEF'],
    [1_00n, 'IRR', 0n, 'NOK'],
    [50_00n, 'IMP', 50_00n, 'GBP'],
    [0n, 'USD', 0n, 'JPY'],
  ] as const)('makes %s minor units of %s to %s of %s', (amountMinor, from, converted, to) => {
    expect(convert(amountMinor, from, to)).toBe(converted);
  });

  it.each([
    // 0.01 EUR is 0.115 NOK, 0.03 EUR is 0.345 NOK: in the middle, to the even øre.
    [1n, 12n],
    [3n, 34n],
    [5n, 58n],
    [7n, 80n],
    [-1n, -12n],
    [-3n, -34n],
    // 8695.65 EUR is 99 999.975 NOK.
    [8695_65n, 99_999_98n],
  ])('makes %s cent to the even one of two øre as near: %s', (cents, ore) => {
    expect(convert(cents, 'EUR', 'NOK')).toBe(ore);
  });

  it('is never off by more than half a minor unit from the exact fraction', () => {
    fc.assert(
      fc.property(amounts, anyCurrency, anyCurrency, (amountMinor, from, to) => {
        const { above, below } = worth(from, to);
        const off = 2n * (convert(amountMinor, from, to) * below - amountMinor * above);
        return off <= below && off >= -below;
      }),
      { numRuns: 5000 },
    );
  });

  it('throws for a code outside the table, since unchecked input is a bug', () => {
    expect(() => convert(1n, 'XXX' as Currency, 'NOK')).toThrow();
    expect(() => convert(1n, 'NOK', 'XXX' as Currency)).toThrow();
  });
});
