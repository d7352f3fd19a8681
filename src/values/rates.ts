import { type Currency, getMinorUnits } from './currencies.ts';

/**
 * The bank's exchange rates: NOK for one unit of each currency. They are near the market's, not those of any day, and
 * keep the pegs between currencies; they are constant, so that the same payment always costs the same. A changed table
 * gets another version and date, and the bank's store another version: it stores the amounts that pending payments will
 * move by these rates (ADR 9).
 * @see D4-any-currency
 */
export const RATES_VERSION = 1;
export const RATES_DATE = '2026-11-21';

/** The decimals of a rate: the bolívar, the smallest, keeps seven digits. */
export const RATE_DECIMALS = 12;

/** @see D4-rates */
const NOK_PER_UNIT = readRates(`
  AED 2.8591  AFN 0.1501  ALL 0.1202  AMD 0.02730  ANG 5.8659  AOA 0.01151  ARS 0.008868  AUD 6.7360
  AWG 5.8659  AZN 6.1765  BAM 5.8799  BBD 5.25  BDT 0.08589  BGN 5.8799  BHD 27.926  BIF 0.003526
  BMD 10.50  BND 8.14  BOB 1.5195  BRL 1.8519  BSD 10.50  BTN 0.1226  BWP 0.7783  BYR 0.0003207
  BZD 5.25  CAD 7.5990  CDF 0.003614  CHF 12.30  CLP 0.01118  CNY 1.4590  COP 0.002555  CRC 0.02062
  CUC 10.50  CUP 0.4375  CVE 0.1043  CZK 0.4620  DJF 0.05908  DKK 1.54  DOP 0.1778  DZD 0.07949
  EGP 0.2111  ERN 0.70  ETB 0.07727  EUR 11.50  FJD 4.6390  FKP 13.50  GBP 13.50  GEL 3.8380
  GGP 13.50  GHS 0.7915  GIP 13.50  GMD 0.1458  GNF 0.001211  GTQ 1.3667  GYD 0.05017  HKD 1.3462
  HNL 0.4028  HRK 1.5263  HTG 0.08031  HUF 0.02875  IDR 0.0006420  ILS 2.9850  IMP 13.50  INR 0.1226
  IQD 0.008015  IRR 0.0002485  ISK 0.08246  JEP 13.50  JMD 0.06588  JOD 14.810  JPY 0.07  KES 0.08127
  KGS 0.1201  KHR 0.002621  KMF 0.02338  KPW 0.01167  KRW 0.007607  KWD 34.22  KYD 12.60  KZT 0.02064
  LAK 0.0004858  LBP 0.0001173  LKR 0.03506  LRD 0.05248  LSL 0.5874  LYD 1.9158  MAD 1.12  MDL 0.6052
  MGA 0.002309  MKD 0.1869  MMK 0.005001  MNT 0.003090  MOP 1.3070  MRO 0.02651  MUR 0.2295
  MVR 0.6809  MWK 0.006053  MXN 0.5437  MYR 2.4710  MZN 0.1644  NAD 0.5874  NGN 0.006602  NIO 0.2852
  NOK 1  NPR 0.07663  NZD 6.2490  OMR 27.308  PAB 10.50  PEN 2.8830  PGK 2.5200  PHP 0.1882
  PKR 0.03722  PLN 2.6800  PYG 0.001314  QAR 2.8846  RON 2.3120  RSD 0.09819  RUB 0.1333  RWF 0.007424
  SAR 2.80  SBD 1.2574  SCR 0.7386  SDG 0.01749  SEK 1.00  SGD 8.14  SHP 13.50  SLL 0.0005007
  SOS 0.01838  SPL 63.00  SRD 0.2822  STD 0.0004694  SVC 1.20  SYP 0.0008077  SZL 0.5874  THB 0.3203
  TJS 1.0522  TMT 3.00  TND 3.5100  TOP 4.3610  TRY 0.2676  TTD 1.5453  TVD 6.7360  TWD 0.3513
  TZS 0.003889  UAH 0.2528  UGX 0.002887  USD 10.50  UYU 0.2521  UZS 0.0008180  VEF 0.000002897
  VND 0.0004036  VUV 0.08844  WST 3.75  XAF 0.017532  XCD 3.8889  XDR 14.59  XOF 0.017532  XPF 0.09637
  YER 0.04309  ZAR 0.5874  ZMW 0.3956  ZWD 0.02901
`);

/** Parses pairs of a currency and its rate. */
function readRates(table: string): ReadonlyMap<string, string> {
  const pairs = table.trim().split(/\s{2,}|\n/);
  return new Map(pairs.map((pair) => pair.split(' ') as [currency: string, rate: string]));
}

/**
 * Returns the NOK for one unit of a currency, exact, as an integer of 10⁻¹² NOK.
 * @throws RangeError for a code without a rate
 */
export function getNokPerUnit(currency: Currency): bigint {
  const rate = NOK_PER_UNIT.get(currency);
  if (rate === undefined) throw new RangeError(`no rate: ${currency}`);
  const [whole = '', fraction = ''] = rate.split('.');
  return BigInt(whole + fraction.padEnd(RATE_DECIMALS, '0'));
}

/**
 * Converts an amount in minor units by the bank's rates. Rounded once, half even, also between two foreign currencies.
 * A small amount of a small currency can become zero, and an amount of 18 digits can become longer.
 * @see D4-any-currency
 */
export function convert(amountMinor: bigint, from: Currency, to: Currency): bigint {
  const fromNok = getNokPerUnit(from) * 10n ** BigInt(getMinorUnits(to));
  const toNok = getNokPerUnit(to) * 10n ** BigInt(getMinorUnits(from));
  return divideHalfEven(amountMinor * fromNok, toNok);
}

/**
 * Divides and rounds to the nearest whole number, half even; negative values mirror positive ones.
 * @param denominator above zero.
 * @see D4-conversion
 */
export function divideHalfEven(numerator: bigint, denominator: bigint): bigint {
  if (denominator <= 0n) throw new RangeError(`denominator not above zero: ${denominator}`);
  const towardsZero = numerator / denominator;
  const rest = numerator % denominator;
  const twiceRest = 2n * (rest < 0n ? -rest : rest);
  const isOdd = towardsZero % 2n !== 0n;
  if (twiceRest < denominator || (twiceRest === denominator && !isOdd)) return towardsZero;
  return towardsZero + (numerator < 0n ? -1n : 1n);
}
