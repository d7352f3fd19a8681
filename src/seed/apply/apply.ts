import type { Session } from '../../client/session.ts';
import { findFaultsAtBank } from '../at-bank.ts';
import { seedFault } from '../faults.ts';
import type { World } from '../world.ts';
import { convergeAgreements } from './agreements.ts';
import { type ApplyContext, mapEach } from './context.ts';
import { converge } from './converge.ts';
import { type MadeIds, madeIds } from './ids.ts';
import { ACCOUNTS, CARDS, CUSTOMERS } from './kinds.ts';
import { findPruning, type Removal } from './prune.ts';
import type { Remembered } from './remembered.ts';
import { type Counts, type Sort, type Step, Tally } from './tally.ts';
import { readThere, type There } from './there.ts';
import { ACCOUNT_BOOK, CARD_BOOK, convergeTransactions } from './transactions.ts';

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
  const { isPlan = false, remembered, onProgress } = options;
  const tally = new Tally();
  const of = countTransactions(world);
  let transactions = 0;
  const onTransactions = (count: number) => {
    transactions += count;
    onProgress?.({ transactions, of });
  };
  const context = { session, tally, isPlan, remembered, onTransactions };
  const there = await clear(context, world, options);
  const customers = await converge(context, CUSTOMERS, { seeds: world.customers, items: there.customers });
  // No other account takes a number that the bank makes, and each gets the same one every time.
  const accounts = await converge(
    context,
    ACCOUNTS,
    { seeds: world.customers.flatMap((one) => one.accounts), items: there.accounts },
    ({ bban }) => bban === undefined,
  );
  const cards = await converge(context, CARDS, {
    seeds: world.customers.flatMap((one) => one.cards),
    items: there.cards,
  });
  const parties = { customers, accounts };
  const agreements = await convergeAgreements(context, world.agreements, there.agreements, parties);
  const bbans = new Set(accounts.flatMap(({ item }) => item?.bban ?? []));
  await mapEach(accounts, (one) => convergeTransactions(context, ACCOUNT_BOOK, one, bbans));
  await mapEach(cards, (one) => convergeTransactions(context, CARD_BOOK, one, bbans));
  const { total, bySort, steps } = tally;
  return { total, bySort, steps, ids: madeIds({ ...parties, cards, agreements }) };
}

function countTransactions({ customers }: World): number {
  const counts = customers.flatMap(({ accounts, cards }) => [
    ...accounts.map((account) => ACCOUNT_BOOK.countOf(account)),
    ...cards.map((card) => CARD_BOOK.countOf(card)),
  ]);
  return counts.reduce((sum, count) => sum + count, 0);
}

/** Deletes what is pruned. @returns what is there then */
async function clear(
  { session, tally, isPlan, remembered }: ApplyContext,
  world: World,
  { prunes = false, beforeFirst }: ApplyOptions,
): Promise<There> {
  remembered?.refuseUncertain(world);
  const there = await readThere(session, remembered);
  const pruning = prunes ? await findPruning(session, world, there, remembered === undefined) : undefined;
  const { removals = [], left = there } = pruning ?? {};
  const faults = findFaultsAtBank(world, left.accounts);
  if (faults.length > 0) throw seedFault(faults);
  await beforeFirst?.(removals);
  pruning?.addTo(tally);
  if (isPlan || removals.length === 0) return left;
  for (const { remove } of removals) await remove(session);
  return readThere(session, remembered);
}
