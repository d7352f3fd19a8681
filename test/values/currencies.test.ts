import { describe, expect, it } from 'vitest';
import { CURRENCIES, isCurrency, minorUnits } from '../../src/values/currencies.ts';

// As interface.md prints them, typed in apart from the program's own table.
const INTERFACE_LIST = `AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BRL BSD BTN BWP
  BYR BZD CAD CDF CHF CLP CNY COP CRC CUC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GGP GHS GIP
  GMD GNF GTQ GYD HKD HNL HRK HTG HUF IDR ILS IMP INR IQD IRR ISK JEP JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD
  KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP MRO MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR
  PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SDG SEK SGD SHP SLL SOS SPL SRD STD SVC SYP SZL THB
  TJS TMT TND TOP TRY TTD TVD TWD TZS UAH UGX USD UYU UZS VEF VND VUV WST XAF XCD XDR XOF XPF YER ZAR ZMW ZWD`;

describe('currency table [I-currency-values, D4-minor-units]', () => {
  it('has exactly the 162 codes of the interface, in its order, each once', () => {
    expect(CURRENCIES).toEqual(INTERFACE_LIST.split(/\s+/));
    expect(new Set(CURRENCIES).size).toBe(162);
  });

  it('gives 18 currencies no decimals, 7 three and the other 137 two', () => {
    const none = 'BIF BYR CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF XDR'.split(' ');
    const three = 'BHD IQD JOD KWD LYD OMR TND'.split(' ');
    const having = (units: number) => CURRENCIES.filter((code) => minorUnits(code) === units);
    expect(having(0).toSorted()).toEqual(none.toSorted());
    expect(having(3).toSorted()).toEqual(three);
    expect(having(2)).toHaveLength(137);
  });

  it('cannot be changed by who uses it', () => {
    expect(Object.isFrozen(CURRENCIES)).toBe(true);
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

  it('knows the codes that ISO 4217 itself lacks', () => {
    expect(['GGP', 'IMP', 'JEP', 'TVD', 'SPL'].every(isCurrency)).toBe(true);
  });

  it('throws for a code outside the table, since unchecked input is a bug', () => {
    expect(() => minorUnits('XXX' as 'NOK')).toThrow(RangeError);
  });
});
