import {
  createDecipheriv,
  createPrivateKey,
  getCipherInfo,
  hash as hashOnce,
  type KeyObject,
  pbkdf2Sync,
} from 'node:crypto';
import { toBuffer } from '../core/base64.ts';
import {
  assertTag,
  DerError,
  type DerNode,
  decodeDer,
  getChildren,
  readInteger,
  readOid,
  TAG,
} from './der.ts';
import { OID } from './oids.ts';
import { type PemBlock, writePem } from './pem.ts';

/** The reason why encrypted data couldn't be opened. */
export type SecretFault =
  /** The structure violates its standard. */
  | 'damaged'
  /** The key derivation would take too long. @see S12-pkcs12-iterations */
  | 'iterations'
  /** The encryption isn't supported. */
  | 'unsupported'
  /** The key isn't for signatures. */
  | 'key-kind'
  | 'passphrase-missing'
  | 'passphrase-wrong';

/** An error for encrypted data that can't be opened; its readers catch it. */
export class SecretRefusal extends Error {
  override readonly name = 'SecretRefusal';
  readonly fault: SecretFault;

  constructor(fault: SecretFault, reason: string) {
    super(reason);
    this.fault = fault;
  }
}

/** A request for RC2: only some old files use it, so it is loaded on demand. */
export class Rc2Required extends SecretRefusal {
  constructor() {
    super('unsupported', "it's encrypted with RC2");
  }
}

/** The largest number of iterations of one key derivation. @see S12-pkcs12-iterations */
const MAX_ITERATIONS = 600_000;

/**
 * The largest number of iterations of a whole file: its MAC, its certificates and its key at the limit, and one more.
 */
const MAX_TOGETHER = 4 * MAX_ITERATIONS;

/** Counts the iterations that one file requires, before any is run. */
export class Iterations {
  #together = 0;

  /** Reads and adds a number of iterations. @throws SecretRefusal iterations; DerError if it isn't a number */
  read(node: DerNode | undefined): number {
    const count = readInteger(node, 'the number of iterations');
    if (count < 1n) throw new SecretRefusal('damaged', `its key is derived in ${count} iterations`);
    if (count > MAX_ITERATIONS) {
      throw new SecretRefusal(
        'iterations',
        `its key is derived in ${formatIterations(count)} iterations, more than the limit of ${MAX_ITERATIONS}`,
      );
    }
    this.#together += Number(count);
    if (this.#together > MAX_TOGETHER) {
      throw new SecretRefusal(
        'iterations',
        `its keys are derived in more than ${MAX_TOGETHER} iterations in total`,
      );
    }
    return Number(count);
  }
}

function formatIterations(count: bigint): string {
  return count > BigInt(Number.MAX_SAFE_INTEGER)
    ? `a number of ${count.toString().length} digits of`
    : `${count}`;
}

/** The parameters of an encryption with a passphrase. */
export interface EncryptionScheme {
  readonly derivation: 'pbkdf2' | 'pkcs12';
  /** The name in node:crypto: of the HMAC for PBKDF2, of the hash for PKCS #12. */
  readonly hash: string;
  readonly salt: Uint8Array;
  readonly iterations: number;
  readonly cipher: Cipher;
  /** Absent if it is derived too. */
  readonly iv?: Uint8Array;
}

interface Cipher {
  readonly name: 'aes-128-cbc' | 'aes-192-cbc' | 'aes-256-cbc' | 'des-ede3-cbc' | 'rc2-cbc';
  readonly keyBytes: number;
  readonly blockBytes: number;
}

export const PBES2_OID = {
  pbes2: '1.2.840.113549.1.5.13',
  pbkdf2: '1.2.840.113549.1.5.12',
  hmacWithSha1: '1.2.840.113549.2.7',
  hmacWithSha256: '1.2.840.113549.2.9',
  aes256Cbc: '2.16.840.1.101.3.4.1.42',
  sha256: '2.16.840.1.101.3.4.2.1',
} as const;

const PRFS: ReadonlyMap<string, string> = new Map([
  [PBES2_OID.hmacWithSha1, 'sha1'],
  ['1.2.840.113549.2.8', 'sha224'],
  [PBES2_OID.hmacWithSha256, 'sha256'],
  ['1.2.840.113549.2.10', 'sha384'],
  ['1.2.840.113549.2.11', 'sha512'],
]);

const CIPHERS: ReadonlyMap<string, Cipher> = new Map([
  ['2.16.840.1.101.3.4.1.2', { name: 'aes-128-cbc', keyBytes: 16, blockBytes: 16 }],
  ['2.16.840.1.101.3.4.1.22', { name: 'aes-192-cbc', keyBytes: 24, blockBytes: 16 }],
  [PBES2_OID.aes256Cbc, { name: 'aes-256-cbc', keyBytes: 32, blockBytes: 16 }],
  ['1.2.840.113549.3.7', { name: 'des-ede3-cbc', keyBytes: 24, blockBytes: 8 }],
]);

/** The schemes of PKCS #12 itself (RFC 7292 appendix C), all with SHA-1. */
const PKCS12_CIPHERS: ReadonlyMap<string, Cipher> = new Map([
  ['1.2.840.113549.1.12.1.3', { name: 'des-ede3-cbc', keyBytes: 24, blockBytes: 8 }],
  ['1.2.840.113549.1.12.1.4', { name: 'des-ede3-cbc', keyBytes: 16, blockBytes: 8 }],
  ['1.2.840.113549.1.12.1.5', { name: 'rc2-cbc', keyBytes: 16, blockBytes: 8 }],
  ['1.2.840.113549.1.12.1.6', { name: 'rc2-cbc', keyBytes: 5, blockBytes: 8 }],
]);

/** The names of known but unsupported algorithms, for messages. */
const NAMES: ReadonlyMap<string, string> = new Map([
  ['1.2.840.113549.1.12.1.1', 'RC4 (128 bits)'],
  ['1.2.840.113549.1.12.1.2', 'RC4 (40 bits)'],
  ['1.2.840.113549.1.5.1', 'MD2 and DES'],
  ['1.2.840.113549.1.5.3', 'MD5 and DES'],
  ['1.2.840.113549.1.5.6', 'MD5 and RC2'],
  ['1.2.840.113549.1.5.10', 'SHA-1 and DES'],
  ['1.2.840.113549.1.5.11', 'SHA-1 and RC2'],
  ['1.3.6.1.4.1.11591.4.11', 'scrypt'],
  ['1.2.840.113549.1.5.14', 'PBMAC1'],
  ['1.2.840.113549.3.2', 'RC2'],
]);

/** Throws the refusal of an unsupported algorithm. @throws SecretRefusal unsupported, always */
export function throwUnsupported(oid: string, what: string): never {
  throw new SecretRefusal('unsupported', `${what} ${NAMES.get(oid) ?? `the algorithm ${oid}`}`);
}

/**
 * Reads an AlgorithmIdentifier of an encryption (RFC 8018 appendix A.4, RFC 7292 appendix C).
 * @throws SecretRefusal unsupported, iterations; DerError
 */
export function readScheme(node: DerNode | undefined, iterations: Iterations): EncryptionScheme {
  const [type, parameters] = getChildren(node, TAG.sequence, 'the encryption');
  const oid = readOid(type, 'the encryption');
  if (oid === PBES2_OID.pbes2) return readPbes2(parameters, iterations);
  const cipher = PKCS12_CIPHERS.get(oid) ?? throwUnsupported(oid, 'it is encrypted with');
  const [salt, count] = getChildren(parameters, TAG.sequence, 'the parameters of the encryption');
  return {
    derivation: 'pkcs12',
    hash: 'sha1',
    salt: assertTag(salt, TAG.octetString, 'the salt').bytes,
    iterations: iterations.read(count),
    cipher,
  };
}

function readPbes2(parameters: DerNode | undefined, iterations: Iterations): EncryptionScheme {
  const [derivation, encryption] = getChildren(parameters, TAG.sequence, 'the parameters of PBES2');
  const [cipherType, iv] = getChildren(encryption, TAG.sequence, 'the cipher');
  const cipherOid = readOid(cipherType, 'the cipher');
  const cipher = CIPHERS.get(cipherOid) ?? throwUnsupported(cipherOid, 'it is encrypted with');
  const vector = assertTag(iv, TAG.octetString, 'the initialization vector').bytes;
  if (vector.length !== cipher.blockBytes) {
    throw new SecretRefusal('damaged', `its initialization vector has ${vector.length} bytes`);
  }
  return { ...readPbkdf2(derivation, cipher, iterations), cipher, iv: vector };
}

function readPbkdf2(node: DerNode | undefined, { keyBytes }: Cipher, iterations: Iterations) {
  const [type, parameters] = getChildren(node, TAG.sequence, 'the key derivation');
  const oid = readOid(type, 'the key derivation');
  if (oid !== PBES2_OID.pbkdf2) throwUnsupported(oid, 'its key is derived with');
  const [salt, count, ...optional] = getChildren(parameters, TAG.sequence, 'the parameters of PBKDF2');
  const length = optional.find(({ tag }) => tag === TAG.integer);
  if (length !== undefined && readInteger(length, 'the length of the key') !== BigInt(keyBytes)) {
    throw new SecretRefusal('damaged', 'its key has the wrong length for its cipher');
  }
  const prf = optional.find(({ tag }) => tag === TAG.sequence);
  const prfOid =
    prf === undefined ? PBES2_OID.hmacWithSha1 : readOid(prf.children[0], 'the hash of the key derivation');
  return {
    derivation: 'pbkdf2' as const,
    hash: PRFS.get(prfOid) ?? throwUnsupported(prfOid, 'its key is derived with'),
    salt: assertTag(salt, TAG.octetString, 'the salt').bytes,
    iterations: iterations.read(count),
  };
}

/** Decrypts RC2, which node:crypto has only with its legacy provider; passed in if required. */
export type Rc2 = (key: Uint8Array, iv: Uint8Array, data: Uint8Array) => Uint8Array | undefined;

/** A passphrase in the encodings of key derivations. */
export interface PassphraseForms {
  readonly utf8: Uint8Array;
  readonly bmp: Uint8Array;
}

export function createPassphraseForms(passphrase: string): PassphraseForms {
  return { utf8: Buffer.from(passphrase, 'utf8'), bmp: encodeBmpPassphrase(passphrase) };
}

/** The empty passphrase of some programs, without the final NUL. */
export const NO_PASSPHRASE: PassphraseForms = { utf8: new Uint8Array(), bmp: new Uint8Array() };

/** Decrypts data with a passphrase. @throws SecretRefusal passphrase-wrong if the padding is invalid; Rc2Wanted */
export function decrypt(
  { data, scheme }: { readonly data: Uint8Array; readonly scheme: EncryptionScheme },
  passphrase: PassphraseForms,
  rc2?: Rc2,
): Uint8Array {
  const { cipher } = scheme;
  if (data.length === 0 || data.length % cipher.blockBytes !== 0) {
    throw new SecretRefusal(
      'damaged',
      `its encrypted part has ${data.length} bytes, which its cipher never produces`,
    );
  }
  const { key, iv } = derive(scheme, passphrase);
  if (cipher.name === 'rc2-cbc') {
    if (rc2 === undefined) throw new Rc2Required();
    return rc2(key, iv, data) ?? throwWrongPassphrase();
  }
  // With two keys, the first one is used twice.
  const whole = cipher.name === 'des-ede3-cbc' ? Buffer.concat([key, key]).subarray(0, 24) : key;
  const decipher = createDecipheriv(cipher.name, whole, iv);
  try {
    return Buffer.concat([decipher.update(data), decipher.final()]);
  } catch {
    return throwWrongPassphrase();
  }
}

function throwWrongPassphrase(): never {
  throw new SecretRefusal('passphrase-wrong', "the passphrase doesn't open it");
}

function derive(scheme: EncryptionScheme, passphrase: PassphraseForms): { key: Uint8Array; iv: Uint8Array } {
  const { hash, salt, iterations, cipher } = scheme;
  if (scheme.derivation === 'pbkdf2') {
    const key = pbkdf2Sync(passphrase.utf8, salt, iterations, cipher.keyBytes, hash);
    return { key, iv: scheme.iv ?? new Uint8Array() };
  }
  const common = { hash, salt, iterations };
  return {
    key: derivePkcs12(passphrase.bmp, { ...common, purpose: PURPOSE.key, length: cipher.keyBytes }),
    iv: derivePkcs12(passphrase.bmp, { ...common, purpose: PURPOSE.iv, length: cipher.blockBytes }),
  };
}

/** The purposes of derived keys, as the numbers in PKCS #12. */
export const PURPOSE = { key: 1, iv: 2, mac: 3 } as const;

export interface Pkcs12Derivation {
  /** The name in node:crypto. */
  readonly hash: string;
  readonly salt: Uint8Array;
  readonly iterations: number;
  readonly purpose: (typeof PURPOSE)[keyof typeof PURPOSE];
  /** The length of the result in octets. */
  readonly length: number;
}

/** Derives a key as PKCS #12 does; node:crypto lacks this derivation. @see RFC 7292 B.2 */
export function derivePkcs12(passphrase: Uint8Array, derivation: Pkcs12Derivation): Buffer {
  const { hash, salt, iterations, purpose, length } = derivation;
  const block = getBlockBytes(hash);
  const diversifier = Buffer.alloc(block, purpose);
  const input = Buffer.concat([fillBlock(salt, block), fillBlock(passphrase, block)]);
  const derived: Buffer[] = [];
  for (let octets = 0; octets < length; octets += derived.at(-1)?.length ?? length) {
    let digest = hashOnce(hash, Buffer.concat([diversifier, input]), 'buffer');
    for (let round = 1; round < iterations; round++) digest = hashOnce(hash, digest, 'buffer');
    derived.push(digest);
    addToEach(input, fillBlock(digest, block).subarray(0, block));
  }
  return Buffer.concat(derived).subarray(0, length);
}

/** Encodes a passphrase as PKCS #12 hashes it: UTF-16, big-endian, with a final NUL (RFC 7292 B.1). */
function encodeBmpPassphrase(passphrase: string): Buffer {
  return Buffer.from(`${passphrase}\0`, 'utf16le').swap16();
}

function getBlockBytes(hash: string): number {
  return hash === 'sha384' || hash === 'sha512' ? 128 : 64;
}

/** Repeats the bytes to a whole number of blocks; empty input stays empty. */
function fillBlock(bytes: Uint8Array, block: number): Buffer {
  return Buffer.alloc(block * Math.ceil(bytes.length / block), bytes.length === 0 ? 0 : bytes);
}

/** Adds the addend plus one to every block of the input, modulo the block's size. */
function addToEach(input: Buffer, addend: Uint8Array): void {
  for (let start = 0; start < input.length; start += addend.length) {
    let carry = 1;
    for (let place = addend.length - 1; place >= 0; place--) {
      carry += (input[start + place] ?? 0) + (addend[place] ?? 0);
      input[start + place] = carry & 0xff;
      carry >>= 8;
    }
  }
}

/** A private key, or the reason why there is none. */
export type PrivateKeyReading =
  | { readonly ok: true; readonly key: KeyObject }
  | { readonly ok: false; readonly fault: SecretFault; readonly reason: string };

/** The labels of PEM blocks with a private key. */
export const PRIVATE_KEY_LABELS: readonly string[] = [
  'PRIVATE KEY',
  'ENCRYPTED PRIVATE KEY',
  'RSA PRIVATE KEY',
  'EC PRIVATE KEY',
];

/** Returns true if a key needs a passphrase. */
export function isEncrypted({ label, headers = [] }: PemBlock): boolean {
  return (
    label === 'ENCRYPTED PRIVATE KEY' || headers.some((header) => /^Proc-Type:.*ENCRYPTED/i.test(header))
  );
}

/**
 * Reads a private key: PKCS #8 plain or encrypted, PKCS #1, SEC 1, and the old PEM form with `Proc-Type`. Never throws
 * on any bytes; checks the iteration count before the key derivation.
 * @see S12-certificate-files-hostile, A-private-key-forms
 */
export function readPrivateKey(block: PemBlock, passphrase: string | undefined): PrivateKeyReading {
  try {
    if (!isEncrypted(block)) return readPlainKey(block.der);
    if (passphrase === undefined)
      return { ok: false, fault: 'passphrase-missing', reason: 'it is encrypted' };
    if (block.label !== 'ENCRYPTED PRIVATE KEY') return readTraditionalKey(block, passphrase);
    return openKey(decodeDer(block.der), createPassphraseForms(passphrase), new Iterations());
  } catch (error) {
    return createRefusedReading(error);
  }
}

/**
 * Opens an EncryptedPrivateKeyInfo (RFC 5958 3).
 * @throws SecretRefusal, DerError
 */
export function openKey(
  node: DerNode,
  passphrase: PassphraseForms,
  iterations: Iterations,
  rc2?: Rc2,
): PrivateKeyReading {
  const [algorithm, data] = getChildren(node, TAG.sequence, 'the encrypted key');
  const scheme = readScheme(algorithm, iterations);
  const encrypted = { data: assertTag(data, TAG.octetString, 'the encrypted key').bytes, scheme };
  const opened = readPlainKey(decrypt(encrypted, passphrase, rc2));
  // One wrong passphrase in 256 leaves valid padding around data that isn't a key.
  return opened.ok || opened.fault !== 'damaged'
    ? opened
    : { ok: false, fault: 'passphrase-wrong', reason: "the passphrase doesn't open it" };
}

/**
 * Reads a PrivateKeyInfo (RFC 5958 2), an RSAPrivateKey (RFC 8017 A.1.2) or an ECPrivateKey (RFC 5915 3).
 * @param node the parsed value if it may be BER
 */
export function readPlainKey(der: Uint8Array, node?: DerNode): PrivateKeyReading {
  try {
    const type = detectKeyType(getChildren(node ?? decodeDer(der), TAG.sequence, 'the private key'));
    if (type === undefined) return { ok: false, fault: 'key-kind', reason: "it isn't a signing key" };
    return { ok: true, key: createPrivateKey({ key: toBuffer(der), format: 'der', type }) };
  } catch (error) {
    return createRefusedReading(error);
  }
}

/** Detects the type of key; other types are rejected, since checking their parameters can be slow. */
function detectKeyType([, second, third]: readonly DerNode[]): 'pkcs8' | 'pkcs1' | 'sec1' | undefined {
  if (second?.tag === TAG.octetString) return third?.children[0]?.tag === TAG.oid ? 'sec1' : undefined;
  if (second?.tag !== TAG.sequence) return 'pkcs1';
  const [type, parameters] = second.children;
  const oid = readOid(type, 'the algorithm of the key');
  const isNamedCurve = oid === OID.ecPublicKey && parameters?.tag === TAG.oid;
  return oid === OID.rsaEncryption || isNamedCurve || EDWARDS_KEYS.includes(oid) ? 'pkcs8' : undefined;
}

/** The identifiers of Ed25519 and Ed448 (RFC 8410 3). */
const EDWARDS_KEYS: readonly string[] = ['1.3.101.112', '1.3.101.113'];

function readTraditionalKey(block: PemBlock, passphrase: string): PrivateKeyReading {
  if (!isCipherSupported(block))
    return { ok: false, fault: 'unsupported', reason: "its encryption isn't supported" };
  try {
    return { ok: true, key: createPrivateKey({ key: writePem(block), format: 'pem', passphrase }) };
  } catch {
    return { ok: false, fault: 'passphrase-wrong', reason: "the passphrase doesn't open it" };
  }
}

/**
 * Returns true if OpenSSL supports the cipher of `DEK-Info`. The error of a failed decryption doesn't show it: one
 * wrong passphrase in 256 leaves valid padding, which OpenSSL reports as unsupported.
 */
function isCipherSupported({ headers = [] }: PemBlock): boolean {
  const name = headers.map((header) => /^DEK-Info:\s*([\w-]+)/i.exec(header)?.[1]).find(Boolean);
  const cipher = name === undefined ? undefined : getCipherInfo(name);
  if (cipher === undefined) return false;
  try {
    createDecipheriv(cipher.name, Buffer.alloc(cipher.keyLength), Buffer.alloc(cipher.ivLength ?? 0));
    return true;
  } catch {
    return false;
  }
}

function createRefusedReading(error: unknown): PrivateKeyReading {
  if (error instanceof SecretRefusal) return { ok: false, fault: error.fault, reason: error.message };
  const reason = error instanceof DerError ? error.message : "it isn't a usable private key";
  return { ok: false, fault: 'damaged', reason };
}
