import type { Certificate } from './certificate.ts';
import { issuedFault } from './issued-signature.ts';
import { trustFactsOf } from './trust-facts.ts';
import type { TrustFault } from './trust-texts.ts';

/** A trusted CA that may have issued a certificate, and what speaks against it at any time. */
interface Edge {
  readonly issuer: Certificate;
  readonly fault?: TrustFault;
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
        const found = fault ?? faultNow(issuer, { at, below });
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

  #findEdges(certificate: Certificate): readonly Edge[] | TrustFault {
    const facts = trustFactsOf(certificate);
    if (facts === 'malformed') return 'malformed';
    if (facts.hasUnknownCritical) return 'critical-extension';
    // Names are compared as they are encoded: nobody is another by a letter that looks the same.
    return this.#all
      .filter(({ subjectDer }) => Buffer.compare(subjectDer, certificate.issuerDer) === 0)
      .map((issuer) => {
        const fault = issuedFault(facts, issuer) ?? faultOfIssuer(issuer);
        return fault === undefined ? { issuer } : { issuer, fault };
      });
  }
}

/** Where on the way up from a certificate. */
interface Way {
  readonly at: number;
  /** How many CAs were passed. */
  readonly below: number;
}

/** What speaks against a CA whatever it has issued. */
function faultOfIssuer(issuer: Certificate): TrustFault | undefined {
  const facts = trustFactsOf(issuer);
  if (facts === 'malformed') return 'malformed';
  if (!issuer.isCa) return 'issuer-not-ca';
  if (facts.hasKeyUsage && !issuer.keyUsage.includes('keyCertSign')) return 'issuer-usage';
  return facts.hasUnknownCritical ? 'critical-extension' : undefined;
}

/** What speaks against it now, and in this place. */
function faultNow(issuer: Certificate, { at, below }: Way): TrustFault | undefined {
  const facts = trustFactsOf(issuer);
  if (facts === 'malformed') return 'malformed';
  if (facts.pathLength !== undefined && below > facts.pathLength) return 'path-length';
  if (at > issuer.notAfter) return 'issuer-expired';
  return at < issuer.notBefore ? 'issuer-not-yet-valid' : undefined;
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
