import { isUtf8 } from 'node:buffer';
import { dirname, resolve } from 'node:path';
import { describeReadError, readErrorCode, readFileWithin } from '../core/read-file.ts';
import { Fault } from '../errors.ts';
import type { SeedSource } from './world.ts';

/** Far more than the transactions need that files may list. @see S12-seed-size */
const SEED_LIMIT_BYTES = 16 * 1024 * 1024;

/**
 * Reads the seed file at a path. Its folder is the one that it was named in.
 * @throws Fault FILE_UNREADABLE
 * @see S12-file-limits
 */
export function seedSource(path: string): SeedSource {
  const unreadable = (what: string, hint: string, cause?: unknown) =>
    new Fault('FILE_UNREADABLE', `${path} ${what}.`, { hint, cause });
  let bytes: Buffer;
  try {
    bytes = readFileWithin(path, SEED_LIMIT_BYTES);
  } catch (cause) {
    const code = readErrorCode(cause);
    if (code === 'TOO_LARGE')
      throw unreadable('is larger than 16 MiB', 'Put its transactions in a transactionsFile.', cause);
    if (code === 'NOT_PLAIN')
      throw unreadable("isn't a plain file", 'Save its content in a file, and name that.', cause);
    if (code === 'ENOENT') throw unreadable("doesn't exist", 'Check the name of the seed file.', cause);
    if (code === 'EISDIR') throw unreadable('is a folder', 'Name the seed files in it.', cause);
    throw unreadable(
      `can't be read: ${describeReadError(cause, SEED_LIMIT_BYTES)}`,
      'Make the seed file readable for you.',
      cause,
    );
  }
  if (!isUtf8(bytes)) throw unreadable("isn't UTF-8", 'Save the seed file as UTF-8.');
  return { name: path, text: bytes.toString('utf8'), folder: dirname(resolve(path)) };
}
