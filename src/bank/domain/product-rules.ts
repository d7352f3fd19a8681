import { bicCountry, headOffice, isSepaCountry } from '../../values/countries.ts';
import type { Currency } from '../../values/currencies.ts';
import { bbanOfIban } from '../../values/iban.ts';
import type { StructuredRemittance } from '../../values/kid.ts';
import { CROSS_BORDER, INSTANT, type PaymentService, productNamed } from '../../values/products.ts';
import { convert, divideHalfEven } from '../../values/rates.ts';

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

/** In what products differ once their body has been read. @see D1-products */
interface ProductRules {
  /**
   * How an approved payment is executed: by a run of its day; by that one and the next; at its approval; or, being a
   * standing order, by no run.
   */
  readonly execution: 'run' | 'two-runs' | 'at-approval' | 'none';
  /** Whether details and status can be read before the PSU has approved it. */
  readonly isReadUnapproved: boolean;
  /** Whether lack of funds is an error at once, not a matter of the runs. */
  readonly rejectsNoFunds: boolean;
  /** Whether a small payment to an own account needs no SCA of its own. */
  readonly canBeExempt: boolean;
  /** Whether its creditor may be abroad, where a bban is free text; such a body has no place for a KID. */
  readonly isCrossBorder: boolean;
  /** In øre. */
  readonly feeOre: bigint;
  /** Of what the debtor pays, when it pays in another currency than was instructed; in parts of a thousand. */
  readonly conversionPerMille: bigint;
}

const SINGLE: ProductRules = {
  execution: 'run',
  isReadUnapproved: true,
  rejectsNoFunds: false,
  canBeExempt: true,
  isCrossBorder: false,
  feeOre: 0n,
  conversionPerMille: 0n,
};

/** I-known-issue: details and status of a domestic payment can't be fetched before it is approved. */
const DOMESTIC_RULES: ProductRules = { ...SINGLE, isReadUnapproved: false };

const CROSS_BORDER_RULES: ProductRules = {
  ...SINGLE,
  execution: 'two-runs',
  isCrossBorder: true,
  feeOre: 6500n,
  conversionPerMille: 1n,
};

const INSTANT_RULES: ProductRules = {
  ...SINGLE,
  execution: 'at-approval',
  rejectsNoFunds: true,
  feeOre: 200n,
};

const BULK_RULES: ProductRules = { ...SINGLE, canBeExempt: false };

/** @see D4-periodic-rests */
const PERIODIC_RULES: ProductRules = { ...SINGLE, execution: 'none', canBeExempt: false };

/** What a payment was made as. */
export interface MadeAs {
  readonly service: PaymentService;
  /** The name by which it was made. */
  readonly product: string;
}

export function rulesOf({ service, product }: MadeAs): ProductRules {
  if (service === 'bulk-payments') return BULK_RULES;
  if (service === 'periodic-payments') return PERIODIC_RULES;
  const known = productNamed(product);
  if (known === CROSS_BORDER) return CROSS_BORDER_RULES;
  return known === INSTANT ? INSTANT_RULES : DOMESTIC_RULES;
}

/** In øre, on top of the product's fee. @see D4-service-level */
const EXTRA_FEES: ReadonlyMap<string, bigint> = new Map([
  ['URGP', 150_00n],
  ['SDVA', 300_00n],
]);

/** Ordinary service levels: a payment without one has them too. */
const ORDINARY: ReadonlySet<string> = new Set(['SEPA', 'NURG']);

/** The members of a cross-border payment that decide what its service level does. */
type WithServiceLevel = Pick<
  Initiation,
  'instructedAmount' | 'creditorAccount' | 'creditorAgent' | 'creditorAddress' | 'serviceLevel'
>;

/** Returns what the service level of a cross-border payment adds to its fee, in øre. @see D4-service-level */
function serviceFeeOre(payment: WithServiceLevel): bigint {
  const { serviceLevel } = payment;
  if (serviceLevel === undefined || isSepa(payment)) return 0n;
  return EXTRA_FEES.get(serviceLevel) ?? 0n;
}

/** Explains why a service level has no effect; undefined without one, and for one that is applied. @see D4-service-level */
export function explainUnusedServiceLevel(payment: WithServiceLevel): string | undefined {
  const { serviceLevel } = payment;
  if (serviceLevel === undefined) return undefined;
  if (isSepa(payment)) {
    return `serviceLevel ${serviceLevel} has no effect on a SEPA payment (EUR to a SEPA country) and is ignored`;
  }
  if (EXTRA_FEES.has(serviceLevel) || ORDINARY.has(serviceLevel)) return undefined;
  return `serviceLevel ${serviceLevel} has no effect and is ignored: use URGP or SDVA for a higher one, NURG or SEPA for the ordinary one`;
}

function isSepa(payment: WithServiceLevel): boolean {
  const country = creditorCountry(payment);
  return payment.instructedAmount.currency === 'EUR' && country !== undefined && isSepaCountry(country);
}

/** The country of the creditor's bank, by the IBAN, else the BIC, else the creditor's address. */
function creditorCountry({ creditorAccount, creditorAgent, creditorAddress }: WithServiceLevel) {
  if (creditorAccount.iban !== undefined) return creditorAccount.iban.slice(0, 2);
  if (creditorAgent !== undefined) return bicCountry(creditorAgent);
  return creditorAddress?.country;
}

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
