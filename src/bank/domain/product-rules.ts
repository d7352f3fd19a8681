import { isSepaCountry, normalizeBic, parseBicCountry } from '../../values/countries.ts';
import type { Currency } from '../../values/currencies.ts';
import { extractBban } from '../../values/iban.ts';
import type { RemittanceReference, StructuredReference } from '../../values/kid.ts';
import { CROSS_BORDER, findProduct, INSTANT, type PaymentService } from '../../values/products.ts';
import { convert, divideHalfEven } from '../../values/rates.ts';

/** An account as identified in a body. */
export interface NamedAccount {
  readonly bban?: string | undefined;
  readonly iban?: string | undefined;
  readonly other?: { readonly identification: string } | undefined;
  readonly currency: Currency;
}

/** The members of an initiation, of any product, that affect decisions of the domain. */
export interface Initiation extends RemittanceReference {
  readonly instructedAmount: { readonly amount: string; readonly currency: Currency };
  readonly creditorName: string;
  readonly creditorAgent?: string | undefined;
  readonly creditorAccount: NamedAccount;
  readonly creditorAddress?: { readonly country: string } | undefined;
  readonly debtorAccount: NamedAccount;
  readonly remittanceInformationUnstructured?: string | undefined;
  readonly requestedExecutionDate?: string | undefined;
  /** For cross-border payments only. */
  readonly serviceLevel?: string | undefined;
  /** For periodic payments only. */
  readonly startDate?: string | undefined;
  readonly frequency?: string | undefined;
  readonly endDate?: string | undefined;
  readonly executionRule?: string | undefined;
  readonly dayOfExecution?: string | number | undefined;
  readonly monthsOfExecution?: readonly (string | number)[] | undefined;
}

/**
 * Returns the parts of a duplicate key that identify the debtor, independent of the notation: a Norwegian IBAN equals
 * its bban.
 */
function getDebtorKeys(named: NamedAccount): readonly (string | undefined)[] {
  return named.other ? ['card', named.other.identification] : [getDebtorBban(named) ?? named.iban];
}

/**
 * Returns the bban of a debtor's payment account; undefined for a card account, or an IBAN without a Norwegian bban.
 */
export function getDebtorBban({ bban, iban }: NamedAccount): string | undefined {
  return bban ?? (iban === undefined ? undefined : extractBban(iban));
}

/**
 * Returns the number that identifies the creditor's account in the ledger: the bban of a Norwegian account, the IBAN of
 * a foreign one, or BIC and bban, because a foreign bban is free text and never an account of this bank.
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

/** Returns the number that identifies the debtor's account or card, as sent. */
export function getDebtorNumber({ bban, iban, other }: NamedAccount): string {
  return bban ?? iban ?? other?.identification ?? '';
}

/** Returns the path of the member that identifies the debtor account. @see D4-cross-border-debtor */
export function getDebtorPath({ bban, iban, other }: NamedAccount): string {
  if (other) return 'debtorAccount.other.identification';
  return bban === undefined && iban !== undefined ? 'debtorAccount.iban' : 'debtorAccount.bban';
}

/** The members that identify a duplicate. */
interface Comparable {
  readonly tpp: string;
  /** The product name in the path of the creation request. */
  readonly product: string;
  readonly initiation: Initiation;
  readonly creditorAccount: string;
}

/**
 * Builds a text that is equal for all logical duplicates: same TPP, product and frequency, debtor, creditor, amount,
 * currency, effective date and reference (the KID or other structured references, otherwise the normalised message). It
 * uses the debtor account from the body without a lookup, so that a duplicate doesn't reveal whether the account
 * exists.
 * @see D4-duplicate, D4-disclosure, D4-duplicate-products
 */
export function buildDuplicateFingerprint(
  { tpp, product, initiation, creditorAccount }: Comparable,
  date: string,
): string {
  const { instructedAmount, debtorAccount } = initiation;
  const references = listReferences(initiation).map(({ reference }) => reference);
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

/** Lists the structured references of a payment, which has either one or an array. */
export function listReferences({
  remittanceInformationStructured: one,
  remittanceInformationStructuredArray: several,
}: RemittanceReference): readonly StructuredReference[] {
  return several ?? (one ? [one] : []);
}

/** Normalizes case and white space of a message, so that neither distinguishes two payments. */
function normalizeMessage(message: string): string {
  return message.trim().replace(/\s+/gu, ' ').toLowerCase();
}

/** The rules that differ between products after the body is parsed. @see D1-products */
interface ProductRules {
  /**
   * The execution of an approved payment: in a run of its day; in that run and the next; at its approval; or in no run,
   * for a standing order.
   */
  readonly execution: 'run' | 'two-runs' | 'at-approval' | 'none';
  /** True if details and status can be read before the PSU's approval. */
  readonly isReadUnapproved: boolean;
  /** True if lack of funds is an error at once; if false, the runs handle it. */
  readonly rejectsNoFunds: boolean;
  /** True if a small payment to an own account needs no SCA. */
  readonly canBeExempt: boolean;
  /** True if the creditor may be abroad, where a bban is free text and a KID isn't allowed. */
  readonly isCrossBorder: boolean;
  /** The fee in øre. */
  readonly feeOre: bigint;
  /**
   * The conversion fee in per mille of the debited amount, if the debit is in another currency than the instructed
   * amount.
   */
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

/** The rules of domestic payments, whose details and status can't be read before the approval (I-known-issue). */
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

/** The rules of periodic payments, which no run executes. @see D4-periodic-rests */
const PERIODIC_RULES: ProductRules = { ...SINGLE, execution: 'none', canBeExempt: false };

/** The service and product in the path of a creation request. */
export interface ProductPathParts {
  readonly service: PaymentService;
  /** The product name in the path. */
  readonly product: string;
}

export function getProductRules({ service, product }: ProductPathParts): ProductRules {
  if (service === 'bulk-payments') return BULK_RULES;
  if (service === 'periodic-payments') return PERIODIC_RULES;
  const known = findProduct(product);
  if (known === CROSS_BORDER) return CROSS_BORDER_RULES;
  return known === INSTANT ? INSTANT_RULES : DOMESTIC_RULES;
}

/** The fees of service levels in øre, in addition to the product's fee. @see D4-service-level */
const EXTRA_FEES: ReadonlyMap<string, bigint> = new Map([
  ['URGP', 150_00n],
  ['SDVA', 300_00n],
]);

/** The ordinary service levels, which equal no service level. */
const ORDINARY: ReadonlySet<string> = new Set(['SEPA', 'NURG']);

/** The members of a cross-border payment that determine the effect of its service level. */
type WithServiceLevel = Pick<
  Initiation,
  'instructedAmount' | 'creditorAccount' | 'creditorAgent' | 'creditorAddress' | 'serviceLevel'
>;

/** Computes the additional fee of a cross-border payment for its service level, in øre. @see D4-service-level */
function computeServiceFeeOre(payment: WithServiceLevel): bigint {
  const { serviceLevel } = payment;
  if (serviceLevel === undefined || isSepa(payment)) return 0n;
  return EXTRA_FEES.get(serviceLevel) ?? 0n;
}

/**
 * Explains why a service level has no effect.
 * @returns undefined without a service level, or if it has an effect
 * @see D4-service-level
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

/** Returns the country of the creditor's bank from the IBAN, otherwise the BIC, otherwise the creditor's address. */
function getCreditorCountry({ creditorAccount, creditorAgent, creditorAddress }: WithServiceLevel) {
  if (creditorAccount.iban !== undefined) return creditorAccount.iban.slice(0, 2);
  if (creditorAgent !== undefined) return parseBicCountry(creditorAgent);
  return creditorAddress?.country;
}

interface ChargeableAmount extends ProductPathParts {
  readonly amountMinor: bigint;
  readonly currency: Currency;
  /** Absent if only the product and the amount are known. */
  readonly initiation?: WithServiceLevel;
}

/**
 * Computes the cost of the amount in the debtor account's currency, at least one minor unit, so that rounding creates
 * no money.
 * @see D4-conversion
 */
export function computeCostMinor(
  { amountMinor, currency }: Pick<ChargeableAmount, 'amountMinor' | 'currency'>,
  debtor: Currency,
): bigint {
  const cost = convert(amountMinor, currency, debtor);
  return cost > 0n ? cost : 1n;
}

/**
 * Computes the total fee, including a conversion fee, in minor units of the debtor account's currency.
 * @see D4-fees, D4-service-level
 */
export function computeFeeMinor(payment: ChargeableAmount, debtor: Currency): bigint {
  const { initiation } = payment;
  const { feeOre, conversionPerMille, isCrossBorder } = getProductRules(payment);
  if (feeOre === 0n) return 0n;
  const serviceOre = isCrossBorder && initiation ? computeServiceFeeOre(initiation) : 0n;
  const fixed = convert(feeOre + serviceOre, 'NOK', debtor);
  if (payment.currency === debtor) return fixed;
  return fixed + divideHalfEven(computeCostMinor(payment, debtor) * conversionPerMille, 1000n);
}

/** Computes amount plus fee: the sum that is checked, reserved and debited. @see D9-reserved */
export function computeChargeMinor(payment: ChargeableAmount, debtor: Currency): bigint {
  return computeCostMinor(payment, debtor) + computeFeeMinor(payment, debtor);
}
