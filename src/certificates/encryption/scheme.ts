import { type DerNode, TAG } from '../der.ts';
import { childrenOf, expectTag, readInteger, readOid } from '../der-values.ts';
import type { Iterations } from './iterations.ts';
import { SecretRefusal } from './refusal.ts';

/** How something is encrypted with a passphrase. */
export interface EncryptionScheme {
  readonly derivation: 'pbkdf2' | 'pkcs12';
  /** A name of node:crypto: of the HMAC with PBKDF2, of the hash with PKCS #12. */
  readonly hash: string;
  readonly salt: Uint8Array;
  readonly iterations: number;
  readonly cipher: Cipher;
  /** Absent where it is derived too. */
  readonly iv?: Uint8Array;
}

export interface Cipher {
  readonly name: 'aes-128-cbc' | 'aes-192-cbc' | 'aes-256-cbc' | 'des-ede3-cbc' | 'rc2-cbc';
  readonly keyBytes: number;
  readonly blockBytes: number;
}

const OID = {
  pbes2: '1.2.840.113549.1.5.13',
  pbkdf2: '1.2.840.113549.1.5.12',
  hmacWithSha1: '1.2.840.113549.2.7',
} as const;

const PRFS: ReadonlyMap<string, string> = new Map([
  [OID.hmacWithSha1, 'sha1'],
  ['1.2.840.113549.2.8', 'sha224'],
  ['1.2.840.113549.2.9', 'sha256'],
  ['1.2.840.113549.2.10', 'sha384'],
  ['1.2.840.113549.2.11', 'sha512'],
]);

const CIPHERS: ReadonlyMap<string, Cipher> = new Map([
  ['2.16.840.1.101.3.4.1.2', { name: 'aes-128-cbc', keyBytes: 16, blockBytes: 16 }],
  ['2.16.840.1.101.3.4.1.22', { name: 'aes-192-cbc', keyBytes: 24, blockBytes: 16 }],
  ['2.16.840.1.101.3.4.1.42', { name: 'aes-256-cbc', keyBytes: 32, blockBytes: 16 }],
  ['1.2.840.113549.3.7', { name: 'des-ede3-cbc', keyBytes: 24, blockBytes: 8 }],
]);

/** The schemes of PKCS #12 itself (RFC 7292 appendix C), all with SHA-1. */
const PKCS12_CIPHERS: ReadonlyMap<string, Cipher> = new Map([
  ['1.2.840.113549.1.12.1.3', { name: 'des-ede3-cbc', keyBytes: 24, blockBytes: 8 }],
  ['1.2.840.113549.1.12.1.4', { name: 'des-ede3-cbc', keyBytes: 16, blockBytes: 8 }],
  ['1.2.840.113549.1.12.1.5', { name: 'rc2-cbc', keyBytes: 16, blockBytes: 8 }],
  ['1.2.840.113549.1.12.1.6', { name: 'rc2-cbc', keyBytes: 5, blockBytes: 8 }],
]);

/** What is known and not opened, for the sentence that says so. */
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

/** @throws SecretRefusal unsupported, always */
export function unsupported(oid: string, what: string): never {
  throw new SecretRefusal('unsupported', `${what} ${NAMES.get(oid) ?? `the algorithm ${oid}`}`);
}

/**
 * Reads an AlgorithmIdentifier of an encryption (RFC 8018 appendix A.4, RFC 7292 appendix C).
 * @throws SecretRefusal unsupported, iterations; DerError
 */
export function readScheme(node: DerNode | undefined, iterations: Iterations): EncryptionScheme {
  const [type, parameters] = childrenOf(node, TAG.sequence, 'the encryption');
  const oid = readOid(type, 'the encryption');
  if (oid === OID.pbes2) return readPbes2(parameters, iterations);
  const cipher = PKCS12_CIPHERS.get(oid) ?? unsupported(oid, 'it is encrypted with');
  const [salt, count] = childrenOf(parameters, TAG.sequence, 'the parameters of the encryption');
  return {
    derivation: 'pkcs12',
    hash: 'sha1',
    salt: expectTag(salt, TAG.octetString, 'the salt').bytes,
    iterations: iterations.read(count),
    cipher,
  };
}

function readPbes2(parameters: DerNode | undefined, iterations: Iterations): EncryptionScheme {
  const [derivation, encryption] = childrenOf(parameters, TAG.sequence, 'the parameters of PBES2');
  const [cipherType, iv] = childrenOf(encryption, TAG.sequence, 'the cipher');
  const cipherOid = readOid(cipherType, 'the cipher');
  const cipher = CIPHERS.get(cipherOid) ?? unsupported(cipherOid, 'it is encrypted with');
  const vector = expectTag(iv, TAG.octetString, 'the initialization vector').bytes;
  if (vector.length !== cipher.blockBytes) {
    throw new SecretRefusal('damaged', `its initialization vector has ${vector.length} bytes`);
  }
  return { ...readPbkdf2(derivation, cipher, iterations), cipher, iv: vector };
}

function readPbkdf2(node: DerNode | undefined, { keyBytes }: Cipher, iterations: Iterations) {
  const [type, parameters] = childrenOf(node, TAG.sequence, 'the key derivation');
  const oid = readOid(type, 'the key derivation');
  if (oid !== OID.pbkdf2) unsupported(oid, 'its key is derived with');
  const [salt, count, ...optional] = childrenOf(parameters, TAG.sequence, 'the parameters of PBKDF2');
  const length = optional.find(({ tag }) => tag === TAG.integer);
  if (length !== undefined && readInteger(length, 'the length of the key') !== BigInt(keyBytes)) {
    throw new SecretRefusal('damaged', 'its key has the wrong length for its cipher');
  }
  const prf = optional.find(({ tag }) => tag === TAG.sequence);
  const prfOid =
    prf === undefined ? OID.hmacWithSha1 : readOid(prf.children[0], 'the hash of the key derivation');
  return {
    derivation: 'pbkdf2' as const,
    hash: PRFS.get(prfOid) ?? unsupported(prfOid, 'its key is derived with'),
    salt: expectTag(salt, TAG.octetString, 'the salt').bytes,
    iterations: iterations.read(count),
  };
}
