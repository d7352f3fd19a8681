import * as z from 'zod/mini';
import { filledText, object, oneOfAnyCase, text } from '../field.ts';
import type { Links } from '../link.ts';
import { UNLIMITED } from '../payment-members.ts';
import { openingCardBalances, type SandboxCardBalance } from './balance.ts';
import { int32, NAME_LIMIT, sandboxCurrency } from './members.ts';

/** As the standard has it: maskedPan. */
export const MASKED_PAN_LIMIT = 35;

/** As the standard has it: accountStatus. @see D8-card-members */
export const CARD_STATUSES = ['enabled', 'deleted', 'blocked'] as const;

const kept = z.optional(text(UNLIMITED, 0));

/** @see D8-card-members */
export const sandboxCardAccount = object({
  customerNumber: filledText(UNLIMITED),
  maskedPan: filledText(MASKED_PAN_LIMIT),
  currency: sandboxCurrency,
  creditLimit: object({ currency: sandboxCurrency, amount: int32 }),
  balances: z.optional(openingCardBalances),
  cardId: kept,
  cardIdVNo: kept,
  accountNumber: kept,
  expiry: kept,
  name: z.optional(filledText(NAME_LIMIT)),
  product: z.optional(filledText(UNLIMITED)),
  status: z.optional(oneOfAnyCase(CARD_STATUSES, 'enabled, deleted or blocked')),
});

export type SandboxCardAccountRequest = z.infer<typeof sandboxCardAccount>;

/** What was asked for, and what the bank adds. @see D8-card-members */
export interface SandboxCardAccount {
  readonly resourceId: string;
  readonly customerNumber: string;
  readonly maskedPan: string;
  readonly currency: string;
  readonly cardId?: string | undefined;
  readonly cardIdVNo?: string | undefined;
  readonly accountNumber?: string | undefined;
  readonly expiry?: string | undefined;
  readonly name?: string | undefined;
  readonly product?: string | undefined;
  readonly status?: (typeof CARD_STATUSES)[number] | undefined;
  readonly creditLimit: { readonly currency: string; readonly amount: number };
  /** What a payment gives as debtorAccount.other to pay from the card. */
  readonly relatedAccount: { readonly identification: string; readonly schemeNameProprietary: string };
  readonly balances: readonly SandboxCardBalance[];
  readonly _links: Links;
}
