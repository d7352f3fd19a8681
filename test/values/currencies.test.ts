import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { CURRENCIES, getMinorUnits, isCurrency } from '../../src/values/currencies.ts';
import { isInt32, limitToInt32 } from '../../src/values/int32.ts';
import { convertWholeToMinor, floorToWhole } from '../../src/values/money.ts';
import { isCalendarDate } from '../../src/values/oslo.ts';
import { getNokPerUnit, RATE_DECIMALS, RATES_DATE, RATES_VERSION } from '../../src/values/rates.ts';
import { LISTED, WITH_THREE, WITHOUT_DECIMALS } from './listed-currencies.ts';

const scaled = (nok: number) => BigInt(Math.round(nok * 1e6)) * 10n ** BigInt(RATE_DECIMALS - 6);

describe('exchange rates [D4-rates]', () => {
  it.each([
    ['NOK', 1],
    ['EUR', 11.5],
    ['SEK', 1],
    ['DKK', 1.54],
    ['USD', 10.5],
    ['GBP', 13.5],
    ['JPY', 0.07],
  ] as const)('one %s is %d NOK', (currency, nok) => {
    expect(getNokPerUnit(currency)).toBe(scaled(nok));
  });

  it('carry a version and the date that it is of', () => {
    expect(RATES_VERSION).toBe(1);
    expect(isCalendarDate(RATES_DATE)).toBe(true);
  });

  // Fails when a rate changed: then version and date must too, and the hash here.
  it('are those of their version', () => {
    const rates = CURRENCIES.map((code) => `${code} ${getNokPerUnit(code)}\n`).join('');
    const table = `${RATES_VERSION} ${RATES_DATE}\n${rates}`;
    expect(createHash('sha256').update(table).digest('hex')).toBe(
      '12af286bdfe4432036a5d2b037a31f0aaa4e400e4c65eaf161caa52416bc65e6',
    );
  });
});

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

describe('currency table [I-currency-values, D4-minor-units]', () => {
  it('has exactly the 162 codes of the interface, in its order, each once', () => {
    expect(CURRENCIES).toEqual(LISTED);
    expect(new Set(CURRENCIES).size).toBe(162);
  });

  it('gives 18 currencies no decimals, 7 three and the other 137 two', () => {
    const having = (units: number) => CURRENCIES.filter((code) => getMinorUnits(code) === units);
    expect(having(0).toSorted()).toEqual(WITHOUT_DECIMALS.toSorted());
    expect(having(3).toSorted()).toEqual(WITH_THREE);
    expect(having(2)).toHaveLength(137);
  });

  it.each([
    'nok',
    'NOK ',
    'XXX',
    'BYN',
    'MRU',
    '',
    'toString',
    undefined,
    null,
    578,
  ])('knows no currency %j', (value) => {
    expect(isCurrency(value)).toBe(false);
  });

  it('throws for a code outside the table, since unchecked input is a bug', () => {
    expect(() => getMinorUnits('XXX' as 'NOK')).toThrow(RangeError);
  });
});
