/**
 * What a payment costs, calculated here a second time: from the rates that D4-rates names, in exact fractions
 * and without the code under test.
 */

/** NOK per unit, in hundredths. */
const RATES = {
  NOK: 100n,
  EUR: 1150n,
  SEK: 100n,
  DKK: 154n,
  USD: 1050n,
  GBP: 1350n,
  GGP: 1350n,
  IMP: 1350n,
  JEP: 1350n,
  JPY: 7n,
} as const;
export type Named = keyof typeof RATES;
export const NAMED = Object.keys(RATES) as Named[];

/** Minor units of one unit. */
function unit(currency: Named): bigint {
  return currency === 'JPY' ? 1n : 100n;
}

/** The nearest whole number, of two the even one. */
function halfEven(numerator: bigint, denominator: bigint): bigint {
  const below = numerator / denominator;
  const twice = 2n * (numerator - below * denominator);
  if (twice === denominator) return below + (below % 2n);
  return twice > denominator ? below + 1n : below;
}

/** Minor units of one currency in another's. */
export function converted(minor: bigint, from: Named, to: Named): bigint {
  return halfEven(minor * RATES[from] * unit(to), RATES[to] * unit(from));
}

/** As the interface writes amounts. */
export function written(minor: bigint, currency: Named): string {
  if (currency === 'JPY') return String(minor);
  return `${minor / 100n}.${String(minor % 100n).padStart(2, '0')}`;
}

/** 2.00 NOK, in minor units of the debtor's currency. */
export function instantFee(debtor: Named): bigint {
  return converted(200n, 'NOK', debtor);
}

/** The smallest amount that is NOK 100 000 or more, in minor units. */
export function thresholdOf(currency: Named): bigint {
  const numerator = 100_000n * 100n * unit(currency);
  return (numerator + RATES[currency] - 1n) / RATES[currency];
}
