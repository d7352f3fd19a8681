import { BANK_SCHEMA } from '../../src/bank/store/schema.ts';
import type { Op, SqlValue } from '../../src/store/contract.ts';
import { openSqliteStore } from '../../src/store/sqlite/open.ts';
import { openStored } from './stored.ts';

/** Does work in a bank's store as another process would, beside the open bank. */
export async function inStore<T>(path: string, work: () => Op<T>): Promise<T> {
  const store = openSqliteStore({ path, schema: BANK_SCHEMA, now: () => 0, random: () => 0.5 });
  try {
    return await store.write(work);
  } finally {
    await store.close();
  }
}

/** What nothing of the interface can do yet: an approval, a run, a look at the funds. */
export async function changeStore(path: string, sql: string, ...values: SqlValue[]): Promise<void> {
  const database = openStored(path, { readOnly: false });
  try {
    database.exec('PRAGMA foreign_keys = 1');
    database.prepare(sql).all(...values);
  } finally {
    database.close();
  }
}
