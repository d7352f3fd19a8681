import { osloDate } from '../../../values/oslo.ts';
import type { Balance } from '../../../wire/information/account.ts';
import { BALANCE_TYPES } from '../../../wire/sandbox/balance.ts';
import type { DetailsOfBalances } from '../../domain/sandbox-balances.ts';
import type { Account } from '../../domain/world.ts';
import type { Exchange } from '../../exchange.ts';
import { shownAmount } from '../../shown-amount.ts';
import type { KeptBalances } from '../../store/tables/accounts.ts';
import type { WorldState } from '../../store/tables/world.ts';
import { balancesOf } from '../sandbox/present-balances.ts';
import { LIMITS, upTo } from './fitting.ts';

/** The exact balances of an account or card, of today; what a card was given to say of one is said. @see D7-balances */
export function presentBalances(
  exchange: Exchange,
  world: WorldState,
  kept: KeptBalances & { readonly details?: DetailsOfBalances },
  { currency }: Pick<Account, 'currency'>,
): Balance[] {
  const balances = balancesOf(kept);
  return BALANCE_TYPES.map((balanceType) => {
    const { lastCommittedTransaction, ...given } = kept.details?.[balanceType] ?? {};
    return {
      balanceAmount: shownAmount(exchange, world, balances[balanceType], currency),
      balanceType,
      referenceDate: osloDate(world.bankNow),
      ...given,
      lastCommittedTransaction: upTo(LIMITS.entryReference, lastCommittedTransaction),
    };
  });
}

/** Whether the accounts of a list, or the one, are to be told with their balances. */
export function wantsBalances({ query }: Exchange): boolean {
  return query.get('withBalance') === 'true';
}
