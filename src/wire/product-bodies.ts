import * as z from 'zod/mini';
import { isObject } from '../core/json-object.ts';
import { parseBicCountry } from '../values/countries.ts';
import { checkBban, checkCreditorIban, checkIban, extractBban } from '../values/iban.ts';
import { FREQUENCIES } from '../values/products.ts';
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
import {
  agentOfCurrencyAccount,
  BBAN_LIMIT,
  bic,
  creditorAddress,
  creditorBban,
  currency,
  DOMESTIC_MEMBERS,
  date,
  debtorAccount,
  endToEndIdentification,
  FAULT,
  freeBban,
  IBAN_LIMIT,
  instructedAmount,
  isDate,
  notToItself,
  oneRemittance,
  purposeCode,
  reachesThreshold,
  readAccountNumber,
  readBban,
  readNumbers,
} from './request-bodies.ts';

// The bodies of all products but the domestic transfer, and of baskets and contacts. Most commands need none of them.

/** @see D4-iban-norway: an account of the sandbox may have any eleven digits */
export const debtorIban = text(IBAN_LIMIT).check(withoutFault(checkIban));
/** @see I-cross-border-iban */
export const creditorIban = text(IBAN_LIMIT).check(withoutFault(checkCreditorIban));
function isNorwegianAgent(agent: unknown): boolean {
  return typeof agent === 'string' && parseBicCountry(agent) === 'NO';
}

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
