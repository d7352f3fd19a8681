/**
 * A whole copy of a store that is in use: what is committed, the log's part too, as one snapshot.
 *
 * @see S7-fork, S7-backup
 */
import { existsSync } from 'node:fs';
import { Fault } from '../../errors.ts';
import type { Connection } from './connection.ts';
import type { FileGuard } from './file-guard.ts';
import { type LockWait, untilFree } from './lock-wait.ts';
import { writeWhole } from './store-file.ts';

/** @param connection in no transaction: VACUUM can't run inside one. */
export function copyStore(connection: Connection, path: string): void {
  writeWhole(path, String(process.pid), (temporary) => {
    connection.script(`VACUUM INTO '${temporary.replaceAll("'", "''")}'`);
  });
}

export interface CopyingMeans {
  /** Another connection to read on: what is wrong with the copy's disk is no reason to distrust the store's own. */
  readonly connect: () => Connection;
  readonly files: FileGuard;
  readonly wait: LockWait;
}

/** Throws Fault STORE_UNUSABLE when `path` is there or can't be written, STORE_BUSY when the store can't be read. */
export async function copyWhileInUse(path: string, { connect, files, wait }: CopyingMeans): Promise<void> {
  if (existsSync(path)) throw copyingFault(path, 'it already exists', 'Use another name.');
  const connection = await untilFree(connect, wait);
  try {
    await untilFree(() => {
      files.checkBefore(connection, 'DEFERRED');
      copyStore(connection, path);
    }, wait);
  } catch (error) {
    if (error instanceof Fault) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    const hint = 'Check that its disk has space and that you can write to its folder.';
    throw copyingFault(path, reason, hint, error);
  } finally {
    connection.close();
  }
}

function copyingFault(path: string, reason: string, hint: string, cause?: unknown): Fault {
  return new Fault('STORE_UNUSABLE', `The store can't be copied to ${path}: ${reason}.`, { hint, cause });
}
