import { createHash, createPublicKey, generateKeyPair, type KeyObject } from 'node:crypto';
import { chmodSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { DAY_MS } from '../core/units.ts';
import { syncFolder, writeNewFile } from '../core/write-file.ts';
import { Fault } from '../errors.ts';
import { TLS_FOLDER } from './home.ts';
import {
  IDENTITY_FILES,
  type Identity,
  type IssuingCa,
  readIdentity,
  readIssuingCa,
  wasMade,
} from './identity.ts';
import { folderFault } from './own-files.ts';

/** What making needs and must not fetch by itself. */
export interface MakingMeans {
  readonly uid: number | undefined;
  readonly platform: NodeJS.Platform;
  /** Milliseconds since 1970, real time. */
  readonly now: () => number;
  /** Secure random bytes. */
  readonly random: (size: number) => Uint8Array;
}

/** What is in a folder that is made as one. */
interface MadeFolder<Content> {
  /** Undefined when it was not made yet. */
  readonly read: () => Content | undefined;
  /** Writes all of its files. */
  readonly write: (folder: string) => Promise<void>;
}

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

/**
 * What is in a folder, made when there is nothing. The parent folder is there already (`makeProfileFolder`).
 * @throws Fault as `read`; STORE_BUSY, PERMISSIONS, STORE_UNUSABLE when it can't be made
 * @see S7-one-store, S8-store-modes
 */
async function openMadeFolder<Content>(
  folder: string,
  means: MakingMeans,
  { read, write }: MadeFolder<Content>,
): Promise<Content> {
  const existing = read();
  if (existing !== undefined) return existing;
  try {
    await makeFolder(folder, means, write);
  } catch (error) {
    // Another process may have been faster: then what it made is there, and ours is not missed.
    if (read() === undefined) throw folderFault(folder, error);
  }
  const made = read();
  if (made === undefined) throw new Fault('STORE_UNUSABLE', `${folder} was removed while in use.`);
  return made;
}

/**
 * Writes in a folder of its own beside the target and renames it as one, so that a crash leaves nothing half made, and
 * of several processes one wins. A rename never replaces a folder with content.
 * @see S7-crashed-maker
 */
async function makeFolder(
  folder: string,
  means: MakingMeans,
  write: (folder: string) => Promise<void>,
): Promise<void> {
  const unfinished = join(dirname(folder), `${basename(folder)}.${hex(means.random(16))}.making`);
  try {
    mkdirSync(unfinished, { mode: 0o700 });
    chmodSync(unfinished, 0o700);
    await write(unfinished);
    syncFolder(unfinished, means.platform);
    renameSync(unfinished, folder);
    syncFolder(dirname(folder), means.platform);
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    throw error;
  }
}

const KEY_BITS = 2048;
const VALID_DAYS = 730;

/** A clock that is a little behind ours must not find the certificate too young. */
function term(now: number): { notBefore: number; notAfter: number } {
  return { notBefore: now - DAY_MS, notAfter: now + VALID_DAYS * DAY_MS };
}

/** A private RSA key. */
export async function newKey(bits = KEY_BITS): Promise<KeyObject> {
  return (await generateKeys('rsa', { modulusLength: bits })).privateKey;
}

const generateKeys = promisify(generateKeyPair);

/** 126 random bits, positive and 16 octets long. */
export function newSerial(random: MakingMeans['random']): bigint {
  return BigInt.asUintN(126, BigInt(`0x${hex(random(16))}`)) | (1n << 126n);
}

/**
 * Nine digits as an organisation number's, of the range 3…, in which no real organisation is.
 * @see S8-authorisation-number
 */
function newAuthorisationNumber(random: MakingMeans['random']): string {
  const digits = BigInt(`0x${hex(random(16))}`) % 100_000_000n;
  return `3${String(digits).padStart(8, '0')}`;
}

/** PKCS #8, in a new file of our own. */
function writeKey(path: string, key: KeyObject): void {
  writeNewFile(path, key.export({ type: 'pkcs8', format: 'pem' }));
}

/** Whose seal it is, besides its number. */
interface Holder {
  readonly name: string;
  readonly ca: string;
  readonly roles: readonly ('PSP_AS' | 'PSP_PI' | 'PSP_AI')[];
}

const TPP: Holder = { name: 'psd2 TPP', ca: 'psd2 eIDAS CA', roles: ['PSP_PI', 'PSP_AI'] };
const BANK: Holder = { name: 'psd2 bank', ca: "psd2 bank's eIDAS CA", roles: ['PSP_AS'] };

/**
 * The four files of a seal and its own CA.
 * @see G5-issue-seal, G5-organization-identifier
 */
async function writeIdentity(
  folder: string,
  { name, ca, roles }: Holder,
  { now, random }: MakingMeans,
): Promise<void> {
  const [{ issueCa, issueSeal }, caKey, key] = await Promise.all([
    import('../certificates/issue.ts'),
    newKey(),
    newKey(),
  ]);
  const validity = term(now());
  const number = newAuthorisationNumber(random);
  const caCertificate = issueCa({
    ...validity,
    serial: newSerial(random),
    privateKey: caKey,
    commonName: `${ca} ${number}`,
  });
  const certificate = issueSeal({
    ...validity,
    serial: newSerial(random),
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

/**
 * The identity in a folder, made when there is none: the first use of an embedded profile.
 * @throws Fault as `readIdentity`; STORE_BUSY, PERMISSIONS, STORE_UNUSABLE when it can't be made
 * @see S7-first-start, S8-store-modes, G5-first-use
 */
export function openIdentity(folder: string, means: MakingMeans): Promise<Identity> {
  return openSeal(folder, TPP, means);
}

/**
 * The seal with which a bank signs its answers, made when there is none.
 * @throws Fault as `openIdentity`
 * @see D10-response-signing
 */
export function openBankSeal(folder: string, means: MakingMeans): Promise<Identity> {
  return openSeal(folder, BANK, means);
}

function openSeal(folder: string, holder: Holder, means: MakingMeans): Promise<Identity> {
  return openMadeFolder(folder, means, {
    read: () => readIdentity(folder, means.uid),
    write: (unfinished) => writeIdentity(unfinished, holder, means),
  });
}

const CA_VALID_DAYS = 3650;

/** The longest name that a certificate may have (X.520). */
const NAME_LIMIT = 64;

/**
 * The CA of what a profile's bank shows its clients, made when there is none. It may speak for loopback and the given
 * hosts alone, so that others need another: whoever trusts it for one machine does not trust it for more.
 * @param folder of the profile, which is there already
 * @throws Fault PERMISSIONS, FILE_UNREADABLE; STORE_BUSY, STORE_UNUSABLE when it can't be made
 * @see S8-tls-served
 */
export function openTlsCa(folder: string, hosts: readonly string[], means: MakingMeans): Promise<IssuingCa> {
  const place = join(folder, folderName(hosts));
  return openMadeFolder(place, means, {
    read: () => (wasMade(place) ? readIssuingCa(place, means.uid) : undefined),
    write: (unfinished) => writeTlsCa(unfinished, hosts, means),
  });
}

function folderName(hosts: readonly string[]): string {
  if (hosts.length === 0) return TLS_FOLDER;
  const digest = createHash('sha256')
    .update([...hosts].sort().join(' '))
    .digest('hex');
  return `${TLS_FOLDER}-${digest.slice(0, 16)}`;
}

async function writeTlsCa(folder: string, hosts: readonly string[], means: MakingMeans): Promise<void> {
  const [{ issueTlsCa }, privateKey] = await Promise.all([
    import('../certificates/issue/tls.ts'),
    newTlsKey(),
  ]);
  const now = means.now();
  const commonName = ['psd2 TLS CA', ...hosts].join(' ').slice(0, NAME_LIMIT).trim();
  const certificate = issueTlsCa({
    ...{ privateKey, commonName, hosts, serial: newSerial(means.random) },
    // A clock that is a little behind ours must not find it too young.
    notBefore: now - DAY_MS,
    notAfter: now + CA_VALID_DAYS * DAY_MS,
  });
  writeKey(join(folder, IDENTITY_FILES.caKey), privateKey);
  writeNewFile(join(folder, IDENTITY_FILES.ca), certificate);
}

/** A private key of P-256. */
export async function newTlsKey(): Promise<KeyObject> {
  return (await generateKeys('ec', { namedCurve: 'prime256v1' })).privateKey;
}
