/**
 * The store's contract. Work is a generator that yields plain SQL statements (`?` placeholders) and receives their
 * rows. The same work therefore runs synchronously inside one SQLite transaction and asynchronously on a server
 * database, and can never await inside a transaction (S2-synchronous; ADR 3).
 *
 * @see ADR 3
 */
export type SqlValue = string | number | bigint | Uint8Array | null;

/** Integers are always read as bigint: amounts have up to 18 digits. */
export type Row = Readonly<Record<string, string | number | bigint | Uint8Array | null>>;

export interface Statement {
  readonly sql: string;
  readonly values: readonly SqlValue[];
}

/** Store work that returns T. Composes with `yield*`. */
export type Op<T> = Generator<Statement, T, readonly Row[]>;

/** The transaction passed to work. */
export interface Tx {
  /** Real time in milliseconds since 1970, read after the transaction has its lock or snapshot. */
  readonly now: number;
}

/** The error of `read` when the work tries to write. Nothing was changed; the caller may pass the work to `write`. */
export class ReadOnlyViolation extends Error {
  override readonly name = 'ReadOnlyViolation';
}

export type Work<T> = (tx: Tx) => Op<T>;

export interface Store {
  /** Runs work on one snapshot. Rejects with ReadOnlyViolation when the work tries to write. */
  read<T>(work: Work<T>): Promise<T>;
  /**
   * Runs work in a transaction and resolves once its effects are on disk. The engine may run the work again, or with
   * other work in one commit. An error thrown by the work rolls back that work alone. Rejects with Fault STORE_BUSY
   * when nothing was done because the store was locked, full or unavailable.
   */
  write<T>(work: Work<T>): Promise<T>;
  close(): Promise<void>;
}

/** Creates a function that finds the object of a key at most once. It lives no longer than a transaction. */
export function findOnce<T>(find: (key: string) => Op<T>): (key?: string) => Op<T> {
  const found = new Map<string, T>();
  return function* (key = '') {
    const known = found.get(key);
    if (known !== undefined || found.has(key)) return known as T;
    const now = yield* find(key);
    found.set(key, now);
    return now;
  };
}

/** Runs one statement and returns its rows. */
export function* run(sql: string, ...values: SqlValue[]): Op<readonly Row[]> {
  return yield { sql, values };
}

/**
 * The error for store content that this program didn't write: a table, row or value is missing or unreadable.
 * @see S1-store-damaged
 */
export class DamagedContent extends Error {
  override readonly name = 'DamagedContent';
}

/** Reads a text column. @throws DamagedContent for another type, which the program never writes */
export function readText(row: Row, column: string): string {
  const value = row[column];
  if (typeof value !== 'string') throw new DamagedContent(`the column ${column} isn't text`);
  return value;
}

export function readOptionalText(row: Row, column: string): string | undefined {
  return row[column] === null ? undefined : readText(row, column);
}

/** Reads an integer column, exact at any size. @throws DamagedContent for another type */
export function readInteger(row: Row, column: string): bigint {
  const value = row[column];
  if (typeof value !== 'bigint') throw new DamagedContent(`the column ${column} isn't an integer`);
  return value;
}

/** Reads an integer that is known to be small: a count, a status, milliseconds. */
export function readNumber(row: Row, column: string): number {
  return Number(readInteger(row, column));
}

/** Reads a boolean, stored as 1 or 0. */
export function readFlag(row: Row, column: string): boolean {
  return readInteger(row, column) === 1n;
}

/** Parses a column of JSON. @throws DamagedContent for other text */
export function readJson(row: Row, column: string): unknown {
  const text = readText(row, column);
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new DamagedContent(`the column ${column} isn't JSON`, { cause });
  }
}
