import {
  createCipheriv,
  createHash,
  createHmac,
  type KeyObject,
  pbkdf2Sync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';
import {
  assertTag,
  DerError,
  type DerNode,
  decodeBer,
  getChildren,
  readInteger,
  readOid,
  TAG,
} from './der.ts';
import { encodeDer, encodeOid, encodePositive, encodeSequence } from './issue/der-writer.ts';
import {
  createPassphraseForms,
  decrypt,
  derivePkcs12,
  type EncryptionScheme,
  Iterations,
  NO_PASSPHRASE,
  openKey,
  type PassphraseForms,
  PBES2_OID,
  type Pkcs12Derivation,
  type PrivateKeyReading,
  PURPOSE,
  type Rc2,
  Rc2Required,
  readPlainKey,
  readScheme,
  type SecretFault,
  SecretRefusal,
  throwUnsupported,
} from './private-key.ts';

type Pkcs12Reading =
  | ({ readonly ok: true; readonly isOld: boolean } & Readonly<BagContents>)
  | { readonly ok: false; readonly fault: SecretFault; readonly reason: string };

/**
 * Opens a PKCS #12 file (RFC 7292), current or old, of at most 256 KiB; the caller checks the size. Never throws on any
 * bytes. Checks all readable iteration counts before the first key derivation. node:crypto derives the keys and decrypts. node-forge takes
 * 20 s for 600,000 iterations and supports no passphrase beyond ASCII with PBES2, so it only decrypts RC2 of old
 * files, which node:crypto lacks.
 * @param passphrase absent: tries the file without one
 * @returns certificates in the order of the file; `isOld` if current openssl opens it only with -legacy
 * @see A-pkcs12-old, A-forge-lazy, S12-pkcs12-open
 */
export async function readPkcs12(bytes: Uint8Array, passphrase: string | undefined): Promise<Pkcs12Reading> {
  try {
    return tryPassphrase(bytes, passphrase, undefined);
  } catch (error) {
    if (!(error instanceof Rc2Required)) return createRefusedReading(error, passphrase);
  }
  const { decryptRc2 } = await import('./pkcs12/rc2.ts');
  try {
    return { ...tryPassphrase(bytes, passphrase, decryptRc2), isOld: true };
  } catch (error) {
    return createRefusedReading(error, passphrase);
  }
}

function createRefusedReading(error: unknown, passphrase: string | undefined): Pkcs12Reading {
  if (error instanceof SecretRefusal && error.fault === 'passphrase-wrong' && passphrase === undefined) {
    return { ok: false, fault: 'passphrase-missing', reason: 'it is encrypted' };
  }
  if (error instanceof SecretRefusal) return { ok: false, fault: error.fault, reason: error.message };
  if (error instanceof DerError) return { ok: false, fault: 'damaged', reason: error.message };
  throw error;
}

/** Opens the file with one passphrase. @throws SecretRefusal, DerError */
function tryPassphrase(bytes: Uint8Array, passphrase: string | undefined, rc2: Rc2 | undefined) {
  const iterations = new Iterations();
  const file = readPkcs12File(bytes, iterations);
  if (rc2 === undefined && file.parts.some(({ scheme }) => scheme?.cipher.name === 'rc2-cbc'))
    throw new Rc2Required();
  const given = passphrase ?? '';
  const forms = given === '' ? [createPassphraseForms(''), NO_PASSPHRASE] : [createPassphraseForms(given)];
  const fits = forms.find((form) => isRight(file, form, rc2));
  if (fits === undefined) throw new SecretRefusal('passphrase-wrong', "the passphrase doesn't open it");
  return { ok: true as const, isOld: false, ...open(file, { passphrase: fits, iterations, rc2 }) };
}

function open({ parts }: Pkcs12File, opener: Opener): BagContents {
  const opened: BagContents = { certificates: [], keys: [] };
  for (const { data, scheme } of parts) {
    const plain = scheme === undefined ? data : decrypt({ data, scheme }, opener.passphrase, opener.rc2);
    openList(decodeBer(plain), opener, opened, 1);
  }
  return opened;
}

/** Checks a passphrase by the MAC; without one, by the first encrypted part. */
function isRight(
  { sealed, mac, parts }: Pkcs12File,
  passphrase: PassphraseForms,
  rc2: Rc2 | undefined,
): boolean {
  if (mac !== undefined) return timingSafeEqual(computeMacDigest(sealed, mac, passphrase), mac.digest);
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

function computeMacDigest(sealed: Uint8Array, mac: Omit<Mac, 'digest'>, { bmp }: PassphraseForms): Buffer {
  const key = derivePkcs12(bmp, { ...mac, purpose: PURPOSE.mac });
  return createHmac(mac.hash, key).update(sealed).digest();
}

const EXPLICIT = 0xa0;
const IMPLICIT = 0x80;

/** A PKCS #12 file, as far as it can be read without its passphrase. @see RFC 7292 4 */
interface Pkcs12File {
  /** The bytes that the MAC protects. */
  readonly sealed: Uint8Array;
  /** Absent if the file has no MAC. */
  readonly mac: Mac | undefined;
  readonly parts: readonly Part[];
}

interface Mac extends Omit<Pkcs12Derivation, 'purpose'> {
  readonly digest: Uint8Array;
}

/** A list of bags, encrypted or not. */
interface Part {
  readonly data: Uint8Array;
  readonly scheme?: EncryptionScheme;
}

/** Reads the unencrypted structure of a file. @throws SecretRefusal, DerError */
function readPkcs12File(bytes: Uint8Array, iterations: Iterations): Pkcs12File {
  const [version, authSafe, mac] = getChildren(decodeBer(bytes), TAG.sequence, 'the PKCS #12 file');
  if (readInteger(version, 'the version') !== 3n) throw new SecretRefusal('damaged', "its version isn't 3");
  const sealed = readData(authSafe);
  const parts = getChildren(decodeBer(sealed), TAG.sequence, 'the list of its parts');
  return {
    sealed,
    mac: mac === undefined ? undefined : readMac(mac, iterations),
    parts: parts.map((part) => readPart(part, iterations)),
  };
}

/** Reads a ContentInfo of `data`; other types, signed or enveloped for a certificate's holder, aren't supported. */
function readData(node: DerNode | undefined): Uint8Array {
  const [type, content] = getChildren(node, TAG.sequence, 'the content');
  const oid = readOid(type, 'the kind of content');
  if (oid !== PKCS12_OID.data) throwUnsupported(oid, 'it is sealed or encrypted by');
  const [octets] = getChildren(content, EXPLICIT, 'the content');
  return assertTag(octets, TAG.octetString, 'the content').bytes;
}

function readPart(node: DerNode, iterations: Iterations): Part {
  const [type, content] = getChildren(node, TAG.sequence, 'a part');
  if (readOid(type, 'the kind of a part') !== PKCS12_OID.encryptedData) return { data: readData(node) };
  const [encrypted] = getChildren(content, EXPLICIT, 'an encrypted part');
  const [, info] = getChildren(encrypted, TAG.sequence, 'an encrypted part');
  const [, algorithm, data] = getChildren(info, TAG.sequence, 'an encrypted part');
  return { data: readImplicitOctets(data), scheme: readScheme(algorithm, iterations) };
}

/** Reads `[0] IMPLICIT OCTET STRING`, whole or in pieces. */
function readImplicitOctets(node: DerNode | undefined): Uint8Array {
  if (node?.tag === EXPLICIT) return Buffer.concat(node.children.map(({ bytes }) => bytes));
  return assertTag(node, IMPLICIT, 'the encrypted content').bytes;
}

function readMac(node: DerNode, iterations: Iterations): Mac {
  const [info, salt, count] = getChildren(node, TAG.sequence, 'the seal');
  const [algorithm, digest] = getChildren(info, TAG.sequence, 'the digest of the seal');
  const [type] = getChildren(algorithm, TAG.sequence, 'the hash of the seal');
  const oid = readOid(type, 'the hash of the seal');
  const [hash, length] = MAC_HASHES.get(oid) ?? throwUnsupported(oid, 'it is sealed with');
  const value = assertTag(digest, TAG.octetString, 'the digest of the seal').bytes;
  if (value.length !== length)
    throw new SecretRefusal('damaged', `its seal has ${value.length} bytes, not ${length}`);
  return {
    ...{ hash, length, digest: value },
    salt: assertTag(salt, TAG.octetString, 'the salt of the seal').bytes,
    iterations: count === undefined ? 1 : iterations.read(count),
  };
}

/** The hashes of the MAC: their names in node:crypto and their sizes in bytes. */
const MAC_HASHES: ReadonlyMap<string, readonly [hash: string, bytes: number]> = new Map([
  ['1.2.840.113549.2.5', ['md5', 16]],
  ['1.3.14.3.2.26', ['sha1', 20]],
  ['2.16.840.1.101.3.4.2.4', ['sha224', 28]],
  [PBES2_OID.sha256, ['sha256', 32]],
  ['2.16.840.1.101.3.4.2.2', ['sha384', 48]],
  ['2.16.840.1.101.3.4.2.3', ['sha512', 64]],
]);

/** The contents of a file's bags. */
interface BagContents {
  /** The certificates as DER. */
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
 * Opens a SafeContents (RFC 7292 4.2) and adds its contents to `opened`. Ignores bags of other kinds.
 * @throws SecretRefusal, DerError
 */
function openList(list: DerNode, opener: Opener, opened: BagContents, depth: number): void {
  for (const bag of getChildren(list, TAG.sequence, 'a list of bags')) {
    const [type, value] = getChildren(bag, TAG.sequence, 'a bag');
    const oid = readOid(type, 'the kind of a bag');
    const [content] = getChildren(value, EXPLICIT, 'the content of a bag');
    if (content === undefined) throw new SecretRefusal('damaged', 'it has an empty bag');
    if (oid === PKCS12_OID.certBag) opened.certificates.push(...readCertificateBag(content));
    if (oid === PKCS12_OID.keyBag) opened.keys.push(getKey(readPlainKey(content.der, content)));
    if (oid === PKCS12_OID.shroudedKeyBag) {
      opened.keys.push(getKey(openKey(content, opener.passphrase, opener.iterations, opener.rc2)));
    }
    if (oid === PKCS12_OID.safeContentsBag && depth < MAX_DEPTH) openList(content, opener, opened, depth + 1);
  }
}

function readCertificateBag(content: DerNode): Uint8Array[] {
  const [type, value] = getChildren(content, TAG.sequence, 'a bag of a certificate');
  if (readOid(type, 'the kind of a certificate') !== PKCS12_OID.x509Certificate) return [];
  const [octets] = getChildren(value, EXPLICIT, 'a certificate');
  return [assertTag(octets, TAG.octetString, 'a certificate').bytes];
}

function getKey(reading: PrivateKeyReading): KeyObject {
  if (reading.ok) return reading.key;
  throw new SecretRefusal(reading.fault, `its private key can't be used: ${reading.reason}`);
}

/** The object identifiers of PKCS #12 and its parts. @see RFC 7292 appendix D, RFC 2315 */
const PKCS12_OID = {
  data: '1.2.840.113549.1.7.1',
  encryptedData: '1.2.840.113549.1.7.6',
  keyBag: '1.2.840.113549.1.12.10.1.1',
  shroudedKeyBag: '1.2.840.113549.1.12.10.1.2',
  certBag: '1.2.840.113549.1.12.10.1.3',
  safeContentsBag: '1.2.840.113549.1.12.10.1.6',
  x509Certificate: '1.2.840.113549.1.9.22.1',
  friendlyName: '1.2.840.113549.1.9.20',
  localKeyId: '1.2.840.113549.1.9.21',
} as const;

interface Pkcs12Request {
  readonly privateKey: KeyObject;
  /** The certificates as DER: the key's certificate, then its chain. */
  readonly certificates: readonly Uint8Array[];
  readonly passphrase: string;
  /** The alias that Java and Windows show. */
  readonly friendlyName: string;
}

/**
 * The number of iterations takes 30 ms: slow for brute force, fast for one passphrase, and readable by other programs.
 */
const ITERATIONS = 100_000;

/**
 * Writes a key and its certificates as PKCS #12 like openssl 3: AES-256 and PBKDF2 with HMAC-SHA-256, and a MAC with
 * HMAC-SHA-256.
 * @see RFC 7292
 * @see G5-pkcs12-export
 */
export function writePkcs12({ privateKey, certificates, passphrase, friendlyName }: Pkcs12Request): Buffer {
  const [leaf = new Uint8Array()] = certificates;
  const attributes = encodeAttributes(leaf, friendlyName);
  const bags = certificates.map((certificate, place) =>
    encodeCertificateBag(certificate, place === 0 ? [attributes] : []),
  );
  const key = encryptPart(privateKey.export({ type: 'pkcs8', format: 'der' }), passphrase);
  const keyBag = encodeBag(
    PKCS12_OID.shroudedKeyBag,
    encodeSequence(key.algorithm, encodeDer(TAG.octetString, key.data)),
    [attributes],
  );
  const authSafe = encodeSequence(
    encodeEncryptedPart(encryptPart(encodeSequence(...bags), passphrase)),
    encodeDataPart(encodeSequence(keyBag)),
  );
  return encodeSequence(encodePositive(3n), encodeDataPart(authSafe), encodeMac(authSafe, passphrase));
}

function encryptPart(plain: Uint8Array, passphrase: string) {
  const [salt, iv] = [randomBytes(16), randomBytes(16)];
  const key = pbkdf2Sync(passphrase, salt, ITERATIONS, 32, 'sha256');
  const cipher = createCipheriv('aes-256-cbc', key, iv);
  const derivation = encodeSequence(
    encodeDer(TAG.octetString, salt),
    encodePositive(BigInt(ITERATIONS)),
    encodeSequence(encodeOid(PBES2_OID.hmacWithSha256), encodeDer(TAG.null)),
  );
  const algorithm = encodeSequence(
    encodeOid(PBES2_OID.pbes2),
    encodeSequence(
      encodeSequence(encodeOid(PBES2_OID.pbkdf2), derivation),
      encodeSequence(encodeOid(PBES2_OID.aes256Cbc), encodeDer(TAG.octetString, iv)),
    ),
  );
  return { algorithm, data: Buffer.concat([cipher.update(plain), cipher.final()]) };
}

/** Encodes a ContentInfo of `data`. */
function encodeDataPart(content: Buffer): Buffer {
  return encodeSequence(encodeOid(PKCS12_OID.data), encodeDer(EXPLICIT, encodeDer(TAG.octetString, content)));
}

/** Encodes a ContentInfo of `encryptedData`. */
function encodeEncryptedPart({ algorithm, data }: ReturnType<typeof encryptPart>): Buffer {
  const info = encodeSequence(encodeOid(PKCS12_OID.data), algorithm, encodeDer(IMPLICIT, data));
  return encodeSequence(
    encodeOid(PKCS12_OID.encryptedData),
    encodeDer(EXPLICIT, encodeSequence(encodePositive(0n), info)),
  );
}

function encodeCertificateBag(certificate: Uint8Array, attributes: readonly Buffer[]): Buffer {
  const value = encodeSequence(
    encodeOid(PKCS12_OID.x509Certificate),
    encodeDer(EXPLICIT, encodeDer(TAG.octetString, certificate)),
  );
  return encodeBag(PKCS12_OID.certBag, value, attributes);
}

function encodeBag(oid: string, value: Buffer, attributes: readonly Buffer[]): Buffer {
  return encodeSequence(encodeOid(oid), encodeDer(EXPLICIT, value), ...attributes);
}

/** Encodes the attributes that link certificate and key: SET OF, in DER order. */
function encodeAttributes(leaf: Uint8Array, friendlyName: string): Buffer {
  const localKeyId = createHash('sha1').update(leaf).digest();
  const attributes = [
    encodeAttribute(
      PKCS12_OID.friendlyName,
      encodeDer(TAG.bmpString, Buffer.from(friendlyName, 'utf16le').swap16()),
    ),
    encodeAttribute(PKCS12_OID.localKeyId, encodeDer(TAG.octetString, localKeyId)),
  ];
  return encodeDer(TAG.set, ...attributes.toSorted(Buffer.compare));
}

function encodeAttribute(oid: string, value: Buffer): Buffer {
  return encodeSequence(encodeOid(oid), encodeDer(TAG.set, value));
}

function encodeMac(sealed: Buffer, passphrase: string): Buffer {
  const mac = { hash: 'sha256', length: 32, salt: randomBytes(16), iterations: ITERATIONS };
  const digest = computeMacDigest(sealed, mac, createPassphraseForms(passphrase));
  const algorithm = encodeSequence(encodeOid(PBES2_OID.sha256), encodeDer(TAG.null));
  return encodeSequence(
    encodeSequence(algorithm, encodeDer(TAG.octetString, digest)),
    encodeDer(TAG.octetString, mac.salt),
    encodePositive(BigInt(ITERATIONS)),
  );
}
