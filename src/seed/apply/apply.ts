import type { Session } from '../../client/session.ts';
import { findFaultsAtBank } from '../at-bank.ts';
import { seedFault } from '../faults.ts';
import type { World } from '../world.ts';
import { convergeAccounts } from './accounts.ts';
import { convergeAgreements } from './agreements.ts';
import { convergeCardTransactions } from './card-transactions.ts';
import { convergeCards } from './cards.ts';
import { convergeCustomers } from './customers.ts';
import type { Hand } from './hand.ts';
import { type MadeIds, madeIds } from './ids.ts';
import { prunable, type Removal, tellRemovals, without } from './prune.ts';
import type { Remembered } from './remembered.ts';
import { type Counts, SORTS, type Sort, type Step, Tally } from './tally.ts';
import { readThere, type There } from './there.ts';
import { convergeTransactions } from './transactions.ts';
import { forEachOf } from './workers.ts';

export interface ApplyOptions {
  /** Whether nothing is changed, and only said what would be. */
  readonly isPlan?: boolean;
  /** Whether what the files lack, and what differs, is deleted first. */
  readonly prunes?: boolean;
  /** The ids of what was made at a real sandbox, which lists customers and agreements alone; absent: our own bank, which lists all. */
  readonly remembered?: Remembered | undefined;
  /** Told after the bank was read and before anything is changed. @throws where nothing is to be changed */
  readonly beforeFirst?: (removals: readonly Removal[]) => Promise<void>;
  readonly onProgress?: (progress: Progressed) => void;
}

/** How many transactions are done with, of how many. */
export interface Progressed {
  readonly transactions: number;
  readonly of: number;
}

/** @see C-seed-json */
export interface Applied {
  readonly total: Counts;
  readonly bySort: Readonly<Record<Sort, Counts>>;
  readonly steps: readonly Step[];
  readonly ids: MadeIds;
}

/**
 * Makes the bank's data what the files describe: what is equal stays, what differs is changed where an operation can, what
 * is missing is made. Each part looks before it makes, so one that was interrupted is finished by the next, and the
 * order of arrival changes nothing.
 * @throws Fault INPUT_INVALID where the bank's own accounts make the files wrong
 * @see C-seed-converges, C-seed-streams
 */
export async function applyWorld(
  session: Session,
  world: World,
  options: ApplyOptions = {},
): Promise<Applied> {
  const tally = new Tally();
  const hand = handOf(session, world, tally, options);
  const there = await clear(hand, world, options);
  const customers = await convergeCustomers(hand, world.customers, there.customers);
  const seeds = world.customers.flatMap(({ accounts }) => accounts);
  const accounts = await convergeAccounts(hand, seeds, there.accounts);
  const seedCards = world.customers.flatMap(({ cards }) => cards);
  const cards = await convergeCards(hand, seedCards, there.cards);
  const held = { customers, accounts };
  const agreements = await convergeAgreements(hand, world.agreements, there.agreements, held);
  const bbans = new Set([...accounts.values()].flatMap(({ atBank }) => atBank?.bban ?? []));
  await forEachOf(accounts.values(), (one) => convergeTransactions(hand, one, bbans));
  await forEachOf(cards, (one) => convergeCardTransactions(hand, one));
  return {
    total: tally.total,
    bySort: Object.fromEntries(SORTS.map((sort) => [sort, tally.of(sort)])) as Record<Sort, Counts>,
    steps: tally.steps,
    ids: madeIds({ customers, accounts, cards, agreements }),
  };
}

function handOf(session: Session, world: World, tally: Tally, options: ApplyOptions): Hand {
  const { isPlan = false, remembered, onProgress } = options;
  const of = world.customers
    .flatMap(({ accounts, cards }) => [
      ...accounts.map(({ transactions }) => transactions.count),
      ...cards.map(({ transactions }) => transactions.length),
    ])
    .reduce((sum, count) => sum + count, 0);
  let transactions = 0;
  const onTransactions = (count: number) => {
    transactions += count;
    onProgress?.({ transactions, of });
  };
  return { session, tally, isPlan, remembered, onTransactions };
}

/** What is there, once what is pruned is gone. */
async function clear(
  { session, tally, isPlan, remembered }: Hand,
  world: World,
  { prunes = false, beforeFirst }: ApplyOptions,
): Promise<There> {
  remembered?.refuseUncertain(world);
  const there = await readThere(session, remembered);
  const removals = prunes ? await prunable(session, world, there, remembered === undefined) : [];
  const left = without(there, removals);
  const faults = findFaultsAtBank(world, left.accounts);
  if (faults.length > 0) throw seedFault(faults);
  await beforeFirst?.(removals);
  tellRemovals(tally, removals);
  if (isPlan || removals.length === 0) return left;
  for (const { remove } of removals) await remove(session);
  return readThere(session, remembered);
}
