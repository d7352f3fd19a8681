import * as z from 'zod/mini';
import { amount, answer, links } from './answer.ts';

/** @see D7-card-transaction */
const cardTransaction = answer({
  cardTransactionId: z.optional(z.string()),
  terminalId: z.optional(z.string()),
  transactionDate: z.optional(z.string()),
  /** Of a booked one. */
  bookingDate: z.optional(z.string()),
  transactionAmount: amount,
  originalAmount: z.optional(amount),
  markupFee: z.optional(amount),
  markupFeePercentage: z.optional(z.string()),
  cardAcceptorId: z.optional(z.string()),
  cardAcceptorAddress: z.optional(
    answer({
      streetName: z.optional(z.string()),
      buildingNumber: z.optional(z.string()),
      townName: z.optional(z.string()),
      postCode: z.optional(z.string()),
      country: z.string(),
    }),
  ),
  merchantCategoryCode: z.optional(z.string()),
  maskedPAN: z.optional(z.string()),
  transactionDetails: z.optional(z.string()),
  invoiced: z.optional(z.boolean()),
  proprietaryBankTransactionCode: z.optional(z.string()),
});

export type CardTransaction = z.infer<typeof cardTransaction>;

/** @see D7-card-list */
export const cardTransactionList = answer({
  cardAccount: answer({ maskedPan: z.string() }),
  cardTransactions: answer({
    booked: z.optional(z.array(cardTransaction)),
    pending: z.optional(z.array(cardTransaction)),
    /** cardAccount, and first, previous, next, last where there are other pages. */
    _links: links,
  }),
});

export type CardTransactionList = z.infer<typeof cardTransactionList>;
