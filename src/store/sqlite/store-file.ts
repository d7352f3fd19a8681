import { type BigIntStats, closeSync, existsSync, openSync, rmSync, statfsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { makePrivateFolder } from '../../core/write-file.ts';
import { Fault } from '../../errors.ts';
import { assertOwnedByUser, refuseOpenToOthers } from '../../own-file.ts';

/** File systems whose locks or shared memory don't work between machines, by the type number of statfs(2) on Linux. */
const NETWORK_FILE_SYSTEMS: ReadonlyMap<number, string> = new Map([
  [0x6969, 'NFS'],
  [0x517b, 'SMB'],
  [0xff534d42, 'SMB'],
  [0xfe534d42, 'SMB'],
  [0x01021997, '9p'],
]);

/** A function that returns the type number of the file system of `path`; 0 if the platform has none. */
export type FileSystemType = (path: string) => number;

export const statfsType: FileSystemType = (path) =>
  process.platform === 'linux' ? statfsSync(path).type : 0;

export interface FileMeans {
  readonly fileSystemType: FileSystemType;
  /** The user whose files are accepted; undefined on platforms without owners. */
  readonly uid: number | undefined;
}

/**
 * Creates the store's file before SQLite opens it, empty and with mode 0600, and its folder, with mode 0700, unless they
 * exist; the parent folder must exist. SQLite gives its -wal and -shm files the same mode.
 * @throws Fault STORE_UNUSABLE on a network file system, PERMISSIONS if the file belongs to another user or is readable
 * by others
 * @see S3-network-file-system, S8-store-owner, S8-store-modes
 */
export function createFile(path: string, { fileSystemType, uid }: FileMeans): void {
  makePrivateFolder(dirname(path));
  const type = fileSystemType(existsSync(path) ? path : dirname(path));
  const network = NETWORK_FILE_SYSTEMS.get(type >>> 0);
  if (network !== undefined) {
    throw new Fault('STORE_UNUSABLE', `The store ${path} is on ${network}, where SQLite loses data.`, {
      hint: 'Set PSD2_HOME to a folder on a local disk.',
    });
  }
  makePrivateFile(path);
  const stats = statSync(path);
  if (!stats.isFile()) throw new Error("it isn't a regular file");
  assertOwnedByUser(path, stats, uid);
  refuseOpenToOthers(path, stats, uid);
}

/**
 * Creates the file only if it doesn't exist: closing any descriptor of an open store drops this process's POSIX locks
 * on it.
 */
function makePrivateFile(path: string): void {
  try {
    closeSync(openSync(path, 'ax', 0o600));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

type Outcome = 'Nothing was done.' | 'The change may or may not be saved.';

/**
 * Checks that a store's path still leads to the file that this process opened. SQLite keeps its descriptors and
 * doesn't check: it would acknowledge writes to a file that no later process finds.
 * @see S1-files-changed, ADR 8
 */
export class FileGuard {
  readonly #path: string;
  #opened: BigIntStats | undefined;

  constructor(path: string) {
    this.#path = path;
  }

  /** Remembers the file that is about to be opened for the first time. */
  remember(): void {
    this.#opened ??= statSync(this.#path, { bigint: true });
  }

  get isOpened(): boolean {
    return this.#opened !== undefined;
  }

  /** Checks the file. Throws Fault STORE_DAMAGED when it was removed or replaced since it was first opened. */
  check(outcome: Outcome): void {
    if (this.#opened === undefined) return;
    const file = statSync(this.#path, { bigint: true, throwIfNoEntry: false });
    // A file system without inode numbers gives 0 for each file: then only the path is compared.
    if (file?.dev === this.#opened.dev && file.ino === this.#opened.ino) return;
    const change = file === undefined ? 'removed' : 'replaced by another file';
    throw new Fault('STORE_DAMAGED', `The store ${this.#path} was ${change} while in use. ${outcome}`, {
      hint: `Stop every psd2 that uses it. Put the right file back, without the -wal and -shm files of another one, and start again.`,
    });
  }
}

/**
 * Removes a store and returns its path, if it existed. SQLite's own files beside it are removed too but aren't listed:
 * which of them exist depends on timing.
 */
export function removeStore(path: string): readonly string[] {
  const removed = existsSync(path) ? [path] : [];
  for (const file of [path, `${path}-wal`, `${path}-shm`]) rmSync(file, { force: true });
  return removed;
}
