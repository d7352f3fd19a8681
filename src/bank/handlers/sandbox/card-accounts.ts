import type { Op } from '../../../store/contract.ts';
import type { SandboxCardAccountRequest } from '../../../wire/sandbox/card-account.ts';
import { answerAdded, type Refusal, refuseBody, unknownResource } from '../../answer.ts';
import { idOfUse, naturalKey, relatedKey } from '../../domain/ids.ts';
import { balancesGiven, detailsOfBalances } from '../../domain/sandbox-balances.ts';
import type { CardAccount } from '../../domain/world.ts';
import type { Handler } from '../../routes/route.ts';
import { findCardWithBalance, insertCard, keepCardBalances } from '../../store/tables/cards.ts';
import { countUse } from '../../store/tables/numbers.ts';
import type { WorldState } from '../../store/tables/world.ts';
import { bookDifference } from './book-difference.ts';
import { currencyFaults, customerFaults } from './data-faults.ts';
import { cardAccountHref, presentCard } from './present-card-account.ts';

/** @see D8-card-members */
export const createSandboxCardAccount: Handler = function* (exchange, world) {
  const asked = exchange.body as SandboxCardAccountRequest;
  const refusal = yield* refuseCard(asked);
  if (refusal) return refusal;
  const { balances, creditLimit, ...given } = asked;
  const card = { ...given, creditLimit: creditLimit.amount, ...(yield* namesOf(world, asked)) };
  yield* insertCard(card);
  yield* open(world, card, balances ?? []);
  const made = yield* findCardWithBalance(card.resourceId);
  return answerAdded(cardAccountHref(exchange, card.resourceId), made && presentCard(exchange, made));
};

/** In the order of the members. */
function* refuseCard(asked: SandboxCardAccountRequest): Op<Refusal | undefined> {
  const { customerNumber, currency, creditLimit, balances = [] } = asked;
  const path = 'creditLimit.currency';
  const faults = [
    ...(yield* customerFaults(customerNumber)),
    ...(creditLimit.currency === currency
      ? []
      : [{ path, text: `${path} must be the card account's currency, ${currency}` }]),
    ...currencyFaults(balances, currency, 'balances'),
  ];
  return faults.length > 0 ? refuseBody(faults) : undefined;
}

/** Its id, and the name by which payments call it. @see D8-card-key */
function* namesOf(
  { seed }: WorldState,
  { customerNumber, maskedPan }: SandboxCardAccountRequest,
): Op<Pick<CardAccount, 'resourceId' | 'relatedAccount'>> {
  const key = naturalKey('card account', customerNumber, maskedPan);
  const use = yield* countUse(key);
  return { resourceId: idOfUse(seed, key, use), relatedAccount: idOfUse(seed, relatedKey(key), use) };
}

function* open(
  world: WorldState,
  { resourceId: id, currency }: Pick<CardAccount, 'resourceId' | 'currency'>,
  given: NonNullable<SandboxCardAccountRequest['balances']>,
): Op<void> {
  const set = balancesGiven(given, currency);
  if (!set) return;
  yield* keepCardBalances(id, set.adjustmentMinor, detailsOfBalances(given));
  yield* bookDifference(world, 'opening', { id, currency, differenceMinor: set.closingBookedMinor });
}

/** @see D1-sandbox-card-accounts */
export const readSandboxCardAccount: Handler = function* (exchange) {
  const found = yield* findCardWithBalance(exchange.param('mockCardAccountId'));
  return found ? { status: 200, json: presentCard(exchange, found) } : unknownResource('card account');
};
