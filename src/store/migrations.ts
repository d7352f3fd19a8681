/**
 * The frame of migrations, the same for every engine: which versions there are, which of them a store still
 * needs, and the refusal of a store that a newer program made. The engine runs them under one exclusive lock and
 * raises the version in the same transaction.
 *
 * @see S7-migration-lock, S7-newer-refused
 */
import { Fault } from '../errors.ts';

/** One step of the schema. Versions are 1, 2, 3 and so on; 0 is a store without a schema. */
export interface Migration {
  readonly version: number;
  /** One SQL statement each, run in order. */
  readonly statements: readonly string[];
}

/** The version a store has after all migrations. Throws an Error when the list isn't 1, 2, 3 and so on. */
export function newestVersion(migrations: readonly Migration[]): number {
  migrations.forEach(({ version }, index) => {
    if (version !== index + 1) throw new Error(`migration ${index + 1} has the version ${version}`);
  });
  return migrations.length;
}

/**
 * The migrations that a store of `version` still needs, oldest first.
 * Throws Fault STORE_UNUSABLE when the store is newer than the program.
 *
 * @see S7-newer-refused
 */
export function pendingMigrations(
  migrations: readonly Migration[],
  version: number,
  store: string,
): readonly Migration[] {
  const newest = newestVersion(migrations);
  if (version > newest) {
    throw new Fault(
      'STORE_UNUSABLE',
      `The store ${store} has version ${version}, but this program only knows versions up to ${newest}.`,
      { hint: 'Use the newer psd2 that created it, or set PSD2_HOME to another folder.' },
    );
  }
  return migrations.slice(version);
}
