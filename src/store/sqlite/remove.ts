import { existsSync, rmSync } from 'node:fs';
import { backupsOf } from './store-file.ts';

/**
 * Removes a store and the copies that migrations left of it, and returns which of these there were. What else is beside
 * it goes too and isn't named: which of SQLite's own files are there is chance.
 */
export function removeStore(path: string): readonly string[] {
  const removed = [path, ...backupsOf(path)].filter((file) => existsSync(file));
  const beside = [`${path}-wal`, `${path}-shm`];
  for (const file of [...removed, ...beside]) rmSync(file, { force: true });
  return removed;
}
