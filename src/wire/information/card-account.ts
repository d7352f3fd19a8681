import * as z from 'zod/mini';
import { amount, answer, filled, links, list, text } from '../answers/shape.ts';
import { balance } from './account.ts';

/** @see D7-card-account */
const cardAccount = answer({
  resourceId: filled,
  maskedPan: text,
  currency: text,
  name: z.optional(text),
  product: z.optional(text),
  creditLimit: z.optional(amount),
  /** What a payment gives as debtorAccount.other to pay from the card. */
  relatedAccount: z.optional(answer({ identification: text, schemeNameProprietary: text })),
  /** With withBalance=true. */
  balances: z.optional(list(balance)),
  _links: links,
});

export type CardAccount = z.infer<typeof cardAccount>;

export const cardAccountList = answer({ cardAccounts: list(cardAccount) });

export const oneCardAccount = answer({ cardAccount });

export const cardAccountBalances = answer({
  cardAccount: answer({ maskedPan: text, currency: z.optional(text) }),
  balances: list(balance),
});

export type CardAccountList = z.infer<typeof cardAccountList>;
export type OneCardAccount = z.infer<typeof oneCardAccount>;
export type CardAccountBalances = z.infer<typeof cardAccountBalances>;
