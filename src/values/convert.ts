import { type Currency, minorUnits } from './currencies.ts';
import { nokPerUnit } from './rates.ts';
import { divideHalfEven } from './rounding.ts';

/**
 * An amount in another currency, by the bank's rates: minor units in, minor units out. Rounded once, half even, also
 * between two foreign currencies. A small amount of a small currency can become zero, and an amount of 18 digits
 * can become longer.
 * @see D4-any-currency
 */
export function convert(amountMinor: bigint, from: Currency, to: Currency): bigint {
  const fromNok = nokPerUnit(from) * 10n ** BigInt(minorUnits(to));
  const toNok = nokPerUnit(to) * 10n ** BigInt(minorUnits(from));
  return divideHalfEven(amountMinor * fromNok, toNok);
}
