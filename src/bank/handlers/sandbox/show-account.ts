import type { Op } from '../../../store/contract.ts';
import type { SandboxAccount } from '../../../wire/sandbox/account.ts';
import type { Exchange } from '../../exchange.ts';
import { findAccountWithBalance } from '../../store/tables/accounts.ts';
import { presentAccount } from './present.ts';
import { balancesOf } from './present-balances.ts';

/** An account as it stands now; undefined when there is none. */
export function* showAccount(exchange: Exchange, id: string): Op<SandboxAccount | undefined> {
  const found = yield* findAccountWithBalance(id);
  return found && presentAccount(exchange, found.account, balancesOf(found));
}
