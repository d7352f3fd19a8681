import type { Certificate, PublicKey } from '../certificates/certificate.ts';
import type { Psd2Role } from '../certificates/qc-statements.ts';
import type { HttpRequest } from '../message.ts';
import { type Operation, operationAt } from '../wire/operations.ts';
import { Budget, DEFAULT_SEARCH, type SearchLimits } from './budget.ts';
import {
  type CertificateHeaderReading,
  checkCertificate,
  readCertificateHeader,
  readRequestCertificate,
} from './check-certificate.ts';
import { checkDigest } from './check-digest.ts';
import { checkAlgorithm, checkDate, checkListedHeaders, checkRequiredHeaders } from './check-headers.ts';
import { checkKeyId, checkKeyIdForm } from './check-key-id.ts';
import { checkSignature, type RsaOutcome } from './check-signature.ts';
import { checkSignatureHeader } from './check-signature-header.ts';
import { type Dialect, THIS_BANK } from './dialect.ts';
import type { DigestAlgorithm } from './digest.ts';
import {
  type Finding,
  finding,
  inOrder,
  type Report,
  severityUnder,
  type Verdict,
  type VerifyPolicy,
  verdictOf,
} from './findings.ts';
import { compareKeyId, type KeyIdComparison, type QuotedReading } from './key-id-compare.ts';
import type { SignatureParameters } from './signature-header.ts';
import { indexHeaders } from './signing-string.ts';

export interface VerifyOptions {
  /** The server's clock, milliseconds since 1970: for the deviation of Date and for certificate dates. */
  readonly at: number;
  /** The role the operation needs, or the roles of which one is enough; default by the path. */
  readonly role?: Psd2Role | readonly Psd2Role[];
  /** Whether a body without Digest is an error; default by the path. */
  readonly digestRequired?: boolean;
  /** Default `inspect`, the severities of G4-severities. */
  readonly policy?: VerifyPolicy;
  /** Whether tolerated writings of certificate and keyId are errors. */
  readonly strict?: boolean;
  /** Used in place of the header TPP-Signature-Certificate. */
  readonly certificate?: Certificate;
  /** The RSA key that the signature is checked with, where there is no certificate or another key is in it. */
  readonly publicKey?: PublicKey;
  /** Known certification authorities, to tell their serial numbers in a keyId. */
  readonly authorities?: readonly Certificate[];
  /** What the bank asks of a signature; default this bank. */
  readonly dialect?: Dialect;
  /** Whether it is told which headers of the operation are missing; default false. */
  readonly requiredHeaders?: boolean;
  /** False where the string that was signed isn't known, so no cause of a failed signature is searched. Default true. */
  readonly isStringKnown?: boolean;
  /** `#…` of the URL, which is never sent: it may have been signed. */
  readonly fragment?: string | undefined;
  /** How far causes are sought; default 8 MiB of candidates, 100 ms and 1 MiB. False for no search. */
  readonly recovery?: SearchLimits | false;
  /** Of which errors the cause is sought: of each, or of the verdict's alone. Default `each`. */
  readonly causesOf?: 'each' | 'verdict';
  /** A clock in milliseconds for the ceiling above; default the processor time of this process. */
  readonly clock?: () => number;
}

export interface Verification {
  readonly verdict: Verdict;
  /** True exactly when no finding is an error. */
  readonly valid: boolean;
  /** Errors before warnings, each in the order of G3-order. */
  readonly findings: readonly Finding[];
  /** The string whose signature was checked; null without a Signature header. */
  readonly signingString: string | null;
  readonly signedHeaders: readonly string[];
  readonly parameters: Readonly<Partial<SignatureParameters>>;
  /** How keyId had to be read to match the certificate; null when it does not. */
  readonly keyIdReading: QuotedReading | null;
  readonly certificate: Certificate | null;
  readonly facts: VerificationFacts;
}

/** Of the bytes, so much is for what Digest is of, and the rest for what was signed. */
const DIGEST_SHARE = 0.5;

/**
 * Checks the signature of a request, with every check run whatever the others found. Never throws on any
 * request.
 * @see G2-hostile, G3-all-checks, G3-one-octet, G3-any-issuer, G4-findings, G4-openssl-requests
 * @see G1-http-signature, G1-http-message-signatures, G1-openssl, G1-other-programs, G2-mutations, G3-all-pairs, G4-vectors
 */
export function verify(
  request: HttpRequest,
  options: VerifyOptions,
  { readCertificate, compare }: TextReaders = {
    readCertificate: readCertificateHeader,
    compare: compareKeyId,
  },
): Verification {
  const findings: Finding[] = [];
  const add = (one: Finding) => findings.push(severityUnder(one, options.policy, options.strict));
  const report: Report = (code, details) => add(finding(code, details));
  const limits = options.recovery === false ? undefined : (options.recovery ?? DEFAULT_SEARCH);
  const budget = new Budget(limits, options.clock);
  const index = indexHeaders(request.headers);
  const dialect = options.dialect ?? THIS_BANK;

  const header = checkSignatureHeader(index, report);
  const { parameters, names, isEncodedWord = false } = header;
  const { certificate: given, publicKey } = options;
  const sources = { index, header: dialect.certificateHeader, given, hasKey: publicKey !== undefined };
  const { certificate, others } = readRequestCertificate(sources, readCertificate, report);
  const keyId = checkKeyIdForm(header, certificate, dialect, report);
  checkAlgorithm(header, dialect, report);
  const skewSeconds = checkDate(index, options.at, dialect, report);
  const lines = checkListedHeaders(request, index, names, dialect, report);
  // Findings come in this order, so what follows the first error is not the verdict.
  if (isDecided(options, findings)) budget.close();
  const operation = operationAt(request.method, request.target);
  const isRequired = options.digestRequired ?? operation?.needsDigest ?? false;
  budget.begin(options.causesOf === 'verdict' ? 1 : DIGEST_SHARE);
  const digests = checkDigest(request, index, isRequired, budget, report);
  if (isDecided(options, findings) || options.isStringKnown === false) budget.close();
  budget.begin();
  const holder = { certificate, given: publicKey };
  const key = publicKey ?? certificate;
  const sought = { request, index, key, parameters, lines, budget, dialect, fragment: options.fragment };
  const { signingString, rsa } = checkSignature(sought, (one) => add(nameHolder(one, holder)));
  budget.close();
  if (rsa === 'verified') reportOtherHolder(holder, report);
  // Of an authority's certificate nothing more is said: the seal is another.
  const isAuthority = findings.some(({ cause }) => cause === 'ca-certificate');
  const seal = isAuthority ? undefined : certificate;
  const authorities = [...(options.authorities ?? []), ...others];
  const keyIdReading = checkKeyId(keyId, seal, { authorities, labels: dialect.keyId }, compare, report);
  const roles = rolesFor(options.role, operation);
  checkCertificate(seal, options.at, roles, report);
  const asks = options.requiredHeaders === true && dialect === THIS_BANK ? operation : undefined;
  if (asks !== undefined) checkRequiredHeaders(asks, index, names ?? [], report);
  const ordered = inOrder(findings);
  return {
    verdict: verdictOf(ordered),
    valid: !ordered.some(isError),
    findings: ordered,
    signingString,
    signedHeaders: names ?? [],
    parameters: parameters ?? {},
    keyIdReading,
    certificate: certificate ?? null,
    facts: {
      isEncodedWord,
      isAuthority,
      isCertificateGiven: given !== undefined,
      givenKeyBits: publicKey?.keyBits,
      skewSeconds,
      bodyBytes: request.body.length,
      digests,
      rsa,
      roles,
      operation: asks?.name,
    },
  };
}

/** Tells whether the verdict stands, and no other error's cause is asked for. */
function isDecided({ causesOf }: VerifyOptions, findings: readonly Finding[]): boolean {
  return causesOf === 'verdict' && findings.some(isError);
}

function isError({ severity }: Finding): boolean {
  return severity === 'error';
}

function rolesFor(role: VerifyOptions['role'], operation: Operation | undefined): readonly Psd2Role[] {
  if (role === undefined) return operation?.roles ?? [];
  return typeof role === 'string' ? [role] : role;
}

/** Creates a verify function that caches certificates and keyIds, for checking many requests. */
export function createVerifier(): (request: HttpRequest, options: VerifyOptions) => Verification {
  const certificates = new Map<string, CertificateHeaderReading>();
  const keyIds = new WeakMap<Certificate, Map<string, KeyIdComparison>>();
  const readers: TextReaders = {
    readCertificate: (value) => remember(certificates, value, () => readCertificateHeader(value)),
    compare: (keyId, certificate, authorities = [], labels = undefined) => {
      const compare = () => compareKeyId(keyId, certificate, authorities, labels);
      if (authorities.length > 0) return compare();
      const known = keyIds.get(certificate) ?? new Map<string, KeyIdComparison>();
      keyIds.set(certificate, known);
      return remember(known, keyId, compare);
    },
  };
  return (request, options) => verify(request, options, readers);
}

/** Readings that depend on the text alone, so that a verifier may remember them. */
interface TextReaders {
  readonly readCertificate: typeof readCertificateHeader;
  readonly compare: typeof compareKeyId;
}

const MAX_ENTRIES = 256;
/** Longer values are rare and not worth their memory. */
const MAX_CHARACTERS = 16 * 1024;

function remember<Value>(known: Map<string, Value>, key: string, read: () => Value): Value {
  const cached = known.get(key);
  if (cached !== undefined) return cached;
  const value = read();
  if (key.length > MAX_CHARACTERS) return value;
  if (known.size >= MAX_ENTRIES) known.delete(known.keys().next().value ?? '');
  known.set(key, value);
  return value;
}

/** What the checks saw on their way, for those who show them one by one. */
interface VerificationFacts {
  readonly isEncodedWord: boolean;
  /** Whether the certificate was given in place of the header. */
  readonly isCertificateGiven: boolean;
  /** Whether an authority's own certificate was sent: then nothing more was checked of it. */
  readonly isAuthority: boolean;
  /** The size of the key that was given; undefined when none was. */
  readonly givenKeyBits: number | undefined;
  /** By how many whole seconds Date is behind the clock; undefined when it can't be read. */
  readonly skewSeconds: number | undefined;
  readonly bodyBytes: number;
  /** The algorithms by which the body was compared with Digest. */
  readonly digests: readonly DigestAlgorithm[];
  readonly rsa: RsaOutcome;
  /** The roles of which the certificate needs one; empty where any will do. */
  readonly roles: readonly Psd2Role[];
  /** The operation whose headers were looked for; undefined where they weren't. */
  readonly operation: string | undefined;
}

/** Whose key a signature is checked with: that of the certificate, or one that was given. */
interface KeyHolder {
  readonly certificate: Certificate | undefined;
  readonly given: PublicKey | undefined;
}

/**
 * Tells of a wrong key whose it is, where that is known: an authority's own certificate signs no requests.
 * @see G4-key-mismatch, G4-given-key
 */
function nameHolder(one: Finding, { certificate, given }: KeyHolder): Finding {
  if (one.code !== 'key-mismatch') return one;
  if (given !== undefined) return { ...one, message: NOT_GIVEN, remedy: GIVE_ANOTHER };
  if (certificate === undefined || !isAuthority(certificate)) return one;
  const { cause, message, remedy } = finding('key-mismatch', { cause: 'ca-certificate' });
  return { ...one, cause, message, remedy };
}

const NOT_GIVEN = "The signature doesn't match the given key.";
const GIVE_ANOTHER = 'Give the public key of the private key that signed the request.';

/** Reports a signature by the given key beside the certificate of another. */
function reportOtherHolder({ certificate, given }: KeyHolder, report: Report): void {
  if (given === undefined || certificate === undefined) return;
  if (given.publicKey.equals(certificate.publicKey)) return;
  const cause = isAuthority(certificate) ? 'ca-certificate' : undefined;
  report('key-mismatch', { cause, detail: 'It was made with the given key.' });
}

function isAuthority({ isCa, keyUsage }: Certificate): boolean {
  return isCa || keyUsage.includes('keyCertSign');
}
