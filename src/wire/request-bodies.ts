import * as z from 'zod/mini';
import { isObject } from '../core/json-object.ts';
import { isBic, isCountry, parseBicCountry } from '../values/countries.ts';
import { isCurrency } from '../values/currencies.ts';
import { checkBban, checkCreditorIban, checkIban, extractBban } from '../values/iban.ts';
import { explainAmount, parseAmount } from '../values/money.ts';
import { isCalendarDate } from '../values/oslo.ts';
import { FREQUENCIES } from '../values/products.ts';
import { isPurposeCode, PURPOSE_CODES } from '../values/purpose.ts';
import { convert } from '../values/rates.ts';
import { isBlank } from '../values/text.ts';
import {
  absent,
  array,
  blankFault,
  boolean,
  createFilledText,
  createKindError,
  createOneOf,
  object,
  rule,
  string,
  stringThat,
  text,
  textFault,
  withoutFault,
} from './field.ts';

// Members that the requests of several products share. See I-common-types.

/** The interface names no limit; the body's limit of 1 MiB applies. */
export const UNLIMITED = Number.POSITIVE_INFINITY;

export const currency = createOneOf(isCurrency, 'a three-letter currency code, such as NOK');
/** @see I-country */
export const country = createOneOf(isCountry, 'a two-letter country code, such as NO');

/** Accepts a number, for which `instructedAmount` suggests the amount in its currency. @see D4-amount-correction */
const amount = z.custom<string>(
  (value) => typeof value === 'string' || typeof value === 'number',
  createKindError('a string'),
);

/** @see I-amount, D4-amount-products, D4-amount-correction */
export const instructedAmount = object({ amount, currency }).check(
  rule((value) => {
    if (typeof value.amount !== 'string' && typeof value.amount !== 'number') return undefined;
    const fault = explainAmount(value.amount, isCurrency(value.currency) ? value.currency : undefined);
    return fault ? { at: ['amount'], text: fault } : undefined;
  }),
);

export const bic = stringThat(isBic, 'a BIC of 8 or 11 upper-case characters with a listed country');

/** @see I-text-limit */
export const BBAN_LIMIT = 30;
export const IBAN_LIMIT = 34;

/** @see D4-bban */
export const creditorBban = text(BBAN_LIMIT).check(withoutFault(checkBban));
/** @see D4-iban-norway: an account of the sandbox may have any eleven digits */
export const debtorIban = text(IBAN_LIMIT).check(withoutFault(checkIban));
/** @see I-cross-border-iban */
export const creditorIban = text(IBAN_LIMIT).check(withoutFault(checkCreditorIban));
export const freeBban = createFilledText(BBAN_LIMIT);

/** @see I-domestic-card */
const cardReference = object({
  identification: createFilledText(UNLIMITED),
  schemeNameProprietary: stringThat((value) => value === 'creditCardAccount', 'creditCardAccount'),
});

/** A payment account by its bban, or a card account. @see I-domestic-debtor, D2-path-exclusive */
export const debtorAccount = object({
  currency,
  bban: z.optional(freeBban),
  other: z.optional(cardReference),
}).check(
  rule((value) => {
    const given = [value.bban, value.other].filter((member) => member !== undefined).length;
    return given === 1 ? undefined : { text: 'must have exactly one of bban and other' };
  }),
);

export const creditorAddress = object({
  street: z.optional(text(70, 0)),
  buildingNumber: z.optional(text(UNLIMITED, 0)),
  postalCode: z.optional(text(UNLIMITED, 0)),
  city: z.optional(text(UNLIMITED, 0)),
  country,
});

export const remittanceReference = object({
  reference: createFilledText(35),
  referenceType: z.optional(text(35)),
  referenceIssuer: z.optional(text(35)),
});

export const purposeCode = createOneOf(isPurposeCode, `one of ${PURPOSE_CODES.join(' ')}`);
/** @see D4-date-format */
export const date = stringThat(isCalendarDate, 'a real date, written YYYY-MM-DD');
/** @see D4-end-to-end */
export const endToEndIdentification = text(35, 0);

const FAULT = { at: ['creditorAccount'], text: 'must not be the debtor account' };

/** Reads the members of an account that isn't validated. */
function readNumbers(account: unknown): { readonly bban?: unknown; readonly iban?: unknown } {
  return account ?? {};
}

function isNorwegianAgent(agent: unknown): boolean {
  return typeof agent === 'string' && parseBicCountry(agent) === 'NO';
}

/**
 * Checks that debtor and creditor differ, if both are given by bban. Only the body is compared: the accounts as it names
 * them; a Norwegian IBAN equals its bban.
 * @see D4-debtor-as-creditor
 */
const notToItself = rule(({ debtorAccount, creditorAccount }) => {
  const debtor = readAccountNumber(debtorAccount);
  return debtor !== undefined && debtor === readBban(creditorAccount) ? FAULT : undefined;
});

/** Checks each payment of a bulk. */
const noneToItself = rule(({ debtorAccount, payments }) => {
  const debtor = readAccountNumber(debtorAccount);
  if (debtor === undefined || !Array.isArray(payments)) return undefined;
  return payments.flatMap((item, place) =>
    isObject(item) && readBban(item.creditorAccount) === debtor
      ? [{ ...FAULT, at: ['payments', place, ...FAULT.at] }]
      : [],
  );
});

/** A bban of a foreign bank is free text, and no account of this bank. @see D4-foreign-bban */
const notToItselfAbroad = rule(({ debtorAccount, creditorAccount, creditorAgent }) => {
  const debtor = readAccountNumber(debtorAccount);
  const isHere = readNumbers(creditorAccount).iban !== undefined || isNorwegianAgent(creditorAgent);
  const creditor = isHere ? readAccountNumber(creditorAccount, 'iban') : undefined;
  return debtor !== undefined && debtor === creditor ? FAULT : undefined;
});

function readBban(account: unknown): string | undefined {
  const { bban } = readNumbers(account);
  return typeof bban === 'string' ? bban : undefined;
}

/** @param first the name that takes precedence if both are present */
function readAccountNumber(account: unknown, first: 'bban' | 'iban' = 'bban'): string | undefined {
  const { iban } = readNumbers(account);
  const byIban = typeof iban === 'string' ? extractBban(iban) : undefined;
  return first === 'iban' && iban !== undefined ? byIban : (readBban(account) ?? byIban);
}

/**
 * The members of a Norwegian domestic credit transfer, which instant, periodic and bulk payments share.
 * @see I-domestic-request, I-domestic-required, I-domestic-types, I-domestic-lengths
 */
export const DOMESTIC_MEMBERS = {
  instructedAmount,
  creditorName: createFilledText(70),
  creditorAgent: z.optional(bic),
  /** @see D4-domestic-iban */
  creditorAccount: object({ bban: creditorBban, currency }),
  creditorAddress,
  debtorAccount,
  ultimateDebtor: z.optional(text(70, 0)),
  remittanceInformationUnstructured: z.optional(text(140)),
  remittanceInformationStructured: z.optional(remittanceReference),
  remittanceInformationStructuredArray: z.optional(array(remittanceReference)),
  purposeCode: z.optional(purposeCode),
  requestedExecutionDate: z.optional(date),
  endToEndIdentification: z.optional(endToEndIdentification),
};

/** @see D4-creditor-agent, I-creditor-agent */
const agentOfCurrencyAccount = rule((value) => {
  const { creditorAccount: creditor } = value;
  const isForeign = isObject(creditor) && isCurrency(creditor.currency) && creditor.currency !== 'NOK';
  return isForeign && value.creditorAgent === undefined
    ? { at: ['creditorAgent'], text: "is required when creditorAccount.currency isn't NOK" }
    : undefined;
});

/** @see I-domestic-remittance, D2-path-exclusive */
const oneRemittance = rule((value) =>
  value.remittanceInformationUnstructured !== undefined &&
  value.remittanceInformationStructuredArray !== undefined
    ? {
        at: ['remittanceInformationUnstructured'],
        text: "can't be combined with remittanceInformationStructuredArray: set only one of them",
      }
    : undefined,
);

export const domesticPayment = object(DOMESTIC_MEMBERS).check(
  agentOfCurrencyAccount,
  oneRemittance,
  notToItself,
);

/** The domestic body without a date. @see D4-instant-body, D4-instant-date, D4-instant-own, D4-instant-wrong */
export const instantPayment = object({
  ...DOMESTIC_MEMBERS,
  requestedExecutionDate: absent('an instant payment is executed at once'),
}).check(agentOfCurrencyAccount, oneRemittance, notToItself);

/** The request for a fee. @see D4-fee-information */
export const feeRequest = object({
  amount: instructedAmount,
  creditorAccount: object({ bban: creditorBban, currency }),
  debtorAccount,
}).check(notToItself);

export type FeeRequest = z.infer<typeof feeRequest>;

/** An earlier version of the standard spells it `preceeding`. */
const EXECUTION_RULES = ['following', 'preceding', 'preceeding'];

/** Creates the schema of digits in a string; a number is tolerated. @see D4-periodic-day, D4-periodic-months */
function numeral(form: RegExp, what: string) {
  return z
    .union([z.string(), z.number()], createKindError(what))
    .check(z.refine((value) => form.test(String(value)), `must be ${what}`));
}

const month = numeral(/^(?:[1-9]|1[0-2])$/, 'a month from "1" to "12"');
const day = numeral(/^(?:[1-9]|[12][0-9]|3[01])$/, 'a day from "1" to "31"');

const MOST_MONTHS = 11;

/** @see I-errors-months */
const months = array(month, { min: 1, max: MOST_MONTHS }).check(
  z.refine((given) => new Set(given.map(String)).size === given.length, 'must have each month only once'),
);

export function isDate(value: unknown): value is string {
  return typeof value === 'string' && isCalendarDate(value);
}

/** The domestic body with its recurrence. @see D4-periodic-body, D4-periodic-members, D4-periodic-end */
export const periodicPayment = object({
  ...DOMESTIC_MEMBERS,
  startDate: date,
  frequency: createOneOf(
    (value): value is string => FREQUENCIES.includes(value),
    `one of ${FREQUENCIES.join(' ')}`,
  ),
  endDate: z.optional(date),
  executionRule: z.optional(stringThat((value) => EXECUTION_RULES.includes(value), 'following or preceding')),
  dayOfExecution: z.optional(day),
  monthsOfExecution: z.optional(months),
}).check(
  agentOfCurrencyAccount,
  oneRemittance,
  notToItself,
  rule(({ startDate, endDate }) =>
    isDate(startDate) && isDate(endDate) && endDate < startDate
      ? { at: ['endDate'], text: 'must not be before startDate' }
      : undefined,
  ),
  rule(({ frequency, monthsOfExecution }) => {
    // An invalid frequency implies nothing about the other members.
    if (typeof frequency !== 'string' || !FREQUENCIES.includes(frequency)) return undefined;
    const isVariable = frequency === 'MonthlyVariable';
    if (isVariable === (monthsOfExecution !== undefined)) return undefined;
    return isVariable
      ? { at: ['monthsOfExecution'], text: 'is required when frequency is MonthlyVariable' }
      : { at: ['monthsOfExecution'], text: 'is only allowed when frequency is MonthlyVariable' };
  }),
);

/** One payment of a bulk: the bulk has the debtor and the date. @see D2-bulk-item */
const bulkItem = object({
  ...DOMESTIC_MEMBERS,
  debtorAccount: absent('the bulk has one debtor'),
  requestedExecutionDate: absent('the bulk has one date'),
}).check(agentOfCurrencyAccount, oneRemittance);

const MOST_PAYMENTS = 500;

/** @see D4-bulk-count, D4-bulk-members, D4-bulk-wrong */
export const bulkPayment = object({
  debtorAccount,
  requestedExecutionDate: z.optional(date),
  paymentInformationId: z.optional(text(35)),
  batchBookingPreferred: z.optional(boolean()),
  payments: array(bulkItem, { min: 1, max: MOST_PAYMENTS }),
}).check(noneToItself);

export type BulkPayment = z.infer<typeof bulkPayment>;

/** @see I-regulatory-code */
const REGULATORY_CODES = '14 26 29 31 35 38 41 43 45 51 52 53 71 79 81 82'.split(' ');

/** NOK 100 000.00, in øre. @see I-cross-border-threshold */
const THRESHOLD_MINOR = 10_000_000n;

function isText(bban: unknown): bban is string {
  return typeof bban === 'string' && (textFault(bban, BBAN_LIMIT) ?? blankFault(bban)) === undefined;
}

/**
 * @param isAbroad true if the account may be foreign: then only a Norwegian IBAN contains a bban
 * @see D4-bban-and-iban, I-cross-border-bban
 */
function account({ isAbroad }: { readonly isAbroad: boolean }) {
  const iban = isAbroad ? creditorIban : debtorIban;
  return object({ bban: z.optional(freeBban), iban: z.optional(iban), currency }).check(
    rule(({ bban, iban: given }) => {
      if (bban === undefined && given === undefined) return { text: 'must have bban, iban or both' };
      // Two members are compared only if each is valid.
      if (!isText(bban) || typeof given !== 'string' || checkIban(given) !== undefined) return undefined;
      const inside = extractBban(given);
      return bban === inside || (isAbroad && inside === undefined)
        ? undefined
        : { text: 'must be one account: bban and iban are two different ones' };
    }),
  );
}

/** A foreign bban is free text; a Norwegian bank requires a Norwegian bban. @see D4-foreign-bban */
const norwegianBban = rule(({ creditorAccount, creditorAgent }) => {
  const { bban } = readNumbers(creditorAccount);
  const fault = isNorwegianAgent(creditorAgent) && isText(bban) ? checkBban(bban) : undefined;
  return fault ? { at: ['creditorAccount', 'bban'], text: fault } : undefined;
});

/** @see D4-cross-border-agent */
const agentOfBban = rule(({ creditorAccount, creditorAgent }) =>
  readNumbers(creditorAccount).bban !== undefined && creditorAgent === undefined
    ? { at: ['creditorAgent'], text: 'is required when creditorAccount uses bban' }
    : undefined,
);

/** @see D4-cross-border-threshold */
function regulatory(member: 'regulatoryReportingCode' | 'regulatoryReportingInformation') {
  return rule((value) =>
    value[member] === undefined && reachesThreshold(value.instructedAmount)
      ? { at: [member], text: 'is required for NOK 100 000 or more' }
      : undefined,
  );
}

/** Checks that a required text isn't blank. @see D2-blank */
const regulatoryText = rule(({ regulatoryReportingInformation: given, instructedAmount: amount }) =>
  typeof given === 'string' && given !== '' && isBlank(given) && reachesThreshold(amount)
    ? { at: ['regulatoryReportingInformation'], text: 'must not be blank for NOK 100 000 or more' }
    : undefined,
);

/** Checks whether an instructedAmount, converted, is NOK 100 000 or more; false if it can't be read. */
export function reachesThreshold(instructed: unknown): boolean {
  if (!isObject(instructed) || !isCurrency(instructed.currency)) return false;
  const amountMinor = parseAmount(instructed.amount, instructed.currency);
  return amountMinor !== undefined && convert(amountMinor, instructed.currency, 'NOK') >= THRESHOLD_MINOR;
}

/**
 * @see I-cross-border-request
 * @see I-cross-border-required, I-cross-border-types, I-cross-border-lengths, D4-cross-border-wrong
 */
export const crossBorderPayment = object({
  instructedAmount,
  creditorName: createFilledText(70),
  creditorAgent: z.optional(bic),
  creditorAccount: account({ isAbroad: true }),
  creditorAddress: z.optional(creditorAddress),
  debtorAccount: account({ isAbroad: false }),
  remittanceInformationUnstructured: z.optional(text(140)),
  purposeCode: z.optional(purposeCode),
  requestedExecutionDate: z.optional(date),
  regulatoryReportingCode: z.optional(
    createOneOf(
      (value): value is string => REGULATORY_CODES.includes(value),
      `one of ${REGULATORY_CODES.join(' ')}`,
    ),
  ),
  regulatoryReportingInformation: z.optional(text(140)),
  endToEndIdentification: z.optional(endToEndIdentification),
  /** @see D4-service-level */
  serviceLevel: z.optional(
    stringThat((value) => /^[A-Z0-9]{1,4}$/.test(value), '1 to 4 characters of A–Z and 0–9'),
  ),
}).check(
  agentOfBban,
  norwegianBban,
  notToItselfAbroad,
  regulatory('regulatoryReportingCode'),
  regulatory('regulatoryReportingInformation'),
  regulatoryText,
);

/** @see D5-basket-body */
export const signingBasket = object({
  paymentIds: array(string(), { min: 1 }),
  /** Consents can't be signed with a basket: the domain checks this, because it has a code for it. */
  consentIds: z.optional(z.unknown()),
}).check(
  rule(({ paymentIds }) =>
    Array.isArray(paymentIds) && new Set(paymentIds).size < paymentIds.length
      ? { at: ['paymentIds'], text: 'must have each payment only once' }
      : undefined,
  ),
);

export type SigningBasketRequest = z.infer<typeof signingBasket>;

/** The contact of a TPP for technical and operational matters. */
export interface TppContact {
  readonly email: string;
}

const LONGEST = 254;

/** Text on both sides of one @, and a dot in the domain: only a message can show whether the address works. */
const PLAUSIBLE = /^[^\s@<>(),;:"[\]\\]+@[^\s@.<>(),;:"[\]\\]+(\.[^\s@.<>(),;:"[\]\\]+)+$/;

/** @see D1-tpp-contact */
export const tppContact = object({
  email: string().check(
    withoutFault(
      (value) =>
        textFault(value, LONGEST) ??
        (PLAUSIBLE.test(value) ? undefined : 'must be an e-mail address, such as psd2@tpp.example'),
    ),
  ),
});
