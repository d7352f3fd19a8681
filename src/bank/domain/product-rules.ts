import { isSepaCountry, normalizeBic, parseBicCountry } from '../../values/countries.ts';
import type { Currency } from '../../values/currencies.ts';
import { extractBban } from '../../values/iban.ts';
import type { RemittanceReference } from '../../values/kid.ts';
import { CROSS_BORDER, findProduct, INSTANT, type PaymentService } from '../../values/products.ts';
import { convert, divideHalfEven } from '../../values/rates.ts';

/** An account as a body names it. */
export interface NamedAccount {
  readonly bban?: string | undefined;
  readonly iban?: string | undefined;
  readonly other?: { readonly identification: string } | undefined;
  readonly currency: Currency;
}

/** The members of an initiation, of whatever product, that the domain decides on. */
export interface Initiation extends RemittanceReference {
  readonly instructedAmount: { readonly amount: string; readonly currency: Currency };
  readonly creditorName: string;
  readonly creditorAgent?: string | undefined;
  readonly creditorAccount: NamedAccount;
  readonly creditorAddress?: { readonly country: string } | undefined;
  readonly debtorAccount: NamedAccount;
  readonly remittanceInformationUnstructured?: string | undefined;
  readonly requestedExecutionDate?: string | undefined;
  /** Only in a cross-border payment. */
  readonly serviceLevel?: string | undefined;
  /** Only in a periodic payment. */
  readonly startDate?: string | undefined;
  readonly frequency?: string | undefined;
  readonly endDate?: string | undefined;
  readonly executionRule?: string | undefined;
  readonly dayOfExecution?: string | number | undefined;
  readonly monthsOfExecution?: readonly (string | number)[] | undefined;
}

/** The debtor as a body names it, in whichever way: a Norwegian IBAN is its bban. */
function getDebtorKeys(named: NamedAccount): readonly (string | undefined)[] {
  return named.other ? ['card', named.other.identification] : [getDebtorBban(named) ?? named.iban];
}

/** The bban of a debtor's payment account; none where a card account is named, or one that can't be here. */
export function getDebtorBban({ bban, iban }: NamedAccount): string | undefined {
  return bban ?? (iban === undefined ? undefined : extractBban(iban));
}

/**
 * How the creditor's account is known to the bank's books: a Norwegian one by its bban, one abroad by its IBAN, or by
 * the bank that knows its bban, which is free text and no account of here.
 * @see D4-foreign-bban
 */
export function getCreditorNumber(
  { creditorAccount, creditorAgent }: Initiation,
  isCrossBorder: boolean,
): string {
  const { bban = '', iban } = creditorAccount;
  if (!isCrossBorder) return bban;
  if (iban !== undefined) return extractBban(iban) ?? iban;
  if (creditorAgent === undefined) return bban;
  return parseBicCountry(creditorAgent) === 'NO' ? bban : `${normalizeBic(creditorAgent)}/${bban}`;
}

/** The member by which a body names its debtor account. @see D4-cross-border-debtor */
export function getDebtorPath({ bban, iban, other }: NamedAccount): string {
  if (other) return 'debtorAccount.other.identification';
  return bban === undefined && iban !== undefined ? 'debtorAccount.iban' : 'debtorAccount.bban';
}

/** The members that identify a duplicate. */
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
 * the body names it: whether the bank has such an account is not asked, so a duplicate doesn't reveal it.
 * @see D4-duplicate, D4-disclosure, D4-duplicate-products
 */
export function buildDuplicateFingerprint(
  { tpp, product, initiation, creditorAccount }: Comparable,
  date: string,
): string {
  const { instructedAmount, debtorAccount } = initiation;
  const { remittanceInformationStructured: single, remittanceInformationStructuredArray: array } = initiation;
  const references = (array ?? (single ? [single] : [])).map(({ reference }) => reference);
  const message = initiation.remittanceInformationUnstructured ?? '';
  return JSON.stringify([
    tpp,
    findProduct(product),
    initiation.frequency ?? null,
    getDebtorKeys(debtorAccount),
    creditorAccount,
    instructedAmount.amount,
    instructedAmount.currency,
    date,
    references.length > 0 ? references : normalizeMessage(message),
  ]);
}

/** A message in which neither case nor the number of blanks tells two payments apart. */
function normalizeMessage(message: string): string {
  return message.trim().replace(/\s+/gu, ' ').toLowerCase();
}

/** In what products differ once their body has been read. @see D1-products */
interface ProductRules {
  /**
   * How an approved payment is executed: by a run of its day; by that one and the next; at its approval; or, being a
   * standing order, by no run.
   */
  readonly execution: 'run' | 'two-runs' | 'at-approval' | 'none';
  /** True if details and status can be read before the PSU's approval. */
  readonly isReadUnapproved: boolean;
  /** True if lack of funds is an error at once instead of a matter for the runs. */
  readonly rejectsNoFunds: boolean;
  /** True if a small payment to an own account needs no SCA. */
  readonly canBeExempt: boolean;
  /** True if the creditor may be abroad, where a bban is free text and a KID has no place. */
  readonly isCrossBorder: boolean;
  /** In øre. */
  readonly feeOre: bigint;
  /** The conversion fee, per mille of what the debtor pays in another currency than instructed. */
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

/** The service and product of a creation. */
export interface MadeAs {
  readonly service: PaymentService;
  /** The name by which it was made. */
  readonly product: string;
}

export function getProductRules({ service, product }: MadeAs): ProductRules {
  if (service === 'bulk-payments') return BULK_RULES;
  if (service === 'periodic-payments') return PERIODIC_RULES;
  const known = findProduct(product);
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
function computeServiceFeeOre(payment: WithServiceLevel): bigint {
  const { serviceLevel } = payment;
  if (serviceLevel === undefined || isSepa(payment)) return 0n;
  return EXTRA_FEES.get(serviceLevel) ?? 0n;
}

/**
 * Explains why a service level has no effect; undefined without one, and for one that is applied. @see D4-service-level
 */
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
  const country = getCreditorCountry(payment);
  return payment.instructedAmount.currency === 'EUR' && country !== undefined && isSepaCountry(country);
}

/** The country of the creditor's bank, by the IBAN, else the BIC, else the creditor's address. */
function getCreditorCountry({ creditorAccount, creditorAgent, creditorAddress }: WithServiceLevel) {
  if (creditorAccount.iban !== undefined) return creditorAccount.iban.slice(0, 2);
  if (creditorAgent !== undefined) return parseBicCountry(creditorAgent);
  return creditorAddress?.country;
}

interface Charged extends MadeAs {
  readonly amountMinor: bigint;
  readonly currency: Currency;
  /** Absent where only the product and the amount are known. */
  readonly initiation?: WithServiceLevel;
}

/**
 * Computes what the amount costs in the debtor account's currency, at least the smallest unit, so that no money is
 * created by rounding.
 * @see D4-conversion
 */
export function computeCostMinor(
  { amountMinor, currency }: Pick<Charged, 'amountMinor' | 'currency'>,
  debtor: Currency,
): bigint {
  const cost = convert(amountMinor, currency, debtor);
  return cost > 0n ? cost : 1n;
}

/** The total fee, any conversion's included, in the debtor account's currency. @see D4-fees, D4-service-level */
export function computeFeeMinor(payment: Charged, debtor: Currency): bigint {
  const { initiation } = payment;
  const { feeOre, conversionPerMille, isCrossBorder } = getProductRules(payment);
  if (feeOre === 0n) return 0n;
  const serviceOre = isCrossBorder && initiation ? computeServiceFeeOre(initiation) : 0n;
  const fixed = convert(feeOre + serviceOre, 'NOK', debtor);
  if (payment.currency === debtor) return fixed;
  return fixed + divideHalfEven(computeCostMinor(payment, debtor) * conversionPerMille, 1000n);
}

/** Amount and fee: what must be there, is reserved, and leaves the account. @see D9-reserved */
export function computeChargeMinor(payment: Charged, debtor: Currency): bigint {
  return computeCostMinor(payment, debtor) + computeFeeMinor(payment, debtor);
}
