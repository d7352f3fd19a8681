/** @see I-currency-values, I-currency */
const LISTED = [
  'AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BRL BSD BTN BWP BYR BZD CAD CDF',
  'CHF CLP CNY COP CRC CUC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GGP GHS GIP GMD GNF GTQ',
  'GYD HKD HNL HRK HTG HUF IDR ILS IMP INR IQD IRR ISK JEP JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK',
  'LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP MRO MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB',
  'PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SDG SEK SGD SHP SLL SOS SPL SRD STD SVC SYP SZL THB',
  'TJS TMT TND TOP TRY TTD TVD TWD TZS UAH UGX USD UYU UZS VEF VND VUV WST XAF XCD XDR XOF XPF YER ZAR ZMW ZWD',
] as const;

type Codes<Line> = Line extends `${infer Code} ${infer Rest}` ? Code | Codes<Rest> : Line;

/** One of the 162 codes that the interface lists. */
export type Currency = Codes<(typeof LISTED)[number]>;

export type MinorUnits = 0 | 2 | 3;

const WITHOUT_DECIMALS = 'BIF BYR CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF XDR'.split(' ');
const WITH_THREE_DECIMALS = 'BHD IQD JOD KWD LYD OMR TND'.split(' ');

/** The listed codes, in the interface's order. */
export const CURRENCIES = Object.freeze(LISTED.flatMap((line) => line.split(' '))) as readonly Currency[];

/** Fixed in the program: Intl and currency packages are wrong for some codes and lack others. */
const UNITS: ReadonlyMap<unknown, MinorUnits> = new Map([
  ...CURRENCIES.map((code) => [code, 2] as const),
  ...WITHOUT_DECIMALS.map((code) => [code, 0] as const),
  ...WITH_THREE_DECIMALS.map((code) => [code, 3] as const),
]);

/** Checks whether a value is a currency code of the interface, in upper case. */
export function isCurrency(value: unknown): value is Currency {
  return UNITS.has(value);
}

/**
 * Returns the number of fraction digits of amounts in a currency.
 * @throws RangeError for a code outside the table: unchecked input got this far.
 * @see D4-minor-units
 */
export function getMinorUnits(currency: Currency): MinorUnits {
  const units = UNITS.get(currency);
  if (units === undefined) throw new RangeError(`not a currency of the interface: ${currency}`);
  return units;
}
