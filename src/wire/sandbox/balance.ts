import { array, object, oneOfAnyCase } from '../field.ts';
import { ITEMS, int32, sandboxCurrency } from './members.ts';

export const BALANCE_TYPES = ['closingBooked', 'expected'] as const;

const sandboxBalance = object({
  balanceAmount: object({ currency: sandboxCurrency, amount: int32 }),
  balanceType: oneOfAnyCase(BALANCE_TYPES, 'closingBooked or expected'),
});

/** The balances that an account is made with. @see D8-account-members */
export const openingBalances = array(sandboxBalance, { max: ITEMS.max });

/** @see interface.md Sandbox balance update */
export const sandboxBalances = array(sandboxBalance, ITEMS);

export interface SandboxBalance {
  /** int32, whole units of the currency. */
  readonly balanceAmount: { readonly currency: string; readonly amount: number };
  readonly balanceType: (typeof BALANCE_TYPES)[number];
}
