import { chmodSync, closeSync, existsSync, readdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import {
  describeReadError,
  type OpenFile,
  openPlainFile,
  readErrorCode,
  readUpTo,
} from '../core/read-file.ts';
import { makePrivateFolder } from '../core/write-file.ts';
import { Fault } from '../errors.ts';
import { assertOwnedByUser, isForeign, quoteForShell, refuseOpenToOthers } from '../own-file.ts';

/** The modes of files and folders in PSD2_HOME. @see C-files-folders */
const PRIVATE_FOLDER = 0o700;
const OTHERS_WRITE = 0o022;

/** The limit of settings files, keys and tokens. @see S12-file-limits */
const OWN_FILE_LIMIT_BYTES = 1024 * 1024;

/** The access of others to a file. */
export type Privacy = 'only-us' | 'readable-by-others';

function openToRead(path: string): OpenFile | undefined {
  try {
    return openPlainFile(path);
  } catch (error) {
    const code = readErrorCode(error);
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    if (code === 'EACCES' || code === 'EPERM') {
      throw new Fault('PERMISSIONS', `${path} can't be opened: permission denied.`, {
        hint: `chmod 600 ${quoteForShell(path)}`,
        cause: error,
      });
    }
    throw new Fault('FILE_UNREADABLE', `${path} can't be opened: ${describeReadError(error, 0)}.`, {
      hint: 'Use another file, or move away what has its name.',
      cause: error,
    });
  }
}

/**
 * Reads the bytes of a file of the user's; returns undefined if there is none. Checks owner and mode of the opened
 * file, so that it can't be replaced between check and read.
 * @throws Fault PERMISSIONS if another user owns it or, with 'only-us', group or others have any right to it;
 *   FILE_UNREADABLE if it is no plain file, or exceeds the limit
 * @see S8-key-fstat, S12-file-limits
 */
export function readOwnFile(path: string, uid: number | undefined, privacy: Privacy): Buffer | undefined {
  const opened = openToRead(path);
  if (opened === undefined) return undefined;
  const { descriptor, stats } = opened;
  try {
    assertOwnedByUser(path, stats, uid);
    if (privacy === 'only-us') refuseOpenToOthers(path, stats, uid);
    const bytes = readUpTo(descriptor, OWN_FILE_LIMIT_BYTES + 1);
    if (bytes.length <= OWN_FILE_LIMIT_BYTES) return bytes;
    throw new Fault('FILE_UNREADABLE', `${path} is larger than the limit of 1 MiB.`, {
      hint: 'Use another file, or move away what has its name.',
    });
  } finally {
    closeSync(descriptor);
  }
}

const FULL = ['ENOSPC', 'EDQUOT'];
const REFUSED = ['EACCES', 'EPERM', 'EROFS'];

/** Converts a system error about a folder to a fault; returns other errors unchanged. */
export function createFolderFault(path: string, error: unknown): unknown {
  const code = readErrorCode(error);
  if (error instanceof Fault || code === undefined || !/^E[A-Z0-9]+$/.test(code)) return error;
  if (FULL.includes(code)) {
    return new Fault('STORE_BUSY', `The disk with ${path} is full.`, {
      hint: 'Free some space and try again. Nothing was changed.',
      cause: error,
    });
  }
  return new Fault(
    REFUSED.includes(code) ? 'PERMISSIONS' : 'STORE_UNUSABLE',
    `Can't create or write to the folder ${path} (${code}).`,
    { hint: 'Set PSD2_HOME in the environment to a folder you own.', cause: error },
  );
}

/** Creates a folder of mode 0700, less the umask, with its parents. */
export function makeWithParents(path: string): void {
  if (existsSync(path)) return;
  const parent = dirname(path);
  if (parent !== path) makeWithParents(parent);
  makePrivateFolder(path);
}

/**
 * Creates a folder of mode 0700, whatever the umask, with its parents, or accepts an existing one of the user's. An
 * empty one, as made with mkdir, gets mode 0700. One with content is never changed, because it may have another
 * purpose, and is refused if others can write to it.
 * @throws Fault PERMISSIONS, STORE_UNUSABLE
 * @see S8-files-folders
 */
export function makeOwnFolder(path: string, uid: number | undefined): void {
  try {
    makeWithParents(path);
    const stats = statSync(path);
    if (isForeign(stats, uid)) {
      throw new Fault('PERMISSIONS', `The folder ${path} belongs to another user (uid ${stats.uid}).`, {
        hint: 'Run psd2 as that user, or set PSD2_HOME in the environment to a folder you own.',
      });
    }
    if (uid === undefined || (stats.mode & 0o777) === PRIVATE_FOLDER) return;
    if (readdirSync(path).length === 0) {
      chmodSync(path, PRIVATE_FOLDER);
    } else if ((stats.mode & OTHERS_WRITE) !== 0) {
      throw new Fault('PERMISSIONS', `Other users can write to the folder ${path}.`, {
        hint: `chmod 700 ${quoteForShell(path)}`,
      });
    }
  } catch (error) {
    throw createFolderFault(path, error);
  }
}
