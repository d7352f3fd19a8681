import { parseOsloInstant } from '../values/oslo.ts';

interface AcceptFix {
  readonly name: string;
  /**
   * The time at which the new behaviour became the default, in milliseconds since 1970; before it, the header opts in.
   */
  readonly defaultSince: number;
}

/** @see I-accept-fix, D3-accept-fix-card-amounts, D3-accept-fix */
const ACCEPT_FIXES = {
  amountAsString: { name: 'amount-as-string', defaultSince: parseOsloInstant('2020-08-01') },
  cardAmounts: {
    name: 'cardaccount-switch-originalamount-and-transactionamount',
    defaultSince: parseOsloInstant('2024-11-13'),
  },
  longerNames: { name: 'longer-names', defaultSince: parseOsloInstant('2024-10-01') },
  cashAccountTypeIso: { name: 'cash-account-type-iso', defaultSince: parseOsloInstant('2024-11-13') },
} as const satisfies Record<string, AcceptFix>;

export type AcceptFixName = keyof typeof ACCEPT_FIXES;

/** The names in the header. */
export const ACCEPT_FIX_NAMES: readonly string[] = Object.values(ACCEPT_FIXES).map(({ name }) => name);

/**
 * Checks whether a fix applies: the header names it (unknown values are ignored), or it is the default by the bank's
 * clock.
 */
export function fixInForce(fix: AcceptFixName, header: string | undefined, bankNow: number): boolean {
  const { name, defaultSince } = ACCEPT_FIXES[fix];
  if (bankNow >= defaultSince) return true;
  return (header ?? '').split(',').some((value) => value.trim() === name);
}
