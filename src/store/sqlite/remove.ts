import { existsSync, rmSync } from 'node:fs';

/**
 * Removes a store and returns its path, if it was there. What is beside it goes too and isn't named: which of SQLite's
 * own files are there is chance.
 */
export function removeStore(path: string): readonly string[] {
  const removed = [path].filter((file) => existsSync(file));
  const beside = [`${path}-wal`, `${path}-shm`];
  for (const file of [...removed, ...beside]) rmSync(file, { force: true });
  return removed;
}
