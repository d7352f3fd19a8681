import { type Currency, minorUnits } from './currencies.ts';

/** The sandbox's amounts are in whole units of the currency, the bank's in minor ones. @see D8-whole-units */
export function minorOfWhole(whole: number, currency: Currency): bigint {
  return BigInt(whole) * unitMinor(currency);
}

/** The whole units of an amount, towards minus infinity. */
export function flooredWhole(amountMinor: bigint, currency: Currency): bigint {
  const unit = unitMinor(currency);
  return amountMinor / unit - (amountMinor % unit < 0n ? 1n : 0n);
}

function unitMinor(currency: Currency): bigint {
  return 10n ** BigInt(minorUnits(currency));
}
