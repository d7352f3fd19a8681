import * as z from 'zod/mini';
import { checkBban } from '../values/bban.ts';
import { isBic } from '../values/bic.ts';
import { isCountry } from '../values/countries.ts';
import { isCurrency } from '../values/currencies.ts';
import { explainAmount } from '../values/money.ts';
import { isCalendarDate } from '../values/oslo.ts';
import { isPurposeCode, PURPOSE_CODES } from '../values/purpose.ts';
import { array, object, oneOf, rule, string, stringThat, text } from './field.ts';

/** The interface names no limit; the body's own 1 MiB holds. */
const UNLIMITED = Number.POSITIVE_INFINITY;

export const currency = oneOf(isCurrency, 'a currency code of the interface, such as NOK');
export const country = oneOf(isCountry, 'a country code of the interface, such as NO');

/** @see interface.md Common types, Amount; decisions.md §4 Amount */
export const instructedAmount = object({ amount: string(), currency }).check(
  rule((value) => {
    if (typeof value.amount !== 'string') return undefined;
    const given =
      typeof value.currency === 'string' && isCurrency(value.currency) ? value.currency : undefined;
    const fault = explainAmount(value.amount, given);
    return fault ? { at: ['amount'], text: fault } : undefined;
  }),
);

/** @see decisions.md §4 Accounts: creditor accounts in payments are checked digit by digit */
const creditorBban = text(30).check(
  z.check((payload) => {
    const fault = checkBban(payload.value);
    if (fault) payload.issues.push({ code: 'custom', message: fault, path: [], input: payload.value });
  }),
);

const cardReference = object({
  identification: text(UNLIMITED),
  schemeNameProprietary: stringThat((value) => value === 'creditCardAccount', 'creditCardAccount'),
});

const debtorAccount = object({
  currency,
  bban: z.optional(text(30)),
  other: z.optional(cardReference),
}).check(
  rule((value) => {
    const given = [value.bban, value.other].filter((member) => member !== undefined).length;
    return given === 1 ? undefined : { text: 'must have exactly one of bban and other' };
  }),
);

const remittanceReference = object({
  reference: text(35),
  referenceType: z.optional(text(35)),
  referenceIssuer: z.optional(text(35)),
});

/**
 * The request of a Norwegian domestic credit transfer.
 * @see interface.md Norwegian domestic credit transfer request
 */
export const domesticPayment = object({
  instructedAmount,
  creditorName: text(70),
  creditorAgent: z.optional(
    stringThat(isBic, 'a BIC of 8 or 11 upper-case characters with a listed country'),
  ),
  creditorAccount: object({ bban: creditorBban, currency }),
  creditorAddress: object({
    street: z.optional(text(70, 0)),
    buildingNumber: z.optional(text(UNLIMITED, 0)),
    postalCode: z.optional(text(UNLIMITED, 0)),
    city: z.optional(text(UNLIMITED, 0)),
    country,
  }),
  debtorAccount,
  ultimateDebtor: z.optional(text(70, 0)),
  remittanceInformationUnstructured: z.optional(text(140)),
  remittanceInformationStructured: z.optional(remittanceReference),
  remittanceInformationStructuredArray: z.optional(array(remittanceReference)),
  purposeCode: z.optional(oneOf(isPurposeCode, `one of ${PURPOSE_CODES.join(' ')}`)),
  requestedExecutionDate: z.optional(stringThat(isCalendarDate, 'a real date, written YYYY-MM-DD')),
  endToEndIdentification: z.optional(text(35, 0)),
}).check(
  rule((value) => {
    const creditor = value.creditorAccount as { currency?: unknown } | undefined;
    const foreign =
      typeof creditor?.currency === 'string' && isCurrency(creditor.currency) && creditor.currency !== 'NOK';
    return foreign && value.creditorAgent === undefined
      ? { at: ['creditorAgent'], text: 'is required when creditorAccount.currency is not NOK' }
      : undefined;
  }),
  rule((value) =>
    value.remittanceInformationUnstructured !== undefined &&
    value.remittanceInformationStructuredArray !== undefined
      ? {
          at: ['remittanceInformationUnstructured'],
          text: 'must not be set together with remittanceInformationStructuredArray: set at most one of them',
        }
      : undefined,
  ),
);

export type DomesticPayment = z.infer<typeof domesticPayment>;
