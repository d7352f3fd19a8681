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
  type QueuedWork,
  runWork,
  type StoreContext,
  TickQueue,
  waitUntilFree,
} from './transaction.ts';
import type { Writer } from './writer.ts';

/** A flush ends after this much work or time, whichever comes first: the lock is held for 50 ms at most. */
const MOST_WORK_PER_FLUSH = 256;
const LONGEST_FLUSH_MS = 20;

export class GroupCommit {
  readonly #store: StoreContext;
  readonly #writer: Writer;
  readonly #onFlushed: ((writes: number) => void) | undefined;
  readonly #queue: TickQueue;
  /** The number of queued items to run again, each in a savepoint: they were in a flush with one that threw. */
  #apart = 0;

  /** @param onFlushed called after each commit with the number of writes that shared it */
  constructor(store: StoreContext, writer: Writer, onFlushed: ((writes: number) => void) | undefined) {
    this.#store = store;
    this.#writer = writer;
    this.#onFlushed = onFlushed;
    this.#queue = new TickQueue(() => this.#flushNext());
  }

  /** Queues work; resolves when its effects are on disk. */
  add<T>(work: Work<T>): Promise<T> {
    return this.#queue.add(work);
  }

  /** Resolves when everything queued so far is settled. */
  waitUntilSettled(): Promise<void> {
    return this.#queue.waitUntilSettled();
  }

  /** Rejects the queued work if there is no lock or no connection: none of it was begun. */
  async #flushNext(): Promise<void> {
    try {
      const connection = await this.#writer.connection();
      await waitUntilFree(() => this.#flush(connection), this.#store.wait);
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
    const store = this.#store;
    try {
      begin(connection, 'IMMEDIATE', store);
    } catch (error) {
      if (connection.failure === undefined) throw error;
      this.#writer.drop(connection);
      throw createBrokenFault(store.path, error);
    }
    const taken: QueuedWork[] = [];
    let committing = false;
    try {
      const settlements = this.#performQueued(connection, taken);
      committing = true;
      connection.command('COMMIT');
      store.files.check('The change may or may not be saved.');
      this.#onFlushed?.(taken.length);
      for (const settle of settlements) settle();
    } catch (error) {
      if (!committing && connection.failure === undefined && connection.inTransaction) {
        this.#runAgain(connection, taken);
        return;
      }
      const fault = committing ? commitFault(store.path, error) : createBrokenFault(store.path, error);
      for (const { reject } of taken) reject(fault);
      if (!committing && connection.failure === undefined) connection.rollback();
      else this.#writer.drop(connection);
    }
  }

  /** Puts work back after one item threw: none is done, and each runs next in a savepoint. @see S2-own-savepoint */
  #runAgain(connection: Connection, taken: readonly QueuedWork[]): void {
    this.#apart = taken.length;
    this.#queue.putBack(taken);
    try {
      connection.rollback();
    } catch (error) {
      connection.markUnusable(error);
      this.#writer.drop(connection);
      throw createBrokenFault(this.#store.path, error);
    }
  }

  /** Performs queued work. Throws an error of the work, or an error that ends the whole flush. */
  #performQueued(connection: Connection, taken: QueuedWork[]): readonly (() => void)[] {
    const endMs = measureElapsedMs() + LONGEST_FLUSH_MS;
    const settlements: (() => void)[] = [];
    const isApart = this.#apart > 0;
    const most = isApart ? Math.min(this.#apart, MOST_WORK_PER_FLUSH) : MOST_WORK_PER_FLUSH;
    do {
      const queued = this.#queue.take();
      if (queued === undefined) break;
      if (isApart) this.#apart -= 1;
      taken.push(queued);
      settlements.push(isApart ? this.#inSavepoint(connection, queued) : this.#perform(connection, queued));
    } while (taken.length < most && measureElapsedMs() < endMs);
    return settlements;
  }

  /** Runs work in the open transaction; returns the function that settles it. Throws what the work throws. */
  #perform(connection: Connection, { work, resolve }: QueuedWork): () => void {
    const value = runWork(connection, work, { now: this.#store.now() });
    return () => resolve(value);
  }

  /**
   * Runs work in a savepoint: an error of the work rejects its promise. Throws only errors that end the whole flush: the
   * connection failed, or SQLite rolled back the transaction.
   */
  #inSavepoint(connection: Connection, queued: QueuedWork): () => void {
    connection.command('SAVEPOINT work');
    try {
      const settle = this.#perform(connection, queued);
      connection.command('RELEASE work');
      return settle;
    } catch (error) {
      if (connection.failure !== undefined || !connection.inTransaction) throw error;
      connection.command('ROLLBACK TO work');
      connection.command('RELEASE work');
      return () => queued.reject(error);
    }
  }
}
