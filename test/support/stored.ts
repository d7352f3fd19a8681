import type { Row } from '../../src/store/contract.ts';
import { loadDriver } from '../../src/store/sqlite/driver.ts';

/** What a store holds, asked with plain SQL on a connection of its own that can't write. */
export function readStored(path: string, sql: string): readonly Row[] {
  const database = loadDriver()(path, { readOnly: true });
  try {
    return database.prepare(sql).all();
  } finally {
    database.close();
  }
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
  return Object.fromEntries(
    tables.map(({ name }) => {
      const [row] = readStored(path, `SELECT count(*) AS rows FROM "${name}"`);
      return [String(name), Number(row?.rows)];
    }),
  );
}
