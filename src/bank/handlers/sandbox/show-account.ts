import type { Op } from '../../../store/contract.ts';
import type { SandboxAccount } from '../../../wire/sandbox/account.ts';
import type { Exchange } from '../../exchange.ts';
import { findAccountWithBalance } from '../../store/tables/accounts.ts';
import { presentAccount } from './present.ts';

/**
 * An account as it stands now; undefined when there is none.
 * @see decisions.md §9: expected = closingBooked ± pending; D8-both-balances
 */
export function* showAccount(exchange: Exchange, id: string): Op<SandboxAccount | undefined> {
  const found = yield* findAccountWithBalance(id);
  if (!found) return undefined;
  const { account, balanceMinor, pendingMinor, adjustmentMinor } = found;
  return presentAccount(exchange, account, {
    closingBooked: balanceMinor,
    expected: balanceMinor + pendingMinor + adjustmentMinor,
  });
}
