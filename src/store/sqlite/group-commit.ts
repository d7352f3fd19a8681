/**
 * Group commit: work that is queued together shares one transaction and one sync of the disk; every promise waits for
 * the COMMIT. Work rarely throws, so it runs without a savepoint. If one throws, the whole flush is rolled back and run
 * again, with a savepoint for each.
 *
 * @see ADR 8
 * @see S1-durable, S2-own-savepoint, S3-short-lock
 * @see A-server-load
 */
import type { Work } from '../contract.ts';
import type { Connection } from './connection.ts';
import { commitFault, createBrokenFault } from './failures.ts';
import {
  begin,
  measureElapsedMs,
  runWork,
  type StoreContext,
  TickQueue,
  waitUntilFree,
} from './transaction.ts';

/** A flush ends after this much work or time, whichever comes first: the lock is held for 50 ms at most. */
const MOST_WORK_PER_FLUSH = 256;
const LONGEST_FLUSH_MS = 20;

interface Queued {
  /**
   * Runs the work in the open transaction and returns a function that settles its promise after the COMMIT. Throws what
   * the work throws.
   */
  readonly perform: (connection: Connection) => () => void;
  /** Runs the work in a savepoint: an error of the work rejects its promise. */
  readonly performApart: (connection: Connection) => () => void;
  readonly reject: (reason: unknown) => void;
}

type Outcome<T> = { readonly value: T } | { readonly error: unknown };

export interface GroupCommitOptions {
  readonly store: StoreContext;
  /** Returns the connection to write on, checked if it replaces a failed one. */
  readonly connect: () => Promise<Connection>;
  /** Called when a connection has failed; it must not be returned again. */
  readonly drop: (connection: Connection) => void;
  /** Called after each commit with the number of writes that shared it. */
  readonly onFlushed?: ((writes: number) => void) | undefined;
  /** Called when the queue is empty. */
  readonly idle: () => void;
}

export class GroupCommit {
  readonly #options: GroupCommitOptions;
  readonly #queue: TickQueue<Queued>;
  /** The number of queued items to run again, each in a savepoint: they were in a flush with one that threw. */
  #apart = 0;

  constructor(options: GroupCommitOptions) {
    this.#options = options;
    this.#queue = new TickQueue(() => this.#flushNext(), options.idle);
  }

  /** Queues work; resolves when its effects are on disk. */
  add<T>(work: Work<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const perform = (connection: Connection) => {
        const value = runWork(connection, work, { now: this.#options.store.now() });
        return () => resolve(value);
      };
      const performApart = (connection: Connection) => {
        const outcome = this.#inSavepoint(connection, work);
        return 'error' in outcome ? () => reject(outcome.error) : () => resolve(outcome.value);
      };
      this.#queue.add({ perform, performApart, reject });
    });
  }

  /** Resolves when everything queued so far is settled. */
  finished(): Promise<void> {
    return this.#queue.finished();
  }

  /** Rejects the queued work if there is no lock or no connection: none of it was begun. */
  async #flushNext(): Promise<void> {
    try {
      const connection = await this.#options.connect();
      await waitUntilFree(() => this.#flush(connection), this.#options.store.wait);
    } catch (error) {
      this.#apart = 0;
      throw error;
    }
  }

  /**
   * Runs one transaction. Throws, and leaves the queue unchanged, when the transaction can't begin.
   * @see S1-nothing-or-all, S2-all-wait-for-commit
   */
  #flush(connection: Connection): void {
    const { store, onFlushed } = this.#options;
    try {
      begin(connection, 'IMMEDIATE', store);
    } catch (error) {
      if (connection.failure === undefined) throw error;
      this.#options.drop(connection);
      throw createBrokenFault(store.path, error);
    }
    const taken: Queued[] = [];
    let committing = false;
    try {
      const settlements = this.#performQueued(connection, taken);
      committing = true;
      connection.command('COMMIT');
      store.files.check('The change may or may not be saved.');
      onFlushed?.(taken.length);
      for (const settle of settlements) settle();
    } catch (error) {
      if (!committing && connection.failure === undefined && connection.inTransaction) {
        this.#runAgain(connection, taken);
        return;
      }
      const fault = committing ? commitFault(store.path, error) : createBrokenFault(store.path, error);
      for (const { reject } of taken) reject(fault);
      if (!committing && connection.failure === undefined) connection.rollback();
      else this.#options.drop(connection);
    }
  }

  /** Puts work back after one item threw: none is done, and each runs next in a savepoint. @see S2-own-savepoint */
  #runAgain(connection: Connection, taken: readonly Queued[]): void {
    this.#apart = taken.length;
    this.#queue.putBack(taken);
    try {
      connection.rollback();
    } catch (error) {
      connection.distrust(error);
      this.#options.drop(connection);
      throw createBrokenFault(this.#options.store.path, error);
    }
  }

  /** Performs queued work. Throws an error of the work, or an error that ends the whole flush. */
  #performQueued(connection: Connection, taken: Queued[]): readonly (() => void)[] {
    const endMs = measureElapsedMs() + LONGEST_FLUSH_MS;
    const settlements: (() => void)[] = [];
    const isApart = this.#apart > 0;
    const most = isApart ? Math.min(this.#apart, MOST_WORK_PER_FLUSH) : MOST_WORK_PER_FLUSH;
    do {
      const queued = this.#queue.take();
      if (queued === undefined) break;
      if (isApart) this.#apart -= 1;
      taken.push(queued);
      settlements.push(isApart ? queued.performApart(connection) : queued.perform(connection));
    } while (taken.length < most && measureElapsedMs() < endMs);
    return settlements;
  }

  /**
   * Runs work in a savepoint. Throws only errors that end the whole flush: the connection failed, or SQLite rolled back
   * the transaction.
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
