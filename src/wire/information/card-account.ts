import * as z from 'zod/mini';
import { balance } from './account.ts';
import { amount, answer, links } from './answer.ts';

/** @see D7-card-account */
const cardAccount = answer({
  resourceId: z.string(),
  maskedPan: z.string(),
  currency: z.string(),
  name: z.optional(z.string()),
  product: z.optional(z.string()),
  creditLimit: z.optional(amount),
  /** What a payment gives as debtorAccount.other to pay from the card. */
  relatedAccount: z.optional(answer({ identification: z.string(), schemeNameProprietary: z.string() })),
  /** With withBalance=true. */
  balances: z.optional(z.array(balance)),
  _links: links,
});

export type CardAccount = z.infer<typeof cardAccount>;

export const cardAccountList = answer({ cardAccounts: z.array(cardAccount) });

export const oneCardAccount = answer({ cardAccount });

export const cardAccountBalances = answer({
  cardAccount: answer({ maskedPan: z.string(), currency: z.optional(z.string()) }),
  balances: z.array(balance),
});

export type CardAccountList = z.infer<typeof cardAccountList>;
export type OneCardAccount = z.infer<typeof oneCardAccount>;
export type CardAccountBalances = z.infer<typeof cardAccountBalances>;
