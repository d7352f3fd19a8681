import { type Op, run, type Store } from '../../src/store/contract.ts';
import type { Schema } from '../../src/store/schema.ts';
import { openSqliteStore, type SqliteStore, type SqliteStoreOptions } from '../../src/store/sqlite/open.ts';

/** A schema for tests of the engine: one table, one unique word in each row. */
export const ENTRY_SCHEMA: Schema = {
  version: 2,
  statements: [
    'CREATE TABLE entry (id INTEGER PRIMARY KEY, label TEXT UNIQUE, amount_minor INTEGER, body BLOB) STRICT',
  ],
};

/** A store of that schema at `path`, with a clock that stands still. */
export function openEntryStore(path: string, options: Partial<SqliteStoreOptions> = {}): SqliteStore {
  return openSqliteStore({ path, schema: ENTRY_SCHEMA, now: () => 0, random: () => 0.5, ...options });
}

export function* insert(label: string): Op<void> {
  yield* run('INSERT INTO entry (label) VALUES (?)', label);
}

export function* labels(): Op<readonly string[]> {
  return (yield* run('SELECT label FROM entry ORDER BY id')).map((row) => String(row.label));
}

export function readLabels(store: Store): Promise<readonly string[]> {
  return store.read(labels);
}
