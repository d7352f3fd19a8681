import type { Op } from '../../../store/contract.ts';
import type {
  CardAccountBalances,
  CardAccountList,
  OneCardAccount,
} from '../../../wire/information/card-account.ts';
import { isRefusal, type Refusal } from '../../answer.ts';
import type { Exchange } from '../../exchange.ts';
import type { Handler } from '../../routes/route.ts';
import { type CardWithBalance, findCardWithBalance } from '../../store/tables/cards.ts';
import type { WorldState } from '../../store/tables/world.ts';
import { listConsented, loadConsented } from './own.ts';
import { presentBalances } from './present-balances.ts';
import { presentCard } from './present-card.ts';

/** @see D7-card-account */
export const listCardAccounts: Handler = function* (exchange, world) {
  const { cards } = yield* listConsented(exchange);
  const json: CardAccountList = { cardAccounts: cards.map((found) => presentCard(exchange, world, found)) };
  return { status: 200, json };
};

/** @see D7-card-account */
export const readCardAccount: Handler = function* (exchange, world) {
  const found = yield* loadCard(exchange, world);
  if (isRefusal(found)) return found;
  const json: OneCardAccount = { cardAccount: presentCard(exchange, world, found) };
  return { status: 200, json };
};

/** @see D7-balances */
export const readCardAccountBalances: Handler = function* (exchange, world) {
  const found = yield* loadCard(exchange, world);
  if (isRefusal(found)) return found;
  const { maskedPan, currency } = found.card;
  const balances = presentBalances(exchange, world, found, found.card);
  const json: CardAccountBalances = { cardAccount: { maskedPan, currency }, balances };
  return { status: 200, json };
};

export function loadCard(exchange: Exchange, world: WorldState): Op<CardWithBalance | Refusal> {
  return loadConsented(exchange, world, {
    what: 'card account',
    id: exchange.param('cardAccountId'),
    find: findCardWithBalance,
    ownerOf: ({ card }) => card.customerNumber,
  });
}
