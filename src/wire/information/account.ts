import * as z from 'zod/mini';
import { amount, answer, filled, links, list, text } from '../answers/shape.ts';

/** @see I-balance-type; the standard's balance */
export const balance = answer({
  balanceAmount: amount,
  balanceType: text,
  referenceDate: z.optional(text),
  lastChangeDateTime: z.optional(text),
  lastCommittedTransaction: z.optional(text),
});

export type Balance = z.infer<typeof balance>;

/** @see D7-account */
const account = answer({
  resourceId: filled,
  bban: z.optional(text),
  iban: z.optional(text),
  currency: text,
  name: z.optional(text),
  product: z.optional(text),
  /** ISO 20022; a text for people before cash-account-type-iso was the default. */
  cashAccountType: z.optional(text),
  bic: z.optional(text),
  ownerName: z.optional(text),
  /** With withBalance=true. */
  balances: z.optional(list(balance)),
  _links: links,
});

export type Account = z.infer<typeof account>;

export const accountList = answer({ accounts: list(account) });

export const oneAccount = answer({ account });

export const accountBalances = answer({
  account: answer({
    bban: z.optional(text),
    iban: z.optional(text),
    currency: z.optional(text),
  }),
  balances: list(balance),
});

export type AccountList = z.infer<typeof accountList>;
export type OneAccount = z.infer<typeof oneAccount>;
export type AccountBalances = z.infer<typeof accountBalances>;
