import * as z from 'zod/mini';
import { isObject } from '../core/json-object.ts';
import { isBic, isCountry } from '../values/countries.ts';
import { isCurrency } from '../values/currencies.ts';
import { checkBban, extractBban } from '../values/iban.ts';
import { explainAmount, parseAmount } from '../values/money.ts';
import { isCalendarDate } from '../values/oslo.ts';
import { isPurposeCode, PURPOSE_CODES } from '../values/purpose.ts';
import { convert } from '../values/rates.ts';
import {
  array,
  createFilledText,
  createKindError,
  createOneOf,
  object,
  rule,
  stringThat,
  text,
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

export const FAULT = { at: ['creditorAccount'], text: 'must not be the debtor account' };

/** Reads the members of an account that isn't validated. */
export function readNumbers(account: unknown): { readonly bban?: unknown; readonly iban?: unknown } {
  return account ?? {};
}

/**
 * Checks that debtor and creditor differ, if both are given by bban. Only the body is compared: the accounts as it names
 * them; a Norwegian IBAN equals its bban.
 * @see D4-debtor-as-creditor
 */
export const notToItself = rule(({ debtorAccount, creditorAccount }) => {
  const debtor = readAccountNumber(debtorAccount);
  return debtor !== undefined && debtor === readBban(creditorAccount) ? FAULT : undefined;
});

export function readBban(account: unknown): string | undefined {
  const { bban } = readNumbers(account);
  return typeof bban === 'string' ? bban : undefined;
}

/** @param first the name that takes precedence if both are present */
export function readAccountNumber(account: unknown, first: 'bban' | 'iban' = 'bban'): string | undefined {
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
export const agentOfCurrencyAccount = rule((value) => {
  const { creditorAccount: creditor } = value;
  const isForeign = isObject(creditor) && isCurrency(creditor.currency) && creditor.currency !== 'NOK';
  return isForeign && value.creditorAgent === undefined
    ? { at: ['creditorAgent'], text: "is required when creditorAccount.currency isn't NOK" }
    : undefined;
});

/** @see I-domestic-remittance, D2-path-exclusive */
export const oneRemittance = rule((value) =>
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

export function isDate(value: unknown): value is string {
  return typeof value === 'string' && isCalendarDate(value);
}

/** NOK 100 000.00, in øre. @see I-cross-border-threshold */
const THRESHOLD_MINOR = 10_000_000n;

/** Checks whether an instructedAmount, converted, is NOK 100 000 or more; false if it can't be read. */
export function reachesThreshold(instructed: unknown): boolean {
  if (!isObject(instructed) || !isCurrency(instructed.currency)) return false;
  const amountMinor = parseAmount(instructed.amount, instructed.currency);
  return amountMinor !== undefined && convert(amountMinor, instructed.currency, 'NOK') >= THRESHOLD_MINOR;
}
