import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPair,
  type KeyObject,
  randomBytes,
  X509Certificate,
} from 'node:crypto';
import { chmodSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { getTime } from '../clock.ts';
import { readErrorCode } from '../core/read-file.ts';
import { DAY_MS } from '../core/units.ts';
import { flushFolder, writeNewFile } from '../core/write-file.ts';
import { Fault } from '../errors.ts';
import { quoteForShell } from '../own-file.ts';
import { TLS_FOLDER } from './home.ts';
import { createFolderFault, readOwnFile } from './private-files.ts';

/** A seal, and the CA that issued it: the TPP's at the embedded bank, or the bank's own. */
export interface Identity {
  readonly keyFile: string;
  readonly certificateFile: string;
  readonly caFile: string;
  /** The seal's key. */
  readonly privateKey: KeyObject;
  /** The seal's certificate. */
  readonly certificateDer: Uint8Array;
}

/** The file names of an identity within its folder. */
export const IDENTITY_FILES = {
  caKey: 'ca.key.pem',
  ca: 'ca.pem',
  key: 'seal.key.pem',
  certificate: 'seal.pem',
} as const;

/**
 * Creates the fault for files of an identity that are unreadable or don't fit together.
 * @param anew what a new folder would have
 */
export function createDamaged(
  folder: string,
  what: string,
  cause?: unknown,
  anew = 'key and certificate',
): Fault {
  return new Fault('FILE_UNREADABLE', what, {
    hint: `Restore the file, or create a new ${anew}: mv ${quoteForShell(folder)} ${quoteForShell(`${folder}.old`)}`,
    cause,
  });
}

/**
 * Reads one file of an identity's folder.
 * @throws Fault PERMISSIONS if it belongs to another user or is a key that others can read; FILE_UNREADABLE if it is
 *   missing or damaged
 */
function readFile<Content>(
  folder: string,
  name: keyof typeof IDENTITY_FILES,
  uid: number | undefined,
  parse: (pem: Buffer) => Content,
): Content {
  const path = join(folder, IDENTITY_FILES[name]);
  const isKey = name === 'key' || name === 'caKey';
  const bytes = readOwnFile(path, uid, isKey ? 'only-us' : 'readable-by-others');
  const isCa = name === 'ca' || name === 'caKey';
  const fault = (what: string, cause?: unknown) =>
    isCa
      ? createDamaged(folder, `${path} is missing or damaged. ${NO_CA}`, cause, 'CA')
      : createDamaged(folder, `${path} ${what}.`, cause);
  if (bytes === undefined) throw fault('is missing');
  try {
    return parse(bytes);
  } catch (cause) {
    throw fault(isKey ? 'has no readable private key' : 'has no certificate in PEM', cause);
  }
}

const NO_CA = "Certificates can't be issued without it.";

/** Reads the seal's key from an existing folder. Throws as `readFile`. */
export function readIdentityKey(folder: string, uid: number | undefined): KeyObject {
  const key = readFile(folder, 'key', uid, createPrivateKey);
  if (key.asymmetricKeyType === 'rsa') return key;
  throw createDamaged(folder, `${join(folder, IDENTITY_FILES.key)} has no RSA key.`);
}

/** Reads the seal's certificate from an existing folder, as DER. Throws as `readFile`. */
export function readIdentityCertificate(folder: string, uid: number | undefined): Uint8Array {
  return readFile(folder, 'certificate', uid, (pem) => new Uint8Array(new X509Certificate(pem).raw));
}

/**
 * Reads the identity in a folder; returns undefined if none has been created yet.
 * @throws Fault as `readFile`
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

/**
 * Returns true if a folder of keys was created. The folder is created by a rename, so any file in it means that all
 * exist.
 */
export function wasMade(folder: string): boolean {
  try {
    return readdirSync(folder).length > 0;
  } catch (error) {
    const code = readErrorCode(error) ?? 'unknown error';
    if (code === 'ENOENT') return false;
    throw new Fault('PERMISSIONS', `${folder} can't be read as a folder (${code}).`, {
      hint: `chmod 700 ${quoteForShell(folder)}`,
      cause: error,
    });
  }
}

/** A CA that can issue further certificates. */
export interface IssuingCa {
  readonly file: string;
  /** The certificate as PEM. */
  readonly certificate: string;
  readonly privateKey: KeyObject;
}

/**
 * Reads the CA of a folder.
 * @throws Fault as `readFile`
 * @see S7-first-start
 */
export function readIssuingCa(folder: string, uid: number | undefined): IssuingCa {
  const privateKey = readFile(folder, 'caKey', uid, createPrivateKey);
  const certificate = readFile(folder, 'ca', uid, (pem) => new X509Certificate(pem));
  if (!certificate.checkPrivateKey(privateKey)) {
    const path = join(folder, IDENTITY_FILES.caKey);
    throw createDamaged(folder, `${path} is missing or damaged. ${NO_CA}`, undefined, 'CA');
  }
  return { file: join(folder, IDENTITY_FILES.ca), certificate: certificate.toString(), privateKey };
}

/**
 * Reads the contents of a folder, and creates the folder first if there is none. Its parent must exist. The folder is
 * written under another name and renamed, so that a crash leaves no partial folder and one of several processes wins: a
 * rename never replaces a folder with content.
 * @throws Fault as `read`; STORE_BUSY, PERMISSIONS, STORE_UNUSABLE if it can't be created
 * @see S7-one-store, S7-crashed-maker, S8-store-modes
 */
async function openFolder<Content>(
  folder: string,
  read: () => Content | undefined,
  write: (unfinished: string) => Promise<void>,
): Promise<Content> {
  const existing = read();
  if (existing !== undefined) return existing;
  const unfinished = join(dirname(folder), `${basename(folder)}.${randomBytes(16).toString('hex')}.making`);
  try {
    mkdirSync(unfinished, { mode: 0o700 });
    chmodSync(unfinished, 0o700);
    await write(unfinished);
    flushFolder(unfinished);
    renameSync(unfinished, folder);
    flushFolder(dirname(folder));
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    // Another process may have created it first.
    if (read() === undefined) throw createFolderFault(folder, error);
  }
  const created = read();
  if (created === undefined) throw new Fault('STORE_UNUSABLE', `${folder} was removed while in use.`);
  return created;
}

const generateKeys = promisify(generateKeyPair);

/** Generates a private RSA key. */
export async function generateKey(bits = 2048): Promise<KeyObject> {
  return (await generateKeys('rsa', { modulusLength: bits })).privateKey;
}

/** Generates a private key of P-256. */
export async function generateTlsKey(): Promise<KeyObject> {
  return (await generateKeys('ec', { namedCurve: 'prime256v1' })).privateKey;
}

/** Generates a positive serial number of 126 random bits in 16 octets. */
export function generateSerial(): bigint {
  return BigInt.asUintN(126, randomNumber()) | (1n << 126n);
}

function randomNumber(): bigint {
  return BigInt(`0x${randomBytes(16).toString('hex')}`);
}

/** The holders of seals. */
const HOLDERS = {
  tpp: { name: 'psd2 TPP', ca: 'psd2 eIDAS CA', roles: ['PSP_PI', 'PSP_AI'] },
  bank: { name: 'psd2 bank', ca: "psd2 bank's eIDAS CA", roles: ['PSP_AS'] },
} as const;

type Holder = keyof typeof HOLDERS;

/**
 * Opens the seal in a folder, created on first use: an embedded profile's TPP seal, or the seal with which a bank signs
 * its responses.
 * @throws Fault as `openFolder`
 * @see S7-first-start, S8-store-modes, G5-first-use, D10-response-signing
 */
export function openIdentity(
  folder: string,
  uid: number | undefined,
  { holder = 'tpp', now = getTime }: { readonly holder?: Holder; readonly now?: () => number } = {},
): Promise<Identity> {
  return openFolder(
    folder,
    () => readIdentity(folder, uid),
    (unfinished) => writeIdentity(unfinished, holder, now),
  );
}

const VALID_DAYS = 730;

/**
 * Writes the four files of a seal and its own CA.
 * @see G5-issue-seal, G5-organization-identifier
 */
async function writeIdentity(folder: string, holder: Holder, now: () => number): Promise<void> {
  const { name, ca, roles } = HOLDERS[holder];
  const [{ issueCa, issueSeal }, caKey, key] = await Promise.all([
    import('../certificates/issue.ts'),
    generateKey(),
    generateKey(),
  ]);
  const today = now();
  // The certificate must be valid for clients whose clock is slightly behind.
  const validity = { notBefore: today - DAY_MS, notAfter: today + VALID_DAYS * DAY_MS };
  // No real organisation's number begins with 3. @see S8-authorisation-number
  const number = `3${String(randomNumber() % 100_000_000n).padStart(8, '0')}`;
  const caCertificate = issueCa({
    ...validity,
    serial: generateSerial(),
    privateKey: caKey,
    commonName: `${ca} ${number}`,
  });
  const certificate = issueSeal({
    ...validity,
    serial: generateSerial(),
    caCertificate,
    caKey,
    publicKey: createPublicKey(key),
    organizationIdentifier: `PSDNO-FSA-${number}`,
    organizationName: name,
    commonName: `${name} seal ${number}`,
    country: 'NO',
    roles,
    ncaName: 'The Financial Supervisory Authority of Norway',
    ncaId: 'NO-FSA',
  });
  writeKey(join(folder, IDENTITY_FILES.caKey), caKey);
  writeNewFile(join(folder, IDENTITY_FILES.ca), caCertificate);
  writeKey(join(folder, IDENTITY_FILES.key), key);
  writeNewFile(join(folder, IDENTITY_FILES.certificate), certificate);
}

/** Writes a key as PKCS #8 to a new file with owner-only access. */
function writeKey(path: string, key: KeyObject): void {
  writeNewFile(path, key.export({ type: 'pkcs8', format: 'pem' }));
}

const CA_VALID_DAYS = 3650;

/** The maximum length of a certificate's name (X.520). */
const NAME_LIMIT = 64;

/**
 * Opens the CA of a profile's TLS server certificates, created on first use. It is limited to loopback and the given
 * hosts, so that trusting it doesn't extend to other hosts; those need another CA.
 * @param folder the profile's existing folder
 * @throws Fault as `openFolder`
 * @see S8-tls-served
 */
export function openTlsCa(
  folder: string,
  hosts: readonly string[],
  uid: number | undefined,
  now = getTime,
): Promise<IssuingCa> {
  const digest = createHash('sha256')
    .update([...hosts].sort().join(' '))
    .digest('hex');
  const place = join(folder, hosts.length === 0 ? TLS_FOLDER : `${TLS_FOLDER}-${digest.slice(0, 16)}`);
  return openFolder(
    place,
    () => (wasMade(place) ? readIssuingCa(place, uid) : undefined),
    (unfinished) => writeTlsCa(unfinished, hosts, now()),
  );
}

async function writeTlsCa(folder: string, hosts: readonly string[], now: number): Promise<void> {
  const [{ issueTlsCa }, privateKey] = await Promise.all([
    import('../certificates/issue/tls.ts'),
    generateTlsKey(),
  ]);
  const commonName = ['psd2 TLS CA', ...hosts].join(' ').slice(0, NAME_LIMIT).trim();
  const certificate = issueTlsCa({
    ...{ privateKey, commonName, hosts, serial: generateSerial() },
    // The certificate must be valid for clients whose clock is slightly behind.
    notBefore: now - DAY_MS,
    notAfter: now + CA_VALID_DAYS * DAY_MS,
  });
  writeKey(join(folder, IDENTITY_FILES.caKey), privateKey);
  writeNewFile(join(folder, IDENTITY_FILES.ca), certificate);
}
