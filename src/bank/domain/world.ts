import { DAY_MS } from '../../core/units.ts';
import type { AgreementRole } from '../../values/agreement-roles.ts';
import type { CashAccountType } from '../../values/cash-account-types.ts';
import type { Currency } from '../../values/currencies.ts';
import type { KidPolicy } from '../../values/kid.ts';
import { convertWholeToMinor } from '../../values/money.ts';
import type { NaturalKey } from './ids.ts';

/** The bank code, the first four digits of the bank's account numbers. @see D8-initial-data */
export const BANK_CODE = '9990';

/** The bank's BIC: Norwegian, with the 0 that marks a test BIC, so that it belongs to no real bank. */
export const BANK_BIC = 'PSDTNO20';

/** The two types of customers. @see I-sandbox-customer */
export type CustomerType = 'PRIVATE' | 'CORPORATE';

/** A customer of the bank. @see I-sandbox-customer */
export interface Customer {
  readonly customerId: string;
  /** The number that the PSU enters at SCA: a national identity number or an organisation number. */
  readonly customerNumber: string;
  readonly customerType: CustomerType;
  readonly customerName: string;
}

/** A payment account. @see I-sandbox-account */
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
  /** The opening balance in minor units of the account's currency. */
  readonly openingMinor: bigint;
}

/** A card account. @see D7-card-account, D8-card-members */
export interface CardAccount {
  readonly resourceId: string;
  readonly customerNumber: string;
  readonly maskedPan: string;
  readonly currency: Currency;
  /** Whole units of the currency, int32. */
  readonly creditLimit: number;
  /** These members are stored as sent, or absent. @see D8-card-members */
  readonly cardId?: string | undefined;
  readonly cardIdVNo?: string | undefined;
  readonly accountNumber?: string | undefined;
  readonly expiry?: string | undefined;
  readonly name?: string | undefined;
  readonly product?: string | undefined;
  readonly status?: 'enabled' | 'deleted' | 'blocked' | undefined;
  /** The identification that a payment sends in `debtorAccount.other` to pay from the card. */
  readonly relatedAccount: string;
  /** The opening balance in minor units; negative if the card was used. */
  readonly openingMinor: bigint;
}

/** An agreement of the bank with a customer. @see D8-customer-type */
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
  /** The IBAN in the request that created the engagement. */
  readonly iban: string;
  /** The roles without duplicates, in the order of AGREEMENT_ROLES. */
  readonly roles: readonly AgreementRole[];
  /** Whole units of the account's currency, int32; stored, not enforced. */
  readonly registerLimit?: number;
  readonly approvalLimit?: number;
}

/** The KID policy of a creditor account at this bank or another. @see D4-kid-none */
export interface KidEntry extends KidPolicy {
  readonly bban: string;
}

/** The stored data of the sandbox, in the order of its lists. */
export interface World {
  readonly customers: readonly Customer[];
  readonly accounts: readonly Account[];
  readonly cardAccounts: readonly CardAccount[];
  readonly agreements: readonly Agreement[];
  readonly kidEntries: readonly KidEntry[];
  /** The natural keys of the data; each use counts, so a resource that is created again gets another id. */
  readonly usedKeys: readonly NaturalKey[];
}

/** A fault that the operator has set. @see D11-faults */
export interface SetFault {
  readonly faultId: number;
  /** A name in wire/faults.ts. */
  readonly fault: string;
  /** The name of an operation; absent for all operations that the fault can affect. */
  readonly operation?: string;
  /** The number of the one call that it affects; absent for every call. */
  readonly call?: number;
  readonly status?: number;
  readonly milliseconds?: number;
  /** The number of calls that matched the fault since it was set. */
  readonly calls: number;
  /** The number of calls that it affected. */
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

/** Returns true if the call that the fault affects has passed. */
export function isSpent({ call, calls }: Pick<SetFault, 'call' | 'calls'>): boolean {
  return call !== undefined && calls >= call;
}

/** Returns true if the fault affects the next call. @see D11-fault-calls */
export function isNextCallStruck({ call, calls }: Pick<SetFault, 'call' | 'calls'>): boolean {
  return call === undefined || call === calls + 1;
}

// The retention times, on the bank's clock. See S12-kept.

/** The retention of the first response to an X-Request-ID. @see D3-request-id-24h */
export const REQUEST_KEPT_MILLISECONDS = DAY_MS;

/** The time for which a call without the PSU counts. @see D6-four-calls */
export const CALL_COUNTED_MILLISECONDS = DAY_MS;

/** The retention of an authorisation after its end, and of a session after its last SCA. */
export const ENDED_KEPT_MILLISECONDS = 400 * DAY_MS;

/** A balance in a sandbox request, in whole units. @see I-sandbox-balance-update */
export interface GivenBalance {
  readonly balanceAmount: { readonly currency: Currency; readonly amount: number };
  readonly balanceType: 'closingBooked' | 'expected';
}

/** The balances to set, in minor units. */
export interface SetBalances {
  readonly closingBookedMinor: bigint;
  /** The expected balance minus closingBooked, in addition to the pending payments. */
  readonly adjustmentMinor: bigint;
}

/**
 * Parses balances: the last of a repeated type applies, a missing type equals the given one, and the difference between
 * the two is a pending adjustment.
 * @returns undefined if the request contains no balance
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

/** The details of a card's balance, stored and returned unchanged. @see D8-card-members */
export interface BalanceDetails {
  readonly referenceDate?: string | undefined;
  readonly lastChangeDateTime?: string | undefined;
  readonly lastCommittedTransaction?: string | undefined;
}

export type DetailsOfBalances = Readonly<Partial<Record<GivenBalance['balanceType'], BalanceDetails>>>;

/** Parses the details of balances; the last of a repeated type applies. */
export function parseBalanceDetails(given: readonly (GivenBalance & BalanceDetails)[]): DetailsOfBalances {
  return Object.fromEntries(
    given.map(({ balanceAmount: _, balanceType, ...details }) => [balanceType, details]),
  );
}

/** Finds the indexes of balances whose currency differs from the account's. @see D8-balance-currency */
export function findOtherCurrencies(given: readonly GivenBalance[], currency: Currency): readonly number[] {
  return given.flatMap(({ balanceAmount }, place) => (balanceAmount.currency === currency ? [] : [place]));
}

/** The customer and account of an engagement. */
export interface EngagementParties {
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
  /** The customerNumber of the agreement's owner; absent if the owner is unknown. */
  readonly owner: string | undefined;
}

/**
 * Checks a well-formed engagement.
 * @param at the path prefix in the body, for example `engagements[3].`
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

/** Creates the fault of a repeated engagement: a customer has one engagement per account, by whichever identifier. */
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
