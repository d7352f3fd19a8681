import type { Op } from '../../../store/contract.ts';
import type { SandboxAccount } from '../../../wire/sandbox/account.ts';
import type { Exchange } from '../../exchange.ts';
import { findAccountWithBalance } from '../../store/tables/accounts.ts';
import { findKidPolicy } from '../../store/tables/numbers.ts';
import { presentAccount } from './present.ts';
import { balancesOf } from './present-balances.ts';

/** An account as it stands now; undefined when there is none. */
export function* showAccount(exchange: Exchange, id: string): Op<SandboxAccount | undefined> {
  const found = yield* findAccountWithBalance(id);
  if (!found) return undefined;
  const kid = yield* findKidPolicy(found.account.bban);
  return presentAccount(exchange, found.account, balancesOf(found), kid);
}
