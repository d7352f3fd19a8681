import { existsSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { replaceFile } from '../../core/write-file.ts';
import { Fault } from '../../errors.ts';
import { assertOwnedByUser, refuseOpenToOthers } from '../../own-file.ts';
import type { Store, Work } from '../contract.ts';
import { refuseOtherVersion, type Schema } from '../schema.ts';
import { type Connection, openConnection } from './connection.ts';
import { loadDriver, type SqliteDriver } from './driver.ts';
import {
  convertDamage,
  createClosedFault,
  createDamagedFault,
  createOpeningFault,
  isBusy,
} from './failures.ts';
import { GroupCommit } from './group-commit.ts';
import { Reader } from './reader.ts';
import { FileGuard, type FileSystemType, statfsType } from './store-file.ts';
import { runWork, type StoreContext, waitUntilFree } from './transaction.ts';
import { readVersion, Writer } from './writer.ts';

/** @param connection in no transaction: VACUUM can't run inside one */
function copyStore(connection: Connection, path: string, isVolatile: boolean): void {
  const copy = (unfinished: string) => connection.script(`VACUUM INTO '${unfinished.replaceAll("'", "''")}'`);
  replaceFile(path, copy, { isVolatile });
}

function createCopyFault(path: string, reason: string, hint: string, cause?: unknown): Fault {
  return new Fault('STORE_UNUSABLE', `The store can't be copied to ${path}: ${reason}.`, { hint, cause });
}

interface InspectMeans {
  readonly schema: Schema;
  readonly uid: number | undefined;
  readonly now: () => number;
  readonly random: () => number;
}

/** The time to wait for the lock: a working process holds it for milliseconds. */
const LOCK_LIMIT_MS = 2_000;

/**
 * Runs `look` in a store that is intact and writable now; returns undefined if the file doesn't exist. `look` only
 * reads: nothing is created or written.
 * @throws Fault PERMISSIONS, STORE_DAMAGED, STORE_UNUSABLE; STORE_BUSY when another process keeps it locked
 * @see C-doctor
 */
export async function inspectStore<T>(
  path: string,
  { schema, uid, now, random }: InspectMeans,
  look: Work<T>,
): Promise<T | undefined> {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined || (stats.isFile() && stats.size === 0)) return undefined;
  assertOwnedByUser(path, stats, uid);
  refuseOpenToOthers(path, stats, uid);
  const wait = { path, limitMs: LOCK_LIMIT_MS, random };
  try {
    const connection = await waitUntilFree(
      () => openConnection(loadDriver(), path, { readOnly: false }),
      wait,
    );
    try {
      // With the lock, which is released without a change.
      await waitUntilFree(() => connection.command('BEGIN IMMEDIATE'), wait);
      const finding = connection.pragma('quick_check(1)');
      if (finding !== 'ok') throw createDamagedFault(path, String(finding));
      const version = readVersion(connection);
      if (version > 0) refuseOtherVersion(schema, version, path);
      return runWork(connection, look, { now: now() });
    } finally {
      connection.close();
    }
  } catch (error) {
    throw createOpeningFault(path, convertDamage(path, error));
  }
}

export interface SqliteStoreOptions {
  /** The path of the file; the file and its folder are created on first use. */
  readonly path: string;
  readonly schema: Schema;
  /** Real time in milliseconds since 1970. */
  readonly now: () => number;
  /** Returns 0 ≤ x < 1; spreads the processes that wait for the lock. */
  readonly random: () => number;
  /** True if a machine failure may lose commits: `synchronous` is 0 then. */
  readonly isVolatile?: boolean;
  /** True if deleted data must not stay in the file. */
  readonly erases?: boolean;
  /** The time for which other processes may hold the lock. Default: 10 s. */
  readonly lockLimitMs?: number;
  /** Called repeatedly while other processes hold the lock. */
  readonly onWait?: () => void;
  /** Called after each commit with the number of writes that shared it. */
  readonly onFlushed?: (writes: number) => void;
  readonly driver?: SqliteDriver;
  readonly fileSystemType?: FileSystemType;
  /** The user whose files are accepted; undefined on platforms without owners. */
  readonly uid?: number | undefined;
  /** Called with the fault of the checkpoint at close, which no request reports. */
  readonly onUnexpected?: (fault: unknown) => void;
}

export interface SqliteStore extends Store {
  /**
   * Opens the store now rather than at the first work, for a server that must refuse to start. Throws Fault
   * STORE_UNUSABLE, STORE_DAMAGED, PERMISSIONS, or STORE_BUSY when the lock isn't available.
   */
  open(): Promise<void>;
  /**
   * Copies the committed content to a new file, mode 0600, in an existing folder. The file appears when it is complete,
   * and is on disk unless the store is volatile. Other processes continue to read and write. Throws Fault
   * STORE_UNUSABLE when the file exists or can't be written, STORE_BUSY when this store can't be read now.
   */
  copyTo(path: string): Promise<void>;
}

/** Creates a store that opens, creates and loads nothing before the first work or `open()`. */
export function openSqliteStore(options: SqliteStoreOptions): SqliteStore {
  return new EmbeddedStore(options);
}

/**
 * The embedded engine: one SQLite file, shared by the processes of one machine.
 * @see S2-snapshot-reads, S3-checkpoint, A-store
 */
class EmbeddedStore implements SqliteStore {
  readonly #options: SqliteStoreOptions;
  readonly #onUnexpected: (fault: unknown) => void;
  readonly #store: StoreContext;
  readonly #writer: Writer;
  readonly #commits: GroupCommit;
  readonly #reader: Reader;
  /** The connection of all copies: SQLite keeps the descriptor of each closed connection while another is open. */
  #copying: Connection | undefined;
  readonly #reads = new Set<Promise<unknown>>();
  #driver: SqliteDriver | undefined;
  #closing: Promise<void> | undefined;

  constructor(options: SqliteStoreOptions) {
    const { schema, now, random, lockLimitMs = 10_000, fileSystemType = statfsType, onWait } = options;
    // SQLite resolves the path once against the current folder; later checks of the file do the same.
    const path = resolve(options.path);
    const { uid = process.getuid?.(), onUnexpected = () => {} } = options;
    this.#options = options;
    this.#onUnexpected = onUnexpected;
    this.#store = {
      path,
      schema,
      now,
      files: new FileGuard(path),
      wait: { path, limitMs: lockLimitMs, random, onWait },
      connect: (connecting) => this.#connect(connecting),
    };
    this.#writer = new Writer(this.#store, { fileSystemType, uid });
    const distrust = (failure: unknown) => this.#writer.suspectFile(failure);
    this.#reader = new Reader(this.#store, () => this.#connectReader(), distrust);
    this.#commits = new GroupCommit(this.#store, this.#writer, options.onFlushed);
  }

  async open(): Promise<void> {
    this.#refuseWhenClosed();
    await this.#writer.connection();
  }

  async read<T>(work: Work<T>): Promise<T> {
    this.#refuseWhenClosed();
    return this.#reportDamage(this.#readWhenOpened((reader) => reader.read(work)));
  }

  async copyTo(path: string): Promise<void> {
    this.#refuseWhenClosed();
    return this.#readWhenOpened(() => this.#copy(path));
  }

  async write<T>(work: Work<T>): Promise<T> {
    this.#refuseWhenClosed();
    return this.#reportDamage(this.#commits.add(work));
  }

  close(): Promise<void> {
    this.#closing ??= this.#finish();
    return this.#closing;
  }

  async #reportDamage<T>(work: Promise<T>): Promise<T> {
    try {
      return await work;
    } catch (error) {
      throw convertDamage(this.#store.path, error);
    }
  }

  #refuseWhenClosed(): void {
    if (this.#closing !== undefined) throw createClosedFault(this.#store.path);
  }

  /** Reads once the store was open. Registers the read, so that closing waits for it. */
  async #readWhenOpened<T>(read: (reader: Reader) => Promise<T>): Promise<T> {
    const open = this.#writer.wasOpen ? Promise.resolve() : this.#writer.connection();
    const reading = open.then(() => read(this.#reader));
    this.#reads.add(reading);
    try {
      return await reading;
    } finally {
      this.#reads.delete(reading);
    }
  }

  /** An error of the copy's disk is no reason to distrust the connection that reads. @see S7-fork */
  async #copy(path: string): Promise<void> {
    const { files, wait } = this.#store;
    if (existsSync(path)) throw createCopyFault(path, 'it already exists', 'Use another name.');
    try {
      files.check('Nothing was done.');
      await waitUntilFree(() => {
        this.#copying ??= this.#connectReader();
        copyStore(this.#copying, path, this.#options.isVolatile === true);
      }, wait);
    } catch (error) {
      this.#copying?.close();
      this.#copying = undefined;
      if (error instanceof Fault) throw error;
      const reason = error instanceof Error ? error.message : String(error);
      const hint = 'Check that its disk has space and that you can write to its folder.';
      throw createCopyFault(path, reason, hint, error);
    }
  }

  #connectReader(): Connection {
    try {
      this.#store.files.check('Nothing was done.');
      return this.#connect({ readOnly: true });
    } catch (error) {
      if (isBusy(error)) throw error;
      this.#writer.suspectFile(error);
      throw createOpeningFault(this.#store.path, error);
    }
  }

  #connect(options: { readOnly: boolean }): Connection {
    this.#driver ??= this.#options.driver ?? loadDriver();
    const { isVolatile, erases } = this.#options;
    return openConnection(this.#driver, this.#store.path, { ...options, isVolatile, erases });
  }

  /** Moves the log into the file. While other processes read or write, SQLite answers BUSY: a later close does it. */
  #checkpoint(connection: Connection): void {
    if (connection.failure !== undefined) return;
    try {
      this.#store.files.check('Nothing was done.');
      connection.command('PRAGMA wal_checkpoint(TRUNCATE)');
    } catch (fault) {
      // Writers report faults of the disk themselves.
      if (!isBusy(fault) && connection.failure === undefined) this.#onUnexpected(fault);
    }
  }

  async #finish(): Promise<void> {
    await Promise.allSettled(this.#reads);
    await this.#commits.waitUntilSettled();
    const writer = await this.#writer.waitUntilOpen();
    this.#reader.close();
    this.#copying?.close();
    if (writer === undefined) return;
    this.#checkpoint(writer);
    writer.close();
  }
}
