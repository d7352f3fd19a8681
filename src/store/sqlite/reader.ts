/**
 * Reads: a read-only connection beside the writing one, opened at the first read, one snapshot for each work.
 *
 * @see S2-snapshot-reads, S3-short-read
 */
import { ReadOnlyViolation, type Work } from '../contract.ts';
import type { Connection } from './connection.ts';
import { brokenFault, isReadOnly } from './failures.ts';
import { type LockWait, untilFree } from './lock-wait.ts';
import { begin, runWork, type StoreFacts } from './transaction.ts';

/** Reads outside a flush, on a connection of their own. @see S2-read-connection */
export class Reader {
  readonly #connect: () => Connection;
  readonly #failed: (failure: unknown) => void;
  readonly #wait: LockWait;
  #connection: Connection | undefined;

  /** `failed` is told when a connection has failed: what it found may be wrong for who writes, too. */
  constructor(connect: () => Connection, failed: (failure: unknown) => void, wait: LockWait) {
    this.#connect = connect;
    this.#failed = failed;
    this.#wait = wait;
  }

  /** Runs work on one snapshot. It may run again when the snapshot wasn't to be had at once. */
  read<T>(work: Work<T>, store: StoreFacts): Promise<T> {
    return untilFree(() => {
      this.#connection ??= this.#connect();
      return this.#inSnapshot(this.#connection, work, store);
    }, this.#wait);
  }

  close(): void {
    this.#connection?.close();
    this.#connection = undefined;
  }

  #inSnapshot<T>(connection: Connection, work: Work<T>, store: StoreFacts): T {
    try {
      begin(connection, 'DEFERRED', store);
      const value = runWork(connection, work, { now: store.now() });
      connection.command('COMMIT');
      return value;
    } catch (error) {
      if (connection.failure === undefined) {
        connection.rollback();
        throw error;
      }
      this.close();
      if (isReadOnly(error))
        throw new ReadOnlyViolation('a read transaction may not write', { cause: error });
      this.#failed(error);
      throw brokenFault(store.path, error);
    }
  }
}
