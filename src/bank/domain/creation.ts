import { computeEffectiveDate, type EffectiveDate, type RunCalendar } from '../../values/bank-calendar.ts';
import type { Currency } from '../../values/currencies.ts';
import { checkKid, type KidPolicy } from '../../values/kid.ts';
import { parseAmount } from '../../values/money.ts';
import { formatOsloDate } from '../../values/oslo.ts';
import { getOutcome } from '../../values/outcome-accounts.ts';
import {
  getCreditorNumber,
  getDebtorPath,
  getProductRules,
  type Initiation,
  type NamedAccount,
  type ProductPathParts,
} from './product-rules.ts';

/**
 * The accounts from which a PSU can pay: its own, those of the owner of its agreement, or those of that owner that its
 * engagements cover.
 * @see D8-engaged-accounts
 */
export interface Payer {
  /** The customerNumber of the accounts' owner. */
  readonly owner: string;
  /**
   * The ids of the accounts covered by the PSU's engagements; absent if all accounts and cards of the owner are
   * covered.
   */
  readonly accounts?: ReadonlySet<string>;
}

/** Returns true if the account exists and the payer can pay from it; callers can't distinguish the two cases. */
export function canPayFrom<A extends { readonly id: string; readonly customerNumber: string }>(
  payer: Payer | undefined,
  account: A | undefined,
): account is A {
  if (payer === undefined || account?.customerNumber !== payer.owner) return false;
  return payer.accounts?.has(account.id) ?? true;
}

/** An account that can be debited: a payment account or a card account. */
export interface DebtorAccount {
  readonly id: string;
  readonly customerNumber: string;
  readonly currency: Currency;
  /** False if the bank has blocked payments from the account. @see D6-consent */
  readonly mayPay: boolean;
}

/** The bank's data about the debtor account in a body, for a request that may learn it. @see D4-disclosure */
export interface KnownDebtor {
  /** Absent if the bank has no such account. */
  readonly account: DebtorAccount | undefined;
  readonly payer: Payer | undefined;
}

export interface CreationFacts {
  readonly madeAs: ProductPathParts;
  readonly initiation: Initiation;
  /** Absent if the response must not disclose the debtor account; the page checks the account instead. */
  readonly debtor: KnownDebtor | undefined;
  /** The creditor's KID agreement; absent if the references aren't checked. */
  readonly kidPolicy: KidPolicy | undefined;
  /** Milliseconds since 1970 on the bank's clock. */
  readonly now: number;
  readonly calendar: RunCalendar;
}

export interface DomainFault {
  readonly code:
    | 'FORMAT_ERROR'
    | 'RESOURCE_UNKNOWN'
    | 'KID_MISSING'
    | 'KID_INVALID'
    | 'EXECUTION_DATE_INVALID'
    | 'PAYMENT_FAILED';
  readonly path: string;
  readonly text: string;
}

export interface CreationTerms {
  /** The account's id, if the request may learn it. */
  readonly debtorAccount?: string;
  readonly creditorAccount: string;
  readonly amountMinor: bigint;
  readonly effectiveDate: string;
  readonly dateMoved: boolean;
}

export type Creation =
  | { readonly ok: true; readonly terms: CreationTerms }
  | { readonly ok: false; readonly faults: readonly DomainFault[] };

/**
 * Validates a well-formed initiation and computes its terms. Reports all faults of the body, in the order of the field
 * table.
 * @see I-domestic-request
 * @see D4-periodic-wrong, D2-together-domain
 */
export function evaluateInitiation(facts: CreationFacts): Creation {
  const { initiation, debtor } = facts;
  const dates = computeDates(facts);
  const faults = [
    checkCreditorOutcome(initiation, facts.madeAs),
    checkDebtor(initiation.debtorAccount, debtor),
    kidFault(initiation, facts.kidPolicy),
    ...dates.faults,
  ].filter((fault) => fault !== undefined);
  if (faults.length > 0) return { ok: false, faults };
  return { ok: true, terms: computeTerms(facts, dates) };
}

/** Computes the terms of a valid initiation. */
export function computeTerms(
  { madeAs, initiation, debtor }: Pick<CreationFacts, 'madeAs' | 'initiation' | 'debtor'>,
  { date, moved }: Pick<Dates, 'date' | 'moved'>,
): CreationTerms {
  const { amount, currency } = initiation.instructedAmount;
  const amountMinor = parseAmount(amount, currency);
  if (amountMinor === undefined) throw new Error('an amount that passed the schema has no value');
  return {
    ...(debtor?.account === undefined ? undefined : { debtorAccount: debtor.account.id }),
    creditorAccount: getCreditorNumber(initiation, getProductRules(madeAs).isCrossBorder),
    amountMinor,
    effectiveDate: date,
    dateMoved: moved,
  };
}

/**
 * Checks the debtor account. An unknown account and another PSU's account give the same fault.
 * @param debtor absent if nothing may be disclosed
 * @see D4-debtor, D4-disclosure
 */
export function checkDebtor(named: NamedAccount, debtor: KnownDebtor | undefined): DomainFault | undefined {
  if (!debtor) return undefined;
  const { account, payer } = debtor;
  const path = getDebtorPath(named);
  if (!canPayFrom(payer, account)) {
    return { code: 'RESOURCE_UNKNOWN', path, text: `${path} isn't an account of this PSU at this bank` };
  }
  if (account.currency === named.currency) return undefined;
  const text = `debtorAccount.currency must be the account's currency, ${account.currency}`;
  return { code: 'FORMAT_ERROR', path: 'debtorAccount.currency', text };
}

/**
 * Checks whether the creditor's number is an outcome account that refuses payments.
 * @param at the path prefix of the initiation in the body, for example `payments[3].`
 * @see D8-outcome-accounts
 */
export function checkCreditorOutcome(
  initiation: Initiation,
  madeAs: ProductPathParts,
  at = '',
): DomainFault | undefined {
  const number = getCreditorNumber(initiation, getProductRules(madeAs).isCrossBorder);
  if (getOutcome(number) !== 'PAYMENT_FAILED') return undefined;
  const path = `${at}creditorAccount.${initiation.creditorAccount.bban === number ? 'bban' : 'iban'}`;
  const text = `${path} is an outcome account of the sandbox: payments to it are refused`;
  return { code: 'PAYMENT_FAILED', path, text };
}

/**
 * Checks the structured references against the creditor's KID policy.
 * @param at the path prefix of the initiation in the body, for example `payments[3].`
 * @see D4-kid-allowed, D4-kid-none, D4-kid-required, I-errors-kid
 */
export function kidFault(
  initiation: Initiation,
  policy: KidPolicy | undefined,
  at = '',
): DomainFault | undefined {
  const code = checkKid(policy, initiation);
  if (!code) return undefined;
  const onlySingle =
    initiation.remittanceInformationStructured && !initiation.remittanceInformationStructuredArray;
  const path = `${at}remittanceInformationStructured${onlySingle ? '' : 'Array'}`;
  const text =
    code === 'KID_MISSING'
      ? 'the creditor account requires a KID: send it in remittanceInformationStructuredArray'
      : `${path} has no KID the creditor account accepts: check its digits and length`;
  return { code, path, text };
}

interface Dates {
  readonly date: string;
  /** True if `date` differs from the requested date. */
  readonly moved: boolean;
  readonly faults: readonly DomainFault[];
}

/** Computes the execution date by the rules of the product. @see D4-periodic-start */
export function computeDates({
  madeAs,
  initiation: { requestedExecutionDate: asked, startDate },
  now,
  calendar,
}: {
  readonly madeAs: ProductPathParts;
  readonly initiation: Pick<Initiation, 'requestedExecutionDate' | 'startDate'>;
  readonly now: number;
  readonly calendar: RunCalendar;
}): Dates {
  const today = formatOsloDate(now);
  const { execution } = getProductRules(madeAs);
  if (execution === 'at-approval') return { date: today, moved: false, faults: [] };
  const bookable = computeEffectiveDate(asked, now, calendar);
  const faults = bookable.ok ? [] : [createDateFault(bookable)];
  if (execution === 'none' && startDate !== undefined) {
    const past = startDate < today ? [createPastDateFault('startDate')] : [];
    return { date: startDate, moved: false, faults: [...faults, ...past] };
  }
  return bookable.ok
    ? { date: bookable.date, moved: bookable.moved, faults }
    : { date: today, moved: false, faults };
}

function createDateFault({ reason }: EffectiveDate & { ok: false }): DomainFault {
  const path = 'requestedExecutionDate';
  if (reason === 'past') return createPastDateFault(path);
  return { code: 'EXECUTION_DATE_INVALID', path, text: `${path} is more than 365 days ahead` };
}

function createPastDateFault(path: string): DomainFault {
  return { code: 'EXECUTION_DATE_INVALID', path, text: `${path} is before today in Oslo` };
}
