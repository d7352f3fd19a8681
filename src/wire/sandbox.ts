import * as z from 'zod/mini';
import { AGREEMENT_ROLES } from '../values/agreement-roles.ts';
import { BALANCE_TYPES } from '../values/balance-types.ts';
import { CASH_ACCOUNT_TYPES } from '../values/cash-account-types.ts';
import { isCountry } from '../values/countries.ts';
import { CURRENCIES } from '../values/currencies.ts';
import { extractBban, isElevenDigits } from '../values/iban.ts';
import { parseInstant } from '../values/instant.ts';
import { INT32_MAX, INT32_MIN } from '../values/int32.ts';
import type { KidMethod } from '../values/kid.ts';
import { formatOsloDateTime, isCalendarDate } from '../values/oslo.ts';
import {
  array,
  createFilledText,
  createOneOf,
  integer,
  object,
  oneOfAnyCase,
  rule,
  string,
  stringThat,
  text,
} from './field.ts';
import { BBAN_LIMIT, date, IBAN_LIMIT, isDate, UNLIMITED } from './request-bodies.ts';

// Members that several sandbox requests share. Codes are read in any case. See D3-sandbox-case.

/** Whole units of the currency. @see D8-whole-units */
export const int32 = integer(INT32_MIN, INT32_MAX);

export const sandboxCurrency = oneOfAnyCase(CURRENCIES, 'a three-letter currency code, such as NOK');

/** @see I-limits-lengths */
export const NAME_LIMIT = 70;

/** Any ISO 8601 date-time with an offset or Z; parsed to the format of bodies. @see D2-date-time */
export const dateTime = z.pipe(
  string().check(
    z.refine(
      (value) => asWritten(value) !== undefined,
      'must be a date-time with an offset or Z, such as 2026-11-21T09:30:00+01:00',
    ),
  ),
  z.transform((value) => asWritten(value) ?? value),
);

/**
 * Formats an instant in Oslo time; undefined for an invalid one, and for a year in Oslo that doesn't have four digits.
 */
function asWritten(text: string): string | undefined {
  const instant = parseInstant(text);
  const written = instant === undefined ? '' : formatOsloDateTime(instant);
  return isCalendarDate(written.slice(0, 'YYYY-MM-DD'.length)) ? written : undefined;
}

/** The number of items that an array of sandbox data may have. @see D8-array-size */
export const ITEMS = { min: 1, max: 2000 };

const MOST_RULES = 3;

const METHODS = new Set<unknown>(['MOD10', 'MOD11']);
const method = createOneOf((value): value is KidMethod => METHODS.has(value), 'MOD10 or MOD11');

/** The KID policy of an account. @see D8-account-kid */
export const kidPolicy = object({
  use: oneOfAnyCase(['none', 'allowed', 'required'], 'none, allowed or required'),
  rules: array(object({ length: integer(2, 25), method }), { max: MOST_RULES }),
}).check(
  rule(({ use, rules }) => {
    if (typeof use !== 'string' || !Array.isArray(rules)) return undefined;
    const isNone = use.toLowerCase() === 'none';
    if (isNone === (rules.length === 0)) return undefined;
    return {
      at: ['rules'],
      text: isNone ? 'must be empty with use none' : `must have 1 to ${MOST_RULES} rules`,
    };
  }),
);

const members = {
  balanceAmount: object({ currency: sandboxCurrency, amount: int32 }),
  balanceType: oneOfAnyCase(BALANCE_TYPES, 'closingBooked or expected'),
};

const sandboxBalance = object(members);

/** A card's balance has more members, which are stored and returned. @see D8-card-members */
const cardBalance = object({
  ...members,
  referenceDate: z.optional(date),
  lastChangeDateTime: z.optional(dateTime),
  lastCommittedTransaction: z.optional(text(UNLIMITED, 0)),
});

const OPENING = { max: ITEMS.max };

/** The balances with which an account is created. @see D8-account-members */
export const openingBalances = array(sandboxBalance, OPENING);

/** The balances with which a card account is created. @see D8-card-members */
export const openingCardBalances = array(cardBalance, OPENING);

/** @see I-sandbox-balance-update */
export const sandboxBalances = array(sandboxBalance, ITEMS);

/** @see D1-sandbox-card-accounts */
export const sandboxCardBalances = array(cardBalance, ITEMS);

/** @see D8-account-members, D8-bban-and-iban, D8-account-kid */
export const sandboxAccount = object({
  customerNumber: createFilledText(UNLIMITED),
  accountName: createFilledText(NAME_LIMIT),
  currency: sandboxCurrency,
  bban: z.optional(stringThat(isElevenDigits, '11 digits without spaces or dots')),
  iban: z.optional(
    stringThat(
      (value) => extractBban(value) !== undefined,
      'a Norwegian IBAN: NO and 13 digits, with correct check digits',
    ),
  ),
  product: z.optional(createFilledText(UNLIMITED)),
  cashAccountType: z.optional(oneOfAnyCase(CASH_ACCOUNT_TYPES, `one of ${CASH_ACCOUNT_TYPES.join(' ')}`)),
  creditLine: z.optional(int32),
  balances: z.optional(openingBalances),
  kid: z.optional(kidPolicy),
}).check(
  rule(({ bban, iban }) => {
    if (typeof bban !== 'string' || typeof iban !== 'string') return undefined;
    const inIban = extractBban(iban);
    return inIban === undefined || inIban === bban
      ? undefined
      : { at: ['iban'], text: 'must be the IBAN of bban: set only one of them, and the other follows' };
  }),
);

export type SandboxAccountRequest = z.infer<typeof sandboxAccount>;

/** @see D8-customer-type, I-sandbox-customer-create */
export const sandboxCustomer = object({
  customerNumber: createFilledText(UNLIMITED),
  name: createFilledText(UNLIMITED),
  type: oneOfAnyCase(['PRIVATE', 'CORPORATE'], 'PRIVATE or CORPORATE'),
});

export type SandboxCustomerRequest = z.infer<typeof sandboxCustomer>;

/** @see D8-engagement-members */
export const sandboxEngagement = object({
  /** customerNumber or customerId. */
  customer: createFilledText(UNLIMITED),
  account: object({ iban: createFilledText(IBAN_LIMIT) }),
  roles: array(oneOfAnyCase(AGREEMENT_ROLES, 'VIEW or REGISTER'), ITEMS),
  registerLimit: z.optional(int32),
  approvalLimit: z.optional(int32),
});

export type SandboxEngagementRequest = z.infer<typeof sandboxEngagement>;

/** @see D8-agreement-members */
export const sandboxAgreement = object({
  /** customerNumber or customerId. */
  owner: createFilledText(UNLIMITED),
  name: createFilledText(UNLIMITED),
  engagements: z.optional(array(sandboxEngagement, { max: ITEMS.max })),
});

export type SandboxAgreementRequest = z.infer<typeof sandboxAgreement>;

/** The standard's limit for maskedPan. */
export const MASKED_PAN_LIMIT = 35;

/** The standard's codes for accountStatus. @see D8-card-members */
export const CARD_STATUSES = ['enabled', 'deleted', 'blocked'] as const;

const kept = z.optional(text(UNLIMITED, 0));

/** @see D8-card-members */
export const sandboxCardAccount = object({
  customerNumber: createFilledText(UNLIMITED),
  maskedPan: createFilledText(MASKED_PAN_LIMIT),
  currency: sandboxCurrency,
  creditLimit: object({ currency: sandboxCurrency, amount: int32 }),
  balances: z.optional(openingCardBalances),
  cardId: kept,
  cardIdVNo: kept,
  accountNumber: kept,
  expiry: kept,
  name: z.optional(createFilledText(NAME_LIMIT)),
  product: z.optional(createFilledText(UNLIMITED)),
  status: z.optional(oneOfAnyCase(CARD_STATUSES, 'enabled, deleted or blocked')),
});

export type SandboxCardAccountRequest = z.infer<typeof sandboxCardAccount>;

/** The standard's limit for cardTransactionId. */
const ID_LIMIT = 35;

const amount = object({ currency: sandboxCurrency, amount: int32 });
const dateOrNone = stringThat(
  (value) => value === '' || isCalendarDate(value),
  'a real date, written YYYY-MM-DD, or empty',
);
const freeText = text(UNLIMITED, 0);

/** A code in any case, or an empty string. @see D3-sandbox-case */
const countryOrNone = z.pipe(
  stringThat(
    (value) => value === '' || (/^[A-Za-z]{2}$/.test(value) && isCountry(value.toUpperCase())),
    'a two-letter country code, such as NO, or empty',
  ),
  z.transform((value) => value.toUpperCase()),
);

const invoiced = z.pipe(
  string().check(z.refine((value) => /^(?:true|false|)$/i.test(value), 'must be "true", "false" or empty')),
  z.transform((value) => value.toLowerCase()),
);

/** @see D8-card-transaction-members */
const sandboxCardTransaction = object({
  cardTransactionId: text(ID_LIMIT, 0),
  terminalId: freeText,
  bookingDate: dateOrNone,
  transactionDate: dateOrNone,
  transactionAmount: amount,
  originalAmount: amount,
  merchantCategoryCode: freeText,
  markupFee: amount,
  markupFeePercentage: freeText,
  cardAcceptorId: freeText,
  cardAcceptorAddress: object({
    street: z.optional(freeText),
    buildingNumber: z.optional(freeText),
    postalCode: z.optional(freeText),
    city: z.optional(freeText),
    country: z.optional(countryOrNone),
  }),
  maskedPan: freeText,
  transactionDetails: freeText,
  invoiced,
  proprietaryBankTransactionCode: freeText,
});

export const sandboxCardTransactions = array(sandboxCardTransaction, ITEMS);

export const CARD_BOOKING_STATUSES = ['booked', 'pending', 'both'] as const;
/** The booking statuses by which a list of card transactions is filtered. @see D7-list-status */
export type CardBookingStatus = (typeof CARD_BOOKING_STATUSES)[number];

const party = object({ iban: text(IBAN_LIMIT, 0), bban: text(BBAN_LIMIT, 0) });

/** @see D8-transaction-members, I-sandbox-transaction */
const sandboxTransaction = object({
  amount: integer(1, INT32_MAX),
  currency: sandboxCurrency,
  valueDate: date,
  bookingDate: date,
  remittanceInformationUnstructured: text(140, 0),
  creditorId: text(UNLIMITED, 0),
  creditorName: text(NAME_LIMIT, 0),
  creditorAccount: party,
  ultimateCreditor: text(NAME_LIMIT, 0),
  debtorName: text(NAME_LIMIT, 0),
  debtorAccount: party,
  ultimateDebtor: text(NAME_LIMIT, 0),
  purposeCode: text(UNLIMITED, 0),
  bankTransactionCode: text(14, 4),
}).check(
  rule(({ bookingDate, valueDate }) => {
    if (!isDate(bookingDate) || !isDate(valueDate)) return undefined;
    // Dates in this format compare as texts.
    return bookingDate > valueDate
      ? { at: ['bookingDate'], text: `must not be later than valueDate, ${valueDate}` }
      : undefined;
  }),
);

export const sandboxTransactions = array(sandboxTransaction, ITEMS);

export type SandboxTransactionRequest = z.infer<typeof sandboxTransaction>;
