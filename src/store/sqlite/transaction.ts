/**
 * Work inside a transaction of one connection: driven to its end without a pause, so that nothing of another
 * request can come between.
 *
 * @see S2-one-transaction
 */
import { Fault } from '../../errors.ts';
import type { Op, Row, Tx, Work } from '../contract.ts';
import type { Schema } from '../schema.ts';
import type { Connection } from './connection.ts';
import type { LockWait } from './lock-wait.ts';
import type { FileGuard } from './store-file.ts';

/** What the parts of one open store share. */
export interface StoreContext {
  readonly path: string;
  readonly schema: Schema;
  /** Read when the lock or the snapshot is held, not before. @see S2-now-after-lock */
  readonly now: () => number;
  readonly files: FileGuard;
  readonly wait: LockWait;
  /** @throws the driver's error */
  readonly connect: (options: { readonly readOnly: boolean }) => Connection;
}

/**
 * Begins a transaction and has it hold the lock (`IMMEDIATE`) or the snapshot (`DEFERRED`, by its first read).
 * Throws the driver's BUSY, and Fault STORE_UNUSABLE when the store has another version meanwhile; no transaction is open
 * then.
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

/** Runs work on an open transaction and returns what it returns. Throws what it throws. */
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
 * The work sees the error of its statement, to clean up or to name it better, but it can't go on: on a server
 * database the transaction would be lost too.
 */
function endAfter<T>(op: Op<T>, error: unknown): never {
  const step = op.throw(error);
  if (!step.done) op.return(undefined as T);
  throw error;
}
