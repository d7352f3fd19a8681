import type { Certificate } from './certificate.ts';
import { DerError, type DerNode, decodeDer, TAG } from './der.ts';
import { childrenOf, expectTag, readBitString, readBoolean, readInteger } from './der-values.ts';
import { type Extension, readExtensions } from './extensions.ts';
import { OID } from './oids.ts';
import { readQcStatements } from './qc-statements.ts';

/** What of a certificate decides whether it is trusted, beside what everybody reads of it. */
export interface TrustFacts {
  /** The signed part as it is encoded. */
  readonly signed: Uint8Array;
  /** AlgorithmIdentifier of its signature: the same within the signed part and beside it. */
  readonly algorithm: DerNode;
  readonly signature: Uint8Array;
  /** Of a CA: how many CAs may stand below it; absent for any number. */
  readonly pathLength?: number;
  /** Whether a keyUsage extension is there at all. */
  readonly hasKeyUsage: boolean;
  /** Whether an extension must be understood and isn't. */
  readonly hasUnknownCritical: boolean;
  /** Object identifiers in QcType. */
  readonly qcTypes: readonly string[];
}

/** Critical ones among these are understood, or say nothing that could forbid what a seal is used for here. */
const UNDERSTOOD: ReadonlySet<string> = new Set([
  OID.basicConstraints,
  OID.keyUsage,
  OID.extKeyUsage,
  OID.subjectKeyIdentifier,
  OID.authorityKeyIdentifier,
  OID.subjectAltName,
  OID.certificatePolicies,
  OID.crlDistributionPoints,
  OID.authorityInfoAccess,
  OID.qcStatements,
]);

const known = new WeakMap<Certificate, TrustFacts | 'malformed'>();

/** Reads each certificate once. @see D12-trust */
export function trustFactsOf(certificate: Certificate): TrustFacts | 'malformed' {
  const seen = known.get(certificate);
  if (seen !== undefined) return seen;
  const read = readFacts(certificate.der);
  known.set(certificate, read);
  return read;
}

function readFacts(der: Uint8Array): TrustFacts | 'malformed' {
  try {
    return decodeFacts(der);
  } catch (error) {
    if (error instanceof DerError) return 'malformed';
    throw error;
  }
}

const VERSION = 0xa0;
const EXTENSIONS = 0xa3;

function decodeFacts(der: Uint8Array): TrustFacts {
  const [signed, algorithm, bits] = childrenOf(decodeDer(der), TAG.sequence, 'the certificate');
  const fields = childrenOf(signed, TAG.sequence, 'the signed part of the certificate');
  const inner = fields[fields[0]?.tag === VERSION ? 2 : 1];
  const outer = expectTag(algorithm, TAG.sequence, 'the signature algorithm');
  // What isn't signed must not say otherwise than what is (RFC 5280 4.1.1.2).
  if (inner === undefined || Buffer.compare(inner.der, outer.der) !== 0)
    throw new DerError('the signature algorithm is said in two ways');
  const { bytes: signature, unusedBits } = readBitString(bits, 'the signature of the certificate');
  if (unusedBits !== 0) throw new DerError("the signature isn't whole octets");
  const extensions = readExtensions(fields.find(({ tag }) => tag === EXTENSIONS));
  const qc = extensions.get(OID.qcStatements);
  return {
    signed: expectTag(signed, TAG.sequence, 'the signed part of the certificate').der,
    algorithm: outer,
    signature,
    ...pathLengthOf(extensions.get(OID.basicConstraints)),
    hasKeyUsage: extensions.has(OID.keyUsage),
    hasUnknownCritical: [...extensions].some(([oid, { critical }]) => critical && !UNDERSTOOD.has(oid)),
    qcTypes: qc === undefined ? [] : readQcStatements(qc.value).types,
  };
}

/** @throws DerError for basicConstraints that are not exactly cA and, of a CA, pathLenConstraint (RFC 5280 4.2.1.9). */
function pathLengthOf(extension: Extension | undefined): Pick<TrustFacts, 'pathLength'> {
  if (extension === undefined) return {};
  const fields = childrenOf(decodeDer(extension.value), TAG.sequence, 'basicConstraints');
  const isCa = fields[0]?.tag === TAG.boolean && readBoolean(fields[0], 'cA of basicConstraints');
  const [length, ...rest] = fields[0]?.tag === TAG.boolean ? fields.slice(1) : fields;
  if (rest.length > 0) throw new DerError('basicConstraints has a field too many');
  if (length === undefined) return {};
  const value = readInteger(length, 'pathLenConstraint');
  if (!isCa || value < 0n) throw new DerError('pathLenConstraint has no meaning here');
  return { pathLength: Number(value) };
}
