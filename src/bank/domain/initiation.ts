import type { Currency } from '../../values/currencies.ts';
import { bbanOfIban } from '../../values/iban.ts';
import type { StructuredRemittance } from '../../values/kid.ts';

/** An account as a body names it. */
export interface NamedAccount {
  readonly bban?: string | undefined;
  readonly iban?: string | undefined;
  readonly other?: { readonly identification: string } | undefined;
  readonly currency: Currency;
}

/** The members of an initiation, of whatever product, that the domain decides on. */
export interface Initiation extends StructuredRemittance {
  readonly instructedAmount: { readonly amount: string; readonly currency: Currency };
  readonly creditorName: string;
  readonly creditorAccount: NamedAccount;
  readonly debtorAccount: NamedAccount;
  readonly remittanceInformationUnstructured?: string | undefined;
  readonly requestedExecutionDate?: string | undefined;
  /** Of a periodic payment. */
  readonly startDate?: string | undefined;
  readonly frequency?: string | undefined;
  readonly endDate?: string | undefined;
}

/**
 * How an account is known to the bank's books: by its bban; one abroad of which no bban is given, by its IBAN. A card
 * account has none.
 */
export function numberOf({ bban, iban }: NamedAccount): string {
  return bban ?? (iban === undefined ? '' : (bbanOfIban(iban) ?? iban));
}

/** The member by which a body names its debtor account. */
export function debtorPath({ bban, iban, other }: NamedAccount): string {
  if (other) return 'debtorAccount.other.identification';
  return bban === undefined && iban !== undefined ? 'debtorAccount.iban' : 'debtorAccount.bban';
}

/**
 * One text for all logical duplicates: same debtor, creditor, amount, currency, effective date and reference
 * (the KID or other structured references, else the folded message).
 * @see decisions.md §4 Logical duplicate
 */
export function sameness(initiation: Initiation, debtorAccount: string, date: string): string {
  const { instructedAmount, creditorAccount } = initiation;
  const { remittanceInformationStructured: single, remittanceInformationStructuredArray: array } = initiation;
  const references = (array ?? (single ? [single] : [])).map(({ reference }) => reference);
  const message = initiation.remittanceInformationUnstructured ?? '';
  return JSON.stringify([
    debtorAccount,
    numberOf(creditorAccount),
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
