import { bicCountry, headOffice } from '../../values/countries.ts';
import type { Currency } from '../../values/currencies.ts';
import { bbanOfIban } from '../../values/iban.ts';
import type { StructuredRemittance } from '../../values/kid.ts';
import { productNamed } from '../../values/products.ts';

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
  readonly creditorAgent?: string | undefined;
  readonly creditorAccount: NamedAccount;
  readonly creditorAddress?: { readonly country: string } | undefined;
  readonly debtorAccount: NamedAccount;
  readonly remittanceInformationUnstructured?: string | undefined;
  readonly requestedExecutionDate?: string | undefined;
  /** Of a cross-border payment. */
  readonly serviceLevel?: string | undefined;
  /** Of a periodic payment. */
  readonly startDate?: string | undefined;
  readonly frequency?: string | undefined;
  readonly endDate?: string | undefined;
  readonly executionRule?: string | undefined;
  readonly dayOfExecution?: string | number | undefined;
  readonly monthsOfExecution?: readonly (string | number)[] | undefined;
}

/** The debtor as a body names it, in whichever way: a Norwegian IBAN is its bban. */
function namedDebtor(named: NamedAccount): readonly (string | undefined)[] {
  return named.other ? ['card', named.other.identification] : [debtorBban(named) ?? named.iban];
}

/** The bban of a debtor's payment account; none where a card account is named, or one that can't be here. */
export function debtorBban({ bban, iban }: NamedAccount): string | undefined {
  return bban ?? (iban === undefined ? undefined : bbanOfIban(iban));
}

/**
 * How the creditor's account is known to the bank's books: a Norwegian one by its bban, one abroad by its IBAN, or by
 * the bank that knows its bban, which is free text and no account of here.
 * @see D4-foreign-bban
 */
export function creditorNumber(
  { creditorAccount, creditorAgent }: Initiation,
  isCrossBorder: boolean,
): string {
  const { bban = '', iban } = creditorAccount;
  if (!isCrossBorder) return bban;
  if (iban !== undefined) return bbanOfIban(iban) ?? iban;
  if (creditorAgent === undefined) return bban;
  return bicCountry(creditorAgent) === 'NO' ? bban : `${headOffice(creditorAgent)}/${bban}`;
}

/** The member by which a body names its debtor account. @see D4-cross-border-debtor */
export function debtorPath({ bban, iban, other }: NamedAccount): string {
  if (other) return 'debtorAccount.other.identification';
  return bban === undefined && iban !== undefined ? 'debtorAccount.iban' : 'debtorAccount.bban';
}

/** What a payment is looked up by when it may be another's duplicate. */
interface Comparable {
  readonly tpp: string;
  /** The name by which it was made. */
  readonly product: string;
  readonly initiation: Initiation;
  readonly creditorAccount: string;
}

/**
 * One text for all logical duplicates: of the same TPP, product and frequency, debtor, creditor, amount, currency,
 * effective date and reference (the KID or other structured references, else the folded message). The debtor is as
 * the body names it: whether the bank has such an account is not asked, so nobody learns that from a duplicate.
 * @see D4-duplicate, D4-disclosure, D4-duplicate-products
 */
export function sameness({ tpp, product, initiation, creditorAccount }: Comparable, date: string): string {
  const { instructedAmount, debtorAccount } = initiation;
  const { remittanceInformationStructured: single, remittanceInformationStructuredArray: array } = initiation;
  const references = (array ?? (single ? [single] : [])).map(({ reference }) => reference);
  const message = initiation.remittanceInformationUnstructured ?? '';
  return JSON.stringify([
    tpp,
    productNamed(product),
    initiation.frequency ?? null,
    namedDebtor(debtorAccount),
    creditorAccount,
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
