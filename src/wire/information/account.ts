import * as z from 'zod/mini';
import { amount, answer, links } from './answer.ts';

/** @see I-balance-type; the standard's balance */
export const balance = answer({
  balanceAmount: amount,
  balanceType: z.string(),
  referenceDate: z.optional(z.string()),
  lastChangeDateTime: z.optional(z.string()),
  lastCommittedTransaction: z.optional(z.string()),
});

export type Balance = z.infer<typeof balance>;

/** @see D7-account */
const account = answer({
  resourceId: z.string(),
  bban: z.optional(z.string()),
  iban: z.optional(z.string()),
  currency: z.string(),
  name: z.optional(z.string()),
  product: z.optional(z.string()),
  /** ISO 20022; a text for people before cash-account-type-iso was the default. */
  cashAccountType: z.optional(z.string()),
  bic: z.optional(z.string()),
  ownerName: z.optional(z.string()),
  /** With withBalance=true. */
  balances: z.optional(z.array(balance)),
  _links: links,
});

export type Account = z.infer<typeof account>;

export const accountList = answer({ accounts: z.array(account) });

export const oneAccount = answer({ account });

export const accountBalances = answer({
  account: answer({
    bban: z.optional(z.string()),
    iban: z.optional(z.string()),
    currency: z.optional(z.string()),
  }),
  balances: z.array(balance),
});

export type AccountList = z.infer<typeof accountList>;
export type OneAccount = z.infer<typeof oneAccount>;
export type AccountBalances = z.infer<typeof accountBalances>;
