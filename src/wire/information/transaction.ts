import * as z from 'zod/mini';
import { amount, answer, links, list, text } from '../answers/shape.ts';

const account = answer({ bban: z.optional(text), iban: z.optional(text) });

const reference = answer({
  reference: text,
  referenceType: z.optional(text),
  referenceIssuer: z.optional(text),
});

/** @see D7-transaction-item */
const transaction = answer({
  transactionId: z.optional(text),
  entryReference: z.optional(text),
  endToEndId: z.optional(text),
  /** Of a booked one. */
  bookingDate: z.optional(text),
  valueDate: z.optional(text),
  /** Below zero: the account has paid. */
  transactionAmount: amount,
  creditorId: z.optional(text),
  creditorName: z.optional(text),
  creditorAccount: z.optional(account),
  ultimateCreditor: z.optional(text),
  debtorName: z.optional(text),
  debtorAccount: z.optional(account),
  ultimateDebtor: z.optional(text),
  remittanceInformationUnstructured: z.optional(text),
  remittanceInformationStructuredArray: z.optional(list(reference)),
  purposeCode: z.optional(text),
  bankTransactionCode: z.optional(text),
});

export type Transaction = z.infer<typeof transaction>;

/** @see D7-transaction-list */
export const transactionList = answer({
  account: answer({
    bban: z.optional(text),
    iban: z.optional(text),
    currency: z.optional(text),
  }),
  transactions: answer({
    booked: z.optional(list(transaction)),
    pending: z.optional(list(transaction)),
    /** account, and first, previous, next, last where there are other pages. */
    _links: links,
  }),
});

export type TransactionList = z.infer<typeof transactionList>;

/** @see D7-transaction-details */
export const transactionDetails = answer({
  transactionsDetails: answer({ transactionDetails: transaction }),
});

export type TransactionDetails = z.infer<typeof transactionDetails>;
