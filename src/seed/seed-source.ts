import { isUtf8 } from 'node:buffer';
import { dirname, resolve } from 'node:path';
import { describeReadError, readErrorCode, readFileWithin } from '../core/read-file.ts';
import { Fault } from '../errors.ts';
import type { SeedSource } from './world.ts';

/** Far more than the allowed number of listed transactions needs. @see S12-seed-size */
const SEED_LIMIT_BYTES = 16 * 1024 * 1024;

/** Faults and remedies of unreadable files, by error code. */
const UNREADABLE: Readonly<Record<string, readonly [what: string, hint: string]>> = {
  TOO_LARGE: ['is larger than 16 MiB', 'Put its transactions in a transactionsFile.'],
  NOT_PLAIN: ["isn't a plain file", 'Save its content in a file, and name that.'],
  ENOENT: ["doesn't exist", 'Check the name of the seed file.'],
  EISDIR: ['is a folder', 'Name the seed files in it.'],
};

/**
 * Reads the seed file at a path. Its folder is that of the given path.
 * @throws Fault FILE_UNREADABLE
 * @see S12-file-limits
 */
export function seedSource(path: string): SeedSource {
  let bytes: Buffer;
  try {
    bytes = readFileWithin(path, SEED_LIMIT_BYTES);
  } catch (cause) {
    const reason = `can't be read: ${describeReadError(cause, SEED_LIMIT_BYTES)}`;
    const [what, hint] = UNREADABLE[readErrorCode(cause) ?? ''] ?? [
      reason,
      'Make the seed file readable for you.',
    ];
    throw new Fault('FILE_UNREADABLE', `${path} ${what}.`, { hint, cause });
  }
  if (isUtf8(bytes)) return { name: path, text: bytes.toString('utf8'), folder: dirname(resolve(path)) };
  throw new Fault('FILE_UNREADABLE', `${path} isn't UTF-8.`, { hint: 'Save the seed file as UTF-8.' });
}
