import { chmodSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { syncFolder } from '../core/write-file.ts';
import { Fault } from '../errors.ts';
import { shellWord } from '../own-file.ts';
import { errorCode, folderFault } from './own-files.ts';

/** What making needs and must not fetch by itself. */
export interface MakingMeans {
  readonly uid: number | undefined;
  readonly platform: NodeJS.Platform;
  /** Milliseconds since 1970, real time. */
  readonly now: () => number;
  /** Secure random bytes. */
  readonly random: (size: number) => Uint8Array;
}

/** What is in a folder that is made as one. */
export interface MadeFolder<Content> {
  /** Undefined when it was not made yet. */
  readonly read: () => Content | undefined;
  /** Writes all of its files. */
  readonly write: (folder: string) => Promise<void>;
}

/** A folder of keys is renamed into place as one, so one with anything in it has, or had, all of it. */
export function wasMade(folder: string): boolean {
  try {
    return readdirSync(folder).length > 0;
  } catch (error) {
    const code = errorCode(error) ?? 'unknown error';
    if (code === 'ENOENT') return false;
    throw new Fault('PERMISSIONS', `${folder} can't be read as a folder (${code}).`, {
      hint: `chmod 700 ${shellWord(folder)}`,
      cause: error,
    });
  }
}

export const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

/** The folders of unfinished makers beside the folder's own. */
function isUnfinished(name: string, folder: string): boolean {
  return name.startsWith(`${basename(folder)}.`) && /\.[0-9a-f]{32}\.making$/.test(name);
}

/**
 * Once a folder is in place, every other maker's folder is rubbish: of one that crashed, or of one that is
 * late and will use what is there (a late one whose folder vanishes finds that out the same way).
 * @see S7-crashed-maker
 */
function removeUnfinished(folder: string): void {
  const parent = dirname(folder);
  for (const name of readdirSync(parent)) {
    if (!isUnfinished(name, folder)) continue;
    try {
      rmSync(join(parent, name), { recursive: true, force: true });
    } catch {
      // A late maker is writing in it at this moment, and removes it itself. It is 0700, and keeps nobody from work.
    }
  }
}

/**
 * What is in a folder, made when there is nothing. The parent folder is there already (`makeProfileFolder`).
 * @throws Fault as `read`; STORE_BUSY, PERMISSIONS, STORE_UNUSABLE when it can't be made
 * @see S7-one-store, S8-store-modes
 */
export async function openMadeFolder<Content>(
  folder: string,
  means: MakingMeans,
  { read, write }: MadeFolder<Content>,
): Promise<Content> {
  const existing = read();
  if (existing !== undefined) return existing;
  try {
    await makeFolder(folder, means, write);
  } catch (error) {
    // Another process may have been faster: then what it made is there, and ours is not missed.
    if (read() === undefined) throw folderFault(folder, error);
  }
  const made = read();
  if (made === undefined) throw new Fault('STORE_UNUSABLE', `${folder} was removed while in use.`);
  removeUnfinished(folder);
  return made;
}

/**
 * Writes in a folder of its own beside the target and renames it as one, so that a crash leaves nothing half made, and
 * of several processes one wins. A rename never replaces a folder with content.
 * @see S7-crashed-maker
 */
async function makeFolder(
  folder: string,
  means: MakingMeans,
  write: (folder: string) => Promise<void>,
): Promise<void> {
  const unfinished = join(dirname(folder), `${basename(folder)}.${hex(means.random(16))}.making`);
  try {
    mkdirSync(unfinished, { mode: 0o700 });
    chmodSync(unfinished, 0o700);
    await write(unfinished);
    syncFolder(unfinished, means.platform);
    renameSync(unfinished, folder);
    syncFolder(dirname(folder), means.platform);
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    throw error;
  }
}
