/**
 * The store's file before SQLite opens it: on a local disk, and nobody else's to read.
 *
 * @see S3-network-file-system, S8-store-owner, S8-store-modes
 */
import { closeSync, existsSync, mkdirSync, openSync, statfsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { Fault } from '../../errors.ts';
import { refuseForeign, refuseOpenToOthers } from '../../own-file.ts';

/** File systems whose locks or shared memory don't hold between machines, by the type statfs(2) gives on Linux. */
const NETWORK_FILE_SYSTEMS: ReadonlyMap<number, string> = new Map([
  [0x6969, 'NFS'],
  [0x517b, 'SMB'],
  [0xff534d42, 'SMB'],
  [0xfe534d42, 'SMB'],
  [0x01021997, '9p'],
]);

/** The type number of the file system that holds `path`; 0 where the platform gives none. */
export type FileSystemType = (path: string) => number;

export const statfsType: FileSystemType = (path) =>
  process.platform === 'linux' ? statfsSync(path).type : 0;

export interface FileMeans {
  readonly fileSystemType: FileSystemType;
  /** Whose files are ours; undefined where the platform has no owners. */
  readonly uid: number | undefined;
}

/**
 * Makes the file, empty and 0600, and its folder, 0700, unless they are there; the folder above is there.
 * SQLite gives its -wal and -shm files the same mode. Throws Fault STORE_UNUSABLE on a network file system, and
 * PERMISSIONS when the file is another's or open to others.
 */
export function prepareFile(path: string, { fileSystemType, uid }: FileMeans): void {
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
  refuseForeign(path, stats, uid);
  refuseOpenToOthers(path, stats, uid);
}

/** The one folder, without its parents: Node's own `recursive` never ends below /proc. */
function makePrivateFolder(path: string): void {
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

/**
 * Made only when it isn't there: closing any descriptor of an open store drops this process's POSIX locks on it.
 */
function makePrivateFile(path: string): void {
  try {
    closeSync(openSync(path, 'ax', 0o600));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}
