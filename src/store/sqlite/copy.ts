/**
 * A whole copy of a store that is in use: what is committed, the log's part too, as one snapshot.
 *
 * @see S7-fork
 */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { replaceFile } from '../../core/write-file.ts';
import { Fault } from '../../errors.ts';
import type { Connection } from './connection.ts';
import { type LockWait, untilFree } from './lock-wait.ts';
import type { FileGuard } from './store-file.ts';

/**
 * @param connection in no transaction: VACUUM can't run inside one. The copy is as durable as what it writes.
 * @param isVolatile whether that is not at all
 */
function copyStore(connection: Connection, path: string, isVolatile = false): void {
  const copy = (unfinished: string) => connection.script(`VACUUM INTO '${unfinished.replaceAll("'", "''")}'`);
  replaceFile(path, copy, { isVolatile });
}

export interface CopyingMeans {
  /** Another connection to read on: what is wrong with the copy's disk is no reason to distrust the store's own. */
  readonly connect: () => Connection;
  readonly isVolatile: boolean;
  readonly files: FileGuard;
  readonly wait: LockWait;
}

/** The copy of a larger store is not kept. */
const MOST_KEPT_BYTES = 8 * 1024 * 1024;

/**
 * Copies a store again and again on one connection: SQLite keeps the descriptor of each that it closes while others have
 * the file open. Of a small volatile store the last copy is kept, and written again while nothing was committed.
 */
export class Copier {
  readonly #means: CopyingMeans;
  #connection: Connection | undefined;
  /** The version of the data was asked for first: what it is of is not older. */
  #last: { readonly version: string | undefined; readonly bytes: Uint8Array } | undefined;

  constructor(means: CopyingMeans) {
    this.#means = means;
  }

  /** Throws Fault STORE_UNUSABLE when `path` is there or can't be written, STORE_BUSY when the store can't be read. */
  async copy(path: string): Promise<void> {
    const { connect, files, wait } = this.#means;
    if (existsSync(path)) throw copyingFault(path, 'it already exists', 'Use another name.');
    try {
      files.check('Nothing was done.');
      await untilFree(() => {
        this.#connection ??= connect();
        this.#copyOn(this.#connection, path);
      }, wait);
    } catch (error) {
      this.close();
      if (error instanceof Fault) throw error;
      const reason = error instanceof Error ? error.message : String(error);
      const hint = 'Check that its disk has space and that you can write to its folder.';
      throw copyingFault(path, reason, hint, error);
    }
  }

  close(): void {
    this.#connection?.close();
    this.#connection = undefined;
    this.#last = undefined;
  }

  #copyOn(connection: Connection, path: string): void {
    const { isVolatile } = this.#means;
    const version = connection.pragma('data_version');
    if (this.#last !== undefined && this.#last.version === version) {
      replaceFile(path, this.#last.bytes, { isVolatile });
      return;
    }
    copyStore(connection, path, isVolatile);
    const isKept = isVolatile && statSync(path).size <= MOST_KEPT_BYTES;
    this.#last = isKept ? { version, bytes: readFileSync(path) } : undefined;
  }
}

function copyingFault(path: string, reason: string, hint: string, cause?: unknown): Fault {
  return new Fault('STORE_UNUSABLE', `The store can't be copied to ${path}: ${reason}.`, { hint, cause });
}
