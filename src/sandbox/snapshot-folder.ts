import { existsSync, readdirSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { OpenedSettings } from '../settings/precedence.ts';
import { createFolderFault } from '../settings/private-files.ts';

export const EXTENSION = '.jsonl';

/** A snapshot in its folder. */
export interface SnapshotFile {
  readonly name: string;
  readonly file: string;
  readonly bytes: number;
  /** The time of writing, in UTC. */
  readonly savedAt: string;
}

/** The settings that are used. */
export type FolderSettings = Pick<OpenedSettings, 'home' | 'values'>;

/** Returns the project file's folder, else one in the home that all profiles share. @see C-snapshot-folder */
export function getSnapshotFolder({ home, values }: FolderSettings): string {
  return values.snapshotFolder ?? join(home, 'snapshots');
}

/** Lists snapshots by name; none if there is no folder. */
export function listSnapshotFiles(where: FolderSettings): readonly SnapshotFile[] {
  const folder = getSnapshotFolder(where);
  if (!existsSync(folder)) return [];
  return listNames(folder)
    .filter((file) => file.endsWith(EXTENSION) && !file.startsWith('.'))
    .sort()
    .flatMap((file) => findSnapshotFile(join(folder, file)) ?? []);
}

/** @throws Fault PERMISSIONS, STORE_UNUSABLE */
function listNames(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    throw createFolderFault(folder, error);
  }
}

/** Finds a snapshot; undefined if it isn't a plain file, or is a link without a target. */
export function findSnapshotFile(file: string): SnapshotFile | undefined {
  try {
    const stats = statSync(file);
    const savedAt = new Date(stats.mtimeMs).toISOString();
    return stats.isFile() ? { name: basename(file, EXTENSION), file, bytes: stats.size, savedAt } : undefined;
  } catch {
    return undefined;
  }
}
