import { constants, type KeyObject, type VerifyKeyObjectInput, verify } from 'node:crypto';
import type { Certificate } from './certificate.ts';
import { DerError, type DerNode, TAG } from './der.ts';
import { childrenOf, expectTag, readInteger, readOid } from './der-values.ts';
import type { TrustFacts } from './trust-facts.ts';
import type { TrustFault } from './trust-texts.ts';

type Family = 'rsa' | 'ec' | 'eddsa';

/** How a certificate is signed: the hash, and how the issuer's key makes it a signature. */
interface Scheme {
  readonly family: Family;
  /** Null where the scheme has a hash of its own. */
  readonly hash: string | null;
  readonly options?: Omit<VerifyKeyObjectInput, 'key'>;
}

const PKCS1 = { padding: constants.RSA_PKCS1_PADDING };

/** Signature algorithms of certificates that are checked. */
const SCHEMES: ReadonlyMap<string, Scheme> = new Map<string, Scheme>([
  ['1.2.840.113549.1.1.11', { family: 'rsa', hash: 'sha256', options: PKCS1 }],
  ['1.2.840.113549.1.1.12', { family: 'rsa', hash: 'sha384', options: PKCS1 }],
  ['1.2.840.113549.1.1.13', { family: 'rsa', hash: 'sha512', options: PKCS1 }],
  ['1.2.840.10045.4.3.2', { family: 'ec', hash: 'sha256' }],
  ['1.2.840.10045.4.3.3', { family: 'ec', hash: 'sha384' }],
  ['1.2.840.10045.4.3.4', { family: 'ec', hash: 'sha512' }],
  ['1.3.101.112', { family: 'eddsa', hash: null }],
  ['1.3.101.113', { family: 'eddsa', hash: null }],
]);

/** MD2, MD4, MD5 and SHA-1, with RSA, DSA and ECDSA: who can find two inputs of one hash can forge certificates. */
const WEAK: ReadonlySet<string> = new Set([
  '1.2.840.113549.1.1.2',
  '1.2.840.113549.1.1.3',
  '1.2.840.113549.1.1.4',
  '1.2.840.113549.1.1.5',
  '1.3.14.3.2.29',
  '1.2.840.10040.4.3',
  '1.2.840.10045.4.1',
]);

const PSS = '1.2.840.113549.1.1.10';
const MGF1 = '1.2.840.113549.1.1.8';

const HASHES: ReadonlyMap<string, string> = new Map([
  ['2.16.840.1.101.3.4.2.1', 'sha256'],
  ['2.16.840.1.101.3.4.2.2', 'sha384'],
  ['2.16.840.1.101.3.4.2.3', 'sha512'],
]);

/** Keys shorter than these are no CA's any more. */
const LEAST_BITS: Readonly<Record<Family, number>> = { rsa: 2048, ec: 256, eddsa: 0 };

const FAMILIES: ReadonlyMap<string, Family> = new Map<string, Family>([
  ['rsa', 'rsa'],
  ['rsa-pss', 'rsa'],
  ['ec', 'ec'],
  ['ed25519', 'eddsa'],
  ['ed448', 'eddsa'],
]);

/**
 * Whether the issuer's key made the signature of a certificate.
 * @returns what is wrong, or nothing
 * @see D12-trust, D12-trust-algorithms
 */
export function issuedFault(facts: TrustFacts, issuer: Certificate): TrustFault | undefined {
  const scheme = schemeOf(facts.algorithm);
  if (typeof scheme === 'string') return scheme;
  if (familyOf(issuer.publicKey) !== scheme.family) return 'other-key';
  if (issuer.keyBits < LEAST_BITS[scheme.family]) return 'weak-key';
  const key = { ...scheme.options, key: issuer.publicKey };
  return isMadeWith(scheme.hash, facts, key) ? undefined : 'other-key';
}

function isMadeWith(hash: string | null, facts: TrustFacts, key: VerifyKeyObjectInput): boolean {
  try {
    return verify(hash, facts.signed, key, facts.signature);
  } catch {
    // A key that is bound to other parameters, or that OpenSSL does not take for this.
    return false;
  }
}

function familyOf({ asymmetricKeyType }: KeyObject): Family | undefined {
  return FAMILIES.get(asymmetricKeyType ?? '');
}

function schemeOf(algorithm: DerNode): Scheme | TrustFault {
  try {
    const [type, parameters, ...rest] = algorithm.children;
    const oid = readOid(type, 'the signature algorithm');
    if (rest.length > 0) return 'malformed';
    if (WEAK.has(oid)) return 'weak-signature';
    if (oid === PSS) return pssScheme(parameters);
    const scheme = SCHEMES.get(oid);
    if (scheme === undefined) return 'unknown-signature';
    const isPlain = parameters === undefined || (scheme.family === 'rsa' && parameters.tag === TAG.null);
    return isPlain ? scheme : 'malformed';
  } catch (error) {
    if (error instanceof DerError) return 'malformed';
    throw error;
  }
}

const HASH = 0xa0;
const MASK = 0xa1;
const SALT = 0xa2;
const TRAILER = 0xa3;

/** RSASSA-PSS-params (RFC 4055 3.1): what is absent is SHA-1. */
function pssScheme(parameters: DerNode | undefined): Scheme | TrustFault {
  const fields = childrenOf(parameters, TAG.sequence, 'the parameters of RSA-PSS');
  const tags = fields.map(({ tag }) => tag);
  const isInOrder = tags.every((tag, place) => tag >= HASH && tag <= TRAILER && tag > (tags[place - 1] ?? 0));
  if (!isInOrder) return 'malformed';
  const inside = (tag: number) => fields.find((field) => field.tag === tag)?.children[0];
  const [hash, mask, salt, trailer] = [HASH, MASK, SALT, TRAILER].map(inside);
  if (hash === undefined || mask === undefined) return 'weak-signature';
  if (trailer !== undefined && readInteger(trailer, 'trailerField') !== 1n) return 'malformed';
  const saltLength = salt === undefined ? 20 : Number(readInteger(salt, 'saltLength'));
  const name = hashOf(hash);
  const [generator, ofMask] = childrenOf(mask, TAG.sequence, 'maskGenAlgorithm');
  const isSame =
    readOid(generator, 'maskGenAlgorithm') === MGF1 &&
    hashOf(expectTag(ofMask, TAG.sequence, 'the hash of MGF1')) === name;
  if (name === 'sha1') return 'weak-signature';
  if (name === undefined || !isSame || saltLength < 0 || saltLength > MOST_SALT) return 'unknown-signature';
  return { family: 'rsa', hash: name, options: { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength } };
}

/** No salt is longer than what the longest key leaves room for. */
const MOST_SALT = 1024;

const SHA1 = '1.3.14.3.2.26';

function hashOf(algorithm: DerNode): string | undefined {
  const [type] = childrenOf(algorithm, TAG.sequence, 'the hash of RSA-PSS');
  const oid = readOid(type, 'the hash of RSA-PSS');
  return oid === SHA1 ? 'sha1' : HASHES.get(oid);
}
