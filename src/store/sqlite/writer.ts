import { refuseOtherVersion, type Schema } from '../schema.ts';
import type { Connection } from './connection.ts';
import { waitForRelease } from './driver.ts';
import { createDamagedFault, createOpeningFault } from './failures.ts';
import { createFile, type FileMeans } from './store-file.ts';
import { type LockWait, type StoreContext, waitUntilFree } from './transaction.ts';

/**
 * Creates the tables of a new store: one process creates them under the write lock, the others find them. Throws Fault
 * STORE_UNUSABLE when another build created the store, STORE_BUSY when the lock isn't available.
 *
 * @see S7-schema-lock
 */
export async function createSchema(connection: Connection, schema: Schema, wait: LockWait): Promise<void> {
  await waitUntilFree(() => {
    if (!needsSchema(connection, schema, wait.path)) return;
    connection.command('BEGIN EXCLUSIVE');
    try {
      // Another process may have created them while this one waited for the lock.
      if (needsSchema(connection, schema, wait.path)) {
        for (const statement of schema.statements) connection.script(statement);
        connection.script(`PRAGMA user_version = ${schema.version}`);
      }
      connection.command('COMMIT');
    } catch (error) {
      connection.rollback();
      throw error;
    }
  }, wait);
}

function needsSchema(connection: Connection, schema: Schema, path: string): boolean {
  const version = readVersion(connection);
  if (version === schema.version) return false;
  if (version > 0) refuseOtherVersion(schema, version, path);
  return true;
}

/** Reads the version of the store's tables; 0 for a store without tables. */
export function readVersion(connection: Connection): number {
  return Number(connection.pragma('user_version'));
}

/**
 * The connection to write on: opened, with its tables, at first use, and replaced by a checked one after a failure.
 * @see S3-failed-connection, S7-one-store
 */
export class Writer {
  readonly #store: StoreContext;
  readonly #means: FileMeans;
  /** Set from the moment of opening until the connection fails. */
  #connection: Promise<Connection> | undefined;
  #wasOpen = false;
  /** True if a connection has failed and the file hasn't been checked since. */
  #isSuspect = false;

  constructor(store: StoreContext, means: FileMeans) {
    this.#store = store;
    this.#means = means;
  }

  /** @throws Fault STORE_UNUSABLE, STORE_DAMAGED, PERMISSIONS, STORE_BUSY */
  async connection(): Promise<Connection> {
    this.#connection ??= this.#open().catch((fault) => {
      this.#connection = undefined;
      throw fault;
    });
    const connection = await this.#connection;
    if (connection.failure === undefined) return connection;
    this.drop(connection);
    return this.connection();
  }

  /** True if the connection was open once, so that readers can use the store. */
  get wasOpen(): boolean {
    return this.#wasOpen;
  }

  /** Resolves to the open connection, undefined if there is none. The caller that opened it got the fault. */
  waitUntilOpen(): Promise<Connection | undefined> {
    return Promise.resolve(this.#connection).catch(() => undefined);
  }

  /** Marks the file as suspect after a reader's failure; a checked connection replaces the writer's. */
  suspectFile(failure: unknown): void {
    void this.waitUntilOpen().then((connection) => connection?.markUnusable(failure));
  }

  drop(connection: Connection): void {
    if (connection.isClosed) return;
    this.#connection = undefined;
    this.#isSuspect = true;
    connection.close();
  }

  async #open(): Promise<Connection> {
    const { path, schema, files, wait, connect } = this.#store;
    // Opening adds descriptors: no connection is opened while closed ones wait to be released.
    await waitForRelease();
    try {
      if (files.isOpened) files.check('Nothing was done.');
      else createFile(path, this.#means);
      files.remember();
      const connection = await waitUntilFree(() => connect({ readOnly: false }), wait);
      try {
        if (this.#isSuspect) await checkWhole(connection, wait);
        await createSchema(connection, schema, wait);
      } catch (error) {
        connection.close();
        throw error;
      }
      this.#isSuspect = false;
      this.#wasOpen = true;
      return connection;
    } catch (error) {
      throw createOpeningFault(path, error);
    }
  }
}

async function checkWhole(connection: Connection, wait: LockWait): Promise<void> {
  const finding = await waitUntilFree(() => connection.pragma('quick_check(1)'), wait);
  if (finding !== 'ok') throw createDamagedFault(wait.path, String(finding));
}
