import * as z from 'zod/mini';
import { amount, answer, links } from './answer.ts';

const account = answer({ bban: z.optional(z.string()), iban: z.optional(z.string()) });

const reference = answer({
  reference: z.string(),
  referenceType: z.optional(z.string()),
  referenceIssuer: z.optional(z.string()),
});

/** @see D7-transaction-item */
const transaction = answer({
  transactionId: z.optional(z.string()),
  entryReference: z.optional(z.string()),
  endToEndId: z.optional(z.string()),
  /** Of a booked one. */
  bookingDate: z.optional(z.string()),
  valueDate: z.optional(z.string()),
  /** Below zero: the account has paid. */
  transactionAmount: amount,
  creditorId: z.optional(z.string()),
  creditorName: z.optional(z.string()),
  creditorAccount: z.optional(account),
  ultimateCreditor: z.optional(z.string()),
  debtorName: z.optional(z.string()),
  debtorAccount: z.optional(account),
  ultimateDebtor: z.optional(z.string()),
  remittanceInformationUnstructured: z.optional(z.string()),
  remittanceInformationStructuredArray: z.optional(z.array(reference)),
  purposeCode: z.optional(z.string()),
  bankTransactionCode: z.optional(z.string()),
});

export type Transaction = z.infer<typeof transaction>;

/** @see D7-transaction-list */
export const transactionList = answer({
  account: answer({
    bban: z.optional(z.string()),
    iban: z.optional(z.string()),
    currency: z.optional(z.string()),
  }),
  transactions: answer({
    booked: z.optional(z.array(transaction)),
    pending: z.optional(z.array(transaction)),
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
