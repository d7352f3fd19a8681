import { createPublicKey, generateKeyPair, type KeyObject } from 'node:crypto';
import { chmodSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { Fault } from '../errors.ts';
import { IDENTITY_FILES, type Identity, readIdentity } from './identity.ts';
import { folderFault, syncFolder, writeNewFile } from './own-files.ts';

/** What making needs and must not fetch by itself. */
export interface IdentityMeans {
  readonly uid: number | undefined;
  readonly platform: NodeJS.Platform;
  /** Milliseconds since 1970, real time. */
  readonly now: () => number;
  /** Secure random bytes. */
  readonly random: (size: number) => Uint8Array;
}

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

/** The folders of unfinished makers beside the identity's own. */
function isUnfinished(name: string, folder: string): boolean {
  return name.startsWith(`${basename(folder)}.`) && /\.[0-9a-f]{32}\.making$/.test(name);
}

/**
 * Once an identity is in place, every other maker's folder is rubbish: of one that crashed, or of one that is
 * late and will use the identity that is there (a late one whose folder vanishes finds that out the same way).
 */
function removeUnfinished(folder: string): void {
  const parent = dirname(folder);
  for (const name of readdirSync(parent)) {
    if (!isUnfinished(name, folder)) continue;
    try {
      rmSync(join(parent, name), { recursive: true, force: true });
    } catch {
      // A late maker is writing in it at this moment, and removes it itself. It is 0700, and keeps nobody from work.
    }
  }
}

const KEY_BITS = 2048;
const DAY_MS = 86_400_000;
const VALID_DAYS = 730;

/** A clock that is a little behind ours must not find the certificate too young. */
function term(now: number): { notBefore: number; notAfter: number } {
  return { notBefore: now - DAY_MS, notAfter: now + VALID_DAYS * DAY_MS };
}

/** A private RSA key. */
export function newKey(bits = KEY_BITS): Promise<KeyObject> {
  return new Promise((resolve, reject) => {
    generateKeyPair('rsa', { modulusLength: bits }, (error, _publicKey, privateKey) => {
      if (error === null) resolve(privateKey);
      else reject(error);
    });
  });
}

/** 126 random bits, positive and 16 octets long. */
export function newSerial(random: IdentityMeans['random']): bigint {
  return BigInt.asUintN(126, BigInt(`0x${hex(random(16))}`)) | (1n << 126n);
}

/** Nine digits as an organisation number's, of the range 3…, in which no real organisation is. */
function newAuthorisationNumber(random: IdentityMeans['random']): string {
  const digits = BigInt(`0x${hex(random(16))}`) % 100_000_000n;
  return `3${String(digits).padStart(8, '0')}`;
}

function writeKey(path: string, key: KeyObject): void {
  writeNewFile(path, key.export({ type: 'pkcs8', format: 'pem' }));
}

/**
 * The four files of a TPP of its own CA.
 * @see signing.md §5
 */
async function writeIdentity(folder: string, { now, random }: IdentityMeans): Promise<void> {
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
    commonName: `psd2 eIDAS CA ${number}`,
  });
  const certificate = issueSeal({
    ...validity,
    serial: newSerial(random),
    caCertificate,
    caKey,
    publicKey: createPublicKey(key),
    organizationIdentifier: `PSDNO-FSA-${number}`,
    organizationName: 'psd2 TPP',
    commonName: `psd2 TPP seal ${number}`,
    country: 'NO',
    roles: ['PSP_PI', 'PSP_AI'],
    ncaName: 'The Financial Supervisory Authority of Norway',
    ncaId: 'NO-FSA',
  });
  writeKey(join(folder, IDENTITY_FILES.caKey), caKey);
  writeNewFile(join(folder, IDENTITY_FILES.ca), caCertificate);
  writeKey(join(folder, IDENTITY_FILES.key), key);
  writeNewFile(join(folder, IDENTITY_FILES.certificate), certificate);
}

/**
 * Makes CA and seal in a folder of its own beside the target and renames it as one, so that a crash leaves
 * nothing half made, and of several processes one wins. A rename never replaces a folder with content.
 */
async function makeIdentity(folder: string, means: IdentityMeans): Promise<void> {
  const unfinished = join(dirname(folder), `${basename(folder)}.${hex(means.random(16))}.making`);
  try {
    mkdirSync(unfinished, { mode: 0o700 });
    chmodSync(unfinished, 0o700);
    await writeIdentity(unfinished, means);
    syncFolder(unfinished, means.platform);
    renameSync(unfinished, folder);
    syncFolder(dirname(folder), means.platform);
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    throw error;
  }
}

/**
 * The identity in a folder, made when there is none: the first use of an embedded profile. The parent folder
 * is there already (`makeProfileFolder`).
 * @throws Fault as `readIdentity`; STORE_BUSY, PERMISSIONS, STORE_UNUSABLE when it can't be made
 * @see safety.md §7, §8; signing.md §5
 */
export async function openIdentity(folder: string, means: IdentityMeans): Promise<Identity> {
  const existing = readIdentity(folder, means.uid);
  if (existing !== undefined) return existing;
  try {
    await makeIdentity(folder, means);
  } catch (error) {
    // Another process may have been faster: then its identity is there, and ours is not missed.
    if (readIdentity(folder, means.uid) === undefined) throw folderFault(folder, error);
  }
  const made = readIdentity(folder, means.uid);
  if (made === undefined) throw new Fault('STORE_UNUSABLE', `${folder} was removed while it was in use.`);
  removeUnfinished(folder);
  return made;
}
