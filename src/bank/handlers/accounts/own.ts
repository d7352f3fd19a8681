import type { Op } from '../../../store/contract.ts';
import { message } from '../../../wire/errors.ts';
import { type Refusal, unknownResource } from '../../answer.ts';
import { paysFrom } from '../../domain/creation.ts';
import type { Exchange } from '../../exchange.ts';
import { type ContextAccounts, listContextAccounts } from '../../life/consent.ts';
import { findPayer } from '../../life/payer.ts';
import { refuseWithoutSca } from '../../sca-link.ts';
import type { WorldState } from '../../store/tables/world.ts';

/**
 * The one that the path names, when it is the PSU's in the context of the request, and they have consented to it. No such
 * account and another's: one answer, whatever the other has consented to.
 * @param find asks the bank by the id of the path
 * @param ownerOf what is known of its owner
 * @see D2-resource-unknown
 * @see D6-outside-consent
 */
export function* loadConsented<Found extends object>(
  exchange: Exchange,
  world: WorldState,
  { what, id, find, ownerOf }: Wanted<Found>,
): Op<Found | Refusal> {
  const found = yield* find(id);
  const { psu, agreement, consented } = exchange;
  const holder = psu === undefined ? undefined : yield* findPayer(psu, agreement);
  if (!found || !paysFrom(holder, { id, customerNumber: ownerOf(found) })) return unknownResource(what);
  if (consented?.has(id)) return found;
  const text = `the PSU hasn't consented to this ${what}`;
  const fault = message('ERROR', 'CONSENT_INVALID', text);
  return yield* refuseWithoutSca(exchange, world, fault);
}

interface Wanted<Found> {
  readonly what: string;
  readonly id: string;
  readonly find: (id: string) => Op<Found | undefined>;
  readonly ownerOf: (found: Found) => string;
}

/** The accounts and cards of the context that the PSU has consented to, in their order. @see D6-selection */
export function* listConsented({ psu, agreement, consented }: Exchange): Op<ContextAccounts> {
  if (psu === undefined || !consented) throw new Error('a consent without a PSU passed the guards');
  const { accounts, cards } = yield* listContextAccounts(psu, agreement);
  return {
    accounts: accounts.filter(({ account }) => consented.has(account.id)),
    cards: cards.filter(({ card }) => consented.has(card.resourceId)),
  };
}
