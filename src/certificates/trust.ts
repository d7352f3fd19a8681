import { type KeyObject, X509Certificate } from 'node:crypto';
import { type Certificate, type Extension, isKeyOf, openCertificate } from './certificate.ts';
import {
  DerError,
  type DerNode,
  decodeDer,
  decodeOr,
  getChildren,
  readBoolean,
  readInteger,
  readOid,
  TAG,
} from './der.ts';
import { OID } from './oids.ts';

/** The facts for the trust in a certificate, besides those of every certificate. */
interface TrustFacts {
  /** The AlgorithmIdentifier of its signature. */
  readonly algorithm: DerNode;
  /** For a CA, the number of CAs that may follow below it; absent for any number. */
  readonly pathLength: number | undefined;
  /** True if the certificate has a keyUsage extension. */
  readonly hasKeyUsage: boolean;
  /** True if a critical extension is unknown. */
  readonly hasUnknownCritical: boolean;
}

/** The critical extensions that are supported, or that can't forbid this use of a seal. */
const UNDERSTOOD: ReadonlySet<string> = new Set([
  ...[OID.basicConstraints, OID.keyUsage, OID.extKeyUsage, OID.subjectKeyIdentifier],
  ...[OID.authorityKeyIdentifier, OID.subjectAltName, OID.certificatePolicies, OID.crlDistributionPoints],
  ...[OID.authorityInfoAccess, OID.qcStatements],
]);

function readFacts({ der }: Certificate): TrustFacts | 'malformed' {
  return decodeOr(
    () => {
      const { algorithm, innerAlgorithm, signature, extensions } = openCertificate(der);
      // The unsigned algorithm must equal the signed one (RFC 5280 4.1.1.2).
      if (Buffer.compare(innerAlgorithm.der, algorithm.der) !== 0 || signature.unusedBits !== 0)
        return 'malformed';
      return {
        algorithm,
        pathLength: readPathLength(extensions.get(OID.basicConstraints)),
        hasKeyUsage: extensions.has(OID.keyUsage),
        hasUnknownCritical: [...extensions].some(([oid, { critical }]) => critical && !UNDERSTOOD.has(oid)),
      };
    },
    () => 'malformed' as const,
  );
}

/**
 * Reads the path length.
 * @throws DerError for basicConstraints other than cA and, for a CA, pathLenConstraint (RFC 5280 4.2.1.9).
 */
function readPathLength(extension: Extension | undefined): number | undefined {
  if (extension === undefined) return undefined;
  const fields = getChildren(decodeDer(extension.value), TAG.sequence, 'basicConstraints');
  const isCa = fields[0]?.tag === TAG.boolean && readBoolean(fields[0], 'cA of basicConstraints');
  const [length, ...rest] = fields[0]?.tag === TAG.boolean ? fields.slice(1) : fields;
  if (rest.length > 0) throw new DerError('basicConstraints has a field too many');
  if (length === undefined) return undefined;
  const value = readInteger(length, 'pathLenConstraint');
  if (!isCa || value < 0n) throw new DerError('pathLenConstraint has no meaning here');
  return Number(value);
}

/** A trusted CA that may have issued a certificate, with the fault that is independent of time. */
interface Edge {
  readonly issuer: Certificate;
  readonly fault: TrustFault | undefined;
  readonly pathLength: number | undefined;
}

/** The largest length of a chain, without the certificate itself. */
const LONGEST = 8;

/**
 * The faults from most to least progress: of several CAs with the issuer's name, the fault with the most progress is
 * reported.
 */
const FURTHEST: readonly TrustFault[] = [
  'issuer-expired',
  'issuer-not-yet-valid',
  'path-length',
  'issuer-usage',
  'issuer-not-ca',
  'weak-key',
];

/**
 * The trusted CAs. Chains consist only of these; certificates sent with the request are ignored. Signatures are checked
 * once per certificate, dates each time.
 * @see D12-trust
 */
export class Authorities {
  readonly #all: readonly Certificate[];

  readonly #edges = new WeakMap<Certificate, readonly Edge[] | TrustFault>();

  constructor(certificates: readonly Certificate[]) {
    this.#all = certificates;
  }

  /**
   * Returns the reason why a certificate isn't trusted; undefined if it is trusted. The caller checks its own dates.
   * @param at milliseconds since 1970
   */
  findFault(certificate: Certificate, at: number): TrustFault | undefined {
    // CAs may have certified one another: each is reached once, with the fewest possible CAs below it.
    const reached = new Set<Certificate>();
    const faults: TrustFault[] = [];
    let level: readonly Certificate[] = [certificate];
    for (let below = 0; below < LONGEST && level.length > 0; below += 1) {
      const next: Certificate[] = [];
      for (const edge of this.#listEdgesAbove(level, faults)) {
        const { issuer } = edge;
        if (reached.has(issuer)) continue;
        const found = edge.fault ?? findFaultNow(edge, at, below);
        if (found !== undefined) {
          faults.push(found);
          continue;
        }
        if (this.#isEnd(issuer)) return undefined;
        reached.add(issuer);
        next.push(issuer);
      }
      level = next;
    }
    return findFurthestFault(reached.size > 0 ? [...faults, 'too-long'] : faults);
  }

  /**
   * Lists the CAs that may have issued the certificates of a level.
   * @param faults collects faults of a certificate that can't have been issued as it is
   */
  #listEdgesAbove(level: readonly Certificate[], faults: TrustFault[]): readonly Edge[] {
    return level.flatMap((certificate) => {
      const edges = this.#listEdges(certificate);
      if (typeof edges !== 'string') return edges;
      faults.push(edges);
      return [];
    });
  }

  /** Returns true for a CA that none of these has issued: it is trusted because it is one of them. */
  #isEnd(issuer: Certificate): boolean {
    if (isNamedIssuer(issuer, issuer)) return true;
    const edges = this.#listEdges(issuer);
    return typeof edges !== 'string' && edges.every(({ fault }) => fault === 'other-key');
  }

  #listEdges(certificate: Certificate): readonly Edge[] | TrustFault {
    const known = this.#edges.get(certificate);
    if (known !== undefined) return known;
    const found = this.#findEdges(certificate);
    this.#edges.set(certificate, found);
    return found;
  }

  #findEdges(certificate: Certificate): readonly Edge[] | TrustFault {
    const facts = readFacts(certificate);
    if (facts === 'malformed') return 'malformed';
    if (facts.hasUnknownCritical) return 'critical-extension';
    return this.#all
      .filter((issuer) => isNamedIssuer(certificate, issuer))
      .map((issuer) => {
        const own = readFacts(issuer);
        const fault = checkIssued(certificate, facts.algorithm, issuer) ?? findIssuerFault(issuer, own);
        return { issuer, fault, pathLength: own === 'malformed' ? undefined : own.pathLength };
      });
  }
}

/** Finds the fault of a CA itself. */
function findIssuerFault(issuer: Certificate, facts: TrustFacts | 'malformed'): TrustFault | undefined {
  if (facts === 'malformed') return 'malformed';
  if (!issuer.isCa) return 'issuer-not-ca';
  if (facts.hasKeyUsage && !issuer.keyUsage.includes('keyCertSign')) return 'issuer-usage';
  return facts.hasUnknownCritical ? 'critical-extension' : undefined;
}

/** Finds the fault of a CA at a time with a number of CAs below it. */
function findFaultNow({ issuer, pathLength }: Edge, at: number, below: number): TrustFault | undefined {
  if (pathLength !== undefined && below > pathLength) return 'path-length';
  if (at > issuer.notAfter) return 'issuer-expired';
  return at < issuer.notBefore ? 'issuer-not-yet-valid' : undefined;
}

function findFurthestFault(faults: readonly TrustFault[]): TrustFault {
  const [first, ...others] = faults;
  if (first === undefined) return 'unknown-issuer';
  return others.reduce((best, fault) => (rankFault(fault) > rankFault(best) ? fault : best), first);
}

function rankFault(fault: TrustFault): number {
  if (fault === 'other-key') return -1;
  const place = FURTHEST.indexOf(fault);
  return place < 0 ? 0 : FURTHEST.length - place;
}

/**
 * The reasons why a certificate doesn't lead to a trusted CA, with the message and the remedy of each.
 * @see D12-trust
 */
const TEXTS = {
  'unknown-issuer': `No trusted CA has the name of its issuer.
    Use a certificate from one of the CAs of this bank, or have its operator add the CA with --ca.`,
  'other-key': `A trusted CA has the name of its issuer, but another key: it never issued this certificate.
    Use a certificate that was issued by the trusted CA itself.`,
  'weak-signature': `It, or a CA above it, is signed with an algorithm that is no longer safe, such as SHA-1 or MD5.
    Have it reissued with a signature over SHA-256 or better.`,
  'unknown-signature': `It, or a CA above it, is signed with an algorithm this bank doesn't check.
    Use a certificate signed with RSA, RSA-PSS, ECDSA or Ed25519, over SHA-256, SHA-384 or SHA-512.`,
  'weak-key': `Its issuer's key is too short: RSA under 2048 bits, or a curve under 256.
    Use a certificate from a CA with a longer key.`,
  'critical-extension': `It, or a CA above it, has a critical extension this bank doesn't know, such as name constraints.
    Use a certificate without it.`,
  malformed: `It, or a CA above it, breaks the form of RFC 5280.
    Have it reissued. psd2 cert lint FILE shows what is wrong with it.`,
  'issuer-not-ca': `The certificate that issued it isn't a CA's (basicConstraints).
    Use a certificate issued by a CA, not by another certificate.`,
  'issuer-usage': `The CA that issued it must not sign certificates (keyUsage has no keyCertSign).
    Use a certificate from a CA that may issue certificates.`,
  'path-length': `There are more CAs above it than one of them allows (pathLenConstraint).
    Use a certificate issued by the CA that stands higher.`,
  'too-long': `There are too many CAs above it.
    Use a certificate that is at most eight steps below a root.`,
  'issuer-expired': `A CA above it has expired.
    Use a certificate from the CA's successor, and have the bank's operator replace the CA.`,
  'issuer-not-yet-valid': `A CA above it isn't valid yet.
    Check the clock of the bank's machine, and the dates of the CA.`,
};

export type TrustFault = keyof typeof TEXTS;

/** The message and the remedy of each reason. */
export const TRUST_FAULTS = Object.fromEntries(
  Object.entries(TEXTS).map(([fault, text]) => [fault, text.split(/\n */)]),
) as unknown as Readonly<Record<TrustFault, readonly [says: string, remedy: string]>>;

type Family = 'rsa' | 'ec' | 'eddsa';

const PSS = '1.2.840.113549.1.1.10';

/** The supported signature algorithms of certificates, and their key families. */
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

/** MD2, MD4, MD5 and SHA-1 with RSA, DSA and ECDSA: collisions of the hash allow forged certificates. */
const WEAK: ReadonlySet<string> = new Set([
  '1.2.840.113549.1.1.2',
  '1.2.840.113549.1.1.3',
  '1.2.840.113549.1.1.4',
  '1.2.840.113549.1.1.5',
  '1.3.14.3.2.29',
  '1.2.840.10040.4.3',
  '1.2.840.10045.4.1',
]);

/** The shortest accepted keys of CAs, in bits. */
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
 * @param algorithm the AlgorithmIdentifier of the signature
 * @returns the fault; undefined if there is none
 * @see D12-trust, D12-trust-algorithms
 */
function checkIssued(
  certificate: Certificate,
  algorithm: DerNode,
  issuer: Certificate,
): TrustFault | undefined {
  const family = decodeOr(
    () => checkAlgorithm(algorithm.children),
    () => 'malformed' as const,
  );
  if (family !== 'rsa' && family !== 'ec' && family !== 'eddsa') return family;
  if (FAMILY_OF_KEY.get(issuer.publicKey.asymmetricKeyType) !== family) return 'other-key';
  if (issuer.keyBits < LEAST_BITS[family]) return 'weak-key';
  return isSignedBy(certificate, issuer) ? undefined : 'other-key';
}

/** Returns true if a certificate is signed with another one's key. */
export function isSignedBy({ der }: Certificate, { publicKey }: Certificate): boolean {
  try {
    return new X509Certificate(der).verify(publicKey);
  } catch {
    // The algorithm doesn't match the key, or OpenSSL doesn't support it.
    return false;
  }
}

/** Checks a signature algorithm. @throws DerError */
function checkAlgorithm([type, parameters, ...rest]: readonly DerNode[]): Family | TrustFault {
  const oid = readOid(type, 'the signature algorithm');
  if (rest.length > 0) return 'malformed';
  if (WEAK.has(oid)) return 'weak-signature';
  const family = FAMILY_OF_SIGNATURE.get(oid);
  if (family === undefined) return 'unknown-signature';
  if (oid === PSS) return checkPss(parameters) ?? family;
  const isPlain = parameters === undefined || (family === 'rsa' && parameters.tag === TAG.null);
  return isPlain ? family : 'malformed';
}

const SHA1 = '1.3.14.3.2.26';
/** Matches SHA-256, SHA-384 and SHA-512. */
const SAFE_HASHES = /^2\.16\.840\.1\.101\.3\.4\.2\.[123]$/;

/** Checks RSASSA-PSS-params (RFC 4055 3.1): absent hashes are SHA-1. OpenSSL parses the other fields. */
function checkPss(parameters: DerNode | undefined): TrustFault | undefined {
  const fields = getChildren(parameters, TAG.sequence, 'the parameters of RSA-PSS');
  const inside = (tag: number) => fields.find((field) => field.tag === tag)?.children[0];
  const [hash, ofMask] = [inside(0xa0), inside(0xa1)?.children[1]].map((node) =>
    node === undefined ? SHA1 : readOid(node.children[0], 'the hash of RSA-PSS'),
  );
  if (hash === SHA1 || ofMask === SHA1) return 'weak-signature';
  return SAFE_HASHES.test(hash ?? '') && ofMask === hash ? undefined : 'unknown-signature';
}

/** The certificates of a file, in order. */
export interface Chain {
  readonly leaf: Certificate;
  /** The leaf, its issuer and so on, as far as the file contains them; the last may be a root. */
  readonly path: readonly Certificate[];
  /** The certificates outside the chain. */
  readonly strays: readonly Certificate[];
  /** True if the input had this order. */
  readonly isInOrder: boolean;
}

/**
 * Finds the leaf among certificates in any order, and its chain: by names, and by the signature if names are equal. The
 * leaf is the certificate whose private key is given, else one that issued no other and isn't a CA.
 * @param keys private keys given with the certificates
 * @see A-chain-any-order
 */
export function findChain(
  certificates: readonly Certificate[],
  keys: readonly KeyObject[] = [],
): Chain | undefined {
  const leaf = findLeaf(certificates, keys);
  if (leaf === undefined) return undefined;
  const path = [leaf];
  for (let last: Certificate | undefined = leaf; last !== undefined && path.length < LONGEST_PATH; ) {
    last = findIssuer(
      last,
      certificates.filter((one) => !path.includes(one)),
    );
    if (last !== undefined) path.push(last);
  }
  const strays = certificates.filter((one) => !path.some((known) => isSame(known, one)));
  const isInOrder = path.every((one, place) => certificates[place] === one);
  return { leaf, path, strays, isInOrder };
}

function findLeaf(certificates: readonly Certificate[], keys: readonly KeyObject[]): Certificate | undefined {
  const owned = certificates.find((one) => keys.some((key) => isKeyOf(key, one)));
  if (owned !== undefined) return owned;
  const last = certificates.filter(
    (one) => !certificates.some((other) => !isSame(other, one) && isNamedIssuer(other, one)),
  );
  return (
    last.find(({ isCa }) => !isCa) ?? certificates.find(({ isCa }) => !isCa) ?? last[0] ?? certificates[0]
  );
}

/** Chains have two to four certificates; the limits bound the number of signature checks. */
const LONGEST_PATH = 8;
const MOST_OF_ONE_NAME = 8;

/** Finds the issuer by name first: checking a signature takes a thousand times as long. */
function findIssuer(certificate: Certificate, others: readonly Certificate[]): Certificate | undefined {
  return others
    .filter((one) => isNamedIssuer(certificate, one) && !isSame(certificate, one))
    .slice(0, MOST_OF_ONE_NAME)
    .find((one) => isSignedBy(certificate, one));
}

/** Returns true if the names fit. They are compared by their encoding: another encoding is another name. */
function isNamedIssuer(certificate: Certificate, issuer: Certificate): boolean {
  return Buffer.compare(certificate.issuerDer, issuer.subjectDer) === 0;
}

function isSame(one: Certificate, other: Certificate): boolean {
  return Buffer.compare(one.der, other.der) === 0;
}
