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

/** What an engagement names, as the bank has it. */
export interface Engaged {
  readonly customerNumber: string;
  readonly account: EngagedAccount;
}

interface EngagedAccount {
  readonly id: string;
  readonly customerNumber: string;
  readonly iban: string;
}

export interface EngagementFault {
  readonly code: 'RESOURCE_UNKNOWN' | 'FORMAT_ERROR';
  readonly path: string;
  readonly text: string;
}

interface EngagementFacts {
  readonly customerNumber: string | undefined;
  readonly account: EngagedAccount | undefined;
  /** customerNumber of the agreement's owner; absent when that is not known itself. */
  readonly owner: string | undefined;
}

/**
 * What is wrong with an engagement that is well-formed.
 * @param at where it stands in the body, `engagements[3].`
 * @see D8-engagement-members
 */
export function engagementFaults(
  { customerNumber, account, owner }: EngagementFacts,
  at: string,
): readonly EngagementFault[] {
  const faults: EngagementFault[] = [];
  if (customerNumber === undefined) faults.push(unknownCustomer(`${at}customer`));
  const path = `${at}account.iban`;
  if (account === undefined) {
    const text = `${path} isn't an account in this sandbox: create the account first`;
    faults.push({ code: 'RESOURCE_UNKNOWN', path, text });
  } else if (owner !== undefined && account.customerNumber !== owner) {
    const text = `${path} must be an account of the agreement's owner, ${owner}`;
    faults.push({ code: 'FORMAT_ERROR', path, text });
  }
  return faults;
}

/** A customer is engaged for an account once, however it is named. */
export function repeatedFault(at: string, first: string): EngagementFault {
  const [path, before] = [at, first].map((place) => place.replace(/\.$/, '')) as [string, string];
  const text = `${path} has the same customer and account as ${before}: remove one of them`;
  return { code: 'FORMAT_ERROR', path, text };
}

/** What is wrong with who is to own an agreement. @see D8-agreement-members */
export function ownerFaults(
  owner: { readonly customerType: 'PRIVATE' | 'CORPORATE' } | undefined,
): readonly EngagementFault[] {
  if (owner === undefined) return [unknownCustomer('owner')];
  if (owner.customerType === 'CORPORATE') return [];
  const text = 'owner must be a CORPORATE customer: a private one has its agreement already';
  return [{ code: 'FORMAT_ERROR', path: 'owner', text }];
}

function unknownCustomer(path: string): EngagementFault {
  const text = `${path} isn't a customer's number or id: create the customer first`;
  return { code: 'RESOURCE_UNKNOWN', path, text };
}
