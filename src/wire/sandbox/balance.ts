import * as z from 'zod/mini';
import { array, object, oneOfAnyCase, text } from '../field.ts';
import { date, UNLIMITED } from '../payment-members.ts';
import { dateTime, ITEMS, int32, sandboxCurrency } from './members.ts';

export const BALANCE_TYPES = ['closingBooked', 'expected'] as const;

const members = {
  balanceAmount: object({ currency: sandboxCurrency, amount: int32 }),
  balanceType: oneOfAnyCase(BALANCE_TYPES, 'closingBooked or expected'),
};

const sandboxBalance = object(members);

/** A card's balance says more, which is kept and shown again. @see D8-card-members */
const cardBalance = object({
  ...members,
  referenceDate: z.optional(date),
  lastChangeDateTime: z.optional(dateTime),
  lastCommittedTransaction: z.optional(text(UNLIMITED, 0)),
});

const OPENING = { max: ITEMS.max };

/** The balances that an account is made with. @see D8-account-members */
export const openingBalances = array(sandboxBalance, OPENING);

/** The balances that a card account is made with. @see D8-card-members */
export const openingCardBalances = array(cardBalance, OPENING);

/** @see I-sandbox-balance-update */
export const sandboxBalances = array(sandboxBalance, ITEMS);

/** @see D1-sandbox-card-accounts */
export const sandboxCardBalances = array(cardBalance, ITEMS);

export interface SandboxBalance {
  /** int32, whole units of the currency. */
  readonly balanceAmount: { readonly currency: string; readonly amount: number };
  readonly balanceType: (typeof BALANCE_TYPES)[number];
}

/** @see D8-card-members */
export interface SandboxCardBalance extends SandboxBalance {
  readonly referenceDate?: string | undefined;
  readonly lastChangeDateTime?: string | undefined;
  readonly lastCommittedTransaction?: string | undefined;
}
