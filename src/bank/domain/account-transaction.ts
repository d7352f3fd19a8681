import { isElevenDigits } from '../../values/bban.ts';
import type { Currency } from '../../values/currencies.ts';
import { bbanOfIban, ibanOfBban } from '../../values/iban.ts';
import type { StructuredReference } from '../../values/kid.ts';
import type { Initiation, NamedAccount } from './initiation.ts';
import { type MadeAs, rulesOf } from './product-rules.ts';

/** Both numbers of a party's account; empty where there is none. */
export interface PartyAccount {
  readonly iban: string;
  readonly bban: string;
}

/** What a transaction says beside what it moves. @see I-sandbox-transaction */
export interface TransactionDetails {
  readonly remittanceInformationUnstructured: string;
  readonly creditorId: string;
  readonly creditorName: string;
  readonly creditorAccount: PartyAccount;
  readonly ultimateCreditor: string;
  readonly debtorName: string;
  readonly debtorAccount: PartyAccount;
  readonly ultimateDebtor: string;
  readonly purposeCode: string;
  readonly bankTransactionCode: string;
}

/** One line of an account's list of transactions. @see D8-one-list */
export interface AccountTransaction {
  readonly transactionId: string;
  readonly bookingDate: string;
  readonly valueDate: string;
  readonly currency: Currency;
  /** Above zero: the account got it. */
  readonly amountMinor: bigint;
  readonly details: TransactionDetails;
  /** Of one by a payment. */
  readonly references?: PaymentReferences;
}

/** What a payment gives that a transaction by hand can't. */
export interface PaymentReferences {
  readonly endToEndId?: string | undefined;
  readonly instructed: { readonly amount: string; readonly currency: Currency };
  readonly structured: readonly StructuredReference[];
}

interface Paid extends MadeAs {
  readonly initiation: PaidInitiation;
}

type PaidInitiation = Initiation & {
  readonly ultimateDebtor?: string | undefined;
  readonly purposeCode?: string | undefined;
  readonly endToEndIdentification?: string | undefined;
};

/** One reference or several: a payment has either. */
export function referencesOfPayment(initiation: PaidInitiation): PaymentReferences {
  const { remittanceInformationStructured: one, remittanceInformationStructuredArray: several } = initiation;
  return {
    endToEndId: initiation.endToEndIdentification,
    instructed: initiation.instructedAmount,
    structured: several ?? (one ? [one] : []),
  };
}

/** What an account's list says of a payment. */
export function detailsOfPayment(
  payment: Paid,
  debtorName: string,
  side: 'debtor' | 'creditor',
): TransactionDetails {
  const { initiation } = payment;
  return {
    remittanceInformationUnstructured: initiation.remittanceInformationUnstructured ?? '',
    creditorId: '',
    creditorName: initiation.creditorName,
    creditorAccount: numbersOf(initiation.creditorAccount),
    ultimateCreditor: '',
    debtorName,
    debtorAccount: numbersOf(initiation.debtorAccount),
    ultimateDebtor: initiation.ultimateDebtor ?? '',
    purposeCode: initiation.purposeCode ?? '',
    bankTransactionCode: bankTransactionCode(payment, side),
  };
}

/** Of a Norwegian account both numbers are known by one. */
function numbersOf({ bban, iban }: NamedAccount): PartyAccount {
  return {
    iban: iban ?? (bban !== undefined && isElevenDigits(bban) ? ibanOfBban(bban) : ''),
    bban: bban ?? (iban === undefined ? '' : (bbanOfIban(iban) ?? '')),
  };
}

/** ISO 20022: domain, family (issued or received, at once or not) and sub-family (domestic or not). */
function bankTransactionCode(payment: Paid, side: 'debtor' | 'creditor'): string {
  const { execution, isCrossBorder } = rulesOf(payment);
  const direction = side === 'debtor' ? 'I' : 'R';
  const family = execution === 'at-approval' ? `${direction}RCT` : `${direction}CDT`;
  return `PMNT-${family}-${isCrossBorder ? 'XBCT' : 'DMCT'}`;
}
