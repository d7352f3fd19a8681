import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { resolve } from 'node:path';
import { MAX_FILE_BYTES } from '../../certificates/contents.ts';
import { Fault } from '../../errors.ts';
import { errorCode } from '../../settings/own-files.ts';
import type { Surroundings } from '../../settings/surroundings.ts';

/** A file as a command line names it. */
export interface AskedFile {
  /** Path, or what its bytes are called. */
  readonly name: string;
  /** Where it was read already, as stdin is. */
  readonly bytes?: Uint8Array | undefined;
}

export interface ReadFile {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** Permissions of a plain file, where the platform has them. */
  readonly mode?: number;
}

/**
 * Reads a file of certificates or keys, no more of it than such files have; a pipe is read to its end.
 * @throws Fault FILE_UNREADABLE
 */
export function readAsked({ name, bytes }: AskedFile, { cwd, uid }: Surroundings): ReadFile {
  if (bytes !== undefined) return { name, bytes };
  let descriptor: number | undefined;
  try {
    descriptor = openSync(resolve(cwd, name), 'r');
    const stats = fstatSync(descriptor);
    const read = readBounded(descriptor);
    return stats.isFile() && uid !== undefined
      ? { name, bytes: read, mode: stats.mode }
      : { name, bytes: read };
  } catch (cause) {
    const hint = 'Pass the path of an existing file.';
    throw new Fault('FILE_UNREADABLE', `${name} can't be read: ${reasonOf(cause)}.`, { hint, cause });
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

/** One byte more than is read tells that it is too long. */
function readBounded(descriptor: number): Uint8Array {
  const buffer = Buffer.alloc(MAX_FILE_BYTES + 1);
  let length = 0;
  while (length < buffer.length) {
    const count = readSync(descriptor, buffer, length, buffer.length - length, null);
    if (count === 0) break;
    length += count;
  }
  return buffer.subarray(0, length);
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: "there's no such file",
  ENOTDIR: "part of the path isn't a folder",
  EISDIR: "it's a folder",
  EACCES: 'permission denied',
};

function reasonOf(error: unknown): string {
  const code = errorCode(error) ?? 'unknown error';
  return REASONS[code] ?? code;
}
