import { existsSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { clock } from '../clock.ts';
import type { JsonObject } from '../json-object.ts';
import { type ProfilePlaces, worldsBeside } from '../settings/home.ts';
import { makeOwnFolder } from '../settings/own-files.ts';
import type { BankKind } from '../settings/setting-table.ts';
import { writeSettings } from '../settings/write-settings.ts';
import type { Schema } from '../store/schema.ts';
import { openSqliteStore } from '../store/sqlite/open.ts';
import { removeStore } from '../store/sqlite/store-file.ts';

/** The store is only a lock. */
const NO_TABLES: Schema = { version: 0, statements: [] };

/**
 * Changes settings.json while no other process of this home does. The lock is that of the ledgers, waited for as there;
 * the system lets it go when a process dies.
 * @param change of what the file says when the lock is held; an error that it throws leaves the file alone
 * @throws Fault STORE_BUSY when the lock isn't to be had for 10 s; PERMISSIONS, FILE_UNREADABLE, INPUT_INVALID
 * @see ADR 15
 */
export async function changeSettings(
  home: string,
  uid: number | undefined,
  change: (settings: JsonObject) => JsonObject,
): Promise<void> {
  makeOwnFolder(home, uid);
  const path = join(home, 'settings.lock');
  const store = openSqliteStore({ path, schema: NO_TABLES, now: clock, random: Math.random, uid });
  try {
    // biome-ignore lint/correctness/useYield: the work has no statement; the lock is all that is wanted
    await store.write(function* () {
      writeSettings(home, uid, change);
    });
  } finally {
    await store.close();
  }
}

/**
 * Removes what this program has kept for a profile, but for keys and certificates.
 * @returns the stores that were there, and the folder of worlds
 * @see C-profile-remove
 */
export function removeKept({ ledger, store }: ProfilePlaces, bank: BankKind): readonly string[] {
  const removed = removeStore(ledger);
  if (bank !== 'embedded') return removed;
  return [...removed, ...removeStore(store), ...removeWorlds(worldsBeside(store))];
}

/** A bank that runs finds it gone at once, and makes nothing in what is being removed. */
function removeWorlds(folder: string): readonly string[] {
  const leaving = `${folder}.removed`;
  rmSync(leaving, { recursive: true, force: true });
  if (!existsSync(folder)) return [];
  renameSync(folder, leaving);
  rmSync(leaving, { recursive: true, force: true });
  return [folder];
}
