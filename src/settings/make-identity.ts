import { createPublicKey, generateKeyPair, type KeyObject } from 'node:crypto';
import { join } from 'node:path';
import { DAY_MS } from '../core/units.ts';
import { writeNewFile } from '../core/write-file.ts';
import { IDENTITY_FILES, type Identity, readIdentity } from './identity.ts';
import { hex, type MakingMeans, openMadeFolder } from './made-folder.ts';

const KEY_BITS = 2048;
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
export function writeKey(path: string, key: KeyObject): void {
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
