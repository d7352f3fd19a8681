import type { Op } from '../../store/contract.ts';
import { type AskedAccounts, type ConsentAccount, chosenOf } from '../domain/authorisation.ts';
import { paysFrom } from '../domain/creation.ts';
import { type AccountWithBalance, listAccountsOf, NAMELESS_CARD } from '../store/tables/accounts.ts';
import { type CardWithBalance, listCardsOf } from '../store/tables/cards.ts';
import { findConsented, keepConsent, removeConsent } from '../store/tables/psus.ts';
import { findPayer } from './payer.ts';

/** Whom a consent is given to, and who gives it: the PSU itself, or in an agreement. */
export interface ConsentOf {
  readonly tpp: string;
  readonly psu: string;
  readonly agreement: string | undefined;
}

/** What a consent could be about now, accounts before cards, and which of it is granted. */
export interface Consentable {
  readonly listed: readonly ConsentAccount[];
  readonly granted: ReadonlySet<string>;
}

export function* findConsentable({ tpp, psu, agreement }: ConsentOf): Op<Consentable> {
  const { accounts, cards } = yield* listContextAccounts(psu, agreement);
  const listed: ConsentAccount[] = [
    ...accounts.map(({ account: { id, accountName: name, bban: number } }) => {
      return { id, kind: 'ACCOUNT' as const, name, number };
    }),
    ...cards.map(({ card: { resourceId: id, name, product, maskedPan: number } }) => {
      return { id, kind: 'CARD' as const, name: name ?? product ?? NAMELESS_CARD, number };
    }),
  ];
  return { listed, granted: yield* findConsented(tpp, psu, agreement) };
}

/** A new selection takes the place of the old one; of none, nothing is granted any more. @see D6-consent */
export function* giveConsent({ tpp, psu, agreement }: ConsentOf, accounts: readonly string[]): Op<void> {
  yield* accounts.length === 0
    ? removeConsent(tpp, psu, agreement)
    : keepConsent(tpp, psu, agreement, accounts);
}

/** What somebody asks for, as far as it is there to be granted. @see D15-operator-accounts */
export function chosenIn({ listed, granted }: Consentable, asked: AskedAccounts) {
  return chosenOf(listed, asked, granted);
}

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
