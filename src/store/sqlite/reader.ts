/**
 * Reads: a read-only connection beside the writing one, opened at the first read. Reads that are queued together share
 * a snapshot: none of them can change it.
 *
 * @see S2-snapshot-reads, S3-short-read
 */
import { ReadOnlyViolation, type Work } from '../contract.ts';
import type { Connection } from './connection.ts';
import { createBrokenFault, isReadOnly } from './failures.ts';
import {
  begin,
  measureElapsedMs,
  type QueuedWork,
  runWork,
  type StoreContext,
  TickQueue,
  waitUntilFree,
} from './transaction.ts';

/** The time after which a snapshot accepts no further read: it blocks the log's checkpoint. */
const LONGEST_SNAPSHOT_MS = 20;

/** Runs reads outside a flush, on a separate connection. @see S2-read-connection */
export class Reader {
  readonly #store: StoreContext;
  readonly #connect: () => Connection;
  readonly #onFailed: (failure: unknown) => void;
  readonly #queue: TickQueue;
  #connection: Connection | undefined;

  /** @param onFailed called when a connection has failed: its failure may affect the writer, too */
  constructor(store: StoreContext, connect: () => Connection, onFailed: (failure: unknown) => void) {
    this.#store = store;
    this.#connect = connect;
    this.#onFailed = onFailed;
    this.#queue = new TickQueue(() => waitUntilFree(() => this.#share(), store.wait));
  }

  /**
   * Runs work on a snapshot that begins after this call. The work may run again when the snapshot wasn't available at
   * once.
   */
  read<T>(work: Work<T>): Promise<T> {
    return this.#queue.add(work);
  }

  close(): void {
    const connection = this.#connection;
    this.#connection = undefined;
    connection?.close();
  }

  /** Runs reads on one snapshot. Throws, and leaves the queue unchanged, when there is no snapshot. */
  #share(): void {
    this.#store.files.check('Nothing was done.');
    this.#connection ??= this.#connect();
    const connection = this.#connection;
    try {
      begin(connection, 'DEFERRED', this.#store);
    } catch (error) {
      if (connection.failure === undefined) throw error;
      throw this.#closeFailed(error);
    }
    const taken: QueuedWork[] = [];
    try {
      const settlements = this.#performQueued(connection, taken);
      if (!connection.isClosed) connection.command('COMMIT');
      for (const settle of settlements) settle();
    } catch (error) {
      const fault = createBrokenFault(this.#store.path, error);
      for (const { reject } of taken) reject(fault);
      this.#closeFailed(error);
    }
  }

  /** Ends early if the connection is gone: the remaining reads get another. */
  #performQueued(connection: Connection, taken: QueuedWork[]): readonly (() => void)[] {
    const endMs = measureElapsedMs() + LONGEST_SNAPSHOT_MS;
    const settlements: (() => void)[] = [];
    do {
      const queued = this.#queue.take();
      if (queued === undefined) break;
      taken.push(queued);
      try {
        const value = runWork(connection, queued.work, { now: this.#store.now() });
        settlements.push(() => queued.resolve(value));
      } catch (error) {
        const reason = connection.failure === undefined ? error : this.#closeFailed(error);
        settlements.push(() => queued.reject(reason));
      }
    } while (!connection.isClosed && measureElapsedMs() < endMs);
    return settlements;
  }

  /** Closes a connection that has failed and returns the error for its work. */
  #closeFailed(error: unknown): unknown {
    this.close();
    if (isReadOnly(error)) return new ReadOnlyViolation('a read transaction may not write', { cause: error });
    this.#onFailed(error);
    return createBrokenFault(this.#store.path, error);
  }
}
