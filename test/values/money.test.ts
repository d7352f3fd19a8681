import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CURRENCIES } from '../../src/values/currencies.ts';
import { explainAmount, formatAmount, parseAmount, readAmount } from '../../src/values/money.ts';

const anyCurrency = fc.constantFrom(...CURRENCIES);

describe('amount codec [D4-amount, D4-amount-correction, I-amount]', () => {
  it.each([
    ['100.50', 'NOK', 10050n],
    ['0.01', 'NOK', 1n],
    ['100', 'JPY', 100n],
    ['100', 'XDR', 100n],
    ['100.500', 'KWD', 100500n],
    ['0.001', 'TND', 1n],
    ['9999999999999999.99', 'NOK', 999999999999999999n],
    ['999999999999999999', 'ISK', 999999999999999999n],
    ['999999999999999.999', 'BHD', 999999999999999999n],
  ] as const)('reads %s %s as %s minor units', (text, currency, amountMinor) => {
    expect(parseAmount(text, currency)).toBe(amountMinor);
    expect(explainAmount(text, currency)).toBeUndefined();
    expect(formatAmount(amountMinor, currency)).toBe(text);
  });

  it.each([
    ['100.5', 'NOK', 'must have 2 decimals in NOK: write 100.50'],
    ['100', 'NOK', 'must have 2 decimals in NOK: write 100.00'],
    ['100.500', 'NOK', 'must have 2 decimals in NOK: write 100.50 or 100500.00'],
    ['1000', 'NOK', 'must have 2 decimals in NOK: write 1000.00'],
    ['100.505', 'NOK', 'must have 2 decimals in NOK: write 100505.00'],
    ['1000.505', 'NOK', 'must have 2 decimals in NOK'],
    ['100.00', 'JPY', 'must have no decimals in JPY: write 100'],
    ['1.5', 'JPY', 'must have no decimals in JPY'],
    ['100.50', 'KWD', 'must have 3 decimals in KWD: write 100.500'],
    ['1e2', 'NOK', 'must be plain digits'],
    ['1e2', 'JPY', 'must be plain digits'],
    ['+1.00', 'NOK', 'must have no sign: write 1.00'],
    ['-1.00', 'NOK', 'must have no sign: write 1.00'],
    ['00100.00', 'NOK', 'must have no leading zeros: write 100.00'],
    ['00', 'JPY', 'must have no leading zeros'],
    ['100,50', 'NOK', 'must use a point, no comma: write 100.50'],
    ['1,000.00', 'NOK', 'must use a point, no comma: write 1000.00'],
    ['100,5', 'NOK', 'must use a point, no comma: write 100.50'],
    ['1.000,50', 'NOK', 'must use a point, no comma: write 1000.50'],
    ['1,000', 'NOK', 'must use a point, no comma: write 1.00 or 1000.00'],
    ['', 'NOK', 'must not be empty'],
    ['.50', 'NOK', 'must be plain digits: write 0.50'],
    ['1.', 'NOK', 'must be plain digits: write 1.00'],
    ['1,', 'NOK', 'must use a point, no comma: write 1.00'],
    ['1,-', 'NOK', 'must use a point, no comma: write 1.00'],
    [',50', 'NOK', 'must use a point, no comma: write 0.50'],
    ['1.00\n', 'NOK', 'must be plain digits: write 1.00'],
    [' 1.00', 'NOK', 'must be plain digits: write 1.00'],
    ['1 000.00', 'NOK', 'must be plain digits: write 1000.00'],
    ['٣.٠٠', 'NOK', 'must be plain digits'],
    ['NaN', 'NOK', 'must be plain digits'],
    ['10000000000000000.00', 'NOK', 'has 19 digits, but at most 18 are allowed'],
    ['1000000000000000000', 'JPY', 'has 19 digits, but at most 18 are allowed'],
    ['0.00', 'NOK', 'must be above zero'],
    ['0', 'JPY', 'must be above zero'],
    ['0.000', 'OMR', 'must be above zero'],
    [100.5, 'NOK', 'must be a string: write "100.50" with the quotes'],
    [100, 'JPY', 'must be a string: write "100" with the quotes'],
    [250, 'NOK', 'must be a string: write "250.00" with the quotes'],
    [null, 'NOK', 'must be a string'],
    [undefined, 'NOK', 'must be a string'],
  ] as const)('refuses %j %s: %s', (text, currency, words) => {
    expect(parseAmount(text, currency)).toBeUndefined();
    expect(explainAmount(text, currency)).toBe(words);
  });

  it('checks what holds in every currency when the currency is not known', () => {
    expect(explainAmount('100', undefined)).toBeUndefined();
    expect(explainAmount('100.5', undefined)).toBeUndefined();
    expect(explainAmount('1e2', undefined)).toBe('must be plain digits');
    expect(explainAmount('0.0', undefined)).toBe('must be above zero');
  });

  it.each([
    [0n, 'NOK', '0.00'],
    [-5n, 'NOK', '-0.05'],
    [-10050n, 'NOK', '-100.50'],
    [0n, 'JPY', '0'],
    [-7n, 'JPY', '-7'],
    [-1n, 'KWD', '-0.001'],
  ] as const)('writes %s minor units of %s as %s', (amountMinor, currency, text) => {
    expect(formatAmount(amountMinor, currency)).toBe(text);
  });

  it.each(CURRENCIES)('writes and reads back amounts in %s', (currency) => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 1n, max: 10n ** 18n - 1n }),
        (amountMinor) => parseAmount(formatAmount(amountMinor, currency), currency) === amountMinor,
      ),
      { numRuns: 30 },
    );
  });

  it('reads no text that a number parser would be generous with', () => {
    fc.assert(
      fc.property(fc.anything(), anyCurrency, (value, currency) => {
        const amountMinor = parseAmount(value, currency);
        return amountMinor === undefined || formatAmount(amountMinor, currency) === value;
      }),
      { numRuns: 500 },
    );
  });
});

describe('an amount of an answer [D3-accept-fix-default]', () => {
  it('is read as it is written, whatever its sign, and as a number', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 17n), max: 10n ** 17n }), anyCurrency, (minor, currency) => {
        expect(readAmount(formatAmount(minor, currency), currency)).toBe(minor);
      }),
    );
    expect(readAmount(-0.3, 'NOK')).toBe(-30n);
    expect(readAmount(1e6, 'JPY')).toBe(1_000_000n);
  });

  it.each(['1.5', '1,50', '1', '', '.50', '1.505', '+1.50', '1e2'])('is none with %j', (text) => {
    expect(readAmount(text, 'NOK')).toBeUndefined();
  });
});
