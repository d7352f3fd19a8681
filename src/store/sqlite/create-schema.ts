import { refuseOtherVersion, type Schema } from '../schema.ts';
import type { Connection } from './connection.ts';
import { type LockWait, untilFree } from './lock-wait.ts';

/**
 * Creates the tables of a new store: one process does it under the write lock, the others find it done.
 * Throws Fault STORE_UNUSABLE when another build made the store, STORE_BUSY when the lock isn't to be had.
 *
 * @see S7-schema-lock
 */
export async function createSchema(connection: Connection, schema: Schema, wait: LockWait): Promise<void> {
  await untilFree(() => {
    if (needsSchema(connection, schema, wait.path)) createUnderLock(connection, schema, wait.path);
  }, wait);
}

function createUnderLock(connection: Connection, schema: Schema, path: string): void {
  connection.command('BEGIN EXCLUSIVE');
  try {
    // Another process may have done it while this one waited for the lock.
    if (needsSchema(connection, schema, path)) {
      for (const statement of schema.statements) connection.script(statement);
      connection.script(`PRAGMA user_version = ${schema.version}`);
    }
    connection.command('COMMIT');
  } catch (error) {
    connection.rollback();
    throw error;
  }
}

function needsSchema(connection: Connection, schema: Schema, path: string): boolean {
  const version = versionOf(connection);
  if (version === schema.version) return false;
  if (version > 0) refuseOtherVersion(schema, version, path);
  return true;
}

/** 0 for a store without tables. */
export function versionOf(connection: Connection): number {
  return Number(connection.pragma('user_version'));
}
