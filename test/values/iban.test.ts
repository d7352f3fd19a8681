import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bbanOfIban, checkIban, ibanOfBban } from '../../src/values/iban.ts';

const FITS_NOT = 'has check digits that do not fit the rest: look for a wrong or swapped character';

describe('IBAN [D4-iban]', () => {
  // The example numbers of the public IBAN registry.
  it.each([
    'NO9386011117947',
    'DE89370400440532013000',
    'GB29NWBK60161331926819',
    'SE4550000000058398257466',
    'DK5000400440116243',
    'MT84MALT011000012345MTLCAST001S',
    'FR1420041010050500013M02606',
  ])('takes %s', (iban) => {
    expect(checkIban(iban)).toBeUndefined();
  });

  it('is made from a Norwegian bban and gives it back', () => {
    expect(ibanOfBban('86011117947')).toBe('NO9386011117947');
    expect(bbanOfIban('NO9386011117947')).toBe('86011117947');
    fc.assert(
      fc.property(fc.stringMatching(/^[0-9]{11}$/), (bban) => {
        const iban = ibanOfBban(bban);
        return iban.length === 15 && checkIban(iban) === undefined && bbanOfIban(iban) === bban;
      }),
      { numRuns: 300 },
    );
  });

  it('has check digits from 02 to 98: the aliases 00, 01 and 99 are refused though mod 97 gives 1', () => {
    const aliases = { '97': '00', '98': '01', '02': '99' } as Record<string, string>;
    const seen = new Set<string>();
    for (let serial = 0; serial < 1000; serial += 1) {
      const bban = String(86_011_100_000 + serial);
      const alias = aliases[ibanOfBban(bban).slice(2, 4)];
      if (alias === undefined) continue;
      seen.add(alias);
      const iban = `NO${alias}${bban}`;
      expect(BigInt(`${bban}2324${alias}`) % 97n).toBe(1n);
      expect(checkIban(iban)).toBe(FITS_NOT);
      expect(bbanOfIban(iban)).toBeUndefined();
    }
    expect([...seen].toSorted()).toEqual(['00', '01', '99']);
  });

  it.each([
    ['NO9486011117947', FITS_NOT],
    ['NO9386011117974', FITS_NOT],
    ['NO93 8601 1117 947', 'must be a country code, two check digits, then upper-case letters and digits'],
    ['no9386011117947', 'must be a country code, two check digits, then upper-case letters and digits'],
    ['NO93', 'must be a country code, two check digits, then upper-case letters and digits'],
    ['', 'must be a country code, two check digits, then upper-case letters and digits'],
    ['NO938601111794', 'must be NO and 13 digits'],
    ['NO938601111794A', 'must be NO and 13 digits'],
    [`DE89${'1'.repeat(31)}`, 'has 35 characters, at most 34 are allowed'],
  ])('refuses %j: %s', (text, words) => {
    expect(checkIban(text)).toBe(words);
  });

  it('of another country has no Norwegian bban', () => {
    expect(bbanOfIban('DE89370400440532013000')).toBeUndefined();
  });

  it('throws when made from anything but eleven digits', () => {
    expect(() => ibanOfBban('8601111794')).toThrow(RangeError);
  });
});
