import { effectiveDate } from '../../values/bank-calendar.ts';
import type { Currency } from '../../values/currencies.ts';
import { checkKid, type KidPolicy, type StructuredReference } from '../../values/kid.ts';
import { parseAmount } from '../../values/money.ts';

/** The members of a domestic initiation that the domain decides on. */
export interface DomesticInitiation {
  readonly instructedAmount: { readonly amount: string; readonly currency: Currency };
  readonly creditorAccount: { readonly bban: string; readonly currency: Currency };
  readonly debtorAccount: {
    readonly bban?: string | undefined;
    readonly other?: { readonly identification: string } | undefined;
    readonly currency: Currency;
  };
  readonly remittanceInformationUnstructured?: string | undefined;
  readonly remittanceInformationStructured?: StructuredReference | undefined;
  readonly remittanceInformationStructuredArray?: readonly StructuredReference[] | undefined;
  readonly requestedExecutionDate?: string | undefined;
}

/** An account that can be debited: a payment account or a card account. */
export interface DebtorAccount {
  readonly id: string;
  readonly customerNumber: string;
  readonly currency: Currency;
}

export interface DomesticFacts {
  readonly initiation: DomesticInitiation;
  /** The debtor account named by the body, when the bank has it. */
  readonly debtor: DebtorAccount | undefined;
  /** customerNumber of whose accounts pay, when the headers settled it: the PSU, or the agreement's owner. */
  readonly payer: string | undefined;
  /** The creditor's KID agreement; absent when its references are not checked. */
  readonly kidPolicy: KidPolicy | undefined;
  /** Milliseconds since 1970 of the bank's clock. */
  readonly now: number;
}

export interface DomainFault {
  readonly code:
    | 'FORMAT_ERROR'
    | 'RESOURCE_UNKNOWN'
    | 'KID_MISSING'
    | 'KID_INVALID'
    | 'EXECUTION_DATE_INVALID';
  readonly path: string;
  readonly text: string;
}

export interface DomesticTerms {
  readonly debtorAccount: string;
  readonly amountMinor: bigint;
  readonly effectiveDate: string;
  readonly dateMoved: boolean;
  /** Equal exactly for logical duplicates. */
  readonly sameness: string;
}

/**
 * Decides whether a well-formed domestic initiation can be received, and on which terms. All faults of the body
 * are found, in the order of the field table.
 * @see interface.md Norwegian domestic credit transfer request
 * @see decisions.md §4
 */
export function decideDomestic(
  facts: DomesticFacts,
): { ok: true; terms: DomesticTerms } | { ok: false; faults: readonly DomainFault[] } {
  const { initiation, debtor, now } = facts;
  const date = effectiveDate(initiation.requestedExecutionDate, now);
  const faults = [debtorFault(facts), kidFault(facts), date.ok ? undefined : dateFault(date.reason)].filter(
    (fault) => fault !== undefined,
  );
  const amountMinor = parseAmount(initiation.instructedAmount.amount, initiation.instructedAmount.currency);
  if (faults.length > 0 || !date.ok || !debtor) return { ok: false, faults };
  if (amountMinor === undefined) throw new Error('an amount that passed the schema has no value');
  return {
    ok: true,
    terms: {
      debtorAccount: debtor.id,
      amountMinor,
      effectiveDate: date.date,
      dateMoved: date.moved,
      sameness: sameness(initiation, debtor.id, date.date),
    },
  };
}

/** An unknown account and another PSU's get the same answer. @see decisions.md §4 debtorAccount */
function debtorFault({ initiation, debtor, payer }: DomesticFacts): DomainFault | undefined {
  const path = initiation.debtorAccount.other ? 'debtorAccount.other.identification' : 'debtorAccount.bban';
  if (!debtor || (payer !== undefined && debtor.customerNumber !== payer)) {
    return { code: 'RESOURCE_UNKNOWN', path, text: `${path} is no account of this PSU at this bank` };
  }
  if (debtor.currency !== initiation.debtorAccount.currency) {
    return {
      code: 'FORMAT_ERROR',
      path: 'debtorAccount.currency',
      text: `debtorAccount.currency must be the account's, ${debtor.currency}`,
    };
  }
  return undefined;
}

/** @see decisions.md §4 KID */
function kidFault({ initiation, kidPolicy }: DomesticFacts): DomainFault | undefined {
  const code = checkKid(kidPolicy, initiation);
  if (!code) return undefined;
  const onlySingle =
    initiation.remittanceInformationStructured && !initiation.remittanceInformationStructuredArray;
  const path = onlySingle ? 'remittanceInformationStructured' : 'remittanceInformationStructuredArray';
  const text =
    code === 'KID_MISSING'
      ? 'the creditor account requires a KID: give it in remittanceInformationStructuredArray'
      : `${path} has no KID that the creditor account accepts: check its digits and length`;
  return { code, path, text };
}

function dateFault(reason: 'past' | 'too-far'): DomainFault {
  return {
    code: 'EXECUTION_DATE_INVALID',
    path: 'requestedExecutionDate',
    text:
      reason === 'past'
        ? 'requestedExecutionDate is before today in Oslo'
        : 'requestedExecutionDate is more than 365 days ahead',
  };
}

/**
 * One text for all logical duplicates: same debtor, creditor, amount, currency, effective date and reference
 * (the KID or other structured references, else the folded message).
 * @see decisions.md §4 Logical duplicate
 */
export function sameness(initiation: DomesticInitiation, debtorAccount: string, date: string): string {
  const { instructedAmount, creditorAccount } = initiation;
  const { remittanceInformationStructured: single, remittanceInformationStructuredArray: array } = initiation;
  const references = (array ?? (single ? [single] : [])).map(({ reference }) => reference);
  const message = initiation.remittanceInformationUnstructured ?? '';
  return JSON.stringify([
    debtorAccount,
    creditorAccount.bban,
    instructedAmount.amount,
    instructedAmount.currency,
    date,
    references.length > 0 ? references : foldedMessage(message),
  ]);
}

/** A message in which neither case nor the number of blanks tells two payments apart. */
function foldedMessage(message: string): string {
  return message.trim().replace(/\s+/gu, ' ').toLowerCase();
}
