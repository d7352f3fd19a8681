import { readFileSync, rmSync } from 'node:fs';
import type { Row } from '../../src/store/contract.ts';
import { loadDriver, type SqliteDatabase, type SqliteDriver } from '../../src/store/sqlite/driver.ts';

let driver: SqliteDriver | undefined;

/** A connection beside the store's own. Which SQLite there is is found out once: it takes longer than most questions. */
export function openStored(path: string, options: { readonly readOnly: boolean }): SqliteDatabase {
  driver ??= loadDriver();
  return driver(path, options);
}

/** What a store holds, asked with plain SQL on a connection of its own that can't write. */
export function readStored(path: string, sql: string): readonly Row[] {
  return readAllStored(path, [sql])[0] ?? [];
}

/** Several questions at once: an answer for each. */
export function readAllStored(path: string, questions: readonly string[]): readonly (readonly Row[])[] {
  const database = openStored(path, { readOnly: true });
  try {
    // A process that ends has the file to itself for a moment.
    database.exec('PRAGMA busy_timeout = 10000');
    return questions.map((sql) => database.prepare(sql).all());
  } finally {
    database.close();
  }
}

/** The file of a store as it stands, also while a bank has it open. */
export function copyOf(path: string): Uint8Array {
  const copy = `${path}.copy`;
  const database = openStored(path, { readOnly: false });
  database.exec(`VACUUM INTO '${copy}'`);
  database.close();
  const bytes = readFileSync(copy);
  rmSync(copy);
  return bytes;
}

/** The paymentIds of a store, in the order in which they were made. */
export function storedPayments(path: string): string[] {
  return readStored(path, 'SELECT id FROM payments ORDER BY sequence').map(({ id }) => String(id));
}

/** `ok`, or what SQLite finds wrong with the file. */
export function integrityOf(path: string): string {
  return String(readStored(path, 'PRAGMA integrity_check')[0]?.integrity_check);
}

/** How many rows each table of a store has: equal before and after whatever left nothing behind. */
export function rowCounts(path: string): Readonly<Record<string, number>> {
  const tables = readStored(path, `SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name`);
  const names = tables.map(({ name }) => String(name));
  const counts = readAllStored(
    path,
    names.map((name) => `SELECT count(*) AS rows FROM "${name}"`),
  );
  return Object.fromEntries(names.map((name, place) => [name, Number(counts[place]?.[0]?.rows)]));
}
