import { type Op, run, type Tx } from '../../../store/contract.ts';
import { integer, text } from '../../../store/row.ts';
import type { World } from '../../domain/world.ts';
import { insertWorldData } from './world-data.ts';

/** What every transaction reads first. */
export interface WorldState {
  readonly seed: string;
  /** Raised by initialise and restore. */
  readonly generation: bigint;
  /** The bank's time in milliseconds since 1970; never below the last one seen (safety.md §6). */
  readonly bankNow: number;
  /** Real time in milliseconds since 1970, read after the lock or snapshot was taken. */
  readonly realNow: number;
  /** The last number drawn of the world's one sequence before this transaction. */
  readonly sequenceBefore: bigint;
  /** The last number drawn; `nextSequence` raises it. */
  sequence: bigint;
}

/**
 * Reads the world; at first use it is founded in this very transaction, so that of many processes one makes it.
 * @param found makes the data of a world from its seed
 * @see safety.md §7
 */
export function* loadWorld(tx: Tx, seed: string, found: (seed: string) => World): Op<WorldState> {
  const world = yield* readWorld(tx);
  if (world) return world;
  yield* foundWorld(tx, seed, found(seed));
  const founded = yield* readWorld(tx);
  if (!founded) throw new Error('a world was founded and is not there');
  return founded;
}

function* readWorld(tx: Tx): Op<WorldState | undefined> {
  const [row] = yield* run('SELECT seed, generation, clock_offset_ms, watermark_ms, sequence FROM world');
  if (!row) return undefined;
  const bankTime = BigInt(tx.now) + integer(row, 'clock_offset_ms');
  const watermark = integer(row, 'watermark_ms');
  return {
    seed: text(row, 'seed'),
    generation: integer(row, 'generation'),
    bankNow: Number(bankTime > watermark ? bankTime : watermark),
    realNow: tx.now,
    sequenceBefore: integer(row, 'sequence'),
    sequence: integer(row, 'sequence'),
  };
}

/**
 * The next number of the world's one sequence. The write lock is held since the world was read, so nobody else
 * draws it; `keepWorld` makes it last.
 */
export function nextSequence(world: WorldState): bigint {
  world.sequence += 1n;
  return world.sequence;
}

/** Writes the world back at the end of work that drew numbers: with them the bank's time is the last one seen. */
export function* keepWorld(world: WorldState): Op<void> {
  if (world.sequence === world.sequenceBefore) return;
  yield* run('UPDATE world SET sequence = ?, watermark_ms = ?', world.sequence, world.bankNow);
}

function* foundWorld(tx: Tx, seed: string, data: World): Op<void> {
  yield* run(
    `INSERT INTO world (id, seed, generation, clock_offset_ms, watermark_ms, sequence) VALUES (1, ?, 1, 0, ?, 0)`,
    seed,
    tx.now,
  );
  yield* insertWorldData(data, tx.now);
}

const WORLD_TABLES = [
  'requests',
  'authorisations',
  'payments',
  'psus',
  'booking_lines',
  'bookings',
  'kid_entries',
  'agreements',
  'card_accounts',
  'accounts',
  'customers',
];

/**
 * Ends payments, baskets, sessions and consents and puts the initial data back, in one transaction: offset 0,
 * watermark now, the generation raised. The sequence goes on, so that no id of before is given again.
 * @see decisions.md §8 Initial data
 * @see safety.md §6, §7
 */
export function* initialiseWorld(realNow: number, data: World): Op<void> {
  for (const table of WORLD_TABLES) yield* run(`DELETE FROM ${table}`);
  yield* run(`UPDATE world SET generation = generation + 1, clock_offset_ms = 0, watermark_ms = ?`, realNow);
  yield* insertWorldData(data, realNow);
}
