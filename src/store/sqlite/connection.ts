/**
 * One connection: sets its pragmas and reads them back, prepares its statements once, and remembers its failure.
 *
 * @see S3-pragmas
 */
import { Fault } from '../../errors.ts';
import type { Row, SqlValue, Statement } from '../contract.ts';
import type { SqliteDatabase, SqliteDriver, SqliteStatement } from './driver.ts';
import { isBroken } from './failures.ts';

/**
 * fullfsync is for macOS, where fsync alone doesn't reach the disk; elsewhere SQLite ignores it. busy_timeout is first:
 * from then on the engine itself waits for locks.
 * @see S3-wal-limits
 */
const PRAGMAS: readonly (readonly [name: string, value: string])[] = [
  ['busy_timeout', '0'],
  ['journal_mode', 'wal'],
  ['fullfsync', '1'],
  ['foreign_keys', '1'],
  ['trusted_schema', '0'],
  ['mmap_size', '0'],
  ['wal_autocheckpoint', '1000'],
  ['journal_size_limit', String(64 * 1024 * 1024)],
];

interface ConnectionOptions {
  readonly readOnly: boolean;
  /** True if commits may be lost when the machine fails. */
  readonly isVolatile?: boolean;
  /** True if deleted data is overwritten with zeros; otherwise it stays in the file until its space is reused. */
  readonly erases?: boolean;
}

/** Statement texts are constants of the program, except for lists of placeholders: long ones fill the memory first. */
const MOST_CHARACTERS = 512 * 1024;

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
    for (const [name, value] of PRAGMAS) setPragma(connection, path, name, value);
    setPragma(connection, path, 'synchronous', isVolatile ? '0' : '2');
    if (erases) setPragma(connection, path, 'secure_delete', '1');
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
  readonly #statements = new Map<string, SqliteStatement>();
  /** The characters of the statements' texts. */
  #characters = 0;
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
  markUnusable(failure: unknown): void {
    this.#failure ??= failure;
  }

  get inTransaction(): boolean {
    return this.#database.isTransaction;
  }

  /** Runs a statement of the engine itself. */
  command(sql: string): readonly Row[] {
    return this.perform({ sql, values: [] });
  }

  /** Runs a statement of work. */
  perform({ sql, values }: Statement): readonly Row[] {
    this.#refuseAfterFailure();
    try {
      const statement = this.#statements.get(sql) ?? this.#prepare(sql);
      return values.length === 0 ? statement.all() : statement.all(...values.map(convertForBinding));
    } catch (error) {
      throw this.#recordFailure(error);
    }
  }

  /** Reads the value of a pragma, as text. */
  pragma(name: string): string | undefined {
    const row = this.command(`PRAGMA ${name}`)[0];
    return row === undefined ? undefined : String(Object.values(row)[0]);
  }

  /** Runs several statements at once, for a schema. */
  script(sql: string): void {
    this.#refuseAfterFailure();
    try {
      this.#database.exec(sql);
    } catch (error) {
      throw this.#recordFailure(error);
    }
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
      this.#statements.clear();
      this.#database.close();
    }
  }

  /** A caller that waited for the lock meanwhile gets the fault that closed the connection. */
  #refuseAfterFailure(): void {
    if (this.#isClosed && this.#failure !== undefined) throw this.#failure;
  }

  #recordFailure(error: unknown): unknown {
    if (isBroken(error)) this.#failure ??= error;
    return error;
  }

  #prepare(sql: string): SqliteStatement {
    const statement = this.#database.prepare(sql);
    statement.setReadBigInts(true);
    if (this.#characters + sql.length > MOST_CHARACTERS) {
      this.#statements.clear();
      this.#characters = 0;
    }
    this.#statements.set(sql, statement);
    this.#characters += sql.length;
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
