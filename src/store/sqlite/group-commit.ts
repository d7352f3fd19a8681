/**
 * Group commit: work that arrives in one tick shares one transaction and one sync of the disk. Each has a savepoint
 * of its own; every promise waits for the COMMIT.
 *
 * @see S1-durable, S2-own-savepoint, S3-short-lock
 * @see A-server-load
 */
import type { Work } from '../contract.ts';
import type { Connection } from './connection.ts';
import { brokenFault, commitFault } from './failures.ts';
import { elapsedMs, type LockWait, untilFree } from './lock-wait.ts';
import { begin, runWork, type StoreFacts } from './transaction.ts';

/** A flush ends after so much work or so much time, whatever comes first: the lock is held for 50 ms at most. */
const MOST_WORK_PER_FLUSH = 256;
const LONGEST_FLUSH_MS = 20;

interface Queued {
  /** Runs the work in the open transaction; returns how to settle its promise after the COMMIT. */
  readonly perform: (connection: Connection) => () => void;
  readonly reject: (reason: unknown) => void;
}

type Outcome<T> = { readonly value: T } | { readonly error: unknown };

export interface GroupCommitOptions {
  readonly store: StoreFacts;
  readonly wait: LockWait;
  /** The connection to write on, checked if it replaces a failed one. */
  readonly connect: () => Promise<Connection>;
  /** Called when a connection has failed; it must not be handed out again. */
  readonly drop: (connection: Connection) => void;
  /** Called when nothing is queued any longer. */
  readonly idle: () => void;
}

export class GroupCommit {
  readonly #options: GroupCommitOptions;
  readonly #queue: Queued[] = [];
  #draining: Promise<void> | undefined;

  constructor(options: GroupCommitOptions) {
    this.#options = options;
  }

  /** Queues work; resolves when its effects are on disk. */
  add<T>(work: Work<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const perform = (connection: Connection) => {
        const outcome = this.#inSavepoint(connection, work);
        return 'error' in outcome ? () => reject(outcome.error) : () => resolve(outcome.value);
      };
      this.#queue.push({ perform, reject });
      this.#draining ??= this.#drain();
    });
  }

  /** Resolves when everything queued so far is settled. */
  async finished(): Promise<void> {
    await this.#draining;
  }

  async #drain(): Promise<void> {
    while (this.#queue.length > 0) {
      await nextTick();
      await this.#flushNext();
    }
    this.#draining = undefined;
    this.#options.idle();
  }

  async #flushNext(): Promise<void> {
    try {
      const connection = await this.#options.connect();
      await untilFree(() => this.#flush(connection), this.#options.wait);
    } catch (error) {
      // No lock or no connection: nothing of what waits was begun.
      for (const { reject } of this.#queue.splice(0)) reject(error);
    }
  }

  /**
   * One transaction. Throws, with nothing taken from the queue, when it can't begin.
   * @see S1-nothing-or-all, S2-all-wait-for-commit
   */
  #flush(connection: Connection): void {
    const { store } = this.#options;
    try {
      begin(connection, 'IMMEDIATE', store);
    } catch (error) {
      if (connection.failure === undefined) throw error;
      this.#options.drop(connection);
      throw brokenFault(store.path, error);
    }
    const taken: Queued[] = [];
    let committing = false;
    try {
      const settlements = this.#performQueued(connection, taken);
      committing = true;
      connection.command('COMMIT');
      store.files.checkAfter(connection);
      for (const settle of settlements) settle();
    } catch (error) {
      const fault = committing ? commitFault(store.path, error) : brokenFault(store.path, error);
      for (const { reject } of taken) reject(fault);
      if (connection.failure === undefined) connection.rollback();
      else this.#options.drop(connection);
    }
  }

  #performQueued(connection: Connection, taken: Queued[]): readonly (() => void)[] {
    const endMs = elapsedMs() + LONGEST_FLUSH_MS;
    const settlements: (() => void)[] = [];
    do {
      const queued = this.#queue.shift();
      if (queued === undefined) break;
      taken.push(queued);
      settlements.push(queued.perform(connection));
    } while (taken.length < MOST_WORK_PER_FLUSH && elapsedMs() < endMs);
    return settlements;
  }

  /**
   * Throws only what takes the whole flush with it: the connection failed, or SQLite undid the transaction.
   */
  #inSavepoint<T>(connection: Connection, work: Work<T>): Outcome<T> {
    connection.command('SAVEPOINT work');
    try {
      const value = runWork(connection, work, { now: this.#options.store.now() });
      connection.command('RELEASE work');
      return { value };
    } catch (error) {
      if (connection.failure !== undefined || !connection.inTransaction) throw error;
      connection.command('ROLLBACK TO work');
      connection.command('RELEASE work');
      return { error };
    }
  }
}

function nextTick(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
