import { type KeyObject, X509Certificate } from 'node:crypto';
import type { Certificate } from './certificate.ts';
import { DerError, type DerNode, TAG } from './der.ts';
import { childrenOf, readOid } from './der-values.ts';
import type { TrustFault } from './trust-texts.ts';

type Family = 'rsa' | 'ec' | 'eddsa';

const PSS = '1.2.840.113549.1.1.10';

/** Signature algorithms of certificates that are checked, and the keys that make them. */
const FAMILY_OF_SIGNATURE: ReadonlyMap<string, Family> = new Map<string, Family>([
  ['1.2.840.113549.1.1.11', 'rsa'],
  ['1.2.840.113549.1.1.12', 'rsa'],
  ['1.2.840.113549.1.1.13', 'rsa'],
  [PSS, 'rsa'],
  ['1.2.840.10045.4.3.2', 'ec'],
  ['1.2.840.10045.4.3.3', 'ec'],
  ['1.2.840.10045.4.3.4', 'ec'],
  ['1.3.101.112', 'eddsa'],
  ['1.3.101.113', 'eddsa'],
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

/** Keys shorter than these are no CA's any more. */
const LEAST_BITS: Readonly<Record<Family, number>> = { rsa: 2048, ec: 256, eddsa: 0 };

const FAMILY_OF_KEY: ReadonlyMap<KeyObject['asymmetricKeyType'], Family> = new Map([
  ['rsa', 'rsa'],
  ['rsa-pss', 'rsa'],
  ['ec', 'ec'],
  ['ed25519', 'eddsa'],
  ['ed448', 'eddsa'],
]);

/**
 * Checks that the issuer's key made the signature of a certificate.
 * @param algorithm of the signature, an AlgorithmIdentifier
 * @returns what is wrong, or nothing
 * @see D12-trust, D12-trust-algorithms
 */
export function issuedFault(
  certificate: Certificate,
  algorithm: DerNode,
  issuer: Certificate,
): TrustFault | undefined {
  const family = checkAlgorithm(algorithm);
  if (family !== 'rsa' && family !== 'ec' && family !== 'eddsa') return family;
  if (FAMILY_OF_KEY.get(issuer.publicKey.asymmetricKeyType) !== family) return 'other-key';
  if (issuer.keyBits < LEAST_BITS[family]) return 'weak-key';
  return isSignedBy(certificate, issuer) ? undefined : 'other-key';
}

/** Whether a certificate has the signature of another one's key. */
export function isSignedBy({ der }: Certificate, { publicKey }: Certificate): boolean {
  try {
    return new X509Certificate(der).verify(publicKey);
  } catch {
    // A signature of another algorithm than the key's, or one that OpenSSL does not know.
    return false;
  }
}

function checkAlgorithm({ children }: DerNode): Family | TrustFault {
  try {
    const [type, parameters, ...rest] = children;
    const oid = readOid(type, 'the signature algorithm');
    if (rest.length > 0) return 'malformed';
    if (WEAK.has(oid)) return 'weak-signature';
    const family = FAMILY_OF_SIGNATURE.get(oid);
    if (family === undefined) return 'unknown-signature';
    if (oid === PSS) return checkPss(parameters) ?? family;
    const isPlain = parameters === undefined || (family === 'rsa' && parameters.tag === TAG.null);
    return isPlain ? family : 'malformed';
  } catch (error) {
    if (error instanceof DerError) return 'malformed';
    throw error;
  }
}

const SHA1 = '1.3.14.3.2.26';
const SAFE_HASHES: readonly string[] = ['1', '2', '3'].map((last) => `2.16.840.1.101.3.4.2.${last}`);

/** RSASSA-PSS-params (RFC 4055 3.1): what is absent is SHA-1. OpenSSL reads the others. */
function checkPss(parameters: DerNode | undefined): TrustFault | undefined {
  const fields = childrenOf(parameters, TAG.sequence, 'the parameters of RSA-PSS');
  const inside = (tag: number) => fields.find((field) => field.tag === tag)?.children[0];
  const [hash, ofMask] = [inside(0xa0), inside(0xa1)?.children[1]].map((node) =>
    node === undefined ? SHA1 : readOid(node.children[0], 'the hash of RSA-PSS'),
  );
  if (hash === SHA1 || ofMask === SHA1) return 'weak-signature';
  return SAFE_HASHES.includes(hash ?? '') && ofMask === hash ? undefined : 'unknown-signature';
}
