import type { Op } from '../../../store/contract.ts';
import type { SandboxAccount } from '../../../wire/sandbox/account.ts';
import { pendingMinor } from '../../domain/ledger.ts';
import type { Exchange } from '../../exchange.ts';
import { findAccountWithBalance } from '../../store/tables/accounts.ts';
import { listPending } from '../../store/tables/payments.ts';
import { presentAccount } from './present.ts';

/**
 * An account as it stands now; undefined when there is none.
 * @see decisions.md §9: expected = closingBooked ± pending; D8-both-balances
 */
export function* showAccount(exchange: Exchange, id: string): Op<SandboxAccount | undefined> {
  const found = yield* findAccountWithBalance(id);
  if (!found) return undefined;
  const { account, balanceMinor, adjustmentMinor } = found;
  const pending = pendingMinor(account, yield* listPending());
  return presentAccount(exchange, account, {
    closingBooked: balanceMinor,
    expected: balanceMinor + pending + adjustmentMinor,
  });
}
