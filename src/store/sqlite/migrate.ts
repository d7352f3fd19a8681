/**
 * Brings a store to the program's version: one process does it under the write lock, the others find it done.
 *
 * @see S7-migration-lock
 */
import { type Migration, newestVersion, pendingMigrations } from '../migrations.ts';
import type { Connection } from './connection.ts';
import { copyStore } from './copy.ts';
import { type LockWait, untilFree } from './lock-wait.ts';
import { backupPath } from './store-file.ts';

export interface MigrateOptions {
  readonly migrations: readonly Migration[];
  readonly wait: LockWait;
  /** A second connection to the same file, to copy it while the first holds the lock. */
  readonly connectAgain: () => Connection;
}

/**
 * Migrates and returns the version the store has now. A store with an older schema is kept first, whole, as
 * `<name>.<version>.bak`. Throws Fault STORE_UNUSABLE when the store is newer than the program, STORE_BUSY when
 * the lock isn't to be had.
 */
export async function migrate(connection: Connection, options: MigrateOptions): Promise<number> {
  const newest = newestVersion(options.migrations);
  await untilFree(() => {
    if (pendingOf(connection, options).length > 0) migrateUnderLock(connection, options);
  }, options.wait);
  return newest;
}

function migrateUnderLock(connection: Connection, options: MigrateOptions): void {
  connection.command('BEGIN EXCLUSIVE');
  try {
    // Another process may have done it while this one waited for the lock.
    const pending = pendingOf(connection, options);
    const version = versionOf(connection);
    if (pending.length > 0 && version > 0) backUp(version, options);
    for (const migration of pending) {
      for (const statement of migration.statements) connection.script(statement);
      connection.script(`PRAGMA user_version = ${migration.version}`);
    }
    connection.command('COMMIT');
  } catch (error) {
    connection.rollback();
    throw error;
  }
}

function pendingOf(connection: Connection, { migrations, wait }: MigrateOptions): readonly Migration[] {
  return pendingMigrations(migrations, versionOf(connection), wait.path);
}

function versionOf(connection: Connection): number {
  return Number(connection.pragma('user_version'));
}

/** VACUUM can't run inside a transaction, so a second connection reads what the lock keeps still. @see S7-backup */
function backUp(version: number, { wait, connectAgain }: MigrateOptions): void {
  const copier = connectAgain();
  try {
    copyStore(copier, backupPath(wait.path, version));
  } finally {
    copier.close();
  }
}
