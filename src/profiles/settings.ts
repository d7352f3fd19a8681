import { join } from 'node:path';
import { getTime } from '../clock.ts';
import type { JsonObject } from '../core/json-object.ts';
import { type Environment, findHomeFolder } from '../settings/home.ts';
import { makeOwnFolder } from '../settings/private-files.ts';
import { type Profile, profileNamed } from '../settings/profile.ts';
import type { BankKind } from '../settings/setting-table.ts';
import { readSettingsFile } from '../settings/settings-file.ts';

const BANKS: Readonly<Record<BankKind, string>> = {
  embedded: 'embedded, in this program',
  sandbox: 'a sandbox',
  production: 'a production bank',
};

export function describeBank({ bank }: { readonly bank: BankKind }): string {
  return BANKS[bank];
}

/** Finds a profile of the settings file. @throws Fault INPUT_INVALID for an unknown name */
export function findProfile(surroundings: Environment, name: string): Profile {
  const { profiles } = readSettingsFile(findHomeFolder(surroundings), surroundings.uid);
  return profileNamed(profiles, name, 'command line');
}

/**
 * Changes settings.json under a lock that excludes other processes of this home. The lock is a store without tables,
 * with the same timeout as ledgers; the system releases it when a process dies.
 * @param change returns the new content from the current content; if it throws, the file stays unchanged
 * @throws Fault STORE_BUSY if the lock isn't released within 10 s; PERMISSIONS, FILE_UNREADABLE, INPUT_INVALID
 * @see ADR 15
 */
export async function updateSettings(
  home: string,
  uid: number | undefined,
  change: (settings: JsonObject) => JsonObject,
): Promise<void> {
  const [{ openSqliteStore }, { writeSettings }] = await Promise.all([
    import('../store/sqlite/open.ts'),
    import('../settings/write-settings.ts'),
  ]);
  makeOwnFolder(home, uid);
  const schema = { version: 0, statements: [] };
  const path = join(home, 'settings.lock');
  const store = openSqliteStore({ path, schema, now: getTime, random: Math.random, uid });
  try {
    // biome-ignore lint/correctness/useYield: the work has no statement; the lock is all that is wanted
    await store.write(function* () {
      writeSettings(home, uid, change);
    });
  } finally {
    await store.close();
  }
}
