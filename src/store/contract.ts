/**
 * The store's contract. Work is a generator: it yields statements of plain SQL (`?` placeholders) and is
 * handed their rows, so the same work runs synchronously inside one SQLite transaction and asynchronously
 * on a server database, and can never await inside a transaction (S2-synchronous; adr/0003).
 *
 * @see ../../../docs/adr/0003-work-is-a-generator.md
 */
export type SqlValue = string | number | bigint | Uint8Array | null;

/** Integers come back as bigint, always: amounts have up to 18 digits. */
export type Row = Readonly<Record<string, string | number | bigint | Uint8Array | null>>;

export interface Statement {
  readonly sql: string;
  readonly values: readonly SqlValue[];
}

/** Store work that returns T. Compose with `yield*`. */
export type Op<T> = Generator<Statement, T, readonly Row[]>;

/** What the engine hands to work once the lock or snapshot is held. */
export interface Tx {
  /** Real time in milliseconds since 1970, read after the lock or snapshot was taken. */
  readonly now: number;
}

/** Thrown by `read` when the work turns out to write; nothing was changed, and `write` may run it. */
export class ReadOnlyViolation extends Error {
  override readonly name = 'ReadOnlyViolation';
}

export type Work<T> = (tx: Tx) => Op<T>;

export interface Store {
  /** Runs work on one snapshot; rejects with ReadOnlyViolation when the work tries to write. */
  read<T>(work: Work<T>): Promise<T>;
  /**
   * Runs work in a transaction; resolves only when its effects are on disk. The engine may run the work
   * again, or with others in one commit. An error thrown by the work undoes that work alone.
   * Rejects with Fault STORE_BUSY when nothing was done because the store was locked, full or away.
   */
  write<T>(work: Work<T>): Promise<T>;
  close(): Promise<void>;
}

/** One statement, as an operation. */
export function* run(sql: string, ...values: SqlValue[]): Op<readonly Row[]> {
  return yield { sql, values };
}
