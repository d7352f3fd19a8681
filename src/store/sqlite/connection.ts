/**
 * One connection: sets its pragmas and reads them back, prepares its statements once, and remembers its failure.
 *
 * @see S3-pragmas
 */
import { Fault } from '../../errors.ts';
import type { Row, SqlValue, Statement } from '../contract.ts';
import type { SqliteDatabase, SqliteDriver, SqliteStatement } from './driver.ts';
import { isBroken } from './failures.ts';

type Pragma = readonly [name: string, value: string];

/**
 * fullfsync is for macOS, where fsync alone doesn't reach the disk; elsewhere SQLite ignores it. busy_timeout is first:
 * from then on the engine itself waits for locks.
 * @see S3-wal-limits
 */
const PRAGMAS: readonly Pragma[] = [
  ['busy_timeout', '0'],
  ['journal_mode', 'wal'],
  ['fullfsync', '1'],
  ['foreign_keys', '1'],
  ['trusted_schema', '0'],
  ['mmap_size', '0'],
  ['wal_autocheckpoint', '1000'],
  ['journal_size_limit', String(64 * 1024 * 1024)],
];

/** Puts commits on disk; without it they may be lost when the machine fails. */
const DURABLE: Pragma = ['synchronous', '2'];
const VOLATILE: Pragma = ['synchronous', '0'];

/** Overwrites deleted data with zeros; otherwise it stays in the file until its space is reused. */
const ERASING: Pragma = ['secure_delete', '1'];

interface ConnectionOptions {
  readonly readOnly: boolean;
  readonly isVolatile?: boolean;
  readonly erases?: boolean;
}

/** Statements that only the engine may run: work must not end its transaction. */
const ENGINE_ONLY = /^\s*(begin|commit|end|rollback|savepoint|release|attach|detach|vacuum)\b/i;

/** Statement texts are constants of the program, except for lists of placeholders. */
const MOST_STATEMENTS = 1000;

/**
 * Opens a connection and verifies its pragmas. Throws Fault STORE_UNUSABLE when SQLite rejects a pragma, and the
 * driver's error when the file can't be opened (BUSY while another process creates it).
 */
export function openConnection(
  driver: SqliteDriver,
  path: string,
  { isVolatile = false, erases = false, ...options }: ConnectionOptions,
): Connection {
  const connection = new Connection(driver(path, options));
  try {
    const pragmas = [...PRAGMAS, isVolatile ? VOLATILE : DURABLE, ...(erases ? [ERASING] : [])];
    for (const [name, value] of pragmas) setPragma(connection, path, name, value);
    return connection;
  } catch (error) {
    connection.close();
    throw error;
  }
}

function setPragma(connection: Connection, path: string, name: string, value: string): void {
  connection.command(`PRAGMA ${name} = ${value}`);
  const answer = connection.pragma(name);
  // A SQLite without memory maps returns nothing for mmap_size and uses none.
  if (answer === value || (name === 'mmap_size' && answer === undefined)) return;
  throw new Fault('STORE_UNUSABLE', `SQLite refused ${name} = ${value} for the store ${path}: ${answer}.`, {
    hint: 'Set PSD2_HOME to a folder on a local disk that you can write to.',
  });
}

export class Connection {
  readonly #database: SqliteDatabase;
  readonly #commands = new Map<string, SqliteStatement>();
  readonly #statements = new Map<string, SqliteStatement>();
  #failure: unknown;
  #isClosed = false;

  constructor(database: SqliteDatabase) {
    this.#database = database;
  }

  /** The first error after which this connection must not be used; undefined if there is none. */
  get failure(): unknown {
    return this.#failure;
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Marks the connection as unusable. */
  distrust(failure: unknown): void {
    this.#failure ??= failure;
  }

  get inTransaction(): boolean {
    return this.#database.isTransaction;
  }

  /** Runs a statement of the engine itself. */
  command(sql: string): readonly Row[] {
    return this.#run(this.#commands, sql, []);
  }

  /** Runs a statement of work. Throws an Error when the statement would begin or end a transaction. */
  perform({ sql, values }: Statement): readonly Row[] {
    return this.#run(this.#statements, sql, values);
  }

  /** Reads the value of a pragma, as text. */
  pragma(name: string): string | undefined {
    const row = this.command(`PRAGMA ${name}`)[0];
    return row === undefined ? undefined : String(Object.values(row)[0]);
  }

  /** Runs several statements at once, for a schema. */
  script(sql: string): void {
    this.#noting(() => this.#database.exec(sql));
  }

  /** Rolls back the whole transaction, unless SQLite has already done it. */
  rollback(): void {
    if (this.inTransaction) this.command('ROLLBACK');
  }

  /**
   * Rolls back an open transaction and closes the connection; does nothing when it is closed. @photostructure/sqlite
   * keeps the file open, and with it an open transaction, until the last prepared statement is collected: hence the
   * rollback, and no statement stays referenced. If the disk fails the rollback too, callers get the failure that
   * closed the connection.
   */
  close(): void {
    if (this.#isClosed) return;
    try {
      this.rollback();
    } catch (error) {
      this.#failure ??= error;
    } finally {
      this.#isClosed = true;
      this.#commands.clear();
      this.#statements.clear();
      this.#database.close();
    }
  }

  #run(cache: Map<string, SqliteStatement>, sql: string, values: readonly SqlValue[]): readonly Row[] {
    return this.#noting(() => {
      const statement = cache.get(sql) ?? this.#prepare(cache, sql);
      return values.length === 0 ? statement.all() : statement.all(...values.map(convertForBinding));
    });
  }

  #noting<T>(act: () => T): T {
    // A caller that waited for the lock meanwhile gets the fault that closed the connection.
    if (this.#isClosed && this.#failure !== undefined) throw this.#failure;
    try {
      return act();
    } catch (error) {
      if (isBroken(error)) this.#failure ??= error;
      throw error;
    }
  }

  #prepare(cache: Map<string, SqliteStatement>, sql: string): SqliteStatement {
    if (cache === this.#statements && ENGINE_ONLY.test(sql))
      throw new Error(`a transaction may not run: ${sql}`);
    const statement = this.#database.prepare(sql);
    statement.setReadBigInts(true);
    if (cache.size >= MOST_STATEMENTS) cache.clear();
    cache.set(sql, statement);
    return statement;
  }
}

/**
 * Converts a value for both drivers: one binds 5 as 5, the other as 5.0. Both end a text at U+0000, which would make
 * two texts equal: such a text is not a valid value.
 * @see S12-nul
 */
function convertForBinding(value: SqlValue): SqlValue {
  if (typeof value === 'string') {
    if (value.includes('\0')) throw new Error('a text with U+0000 may not be a value in the store');
    return value;
  }
  return typeof value === 'number' && Number.isSafeInteger(value) ? BigInt(value) : value;
}
