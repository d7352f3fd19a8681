import type { Currency } from '../../values/currencies.ts';
import { minorOfWhole } from '../../values/money.ts';

/** A balance as a sandbox request gives it, in whole units. @see I-sandbox-balance-update */
export interface GivenBalance {
  readonly balanceAmount: { readonly currency: Currency; readonly amount: number };
  readonly balanceType: 'closingBooked' | 'expected';
}

/** What given balances make of an account, in minor units. */
export interface SetBalances {
  readonly closingBookedMinor: bigint;
  /** What is expected beside the pending payments. */
  readonly adjustmentMinor: bigint;
}

/**
 * Of a type given twice the last counts; a missing type equals the given one; where both are given their difference is
 * a pending adjustment.
 * @returns undefined when none is given
 * @see D8-both-balances
 */
export function balancesGiven(given: readonly GivenBalance[], currency: Currency): SetBalances | undefined {
  const last = (type: GivenBalance['balanceType']) =>
    given.findLast(({ balanceType }) => balanceType === type)?.balanceAmount.amount;
  const closingBooked = last('closingBooked') ?? last('expected');
  if (closingBooked === undefined) return undefined;
  const closingBookedMinor = minorOfWhole(closingBooked, currency);
  const expectedMinor = minorOfWhole(last('expected') ?? closingBooked, currency);
  return { closingBookedMinor, adjustmentMinor: expectedMinor - closingBookedMinor };
}

/** What a request says of a card's balance beside its amount: it is kept and shown again. @see D8-card-members */
export interface BalanceDetails {
  readonly referenceDate?: string | undefined;
  readonly lastChangeDateTime?: string | undefined;
  readonly lastCommittedTransaction?: string | undefined;
}

export type DetailsOfBalances = Readonly<Partial<Record<GivenBalance['balanceType'], BalanceDetails>>>;

/** Of a type given twice the last counts, as of the amounts. */
export function detailsOfBalances(given: readonly (GivenBalance & BalanceDetails)[]): DetailsOfBalances {
  return Object.fromEntries(
    given.map(({ balanceAmount: _, balanceType, ...details }) => [balanceType, details]),
  );
}

/** Places of the balances that are in another currency than their account. @see D8-balance-currency */
export function inOtherCurrency(given: readonly GivenBalance[], currency: Currency): readonly number[] {
  return given.flatMap(({ balanceAmount }, place) => (balanceAmount.currency === currency ? [] : [place]));
}
