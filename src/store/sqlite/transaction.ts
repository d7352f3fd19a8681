import { Fault } from '../../errors.ts';
import type { Op, Row, Tx, Work } from '../contract.ts';
import type { Schema } from '../schema.ts';
import type { Connection } from './connection.ts';
import { createLockedFault, isBusy } from './failures.ts';
import type { FileGuard } from './store-file.ts';

export interface LockWait {
  readonly path: string;
  /** The time for which other processes may hold the lock before Fault STORE_BUSY. */
  readonly limitMs: number;
  /** Returns 0 ≤ x < 1. */
  readonly random: () => number;
  /** Called before each further attempt. */
  readonly onWait?: (() => void) | undefined;
}

/** Returns milliseconds of a monotonic clock, for durations; never the bank's time. */
export function measureElapsedMs(): number {
  return Number(process.hrtime.bigint() / 1000n) / 1000;
}

/**
 * Runs `attempt` until SQLite no longer answers BUSY. `attempt` is synchronous and leaves no transaction open when it
 * throws. Throws Fault STORE_BUSY after the limit, and any other error unchanged.
 *
 * SQLite's own handler sleeps longer each time and starves beside a busy server, so this function retries soon and after
 * random intervals.
 * @see S3-lock-retry
 */
export async function waitUntilFree<T>(attempt: () => T, wait: LockWait): Promise<T> {
  let startedMs: number | undefined;
  for (;;) {
    try {
      return attempt();
    } catch (error) {
      if (!isBusy(error)) throw error;
      startedMs ??= measureElapsedMs();
      if (measureElapsedMs() - startedMs >= wait.limitMs)
        throw createLockedFault(wait.path, wait.limitMs, error);
    }
    wait.onWait?.();
    // Node's timers are no finer than 1 ms, but spinning for the rest blocks the processor that the holder of the lock
    // needs (on 2 cores, 3 waiting beside a busy process: worst 60 to 140 ms by timer, 800 ms by spinning).
    await new Promise((resolve) => setTimeout(resolve, 0.5 + wait.random()));
  }
}

/** Queued work and its promise. */
export interface QueuedWork {
  readonly work: Work<unknown>;
  readonly resolve: (value: unknown) => void;
  readonly reject: (reason: unknown) => void;
}

/**
 * Flushes together the work that is added in one tick, in order; work added during a flush is in the next one.
 * @see A-server-load
 */
export class TickQueue {
  readonly #items: QueuedWork[] = [];
  readonly #flush: () => Promise<void>;
  #draining: Promise<void> | undefined;

  /** @param flush processes the first items; if it rejects, all queued items are rejected */
  constructor(flush: () => Promise<void>) {
    this.#flush = flush;
  }

  /** Queues work; resolves when a flush settles it. */
  add<T>(work: Work<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.#items.push({ work, resolve: resolve as QueuedWork['resolve'], reject });
      this.#draining ??= this.#drain();
    });
  }

  /** Removes the next item from the queue and returns it. */
  take(): QueuedWork | undefined {
    return this.#items.shift();
  }

  /** Puts items back before all others, in their order. */
  putBack(items: readonly QueuedWork[]): void {
    this.#items.unshift(...items);
  }

  /** Resolves when everything queued so far is settled. */
  async waitUntilSettled(): Promise<void> {
    await this.#draining;
  }

  async #drain(): Promise<void> {
    while (this.#items.length > 0) {
      await new Promise((resolve) => setImmediate(resolve));
      try {
        await this.#flush();
      } catch (error) {
        for (const { reject } of this.#items.splice(0)) reject(error);
      }
    }
    this.#draining = undefined;
  }
}

/** The shared parts of an open store. */
export interface StoreContext {
  readonly path: string;
  readonly schema: Schema;
  /** Returns the time, read once the transaction has its lock or snapshot. @see S2-now-after-lock */
  readonly now: () => number;
  readonly files: FileGuard;
  readonly wait: LockWait;
  /** @throws the driver's error */
  readonly connect: (options: { readonly readOnly: boolean }) => Connection;
}

/**
 * Begins a transaction and acquires the lock (`IMMEDIATE`) or the snapshot (`DEFERRED`, by its first read). Throws the
 * driver's BUSY, and Fault STORE_UNUSABLE when the store has another version meanwhile; no transaction is open then.
 */
export function begin(connection: Connection, kind: 'IMMEDIATE' | 'DEFERRED', store: StoreContext): void {
  connection.command(`BEGIN ${kind}`);
  try {
    const version = connection.pragma('user_version');
    if (version === String(store.schema.version)) return;
    throw new Fault(
      'STORE_UNUSABLE',
      `The store ${store.path} now has version ${version}, but this program works with version ${store.schema.version}.`,
      { hint: 'Stop this psd2 and start the newer one.' },
    );
  } catch (error) {
    connection.rollback();
    throw error;
  }
}

/**
 * Runs work on an open transaction to its end without a pause, so that no other request can interleave. Returns its
 * result, and throws what the work throws.
 * @see S2-one-transaction
 */
export function runWork<T>(connection: Connection, work: Work<T>, tx: Tx): T {
  const op = work(tx);
  let step = op.next();
  while (!step.done) {
    let rows: readonly Row[];
    try {
      rows = connection.perform(step.value);
    } catch (error) {
      return endAfter(op, error);
    }
    step = op.next(rows);
  }
  return step.value;
}

/**
 * Passes a statement's error to the work, which may clean up or throw a better error, but can't continue: on a server
 * database the transaction would be lost too.
 */
function endAfter<T>(op: Op<T>, error: unknown): never {
  const step = op.throw(error);
  if (!step.done) op.return(undefined as T);
  throw error;
}
