import { isUtf8 } from 'node:buffer';
import { readFileSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { Fault } from '../errors.ts';
import type { SeedSource } from './world.ts';

/** Far more than the transactions need that files may list. @see S12-seed-size */
const SEED_LIMIT_BYTES = 16 * 1024 * 1024;

/**
 * The seed file at a path. Its folder is the one that it was named in.
 * @throws Fault FILE_UNREADABLE
 */
export function seedSource(path: string): SeedSource {
  const unreadable = (what: string, hint: string, cause?: unknown) =>
    new Fault('FILE_UNREADABLE', `${path} ${what}.`, { hint, cause });
  let bytes: Buffer;
  try {
    if (statSync(path).size > SEED_LIMIT_BYTES)
      throw unreadable('is larger than 16 MiB', 'Put its transactions in a transactionsFile.');
    bytes = readFileSync(path);
  } catch (cause) {
    if (cause instanceof Fault) throw cause;
    const { code = '' } = cause as NodeJS.ErrnoException;
    if (code === 'ENOENT') throw unreadable("doesn't exist", 'Check the name of the seed file.', cause);
    if (code === 'EISDIR') throw unreadable('is a folder', 'Name the seed files in it.', cause);
    throw unreadable(`can't be read (${code})`, 'Make the seed file readable for you.', cause);
  }
  if (!isUtf8(bytes)) throw unreadable("isn't UTF-8", 'Save the seed file as UTF-8.');
  return { name: path, text: bytes.toString('utf8'), folder: dirname(resolve(path)) };
}
