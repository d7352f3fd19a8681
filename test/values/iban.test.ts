import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkCreditorIban, checkIban, convertToIban, extractBban } from '../../src/values/iban.ts';

const FITS_NOT = 'has wrong check digits: look for a wrong or swapped character';

const NOT_BUILT =
  "doesn't have the format of XX: look for a letter instead of a digit, or a digit instead of a letter";

describe('IBAN [D4-iban, D4-iban-country]', () => {
  // The example numbers of the public IBAN registry.
  it.each([
    'NO9386011117947',
    'DE89370400440532013000',
    'MT84MALT011000012345MTLCAST001S',
    // In the registry since 2021 and later.
    'BI4210000100010000332045181',
    'YE15CBYE0001018861234567891234',
  ])('takes %s', (iban) => {
    expect(checkIban(iban)).toBeUndefined();
  });

  it('is made from a Norwegian bban and gives it back', () => {
    expect(convertToIban('86011117947')).toBe('NO9386011117947');
    expect(extractBban('NO9386011117947')).toBe('86011117947');
    fc.assert(
      fc.property(fc.stringMatching(/^[0-9]{11}$/), (bban) => {
        const iban = convertToIban(bban);
        return iban.length === 15 && checkIban(iban) === undefined && extractBban(iban) === bban;
      }),
      { numRuns: 300 },
    );
  });

  it('has check digits from 02 to 98: the aliases 00, 01 and 99 are refused though mod 97 gives 1', () => {
    const aliases = { '97': '00', '98': '01', '02': '99' } as Record<string, string>;
    const seen = new Set<string>();
    for (let serial = 0; serial < 1000; serial += 1) {
      const bban = String(86_011_100_000 + serial);
      const alias = aliases[convertToIban(bban).slice(2, 4)];
      if (alias === undefined) continue;
      seen.add(alias);
      const iban = `NO${alias}${bban}`;
      expect(BigInt(`${bban}2324${alias}`) % 97n).toBe(1n);
      expect(checkIban(iban)).toBe(FITS_NOT);
      expect(extractBban(iban)).toBeUndefined();
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
    ['NO938601111794', 'has 14 characters, but one from NO has 15'],
    ['NO938601111794A', NOT_BUILT.replace('XX', 'NO')],
    [`DE89${'1'.repeat(31)}`, 'has 35 characters, but one from DE has 22'],
    ['SE681', 'has 5 characters, but one from SE has 24'],
    ['XX631', "begins with XX, which isn't a country with IBANs"],
    ['DE091', 'has 5 characters, but one from DE has 22'],
    // Not in the registry, though banks there write the like.
    ['MA64011519000001205000534921', "begins with MA, which isn't a country with IBANs"],
    ['GB29NWB060161331926819', NOT_BUILT.replace('XX', 'GB')],
  ])('refuses %j: %s', (text, words) => {
    expect(checkIban(text)).toBe(words);
  });

  it('of another country has no Norwegian bban', () => {
    expect(extractBban('DE89370400440532013000')).toBeUndefined();
  });
});

describe('the IBAN of an account that is to be paid [D4-iban-norway]', () => {
  it.each([
    ['NO9386011117947', undefined],
    ['DE89370400440532013000', undefined],
    ['NO6199901271949', 'contains a bban that has a wrong check digit: look for a wrong or swapped digit'],
    ['NO3400005123453', "contains a bban that must begin with a bank code, and 0000 isn't one"],
    ['NO6199901271948', FITS_NOT],
  ])('%s: %s', (iban, words) => {
    expect(checkCreditorIban(iban)).toBe(words);
  });

  it('is held to no more than its check digits where the account may be one of the sandbox', () => {
    expect(checkIban('NO6199901271949')).toBeUndefined();
    expect(extractBban('NO6199901271949')).toBe('99901271949');
  });
});
