import { existsSync } from 'node:fs';
import { replaceFile } from '../../core/write-file.ts';
import { Fault } from '../../errors.ts';
import type { Connection } from './connection.ts';
import { type StoreContext, untilFree } from './transaction.ts';

/**
 * Makes whole copies of a store that is in use: what is committed, the log's part too, as one snapshot. All are made on
 * one connection: SQLite keeps the descriptor of each that it closes while others have the file open.
 * @see S7-fork
 */
export class Copier {
  readonly #store: StoreContext;
  /** Connects anew: what is wrong with the copy's disk is no reason to distrust the connection that reads. */
  readonly #connect: () => Connection;
  /** Whether a copy may be lost with the machine. */
  readonly #isVolatile: boolean;
  #connection: Connection | undefined;

  constructor(store: StoreContext, connect: () => Connection, isVolatile: boolean) {
    this.#store = store;
    this.#connect = connect;
    this.#isVolatile = isVolatile;
  }

  /** Throws Fault STORE_UNUSABLE when `path` is there or can't be written, STORE_BUSY when the store can't be read. */
  async copy(path: string): Promise<void> {
    const { files, wait } = this.#store;
    if (existsSync(path)) throw copyingFault(path, 'it already exists', 'Use another name.');
    try {
      files.check('Nothing was done.');
      await untilFree(() => {
        this.#connection ??= this.#connect();
        copyStore(this.#connection, path, this.#isVolatile);
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
  }
}

/** @param connection in no transaction: VACUUM can't run inside one */
function copyStore(connection: Connection, path: string, isVolatile: boolean): void {
  const copy = (unfinished: string) => connection.script(`VACUUM INTO '${unfinished.replaceAll("'", "''")}'`);
  replaceFile(path, copy, { isVolatile });
}

function copyingFault(path: string, reason: string, hint: string, cause?: unknown): Fault {
  return new Fault('STORE_UNUSABLE', `The store can't be copied to ${path}: ${reason}.`, { hint, cause });
}
