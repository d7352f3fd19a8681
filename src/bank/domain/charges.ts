import { convert } from '../../values/convert.ts';
import type { Currency } from '../../values/currencies.ts';
import { divideHalfEven } from '../../values/rounding.ts';
import { type MadeAs, rulesOf } from './product-rules.ts';
import { serviceFeeOre, type WithServiceLevel } from './service-level.ts';

interface Charged extends MadeAs {
  readonly amountMinor: bigint;
  readonly currency: Currency;
  /** Absent where only the product and the amount are known. */
  readonly initiation?: WithServiceLevel;
}

/**
 * What the amount of a payment costs its debtor, in the debtor account's currency; what rounds to nothing costs the
 * least there is, or money would be made.
 * @see D4-conversion
 */
export function costMinor(
  { amountMinor, currency }: Pick<Charged, 'amountMinor' | 'currency'>,
  debtor: Currency,
): bigint {
  const cost = convert(amountMinor, currency, debtor);
  return cost > 0n ? cost : 1n;
}

/** The total fee, any conversion's included, in the debtor account's currency. @see D4-fees, D4-service-level */
export function feeMinor(payment: Charged, debtor: Currency): bigint {
  const { initiation } = payment;
  const { feeOre, conversionPerMille, isCrossBorder } = rulesOf(payment);
  if (feeOre === 0n) return 0n;
  const serviceOre = isCrossBorder && initiation ? serviceFeeOre(initiation) : 0n;
  const fixed = convert(feeOre + serviceOre, 'NOK', debtor);
  if (payment.currency === debtor) return fixed;
  return fixed + divideHalfEven(costMinor(payment, debtor) * conversionPerMille, 1000n);
}

/** Amount and fee: what must be there, is reserved, and leaves the account. @see D9-reserved */
export function chargeMinor(payment: Charged, debtor: Currency): bigint {
  return costMinor(payment, debtor) + feeMinor(payment, debtor);
}
