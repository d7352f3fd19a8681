import { stoppedAtInt32 } from '../../../values/int32.ts';
import { flooredWhole } from '../../../values/whole-units.ts';
import { BALANCE_TYPES, type SandboxBalance } from '../../../wire/sandbox/balance.ts';
import type { Account } from '../../domain/world.ts';
import type { KeptBalances } from '../../store/tables/accounts.ts';

/** Both balances of an account, in minor units. @see D9-expected-balance */
export interface Balances {
  readonly closingBooked: bigint;
  readonly expected: bigint;
}

/** @see D8-both-balances, D9-expected-balance */
export function balancesOf({ balanceMinor, pendingMinor, adjustmentMinor }: KeptBalances): Balances {
  return { closingBooked: balanceMinor, expected: balanceMinor + pendingMinor + adjustmentMinor };
}

export function opened({ openingMinor }: { readonly openingMinor: bigint }): Balances {
  return { closingBooked: openingMinor, expected: openingMinor };
}

/** Sandbox amounts are whole units: reads floor the exact balance, and stop at the ends of int32. @see D8-int32-ends */
export function presentBalances(
  balances: Balances,
  { currency }: Pick<Account, 'currency'>,
): SandboxBalance[] {
  return BALANCE_TYPES.map((balanceType) => {
    const amount = stoppedAtInt32(flooredWhole(balances[balanceType], currency));
    return { balanceAmount: { currency, amount }, balanceType };
  });
}
