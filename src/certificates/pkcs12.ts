/**
 * Opens PKCS #12 files (RFC 7292), today's and the ones of old. node:crypto derives the keys and decrypts; node-forge
 * takes 20 s for 600,000 iterations and no passphrase beyond ASCII with PBES2, so it is left what node:crypto has not:
 * the RC2 of old files.
 * @see S12-pkcs12-open
 */
import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto';
import { DerError, type DerNode, decodeBer, TAG } from './der.ts';
import { childrenOf, expectTag, readInteger, readOid } from './der-values.ts';
import {
  decrypt,
  derivePkcs12,
  type EncryptionScheme,
  formsOf,
  Iterations,
  NO_PASSPHRASE,
  type PassphraseForms,
  PURPOSE,
  type Rc2,
  Rc2Wanted,
  readScheme,
  type SecretFault,
  SecretRefusal,
  unsupported,
} from './encryption.ts';
import { PKCS12_OID } from './pkcs12/oids.ts';
import { openKey, type PrivateKeyReading, plainKey } from './private-key.ts';

export type Pkcs12Reading =
  | ({ readonly ok: true; readonly isOld: boolean } & Readonly<Opened>)
  | { readonly ok: false; readonly fault: SecretFault; readonly reason: string };

/**
 * Opens a file of at most 256 KiB (the caller looks). Never throws on any bytes. Every number of iterations that can
 * be read is read before the first one is done.
 * @param passphrase absent: the file is tried without one
 * @returns certificates in the order of the file; `isOld` when today's openssl opens it with -legacy only
 * @see A-pkcs12-old, A-forge-lazy
 */
export async function readPkcs12(bytes: Uint8Array, passphrase: string | undefined): Promise<Pkcs12Reading> {
  try {
    return attempt(bytes, passphrase, undefined);
  } catch (error) {
    if (!(error instanceof Rc2Wanted)) return refused(error, passphrase);
  }
  const { rc2 } = await import('./pkcs12/rc2.ts');
  try {
    return { ...attempt(bytes, passphrase, rc2), isOld: true };
  } catch (error) {
    return refused(error, passphrase);
  }
}

function refused(error: unknown, passphrase: string | undefined): Pkcs12Reading {
  if (error instanceof SecretRefusal && error.fault === 'passphrase-wrong' && passphrase === undefined) {
    return { ok: false, fault: 'passphrase-missing', reason: 'it is encrypted' };
  }
  if (error instanceof SecretRefusal) return { ok: false, fault: error.fault, reason: error.message };
  if (error instanceof DerError) return { ok: false, fault: 'damaged', reason: error.message };
  throw error;
}

/** @throws SecretRefusal, DerError */
function attempt(bytes: Uint8Array, passphrase: string | undefined, rc2: Rc2 | undefined) {
  const iterations = new Iterations();
  const file = readPkcs12File(bytes, iterations);
  if (rc2 === undefined && file.parts.some(({ scheme }) => scheme?.cipher.name === 'rc2-cbc'))
    throw new Rc2Wanted();
  const given = passphrase ?? '';
  const forms = given === '' ? [formsOf(''), NO_PASSPHRASE] : [formsOf(given)];
  const fits = forms.find((form) => isRight(file, form, rc2));
  if (fits === undefined) throw new SecretRefusal('passphrase-wrong', "the passphrase doesn't open it");
  return { ok: true as const, isOld: false, ...open(file, { passphrase: fits, iterations, rc2 }) };
}

function open({ parts }: Pkcs12File, opener: Opener): Opened {
  const opened: Opened = { certificates: [], keys: [] };
  for (const { data, scheme } of parts) {
    const plain = scheme === undefined ? data : decrypt({ data, scheme }, opener.passphrase, opener.rc2);
    openBags(plain, opener, opened);
  }
  return opened;
}

/** By the seal; where there is none, by the first part that is encrypted. */
function isRight(
  { sealed, mac, parts }: Pkcs12File,
  passphrase: PassphraseForms,
  rc2: Rc2 | undefined,
): boolean {
  if (mac !== undefined) return timingSafeEqual(digestOf(sealed, mac, passphrase), mac.digest);
  const encrypted = parts.find(({ scheme }) => scheme !== undefined);
  if (encrypted?.scheme === undefined) return true;
  try {
    decrypt({ data: encrypted.data, scheme: encrypted.scheme }, passphrase, rc2);
    return true;
  } catch (error) {
    if (error instanceof SecretRefusal && error.fault === 'passphrase-wrong') return false;
    throw error;
  }
}

function digestOf(
  sealed: Uint8Array,
  { hash, digest, salt, iterations }: Mac,
  { bmp }: PassphraseForms,
): Uint8Array {
  const key = derivePkcs12(bmp, { hash, salt, iterations, purpose: PURPOSE.mac, length: digest.length });
  return createHmac(hash, key).update(sealed).digest();
}

const EXPLICIT = 0xa0;
const IMPLICIT = 0x80;

/** A PKCS #12 file as far as it can be read without its passphrase. @see RFC 7292 4 */
interface Pkcs12File {
  /** What the seal is over. */
  readonly sealed: Uint8Array;
  /** Absent: the file is not sealed. */
  readonly mac: Mac | undefined;
  readonly parts: readonly Part[];
}

interface Mac {
  readonly hash: string;
  readonly digest: Uint8Array;
  readonly salt: Uint8Array;
  readonly iterations: number;
}

/** A list of bags, encrypted or not. */
interface Part {
  readonly data: Uint8Array;
  readonly scheme?: EncryptionScheme;
}

/** @throws SecretRefusal, DerError */
function readPkcs12File(bytes: Uint8Array, iterations: Iterations): Pkcs12File {
  const [version, authSafe, mac] = childrenOf(decodeBer(bytes), TAG.sequence, 'the PKCS #12 file');
  if (readInteger(version, 'the version') !== 3n) throw new SecretRefusal('damaged', "its version isn't 3");
  const sealed = readData(authSafe);
  const parts = childrenOf(decodeBer(sealed), TAG.sequence, 'the list of its parts');
  return {
    sealed,
    mac: mac === undefined ? undefined : readMac(mac, iterations),
    parts: parts.map((part) => readPart(part, iterations)),
  };
}

/** ContentInfo of `data`: signed or enveloped for a certificate's holder are the other ways there are. */
function readData(node: DerNode | undefined): Uint8Array {
  const [type, content] = childrenOf(node, TAG.sequence, 'the content');
  const oid = readOid(type, 'the kind of content');
  if (oid !== PKCS12_OID.data) unsupported(oid, 'it is sealed or encrypted by');
  const [octets] = childrenOf(content, EXPLICIT, 'the content');
  return expectTag(octets, TAG.octetString, 'the content').bytes;
}

function readPart(node: DerNode, iterations: Iterations): Part {
  const [type, content] = childrenOf(node, TAG.sequence, 'a part');
  if (readOid(type, 'the kind of a part') !== PKCS12_OID.encryptedData) return { data: readData(node) };
  const [encrypted] = childrenOf(content, EXPLICIT, 'an encrypted part');
  const [, info] = childrenOf(encrypted, TAG.sequence, 'an encrypted part');
  const [, algorithm, data] = childrenOf(info, TAG.sequence, 'an encrypted part');
  return { data: implicitOctets(data), scheme: readScheme(algorithm, iterations) };
}

/** `[0] IMPLICIT OCTET STRING`, whole or in pieces. */
function implicitOctets(node: DerNode | undefined): Uint8Array {
  if (node?.tag === EXPLICIT) return Buffer.concat(node.children.map(({ bytes }) => bytes));
  return expectTag(node, IMPLICIT, 'the encrypted content').bytes;
}

function readMac(node: DerNode, iterations: Iterations): Mac {
  const [info, salt, count] = childrenOf(node, TAG.sequence, 'the seal');
  const [algorithm, digest] = childrenOf(info, TAG.sequence, 'the digest of the seal');
  const oid = readOid(childrenOf(algorithm, TAG.sequence, 'the hash of the seal')[0], 'the hash of the seal');
  const { hash, bytes } = MAC_HASHES.get(oid) ?? unsupported(oid, 'it is sealed with');
  const value = expectTag(digest, TAG.octetString, 'the digest of the seal').bytes;
  if (value.length !== bytes)
    throw new SecretRefusal('damaged', `its seal has ${value.length} bytes, not ${bytes}`);
  return {
    hash,
    digest: value,
    salt: expectTag(salt, TAG.octetString, 'the salt of the seal').bytes,
    iterations: count === undefined ? 1 : iterations.read(count),
  };
}

/** Hashes of the seal over a file: their names in node:crypto and their sizes. */
const MAC_HASHES: ReadonlyMap<string, { readonly hash: string; readonly bytes: number }> = new Map([
  ['1.2.840.113549.2.5', { hash: 'md5', bytes: 16 }],
  ['1.3.14.3.2.26', { hash: 'sha1', bytes: 20 }],
  ['2.16.840.1.101.3.4.2.4', { hash: 'sha224', bytes: 28 }],
  ['2.16.840.1.101.3.4.2.1', { hash: 'sha256', bytes: 32 }],
  ['2.16.840.1.101.3.4.2.2', { hash: 'sha384', bytes: 48 }],
  ['2.16.840.1.101.3.4.2.3', { hash: 'sha512', bytes: 64 }],
]);

/** What the bags of a file hold. */
interface Opened {
  /** DER. */
  readonly certificates: Uint8Array[];
  readonly keys: KeyObject[];
}

interface Opener {
  readonly passphrase: PassphraseForms;
  readonly iterations: Iterations;
  readonly rc2: Rc2 | undefined;
}

const MAX_DEPTH = 4;

/**
 * Opens a SafeContents (RFC 7292 4.2) into what was opened before. Bags of other kinds are left out.
 * @throws SecretRefusal, DerError
 */
function openBags(bytes: Uint8Array, opener: Opener, opened: Opened): void {
  openList(decodeBer(bytes), opener, opened, 1);
}

function openList(list: DerNode, opener: Opener, opened: Opened, depth: number): void {
  for (const bag of childrenOf(list, TAG.sequence, 'a list of bags')) {
    const [type, value] = childrenOf(bag, TAG.sequence, 'a bag');
    const oid = readOid(type, 'the kind of a bag');
    const [content] = childrenOf(value, EXPLICIT, 'the content of a bag');
    if (content === undefined) throw new SecretRefusal('damaged', 'it has an empty bag');
    if (oid === PKCS12_OID.certBag) opened.certificates.push(...certificateIn(content));
    if (oid === PKCS12_OID.keyBag) opened.keys.push(keyOf(plainKey(content.der, content)));
    if (oid === PKCS12_OID.shroudedKeyBag) {
      opened.keys.push(keyOf(openKey(content, opener.passphrase, opener.iterations, opener.rc2)));
    }
    if (oid === PKCS12_OID.safeContentsBag && depth < MAX_DEPTH) openList(content, opener, opened, depth + 1);
  }
}

function certificateIn(content: DerNode): Uint8Array[] {
  const [type, value] = childrenOf(content, TAG.sequence, 'a bag of a certificate');
  if (readOid(type, 'the kind of a certificate') !== PKCS12_OID.x509Certificate) return [];
  const [octets] = childrenOf(value, EXPLICIT, 'a certificate');
  return [expectTag(octets, TAG.octetString, 'a certificate').bytes];
}

function keyOf(reading: PrivateKeyReading): KeyObject {
  if (reading.ok) return reading.key;
  throw new SecretRefusal(reading.fault, `its private key can't be used: ${reading.reason}`);
}
