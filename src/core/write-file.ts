import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';

const PRIVATE_FILE = 0o600;

export interface WriteOptions {
  /** True if others may read the file, as far as the umask permits; otherwise its mode is 0600. */
  readonly isShared?: boolean;
}

export interface ReplaceOptions extends WriteOptions {
  /** True if a machine failure may lose the file: the call doesn't wait for the disk. */
  readonly isVolatile?: boolean;
  /** True if an existing file stays. */
  readonly keepsExisting?: boolean;
}

/**
 * Creates one folder of mode 0700, less the umask, unless it exists. Node's own `recursive` never ends if a parent
 * exists and still refuses children with ENOENT, as /proc does.
 */
export function makePrivateFolder(path: string): void {
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

/** The content of a file, or a function that fills the empty file at the path. */
export type Content = string | Uint8Array | ((path: string) => void);

/**
 * Writes a new file that is on disk when this returns. Never overwrites a file: throws EEXIST.
 * @see S8-files-0600
 */
export function writeNewFile(
  path: string,
  content: string | Uint8Array,
  { isShared = false }: WriteOptions = {},
): void {
  write(path, content, { isShared });
}

let written = 0;

/**
 * Writes a file beside `path` and renames it, so that a reader finds the whole old file or the whole new one, and a crash
 * leaves one of the two. The unfinished file is `<path>.<process id>.<number>.new`.
 * @see S8-files-0600
 */
export function replaceFile(path: string, content: Content, options: ReplaceOptions = {}): void {
  written += 1;
  const unfinished = `${path}.${process.pid}.${written.toString(36)}.new`;
  // An earlier process with the same id may have left one.
  rmSync(unfinished, { force: true });
  try {
    write(unfinished, content, options);
    if (options.keepsExisting === true) createLink(unfinished, path);
    else renameSync(unfinished, path);
  } finally {
    rmSync(unfinished, { force: true });
  }
  if (options.isVolatile !== true) flushFolder(dirname(path));
}

function write(path: string, content: Content, { isShared, isVolatile }: ReplaceOptions): void {
  const isFilledByCall = typeof content === 'function';
  const mode = isShared === true ? 0o666 : PRIVATE_FILE;
  writeFileSync(path, isFilledByCall ? '' : content, { flag: 'wx', mode });
  if (isFilledByCall) content(path);
  // The umask may have removed more, and a copy has the mode of its source.
  if (isShared !== true) chmodSync(path, PRIVATE_FILE);
  if (isVolatile !== true) flushFile(path, 'r+');
}

function createLink(unfinished: string, path: string): void {
  try {
    linkSync(unfinished, path);
  } catch {
    // The file exists, or the file system has no hard links.
    if (!existsSync(path)) renameSync(unfinished, path);
  }
}

/** Makes names that were added to, or moved within, a folder durable. Windows has no such call for folders. */
export function flushFolder(path: string, platform: NodeJS.Platform = process.platform): void {
  if (platform === 'win32') return;
  flushFile(path, 'r');
}

function flushFile(path: string, flag: 'r' | 'r+'): void {
  const descriptor = openSync(path, flag);
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
