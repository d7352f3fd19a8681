import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { SqliteStore, SqliteStoreOptions } from '../../src/store/sqlite/open.ts';
import { insert, openEntryStore } from './entry-store.ts';
import { memoryFolder } from './memory-folder.ts';

/** Where a store can be, in a folder of the running test's own. */
export function newStorePath(): string {
  const folder = memoryFolder('psd2-store-');
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, 'store.db');
}

/** Opens a store that the running test closes, at a path of its own unless one is given. */
export function openTestStore(
  path: string = newStorePath(),
  options: Partial<SqliteStoreOptions> = {},
): SqliteStore {
  const store = openEntryStore(path, options);
  onTestFinished(() => store.close());
  return store;
}

/** The path of a closed store with one entry. */
export async function makeStore(path = newStorePath(), options: Partial<SqliteStoreOptions> = {}) {
  const store = openEntryStore(path, options);
  await store.write(() => insert('there'));
  await store.close();
  return path;
}

/** With one entry in its file, and one in its log. */
export async function storeInUse(
  path: string,
  options: Partial<SqliteStoreOptions> = {},
): Promise<SqliteStore> {
  const before = openEntryStore(path);
  await before.write(() => insert('in the file'));
  await before.close();
  return writtenStore(path, options);
}

/** Opened, with one entry more in its log. */
export async function writtenStore(
  path: string,
  options: Partial<SqliteStoreOptions> = {},
): Promise<SqliteStore> {
  const store = openTestStore(path, options);
  await store.write(() => insert('in the log'));
  return store;
}

/** What a work is refused with. */
export async function faultOf(
  work: Promise<unknown>,
): Promise<{ code: string; message: string; hint: string }> {
  try {
    await work;
  } catch (error) {
    const { code, message, details } = error as { code: string; message: string; details: { hint: string } };
    return { code, message, hint: details.hint };
  }
  throw new Error('it was done');
}
