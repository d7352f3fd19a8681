import { createPrivateKey, type KeyObject } from 'node:crypto';
import { join } from 'node:path';
import { Fault } from '../errors.ts';
import { shellWord } from '../own-file.ts';
import { wasMade } from './made-folder.ts';
import { readOwnFile } from './own-files.ts';

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
 * The identity in a folder, or undefined when none was made yet. Reads two small files and makes nothing.
 * @throws Fault PERMISSIONS when the key is another user's or open to others; FILE_UNREADABLE when a file is
 *   missing beside the others, or damaged
 * @see safety.md §8
 */
export function readIdentity(folder: string, uid: number | undefined): Identity | undefined {
  if (!wasMade(folder)) return undefined;
  const keyFile = join(folder, IDENTITY_FILES.key);
  const certificateFile = join(folder, IDENTITY_FILES.certificate);
  const keyPem = readOwnFile(keyFile, uid, 'only-us');
  if (keyPem === undefined) throw damaged(folder, `${keyFile} is missing.`);
  const certificatePem = readOwnFile(certificateFile, uid, 'readable-by-others');
  if (certificatePem === undefined) throw damaged(folder, `${certificateFile} is missing.`);
  return {
    keyFile,
    certificateFile,
    caFile: join(folder, IDENTITY_FILES.ca),
    privateKey: parseKey(keyPem, folder, keyFile),
    certificateDer: certificateBytes(certificatePem, folder, certificateFile),
  };
}
