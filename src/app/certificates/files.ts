import { closeSync } from 'node:fs';
import { resolve } from 'node:path';
import { MAX_FILE_BYTES } from '../../certificates/contents.ts';
import { describeReadError, openPlainFile, readUpTo } from '../../core/read-file.ts';
import { Fault } from '../../errors.ts';
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
 * Reads a file of certificates or keys, at most one byte more than such files may have, by which the caller sees that it
 * is too long. It is a plain file, or a stream that the shell passes.
 * @throws Fault FILE_UNREADABLE
 * @see S12-file-limits
 */
export function readAsked({ name, bytes }: AskedFile, { cwd, uid }: Surroundings): ReadFile {
  if (bytes !== undefined) return { name, bytes };
  let descriptor: number | undefined;
  try {
    const opened = openPlainFile(resolve(cwd, name), { allowsShellStreams: true });
    descriptor = opened.descriptor;
    const { stats } = opened;
    const read = readUpTo(descriptor, MAX_FILE_BYTES + 1);
    return stats.isFile() && uid !== undefined
      ? { name, bytes: read, mode: stats.mode }
      : { name, bytes: read };
  } catch (cause) {
    const hint = 'Pass the path of an existing file.';
    throw new Fault(
      'FILE_UNREADABLE',
      `${name} can't be read: ${describeReadError(cause, MAX_FILE_BYTES)}.`,
      { hint, cause },
    );
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}
