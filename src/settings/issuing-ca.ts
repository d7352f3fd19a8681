import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { join } from 'node:path';
import { Fault } from '../errors.ts';
import { shellWord } from '../own-file.ts';
import { IDENTITY_FILES } from './identity.ts';
import { readOwnFile } from './own-files.ts';

/** The CA that issued the identity of a folder, and can issue more. */
export interface IssuingCa {
  readonly file: string;
  /** PEM. */
  readonly certificate: string;
  readonly privateKey: KeyObject;
}

/**
 * The CA in a folder that holds an identity.
 * @throws Fault PERMISSIONS when the key is another user's or open to others; FILE_UNREADABLE when one is missing or
 *   damaged
 * @see S7-first-start
 */
export function readIssuingCa(folder: string, uid: number | undefined): IssuingCa {
  const keyFile = join(folder, IDENTITY_FILES.caKey);
  const file = join(folder, IDENTITY_FILES.ca);
  const key = readOwnFile(keyFile, uid, 'only-us');
  const certificate = readOwnFile(file, uid, 'readable-by-others');
  if (key === undefined || certificate === undefined)
    throw unusable(folder, key === undefined ? keyFile : file);
  const privateKey = parsed(() => createPrivateKey(key), folder, keyFile);
  const isItsOwn = parsed(() => new X509Certificate(certificate).checkPrivateKey(privateKey), folder, file);
  if (!isItsOwn) throw unusable(folder, keyFile);
  return { file, certificate: certificate.toString('utf8'), privateKey };
}

function parsed<Result>(parse: () => Result, folder: string, path: string): Result {
  try {
    return parse();
  } catch (cause) {
    throw unusable(folder, path, cause);
  }
}

function unusable(folder: string, path: string, cause?: unknown): Fault {
  return new Fault(
    'FILE_UNREADABLE',
    `${path} is missing or damaged. Certificates can't be issued without it.`,
    {
      hint: `Restore the file, or create a new CA: mv ${shellWord(folder)} ${shellWord(`${folder}.old`)}`,
      cause,
    },
  );
}
