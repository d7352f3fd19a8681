import * as z from 'zod/mini';
import { isBic, isCountry } from '../values/countries.ts';
import { isCurrency } from '../values/currencies.ts';
import { checkBban, checkCreditorIban, checkIban } from '../values/iban.ts';
import { explainAmount } from '../values/money.ts';
import { isCalendarDate } from '../values/oslo.ts';
import { isPurposeCode, PURPOSE_CODES } from '../values/purpose.ts';
import { expected, filledText, object, oneOf, rule, stringThat, text, withoutFault } from './field.ts';

/** Members that the requests of several products have. @see I-common-types */

/** The interface names no limit; the body's own 1 MiB holds. */
export const UNLIMITED = Number.POSITIVE_INFINITY;

export const currency = oneOf(isCurrency, 'a currency code of the interface, such as NOK');
/** @see I-country */
export const country = oneOf(isCountry, 'a country code of the interface, such as NO');

/** Lets a number through, whose correction in its currency `instructedAmount` names. @see D4-amount-correction */
const amount = z.custom<string>(
  (value) => typeof value === 'string' || typeof value === 'number',
  expected('a string'),
);

/** @see I-amount, D4-amount-products, D4-amount-correction */
export const instructedAmount = object({ amount, currency }).check(
  rule((value) => {
    if (typeof value.amount !== 'string' && typeof value.amount !== 'number') return undefined;
    const given =
      typeof value.currency === 'string' && isCurrency(value.currency) ? value.currency : undefined;
    const fault = explainAmount(value.amount, given);
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
export const freeBban = filledText(BBAN_LIMIT);

/** @see I-domestic-card */
const cardReference = object({
  identification: filledText(UNLIMITED),
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
  reference: filledText(35),
  referenceType: z.optional(text(35)),
  referenceIssuer: z.optional(text(35)),
});

export const purposeCode = oneOf(isPurposeCode, `one of ${PURPOSE_CODES.join(' ')}`);
/** @see D4-date-format */
export const date = stringThat(isCalendarDate, 'a real date, written YYYY-MM-DD');
/** @see D4-end-to-end */
export const endToEndIdentification = text(35, 0);
