import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Fault } from '../errors.ts';
import { shellWord } from '../own-file.ts';
import { errorCode, readOwnFile } from './own-files.ts';

/** What the TPP is to the embedded bank: its seal, and the CA that issued it. */
export interface Identity {
  readonly keyFile: string;
  readonly certificateFile: string;
  readonly caFile: string;
  /** The seal's key, read once. */
  readonly privateKey: KeyObject;
  /** The seal's certificate. */
  readonly certificateDer: Uint8Array;
}

/** The files of an identity within its folder. */
export const IDENTITY_FILES = {
  caKey: 'ca.key.pem',
  ca: 'ca.pem',
  key: 'seal.key.pem',
  certificate: 'seal.pem',
} as const;

/** The files of an identity don't fit together, or are none. */
export function damaged(folder: string, what: string, cause?: unknown): Fault {
  return new Fault('FILE_UNREADABLE', what, {
    hint: `Restore the file, or create a new key and certificate: mv ${shellWord(folder)} ${shellWord(`${folder}.old`)}`,
    cause,
  });
}

function parseKey(pem: Buffer, folder: string, path: string): KeyObject {
  let key: KeyObject;
  try {
    key = createPrivateKey(pem);
  } catch (error) {
    throw damaged(folder, `${path} has no readable private key.`, error);
  }
  if (key.asymmetricKeyType !== 'rsa') throw damaged(folder, `${path} has no RSA key.`);
  return key;
}

const PEM_CERTIFICATE = /-----BEGIN CERTIFICATE-----([A-Za-z0-9+/=\s]+)-----END CERTIFICATE-----/;

function certificateBytes(pem: Buffer, folder: string, path: string): Uint8Array {
  const base64 = PEM_CERTIFICATE.exec(pem.toString('latin1'))?.[1];
  if (base64 === undefined) throw damaged(folder, `${path} has no certificate in PEM.`);
  return new Uint8Array(Buffer.from(base64, 'base64'));
}

/**
 * The seal's key of a folder that was made.
 * @throws Fault PERMISSIONS when it is another user's or open to others; FILE_UNREADABLE when it is missing or none
 */
export function readIdentityKey(folder: string, uid: number | undefined): KeyObject {
  const path = join(folder, IDENTITY_FILES.key);
  const pem = readOwnFile(path, uid, 'only-us');
  if (pem === undefined) throw damaged(folder, `${path} is missing.`);
  return parseKey(pem, folder, path);
}

/** The seal's certificate of a folder that was made, DER. Throws as `readIdentityKey`. */
export function readIdentityCertificate(folder: string, uid: number | undefined): Uint8Array {
  const path = join(folder, IDENTITY_FILES.certificate);
  const pem = readOwnFile(path, uid, 'readable-by-others');
  if (pem === undefined) throw damaged(folder, `${path} is missing.`);
  return certificateBytes(pem, folder, path);
}

/**
 * The identity in a folder, or undefined when none was made yet. Reads two small files and makes nothing.
 * @throws Fault as `readIdentityKey` and `readIdentityCertificate`
 * @see S8-files-folders
 */
export function readIdentity(folder: string, uid: number | undefined): Identity | undefined {
  if (!wasMade(folder)) return undefined;
  return {
    keyFile: join(folder, IDENTITY_FILES.key),
    certificateFile: join(folder, IDENTITY_FILES.certificate),
    caFile: join(folder, IDENTITY_FILES.ca),
    privateKey: readIdentityKey(folder, uid),
    certificateDer: readIdentityCertificate(folder, uid),
  };
}

/** A folder of keys is renamed into place as one, so one with anything in it has, or had, all of it. */
export function wasMade(folder: string): boolean {
  try {
    return readdirSync(folder).length > 0;
  } catch (error) {
    const code = errorCode(error) ?? 'unknown error';
    if (code === 'ENOENT') return false;
    throw new Fault('PERMISSIONS', `${folder} can't be read as a folder (${code}).`, {
      hint: `chmod 700 ${shellWord(folder)}`,
      cause: error,
    });
  }
}

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
