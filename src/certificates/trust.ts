import type { Certificate } from './certificate.ts';
import { DerError, type DerNode, decodeDer, TAG } from './der.ts';
import { childrenOf, readBoolean, readInteger } from './der-values.ts';
import { issuedFault } from './issued-signature.ts';
import { OID } from './oids.ts';
import { type Extension, openCertificate } from './structure.ts';
import type { TrustFault } from './trust-texts.ts';

/** What of a certificate decides whether it is trusted, beside what is read of each. */
interface TrustFacts {
  /** AlgorithmIdentifier of its signature. */
  readonly algorithm: DerNode;
  /** Of a CA: how many CAs may stand below it; absent for any number. */
  readonly pathLength: number | undefined;
  /** Whether a keyUsage extension is there at all. */
  readonly hasKeyUsage: boolean;
  /** Whether an extension must be understood and isn't. */
  readonly hasUnknownCritical: boolean;
}

/** Critical ones among these are understood, or say nothing that could forbid what a seal is used for here. */
const UNDERSTOOD: ReadonlySet<string> = new Set([
  ...[OID.basicConstraints, OID.keyUsage, OID.extKeyUsage, OID.subjectKeyIdentifier],
  ...[OID.authorityKeyIdentifier, OID.subjectAltName, OID.certificatePolicies, OID.crlDistributionPoints],
  ...[OID.authorityInfoAccess, OID.qcStatements],
]);

function readFacts({ der }: Certificate): TrustFacts | 'malformed' {
  try {
    const { algorithm, innerAlgorithm, signature, extensions } = openCertificate(der);
    // What isn't signed must not say otherwise than what is (RFC 5280 4.1.1.2).
    if (Buffer.compare(innerAlgorithm.der, algorithm.der) !== 0)
      throw new DerError('the signature algorithm is said in two ways');
    if (signature.unusedBits !== 0) throw new DerError("the signature isn't whole octets");
    return {
      algorithm,
      pathLength: readPathLength(extensions.get(OID.basicConstraints)),
      hasKeyUsage: extensions.has(OID.keyUsage),
      hasUnknownCritical: [...extensions].some(([oid, { critical }]) => critical && !UNDERSTOOD.has(oid)),
    };
  } catch (error) {
    if (error instanceof DerError) return 'malformed';
    throw error;
  }
}

/** @throws DerError for basicConstraints that are not exactly cA and, of a CA, pathLenConstraint (RFC 5280 4.2.1.9). */
function readPathLength(extension: Extension | undefined): number | undefined {
  if (extension === undefined) return undefined;
  const fields = childrenOf(decodeDer(extension.value), TAG.sequence, 'basicConstraints');
  const isCa = fields[0]?.tag === TAG.boolean && readBoolean(fields[0], 'cA of basicConstraints');
  const [length, ...rest] = fields[0]?.tag === TAG.boolean ? fields.slice(1) : fields;
  if (rest.length > 0) throw new DerError('basicConstraints has a field too many');
  if (length === undefined) return undefined;
  const value = readInteger(length, 'pathLenConstraint');
  if (!isCa || value < 0n) throw new DerError('pathLenConstraint has no meaning here');
  return Number(value);
}

/** A trusted CA that may have issued a certificate, and what speaks against it at any time. */
interface Edge {
  readonly issuer: Certificate;
  readonly fault: TrustFault | undefined;
}

/** As long as a chain may be, the certificate itself not counted. */
const LONGEST = 8;

/** How far each fault is from trust: where several CAs have the issuer's name, the one that came furthest is told. */
const FURTHEST: readonly TrustFault[] = [
  'issuer-expired',
  'issuer-not-yet-valid',
  'path-length',
  'issuer-usage',
  'issuer-not-ca',
  'weak-key',
];

/**
 * The CAs that are trusted. Nothing but these is looked at to build a chain: what a stranger sends beside a certificate
 * plays no part. Signatures are checked once for each certificate, dates each time.
 * @see D12-trust
 */
export class Authorities {
  readonly #all: readonly Certificate[];
  readonly #facts = new WeakMap<Certificate, TrustFacts | 'malformed'>();
  readonly #edges = new WeakMap<Certificate, readonly Edge[] | TrustFault>();

  constructor(certificates: readonly Certificate[]) {
    this.#all = certificates;
  }

  /**
   * Why a certificate isn't trusted; nothing where it is. Its own dates are for the caller to judge.
   * @param at milliseconds since 1970
   */
  faultOf(certificate: Certificate, at: number): TrustFault | undefined {
    // CAs may have certified one another: each is reached once, with as few below it as can be.
    const reached = new Set<Certificate>();
    const faults: TrustFault[] = [];
    let level: readonly Certificate[] = [certificate];
    for (let below = 0; below < LONGEST && level.length > 0; below += 1) {
      const next: Certificate[] = [];
      for (const { issuer, fault } of this.#edgesAbove(level, faults)) {
        if (reached.has(issuer)) continue;
        const found = fault ?? this.#faultNow(issuer, at, below);
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
    return furthest(reached.size > 0 ? [...faults, 'too-long'] : faults);
  }

  /** @param faults where it is told of a certificate that nobody can have issued as it is */
  #edgesAbove(level: readonly Certificate[], faults: TrustFault[]): readonly Edge[] {
    return level.flatMap((certificate) => {
      const edges = this.#edgesOf(certificate);
      if (typeof edges !== 'string') return edges;
      faults.push(edges);
      return [];
    });
  }

  /** A CA that no other one of these has issued is trusted because it is among them. */
  #isEnd(issuer: Certificate): boolean {
    if (isSelfIssued(issuer)) return true;
    const edges = this.#edgesOf(issuer);
    return typeof edges !== 'string' && edges.every(({ fault }) => fault === 'other-key');
  }

  #edgesOf(certificate: Certificate): readonly Edge[] | TrustFault {
    const known = this.#edges.get(certificate);
    if (known !== undefined) return known;
    const found = this.#findEdges(certificate);
    this.#edges.set(certificate, found);
    return found;
  }

  #factsOf(certificate: Certificate): TrustFacts | 'malformed' {
    const known = this.#facts.get(certificate) ?? readFacts(certificate);
    this.#facts.set(certificate, known);
    return known;
  }

  #findEdges(certificate: Certificate): readonly Edge[] | TrustFault {
    const facts = this.#factsOf(certificate);
    if (facts === 'malformed') return 'malformed';
    if (facts.hasUnknownCritical) return 'critical-extension';
    // Names are compared as they are encoded: nobody is another by a letter that looks the same.
    return this.#all
      .filter(({ subjectDer }) => Buffer.compare(subjectDer, certificate.issuerDer) === 0)
      .map((issuer) => ({
        issuer,
        fault: issuedFault(certificate, facts.algorithm, issuer) ?? this.#faultOfIssuer(issuer),
      }));
  }

  /** What speaks against a CA whatever it has issued. */
  #faultOfIssuer(issuer: Certificate): TrustFault | undefined {
    const facts = this.#factsOf(issuer);
    if (facts === 'malformed') return 'malformed';
    if (!issuer.isCa) return 'issuer-not-ca';
    if (facts.hasKeyUsage && !issuer.keyUsage.includes('keyCertSign')) return 'issuer-usage';
    return facts.hasUnknownCritical ? 'critical-extension' : undefined;
  }

  /** What speaks against it now, and with so many CAs below it. */
  #faultNow(issuer: Certificate, at: number, below: number): TrustFault | undefined {
    const facts = this.#factsOf(issuer);
    if (facts === 'malformed') return 'malformed';
    if (facts.pathLength !== undefined && below > facts.pathLength) return 'path-length';
    if (at > issuer.notAfter) return 'issuer-expired';
    return at < issuer.notBefore ? 'issuer-not-yet-valid' : undefined;
  }
}

function isSelfIssued({ issuerDer, subjectDer }: Certificate): boolean {
  return Buffer.compare(issuerDer, subjectDer) === 0;
}

function furthest(faults: readonly TrustFault[]): TrustFault {
  const [first, ...others] = faults;
  if (first === undefined) return 'unknown-issuer';
  return others.reduce((best, fault) => (rank(fault) > rank(best) ? fault : best), first);
}

function rank(fault: TrustFault): number {
  if (fault === 'other-key') return -1;
  const place = FURTHEST.indexOf(fault);
  return place < 0 ? 0 : FURTHEST.length - place;
}
