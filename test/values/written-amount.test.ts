import { describe, expect, it } from 'vitest';
import { readWrittenAmount } from '../../src/values/money.ts';

describe('an amount as people write it [C-written-amounts]', () => {
  it.each([
    ['100', 'NOK', '100.00'],
    ['100,50', 'NOK', '100.50'],
    ['100.50', 'NOK', '100.50'],
    ['1 000,50', 'NOK', '1000.50'],
    ['1\u00a0000\u00a0000,50', 'NOK', '1000000.50'],
    ['1.000,50', 'NOK', '1000.50'],
    ['1,000.50', 'NOK', '1000.50'],
    ['1.000.000', 'NOK', '1000000.00'],
    ['1 000', 'JPY', '1000'],
    ['100', 'KWD', '100.000'],
    ['0,500', 'KWD', '0.500'],
    ['1000.500', 'KWD', '1000.500'],
    ['100,50', undefined, '100.50'],
    ['100', undefined, '100'],
  ] as const)('%s %s is %s', (text, currency, amount) => {
    expect(readWrittenAmount(text, currency)).toEqual({ amount });
  });

  it.each([
    ['100.5', 'NOK'],
    ['100.00', 'JPY'],
    ['1 00', 'NOK'],
    ['1.00,50', 'NOK'],
    ['1.000,50.1', 'NOK'],
    ['-100', 'NOK'],
    ['00100', 'NOK'],
    ['1e2', 'NOK'],
    ['abc', 'NOK'],
    ['', 'NOK'],
  ] as const)('%s %s stays as it is, to be refused', (amount, currency) => {
    expect(readWrittenAmount(amount, currency)).toEqual({ amount });
  });

  it.each([
    ['100,5', 'NOK', '100.5'],
    ['1.000.000,5', 'NOK', '1000000.5'],
    ['100,50', 'JPY', '100.50'],
  ] as const)('%s %s gets the point alone: its decimals are refused', (text, currency, amount) => {
    expect(readWrittenAmount(text, currency)).toEqual({ amount });
  });

  it.each([
    ['1.000', 'NOK', ['1.00', '1000.00']],
    ['1,000', 'NOK', ['1.00', '1000.00']],
    ['100.505', 'NOK', ['100.505', '100505.00']],
    ['100.500', 'KWD', ['100.500', '100500.000']],
    ['1,000', 'JPY', ['1', '1000']],
    ['1,000', undefined, ['1.000', '1000']],
  ] as const)('%s %s has two readings', (text, currency, readings) => {
    expect(readWrittenAmount(text, currency)).toEqual({ readings });
  });
});
