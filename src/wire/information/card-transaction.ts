import * as z from 'zod/mini';
import { amount, answer, links, list, text } from '../answers/shape.ts';
import { boolean } from '../field.ts';

/** @see D7-card-transaction */
const cardTransaction = answer({
  cardTransactionId: z.optional(text),
  terminalId: z.optional(text),
  transactionDate: z.optional(text),
  /** Of a booked one. */
  bookingDate: z.optional(text),
  transactionAmount: amount,
  originalAmount: z.optional(amount),
  markupFee: z.optional(amount),
  markupFeePercentage: z.optional(text),
  cardAcceptorId: z.optional(text),
  cardAcceptorAddress: z.optional(
    answer({
      streetName: z.optional(text),
      buildingNumber: z.optional(text),
      townName: z.optional(text),
      postCode: z.optional(text),
      country: text,
    }),
  ),
  merchantCategoryCode: z.optional(text),
  maskedPAN: z.optional(text),
  transactionDetails: z.optional(text),
  invoiced: z.optional(boolean()),
  proprietaryBankTransactionCode: z.optional(text),
});

export type CardTransaction = z.infer<typeof cardTransaction>;

/** @see D7-card-list */
export const cardTransactionList = answer({
  cardAccount: answer({ maskedPan: text }),
  cardTransactions: answer({
    booked: z.optional(list(cardTransaction)),
    pending: z.optional(list(cardTransaction)),
    /** cardAccount, and first, previous, next, last where there are other pages. */
    _links: links,
  }),
});

export type CardTransactionList = z.infer<typeof cardTransactionList>;
