import type { Op } from '../../../store/contract.ts';
import type { Currency } from '../../../values/currencies.ts';
import { type Refusal, refuseBody, unknownResource } from '../../answer.ts';
import {
  type BalanceDetails,
  balancesGiven,
  detailsOfBalances,
  type GivenBalance,
} from '../../domain/sandbox-balances.ts';
import type { Handler } from '../../routes/route.ts';
import { findAccountWithBalance, setAdjustment } from '../../store/tables/accounts.ts';
import { findCardWithBalance, keepCardBalances } from '../../store/tables/cards.ts';
import type { WorldState } from '../../store/tables/world.ts';
import { bookDifference } from './book-difference.ts';
import { currencyFaults } from './data-faults.ts';
import { presentCard } from './present-card-account.ts';
import { showAccount } from './show-account.ts';

/** @see I-sandbox-balance-update */
export const updateSandboxAccountBalances: Handler = function* (exchange, world) {
  const id = exchange.param('mockAccountId');
  const given = exchange.body as readonly GivenBalance[];
  const found = yield* findAccountWithBalance(id);
  if (!found) return unknownResource('account');
  const { currency } = found.account;
  const refusal = yield* setBalances(
    world,
    given,
    { id, currency, balanceMinor: found.balanceMinor },
    (set) => setAdjustment(id, set),
  );
  return refusal ?? { status: 200, json: yield* showAccount(exchange, id) };
};

/** What the balances of a card say beside their amounts is kept with them. @see D8-card-members */
export const updateSandboxCardAccountBalances: Handler = function* (exchange, world) {
  const id = exchange.param('mockCardAccountId');
  const given = exchange.body as readonly (GivenBalance & BalanceDetails)[];
  const found = yield* findCardWithBalance(id);
  if (!found) return unknownResource('card account');
  const { currency } = found.card;
  const refusal = yield* setBalances(
    world,
    given,
    { id, currency, balanceMinor: found.balanceMinor },
    (set) => keepCardBalances(id, set, detailsOfBalances(given)),
  );
  if (refusal) return refusal;
  const after = yield* findCardWithBalance(id);
  return { status: 200, json: after && presentCard(exchange, after) };
};

interface Standing {
  readonly id: string;
  readonly currency: Currency;
  readonly balanceMinor: bigint;
}

/**
 * Sets balances exactly, and books the difference against SUSPENSE.
 * @param keep keeps the adjustment that they come with
 * @see D8-set-balance, D8-both-balances
 */
function* setBalances(
  world: WorldState,
  given: readonly GivenBalance[],
  { id, currency, balanceMinor }: Standing,
  keep: (adjustmentMinor: bigint) => Op<void>,
): Op<Refusal | undefined> {
  const faults = currencyFaults(given, currency, '');
  if (faults.length > 0) return refuseBody(faults);
  const set = balancesGiven(given, currency);
  if (!set) return undefined;
  const differenceMinor = set.closingBookedMinor - balanceMinor;
  yield* bookDifference(world, 'balance', { id, currency, differenceMinor });
  yield* keep(set.adjustmentMinor);
  return undefined;
}
