/** As I-currency-values prints them, typed in apart from the program's own table. */
export const LISTED =
  `AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BRL BSD BTN BWP
  BYR BZD CAD CDF CHF CLP CNY COP CRC CUC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GGP GHS GIP
  GMD GNF GTQ GYD HKD HNL HRK HTG HUF IDR ILS IMP INR IQD IRR ISK JEP JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD
  KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP MRO MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR
  PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SDG SEK SGD SHP SLL SOS SPL SRD STD SVC SYP SZL THB
  TJS TMT TND TOP TRY TTD TVD TWD TZS UAH UGX USD UYU UZS VEF VND VUV WST XAF XCD XDR XOF XPF YER ZAR ZMW ZWD`.split(
    /\s+/,
  );

/** @see D4-minor-units */
export const WITHOUT_DECIMALS =
  'BIF BYR CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF XDR'.split(' ');
export const WITH_THREE = 'BHD IQD JOD KWD LYD OMR TND'.split(' ');

export function decimalsOf(currency: string): number {
  if (WITHOUT_DECIMALS.includes(currency)) return 0;
  return WITH_THREE.includes(currency) ? 3 : 2;
}

/** Digits with the currency's own number of decimals: 18 nines are 9999999999999999.99 NOK. */
export function written(digits: string, decimals: number): string {
  if (decimals === 0) return digits;
  const padded = digits.padStart(decimals + 1, '0');
  return `${padded.slice(0, -decimals)}.${padded.slice(-decimals)}`;
}
