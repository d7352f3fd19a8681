import { describe, expect, it } from 'vitest';
import { CURRENCIES, getMinorUnits, isCurrency } from '../../src/values/currencies.ts';
import { LISTED, WITH_THREE, WITHOUT_DECIMALS } from './listed-currencies.ts';

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
