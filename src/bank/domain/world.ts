import { DAY_MS } from '../../core/units.ts';
import type { AgreementRole } from '../../values/agreement-roles.ts';
import type { CashAccountType } from '../../values/cash-account-types.ts';
import type { Currency } from '../../values/currencies.ts';
import type { KidPolicy } from '../../values/kid.ts';
import { convertWholeToMinor } from '../../values/money.ts';
import type { NaturalKey } from './ids.ts';

/** The bank's own code, the first four digits of its accounts. @see D8-initial-data */
export const BANK_CODE = '9990';

/** Its BIC: of a bank in Norway, and by the 0 of its place one for tests, which no bank has in service. */
export const BANK_BIC = 'PSDTNO20';

/** @see I-sandbox-customer */
export type CustomerType = 'PRIVATE' | 'CORPORATE';

/** @see I-sandbox-customer */
export interface Customer {
  readonly customerId: string;
  /** The number that the PSU types at SCA: a national identity or organisation number. */
  readonly customerNumber: string;
  readonly customerType: CustomerType;
  readonly customerName: string;
}

/** @see I-sandbox-account */
export interface Account {
  readonly id: string;
  readonly customerNumber: string;
  readonly accountName: string;
  readonly bban: string;
  readonly iban: string;
  readonly currency: Currency;
  readonly product: string;
  readonly cashAccountType: CashAccountType;
  /** Whole units of the currency, int32. */
  readonly creditLine: number;
  /** The balance that the account is opened with, in minor units of its currency. */
  readonly openingMinor: bigint;
}

/** @see D7-card-account, D8-card-members */
export interface CardAccount {
  readonly resourceId: string;
  readonly customerNumber: string;
  readonly maskedPan: string;
  readonly currency: Currency;
  /** Whole units of the currency, int32. */
  readonly creditLimit: number;
  /** These are as they were given, or not at all. @see D8-card-members */
  readonly cardId?: string | undefined;
  readonly cardIdVNo?: string | undefined;
  readonly accountNumber?: string | undefined;
  readonly expiry?: string | undefined;
  readonly name?: string | undefined;
  readonly product?: string | undefined;
  readonly status?: 'enabled' | 'deleted' | 'blocked' | undefined;
  /** The identification that a payment gives as `debtorAccount.other` to pay from the card. */
  readonly relatedAccount: string;
  /** The balance that the card account is opened with, in minor units; below zero when the card was used. */
  readonly openingMinor: bigint;
}

/** @see D8-customer-type */
export interface Agreement {
  readonly agreementId: string;
  readonly type: CustomerType;
  readonly ownerNumber: string;
  readonly name: string;
}

/** A customer's rights to one account of an agreement. @see D8-agreement-members */
export interface Engagement {
  readonly engagementId: string;
  readonly agreementId: string;
  readonly customerNumber: string;
  /** The account, by the IBAN that it was engaged by. */
  readonly iban: string;
  /** Each once, in the order of AGREEMENT_ROLES. */
  readonly roles: readonly AgreementRole[];
  /** Whole units of the account's currency, int32; stored, not enforced. */
  readonly registerLimit?: number;
  readonly approvalLimit?: number;
}

/** The KID policy of a creditor account, at this bank or another. @see D4-kid-none */
export interface KidEntry extends KidPolicy {
  readonly bban: string;
}

/** The sandbox's data at rest, in the order in which lists show it. */
export interface World {
  readonly customers: readonly Customer[];
  readonly accounts: readonly Account[];
  readonly cardAccounts: readonly CardAccount[];
  readonly agreements: readonly Agreement[];
  readonly kidEntries: readonly KidEntry[];
  /** By what its things are known: one that is made again is not taken for the first. */
  readonly usedKeys: readonly NaturalKey[];
}

/** A fault that the operator has set, as the bank keeps it. @see D11-faults */
export interface SetFault {
  readonly faultId: number;
  /** A name of wire/faults.ts. */
  readonly fault: string;
  /** A name of the table of operations. */
  readonly operation?: string;
  /** The one call that it strikes; absent: each. */
  readonly call?: number;
  readonly status?: number;
  readonly milliseconds?: number;
  /** How many calls came that it could have struck. */
  readonly calls: number;
  /** How many it struck. */
  readonly strikes: number;
}

/** A requested fault. */
export interface AskedFault {
  readonly fault: string;
  readonly operation?: string | undefined;
  readonly call?: number | undefined;
  readonly status?: number | undefined;
  readonly milliseconds?: number | undefined;
}

/** Tells whether the fault's call is over. */
export function isSpent({ call, calls }: Pick<SetFault, 'call' | 'calls'>): boolean {
  return call !== undefined && calls >= call;
}

/** Tells whether the fault applies to the next call. @see D11-fault-calls */
export function isNextCallStruck({ call, calls }: Pick<SetFault, 'call' | 'calls'>): boolean {
  return call === undefined || call === calls + 1;
}

/** How long the bank keeps what is over, by its own clock. @see S12-kept */

/** The first answer to an X-Request-ID. @see D3-request-id-24h */
export const REQUEST_KEPT_MILLISECONDS = DAY_MS;

/** A call without the PSU. @see D6-four-calls */
export const CALL_COUNTED_MILLISECONDS = DAY_MS;

/** An authorisation after its end, and a session after its last SCA: so long is "dead for good". */
export const ENDED_KEPT_MILLISECONDS = 400 * DAY_MS;

/** A balance as a sandbox request gives it, in whole units. @see I-sandbox-balance-update */
export interface GivenBalance {
  readonly balanceAmount: { readonly currency: Currency; readonly amount: number };
  readonly balanceType: 'closingBooked' | 'expected';
}

/** The balances that a request sets, in minor units. */
export interface SetBalances {
  readonly closingBookedMinor: bigint;
  /** Expected amount beside the pending payments. */
  readonly adjustmentMinor: bigint;
}

/**
 * Parses balances: the last of a repeated type counts, a missing type equals the given one, and the difference of both
 * is a pending adjustment.
 * @returns undefined when none is given
 * @see D8-both-balances
 */
export function parseBalances(given: readonly GivenBalance[], currency: Currency): SetBalances | undefined {
  const last = (type: GivenBalance['balanceType']) =>
    given.findLast(({ balanceType }) => balanceType === type)?.balanceAmount.amount;
  const closingBooked = last('closingBooked') ?? last('expected');
  if (closingBooked === undefined) return undefined;
  const closingBookedMinor = convertWholeToMinor(closingBooked, currency);
  const expectedMinor = convertWholeToMinor(last('expected') ?? closingBooked, currency);
  return { closingBookedMinor, adjustmentMinor: expectedMinor - closingBookedMinor };
}

/** Details of a card's balance, stored and shown again. @see D8-card-members */
export interface BalanceDetails {
  readonly referenceDate?: string | undefined;
  readonly lastChangeDateTime?: string | undefined;
  readonly lastCommittedTransaction?: string | undefined;
}

export type DetailsOfBalances = Readonly<Partial<Record<GivenBalance['balanceType'], BalanceDetails>>>;

/** Parses the details of balances; the last of a repeated type counts. */
export function parseBalanceDetails(given: readonly (GivenBalance & BalanceDetails)[]): DetailsOfBalances {
  return Object.fromEntries(
    given.map(({ balanceAmount: _, balanceType, ...details }) => [balanceType, details]),
  );
}

/** Places of the balances that are in another currency than their account. @see D8-balance-currency */
export function findOtherCurrencies(given: readonly GivenBalance[], currency: Currency): readonly number[] {
  return given.flatMap(({ balanceAmount }, place) => (balanceAmount.currency === currency ? [] : [place]));
}

/** The customer and account that an engagement names. */
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
 * Checks a well-formed engagement.
 * @param at where it stands in the body, `engagements[3].`
 * @see D8-engagement-members
 */
export function checkEngagement(
  { customerNumber, account, owner }: EngagementFacts,
  at: string,
): readonly EngagementFault[] {
  const faults: EngagementFault[] = [];
  if (customerNumber === undefined) faults.push(createUnknownCustomerFault(`${at}customer`));
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
export function createRepeatedFault(at: string, first: string): EngagementFault {
  const [path, before] = [at, first].map((place) => place.replace(/\.$/, '')) as [string, string];
  const text = `${path} has the same customer and account as ${before}: remove one of them`;
  return { code: 'FORMAT_ERROR', path, text };
}

/** Checks the owner of an agreement. @see D8-agreement-members */
export function checkOwner(
  owner: { readonly customerType: 'PRIVATE' | 'CORPORATE' } | undefined,
): readonly EngagementFault[] {
  if (owner === undefined) return [createUnknownCustomerFault('owner')];
  if (owner.customerType === 'CORPORATE') return [];
  const text = 'owner must be a CORPORATE customer: a private one has its agreement already';
  return [{ code: 'FORMAT_ERROR', path: 'owner', text }];
}

function createUnknownCustomerFault(path: string): EngagementFault {
  const text = `${path} isn't a customer's number or id: create the customer first`;
  return { code: 'RESOURCE_UNKNOWN', path, text };
}
