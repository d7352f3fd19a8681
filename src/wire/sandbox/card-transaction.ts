import * as z from 'zod/mini';
import { isCountry } from '../../values/countries.ts';
import { isCalendarDate } from '../../values/oslo.ts';
import { array, object, string, stringThat, text } from '../field.ts';
import { UNLIMITED } from '../payment-members.ts';
import { ITEMS, int32, sandboxCurrency } from './members.ts';

/** As the standard has it: cardTransactionId. */
const ID_LIMIT = 35;

const amount = object({ currency: sandboxCurrency, amount: int32 });
const dateOrNone = stringThat(
  (value) => value === '' || isCalendarDate(value),
  'a real date, written YYYY-MM-DD, or empty',
);
const freeText = text(UNLIMITED, 0);

/** A code in any case, or none. @see D3-sandbox-case */
const countryOrNone = z.pipe(
  stringThat(
    (value) => value === '' || (/^[A-Za-z]{2}$/.test(value) && isCountry(value.toUpperCase())),
    'a country code of the interface, such as NO, or empty',
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
/** Which card transactions a list has. @see D7-list-status */
export type CardBookingStatus = (typeof CARD_BOOKING_STATUSES)[number];

interface CardAmount {
  readonly currency: string;
  /** int32, whole units of the currency. */
  readonly amount: number;
}

/** @see I-sandbox-card-transactions */
export interface SandboxCardTransaction {
  readonly cardTransactionId: string;
  readonly bookingDate: string;
  readonly transactionDate: string;
  readonly transactionAmount: CardAmount;
  readonly originalAmount: CardAmount;
  readonly merchantCategoryCode: string;
}

/** @see I-sandbox-card-transactions */
export interface SandboxCardTransactions {
  readonly cardAccount: { readonly maskedPan: string };
  readonly cardTransactions: {
    readonly booked: readonly SandboxCardTransaction[];
    /** The cardTransactionId of each. */
    readonly pending: readonly string[];
  };
}

/** What creating card transactions answers, in the order of its body. */
export interface SandboxCardTransactionsCreated {
  readonly cardTransactionIds: readonly string[];
}
