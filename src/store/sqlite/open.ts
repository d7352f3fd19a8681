/**
 * The embedded engine: one SQLite file, shared by the processes of one machine.
 *
 * @see safety.md §1, §2, §3, §7
 * @see architecture.md Store
 */
import { Fault } from '../../errors.ts';
import type { Store, Work } from '../contract.ts';
import { type Migration, newestVersion } from '../migrations.ts';
import { type Connection, openConnection } from './connection.ts';
import { loadDriver, type SqliteDriver } from './driver.ts';
import { closedFault, isBusy, openingFault } from './failures.ts';
import { GroupCommit } from './group-commit.ts';
import { type LockWait, untilFree } from './lock-wait.ts';
import { migrate } from './migrate.ts';
import { Reader } from './reader.ts';
import { type FileSystemType, prepareFile, statfsType } from './store-file.ts';
import type { StoreFacts } from './transaction.ts';

export interface SqliteStoreOptions {
  /** The file; it and its folder are made at first use. */
  readonly path: string;
  readonly migrations: readonly Migration[];
  /** Real time in milliseconds since 1970. */
  readonly now: () => number;
  /** 0 ≤ x < 1; spreads the processes that wait for the lock. */
  readonly random: () => number;
  /** How long the lock may stay with other processes: 10 s. */
  readonly lockLimitMs?: number;
  /** How long nothing is written before the log is folded into the file: 1 s. */
  readonly idleMs?: number;
  readonly driver?: SqliteDriver;
  readonly fileSystemType?: FileSystemType;
}

export interface SqliteStore extends Store {
  /**
   * Opens and migrates now, not at the first work: for a server that must refuse to start.
   * Throws Fault STORE_UNUSABLE, or STORE_BUSY when the lock isn't to be had.
   */
  open(): Promise<void>;
}

/** Nothing is opened, made or loaded before the first work or `open()`. */
export function openSqliteStore(options: SqliteStoreOptions): SqliteStore {
  return new EmbeddedStore(options);
}

class EmbeddedStore implements SqliteStore {
  readonly #options: SqliteStoreOptions;
  readonly #facts: StoreFacts;
  readonly #wait: LockWait;
  readonly #commits: GroupCommit;
  readonly #reader: Reader;
  readonly #reads = new Set<Promise<unknown>>();
  #driver: SqliteDriver | undefined;
  /** The connection to write on, from the moment it is being opened until it fails. */
  #writer: Promise<Connection> | undefined;
  #migrated = false;
  /** A connection has failed and the file wasn't checked since. */
  #suspect = false;
  #closing: Promise<void> | undefined;
  #checkpointTimer: NodeJS.Timeout | undefined;

  constructor(options: SqliteStoreOptions) {
    const { path, now, random, lockLimitMs = 10_000 } = options;
    this.#options = options;
    this.#facts = { path, version: newestVersion(options.migrations), now };
    this.#wait = { path, limitMs: lockLimitMs, random };
    this.#reader = new Reader(() => this.#connectReader(), this.#wait);
    this.#commits = new GroupCommit({
      store: this.#facts,
      wait: this.#wait,
      connect: () => this.#writing(),
      drop: (connection) => this.#drop(connection),
      idle: () => this.#checkpointSoon(),
    });
  }

  async open(): Promise<void> {
    this.#refuseWhenClosed();
    await this.#writing();
  }

  async read<T>(work: Work<T>): Promise<T> {
    this.#refuseWhenClosed();
    const reading = this.#readWhenOpen(work);
    this.#reads.add(reading);
    try {
      return await reading;
    } finally {
      this.#reads.delete(reading);
    }
  }

  async write<T>(work: Work<T>): Promise<T> {
    this.#refuseWhenClosed();
    return this.#commits.add(work);
  }

  close(): Promise<void> {
    this.#closing ??= this.#finish();
    return this.#closing;
  }

  #refuseWhenClosed(): void {
    if (this.#closing !== undefined) throw closedFault(this.#options.path);
  }

  async #readWhenOpen<T>(work: Work<T>): Promise<T> {
    if (!this.#migrated) await this.#writing();
    return this.#reader.read(work, this.#facts);
  }

  #writing(): Promise<Connection> {
    if (this.#writer !== undefined) return this.#writer;
    const opening = this.#openWriter();
    this.#writer = opening;
    opening.catch(() => {
      this.#writer = undefined;
    });
    return opening;
  }

  async #openWriter(): Promise<Connection> {
    const { path, migrations, fileSystemType = statfsType } = this.#options;
    const connectAgain = () => this.#connect({ readOnly: false });
    try {
      prepareFile(path, fileSystemType);
      const connection = await untilFree(connectAgain, this.#wait);
      try {
        if (this.#suspect) await this.#check(connection);
        await migrate(connection, { migrations, wait: this.#wait, connectAgain });
      } catch (error) {
        connection.close();
        throw error;
      }
      this.#suspect = false;
      this.#migrated = true;
      return connection;
    } catch (error) {
      throw openingFault(path, error);
    }
  }

  #connectReader(): Connection {
    try {
      return this.#connect({ readOnly: true });
    } catch (error) {
      throw isBusy(error) ? error : openingFault(this.#options.path, error);
    }
  }

  #connect(options: { readOnly: boolean }): Connection {
    this.#driver ??= this.#options.driver ?? loadDriver();
    return openConnection(this.#driver, this.#options.path, options);
  }

  async #check(connection: Connection): Promise<void> {
    const finding = await untilFree(() => connection.pragma('quick_check(1)'), this.#wait);
    if (finding === 'ok') return;
    throw new Fault('STORE_UNUSABLE', `The store ${this.#options.path} is damaged: ${finding}.`, {
      hint: 'Move the file away; a new store is made, and a snapshot can be restored into it.',
    });
  }

  #drop(connection: Connection): void {
    this.#writer = undefined;
    this.#suspect = true;
    connection.close();
  }

  #checkpointSoon(): void {
    this.#checkpointTimer ??= setTimeout(() => this.#checkpointNow(), this.#options.idleMs ?? 1000).unref();
    this.#checkpointTimer.refresh();
  }

  async #checkpointNow(): Promise<void> {
    const connection = await this.#openedWriter();
    if (connection === undefined || this.#closing !== undefined) return;
    checkpoint(connection);
    if (connection.failure !== undefined) this.#drop(connection);
  }

  /** Why it couldn't be opened has been said to whoever asked for it. */
  #openedWriter(): Promise<Connection | undefined> {
    return Promise.resolve(this.#writer).catch(() => undefined);
  }

  async #finish(): Promise<void> {
    await Promise.allSettled(this.#reads);
    await this.#commits.finished();
    const writer = await this.#openedWriter();
    clearTimeout(this.#checkpointTimer);
    this.#reader.close();
    if (writer === undefined) return;
    checkpoint(writer);
    writer.close();
  }
}

/** Folds the log into the file. With others reading or writing it is busy: a later one does it. */
function checkpoint(connection: Connection): void {
  try {
    connection.command('PRAGMA wal_checkpoint(TRUNCATE)');
  } catch (error) {
    if (!isBusy(error) && connection.failure === undefined) throw error;
  }
}
