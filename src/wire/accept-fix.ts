import { osloInstant } from '../values/oslo.ts';

interface AcceptFix {
  readonly name: string;
  /** The day on which the new behaviour became the default, 00:00 Oslo; before it, the header opts in. */
  readonly defaultSince: string;
}

/** @see I-accept-fix, D3-accept-fix-card-amounts, D3-accept-fix */
const ACCEPT_FIXES = {
  amountAsString: { name: 'amount-as-string', defaultSince: '2020-08-01' },
  cardAmounts: {
    name: 'cardaccount-switch-originalamount-and-transactionamount',
    defaultSince: '2024-11-13',
  },
  longerNames: { name: 'longer-names', defaultSince: '2024-10-01' },
  cashAccountTypeIso: { name: 'cash-account-type-iso', defaultSince: '2024-11-13' },
} as const satisfies Record<string, AcceptFix>;

export type AcceptFixName = keyof typeof ACCEPT_FIXES;

/** Whether a fix is in force: named in the header (unknown values are ignored), or the default by the bank's clock. */
export function fixInForce(fix: AcceptFixName, header: string | undefined, bankNow: number): boolean {
  const { name, defaultSince } = ACCEPT_FIXES[fix];
  if (bankNow >= osloInstant(defaultSince, 0, 0)) return true;
  return (header ?? '').split(',').some((value) => value.trim() === name);
}
