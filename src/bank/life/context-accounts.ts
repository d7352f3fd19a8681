import type { Op } from '../../store/contract.ts';
import { paysFrom } from '../domain/payer.ts';
import { type AccountWithBalance, listAccountsOf } from '../store/tables/accounts.ts';
import { type CardWithBalance, listCardsOf } from '../store/tables/card-accounts.ts';
import { findPayer } from './payer.ts';

/** The accounts and card accounts that a PSU has in a context, each kind in the order in which they were made. */
export interface ContextAccounts {
  readonly accounts: readonly AccountWithBalance[];
  readonly cards: readonly CardWithBalance[];
}

/**
 * What a consent may be about: a PSU's own accounts and cards; in an agreement its owner's, to one who is engaged the
 * accounts that they may both see and pay from. None where the PSU may not act.
 * @param agreementId absent: the PSU acts for itself
 * @see D15-context-accounts, D8-engaged-accounts
 */
export function* listContextAccounts(psu: string, agreementId: string | undefined): Op<ContextAccounts> {
  const holder = yield* findPayer(psu, agreementId);
  if (holder === undefined) return { accounts: [], cards: [] };
  const accounts = yield* listAccountsOf(holder.owner);
  const cards = yield* listCardsOf(holder.owner);
  return {
    accounts: accounts.filter(({ account }) => paysFrom(holder, account)),
    cards: cards.filter(({ card }) => paysFrom(holder, { id: card.resourceId, ...card })),
  };
}
