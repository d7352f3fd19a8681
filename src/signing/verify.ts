import { createHash } from 'node:crypto';
import type { Certificate, PublicKey } from '../certificates/certificate.ts';
import type { Psd2Role } from '../certificates/qc-statements.ts';
import { trimBlanks } from '../core/octets.ts';
import { getHeaderValues, type HttpRequest, type HttpResponse } from '../message.ts';
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
import { checkSignature, type RsaOutcome } from './check-signature.ts';
import type { DigestAlgorithm } from './digest.ts';
import {
  applyPolicy,
  createFinding,
  type Finding,
  type FindingCode,
  getVerdict,
  isError,
  type Report,
  sortFindings,
  type Verdict,
  type VerifyPolicy,
} from './findings.ts';
import { readHttpDate } from './http-date.ts';
import { checkKeyId, checkKeyIdForm, type QuotedReading } from './key-id.ts';
import { checkSignatureHeader, type SignatureParameters } from './signature-header.ts';
import {
  createHeaderIndex,
  type Dialect,
  type HeaderIndex,
  REQUEST_PROFILE,
  RESPONSE_PROFILE,
} from './signing-string.ts';

export interface VerifyOptions {
  /** The server's clock in milliseconds since 1970, for the deviation of Date and for certificate dates. */
  readonly at: number;
  /** The role that the operation needs, or roles of which one is enough. Default: by the path. */
  readonly role?: Psd2Role | readonly Psd2Role[];
  /** True if a body without Digest is an error. Default: by the path. */
  readonly digestRequired?: boolean;
  /** Default: `inspect`, the severities of G4-severities. */
  readonly policy?: VerifyPolicy;
  /** True if tolerated forms of certificate and keyId are errors. */
  readonly strict?: boolean;
  /** Replaces the TPP-Signature-Certificate header. */
  readonly certificate?: Certificate;
  /** The RSA key for the signature if there is no certificate or the certificate has another key. */
  readonly publicKey?: PublicKey;
  /** The known certification authorities, whose serial numbers are recognised in a keyId. */
  readonly authorities?: readonly Certificate[];
  /** The bank's form of signatures. Default: the test bank's. */
  readonly dialect?: Dialect;
  /** True if missing headers of the operation are reported. Default: false. */
  readonly requiredHeaders?: boolean;
  /** False if the signed string is unknown, so that no cause of a failed signature is searched. Default: true. */
  readonly isStringKnown?: boolean;
  /** The fragment (`#…`) of the URL. It is never sent, but it may have been signed. */
  readonly fragment?: string | undefined;
  /** The limits of the search for causes. Default: 8 MiB of candidates, 100 ms and 1 MiB. False disables the search. */
  readonly recovery?: SearchLimits | false;
  /** The errors whose cause is searched: each, or only the verdict's. */
  readonly causesOf?: 'each' | 'verdict';
  /** A clock in milliseconds for the time limit. Default: the processor time of this process. */
  readonly clock?: () => number;
}

export interface Verification {
  readonly verdict: Verdict;
  /** True if no finding is an error. */
  readonly valid: boolean;
  /** Errors before warnings, each in the order of G3-order. */
  readonly findings: readonly Finding[];
  /** The string whose signature was checked; null without a Signature header. */
  readonly signingString: string | null;
  readonly signedHeaders: readonly string[];
  readonly parameters: Readonly<Partial<SignatureParameters>>;
  /** The reading of keyId that matches the certificate; null if none does. */
  readonly keyIdReading: QuotedReading | null;
  readonly certificate: Certificate | null;
  readonly facts: VerificationFacts;
}

/** The share of the budget for the search of the Digest; the rest is for the signed string. */
const DIGEST_SHARE = 0.5;

/**
 * Verifies the signature of a request. All checks run, whatever the results of the others. Never throws on any request.
 * @see G2-hostile, G3-all-checks, G3-one-octet, G3-any-issuer, G4-findings, G4-openssl-requests
 * @see G1-http-signature, G1-http-message-signatures, G1-openssl, G1-other-programs, G2-mutations, G3-all-pairs,
 * G4-vectors
 */
export function verify(
  request: HttpRequest,
  options: VerifyOptions,
  readHeader = readCertificateHeader,
  index = createHeaderIndex(request.headers),
): Verification {
  const findings: Finding[] = [];
  const add = (one: Finding) => findings.push(applyPolicy(one, options.policy, options.strict));
  const report: Report = (code, details) => add(createFinding(code, details));
  const limits = options.recovery === false ? undefined : (options.recovery ?? DEFAULT_SEARCH);
  const budget = new Budget(limits, options.clock);
  const dialect = options.dialect ?? REQUEST_PROFILE;

  const header = checkSignatureHeader(index, report);
  const { parameters, names, isEncodedWord = false } = header;
  const { certificate: given, publicKey } = options;
  const sources = { index, header: dialect.certificateHeader, given, hasKey: publicKey !== undefined };
  const { certificate, others } = readRequestCertificate(sources, readHeader, report);
  const keyId = checkKeyIdForm(header, certificate, dialect, report);
  checkAlgorithm(header, dialect, report);
  const skewSeconds = checkDate(index, options.at, dialect, report);
  const lines = checkListedHeaders(request, index, names, dialect, report);
  // Findings are reported in this order, so the verdict is final after the first error.
  if (isDecided(options, findings)) budget.close();
  const operation = findOperation(request, options);
  const isRequired = options.digestRequired ?? operation?.needsDigest ?? false;
  budget.begin(options.causesOf === 'verdict' ? 1 : DIGEST_SHARE);
  const digests = checkDigest(request, index, isRequired, budget, report);
  if (isDecided(options, findings) || options.isStringKnown === false) budget.close();
  budget.begin();
  const holder = { certificate, given: publicKey };
  const key = publicKey ?? certificate;
  const sought = { request, index, key, parameters, lines, budget, dialect, fragment: options.fragment };
  const { signingString, rsa } = checkSignature(sought, (one) => add(describeKeyHolder(one, holder)));
  budget.close();
  if (rsa === 'verified') reportOtherHolder(holder, report);
  // An authority's certificate isn't the seal, so nothing else in it is checked.
  const isAuthority = findings.some(({ cause }) => cause === 'ca-certificate');
  const seal = isAuthority ? undefined : certificate;
  const authorities = [...(options.authorities ?? []), ...others];
  const keyIdReading = checkKeyId(keyId, seal, { authorities, labels: dialect.keyId }, report);
  const roles = listAllowedRoles(options.role, operation);
  checkCertificate(seal, options.at, roles, report);
  const asks = options.requiredHeaders === true && dialect === REQUEST_PROFILE ? operation : undefined;
  if (asks !== undefined) checkRequiredHeaders(asks, index, names ?? [], report);
  const ordered = sortFindings(findings);
  return {
    verdict: getVerdict(ordered),
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

/** Returns true if the verdict is final and no cause of another error is requested. */
function isDecided({ causesOf }: VerifyOptions, findings: readonly Finding[]): boolean {
  return causesOf === 'verdict' && findings.some(isError);
}

/** Finds the operation of a request, unless the caller gives all that it determines. */
function findOperation({ method, target }: HttpRequest, options: VerifyOptions): Operation | undefined {
  const { digestRequired, role, requiredHeaders = false } = options;
  const isNeeded = digestRequired === undefined || role === undefined || requiredHeaders;
  return isNeeded ? operationAt(method, target) : undefined;
}

function listAllowedRoles(
  role: VerifyOptions['role'],
  operation: Operation | undefined,
): readonly Psd2Role[] {
  if (role === undefined) return operation?.roles ?? [];
  return typeof role === 'string' ? [role] : role;
}

const MAX_ENTRIES = 256;
/** Longer values are rare, so caching them isn't worth the memory. */
const MAX_CHARACTERS = 16 * 1024;

/**
 * Creates a verify function that caches certificates, for checking many requests. A caller that has read the headers
 * gives their index.
 */
export function createVerifier(): (
  request: HttpRequest,
  options: VerifyOptions,
  index?: HeaderIndex,
) => Verification {
  const certificates = new Map<string, CertificateHeaderReading>();
  const readHeader = (value: string): CertificateHeaderReading => {
    const read = certificates.get(value) ?? readCertificateHeader(value);
    if (value.length > MAX_CHARACTERS || certificates.has(value)) return read;
    if (certificates.size >= MAX_ENTRIES) certificates.delete(certificates.keys().next().value ?? '');
    certificates.set(value, read);
    return read;
  };
  return (request, options, index) => verify(request, options, readHeader, index);
}

/** The facts found by the checks, for callers that list them. */
interface VerificationFacts {
  readonly isEncodedWord: boolean;
  /** True if the caller gave the certificate instead of the header. */
  readonly isCertificateGiven: boolean;
  /** True if an authority's own certificate was sent; nothing else in it was checked. */
  readonly isAuthority: boolean;
  /** The size of the given key in bits; undefined without one. */
  readonly givenKeyBits: number | undefined;
  /** The whole seconds by which Date is earlier than the clock; undefined if it can't be parsed. */
  readonly skewSeconds: number | undefined;
  readonly bodyBytes: number;
  /** The algorithms with which the body was compared to Digest. */
  readonly digests: readonly DigestAlgorithm[];
  readonly rsa: RsaOutcome;
  /** The roles of which the certificate needs one; empty if any role is enough. */
  readonly roles: readonly Psd2Role[];
  /** The operation whose headers were checked; undefined if they weren't. */
  readonly operation: string | undefined;
}

/** The key that checks a signature: of the certificate, or given by the caller. */
interface KeyHolder {
  readonly certificate: Certificate | undefined;
  readonly given: PublicKey | undefined;
}

/**
 * Adds the owner of a wrong key to its finding, if known: an authority's own certificate doesn't sign requests.
 * @see G4-key-mismatch, G4-given-key
 */
function describeKeyHolder(one: Finding, { certificate, given }: KeyHolder): Finding {
  if (one.code !== 'key-mismatch') return one;
  if (given !== undefined) return { ...one, message: NOT_GIVEN, remedy: GIVE_ANOTHER };
  if (certificate === undefined || !isAuthority(certificate)) return one;
  const { cause, message, remedy } = createFinding('key-mismatch', { cause: 'ca-certificate' });
  return { ...one, cause, message, remedy };
}

const NOT_GIVEN = "The signature doesn't match the given key.";
const GIVE_ANOTHER = 'Give the public key of the private key that signed the request.';

/** Reports a signature by the given key next to the certificate of another key. */
function reportOtherHolder({ certificate, given }: KeyHolder, report: Report): void {
  if (given === undefined || certificate === undefined) return;
  if (given.publicKey.equals(certificate.publicKey)) return;
  const cause = isAuthority(certificate) ? 'ca-certificate' : undefined;
  report('key-mismatch', { cause, detail: 'It was made with the given key.' });
}

function isAuthority({ isCa, keyUsage }: Certificate): boolean {
  return isCa || keyUsage.includes('keyCertSign');
}

/** A proved fault of a response. */
export type AnswerFault =
  /** Some of the signature headers are present and others are missing. */
  | 'incomplete'
  /** The certificate can't be parsed, or wasn't valid at that time. */
  | 'certificate'
  /** The body doesn't match Digest. */
  | 'digest'
  /** The signature doesn't verify with that certificate over the required headers. */
  | 'signature'
  /** The response belongs to another request. */
  | 'request-id'
  /** Date isn't within the time of the exchange. */
  | 'date';

export type AnswerVerdict =
  | { readonly kind: 'unsigned' }
  | { readonly kind: 'signed'; readonly certificate: Certificate; readonly fingerprint: string }
  | {
      readonly kind: 'failed';
      readonly fault: AnswerFault;
      /** The code of the finding in `psd2 verify`; absent if there is none. */
      readonly finding?: FindingCode;
      /** The missing headers, or the X-Request-ID or Date of the response. */
      readonly found?: string;
    };

export interface AnswerTerms {
  /** The X-Request-ID of the request; undefined if it had none. */
  readonly requestId: string | undefined;
  /**
   * The times of the request and of its response in milliseconds since 1970; the Date of the response lies between
   * them.
   */
  readonly sentAt: number;
  readonly answeredAt: number;
}

/** The headers that only a bank that signs sends. A Digest alone isn't a signature (RFC 3230). */
const MARKS = ['Signature', 'ASPSP-Signature-Certificate'];
const NEEDED = [...MARKS, 'Digest', 'Date'];

/**
 * Verifies a signed response and returns whether it is signed, the certificate, and its faults. The caller compares the
 * fingerprint with that of the bank's certificate.
 * @see D10-response-check
 */
export function verifyAnswer(response: HttpResponse, terms: AnswerTerms): AnswerVerdict {
  const isThere = (name: string) => getHeaderValues(response.headers, name).length > 0;
  if (!MARKS.some(isThere)) return { kind: 'unsigned' };
  const missing = NEEDED.filter((name) => !isThere(name));
  if (missing.length > 0) return { kind: 'failed', fault: 'incomplete', found: missing.join(', ') };
  const { headers, body } = response;
  const { findings, certificate } = verify(
    { method: '', target: '', headers, body },
    {
      at: computeJudgementTime(response, terms),
      dialect: RESPONSE_PROFILE,
      digestRequired: true,
      recovery: false,
      role: [],
    },
  );
  const errors = findings.filter((one) => isError(one) && !UNASKED.has(one.code));
  const worst = findWorstVerdict(errors, findOtherRequestId(response, terms));
  if (worst !== undefined) return worst;
  // An unreadable certificate has an error of its own.
  if (certificate === null) return { kind: 'failed', fault: 'certificate' };
  return { kind: 'signed', certificate, fingerprint: computeFingerprint(certificate) };
}

/** Computes the SHA-256 fingerprint of the certificate as 64 lower-case hexadecimal digits. */
export function computeFingerprint({ der }: Pick<Certificate, 'der'>): string {
  return createHash('sha256').update(der).digest('hex');
}

/** Computes the time between request and response that is nearest to the response's Date. */
function computeJudgementTime({ headers }: HttpResponse, { sentAt, answeredAt }: AnswerTerms): number {
  const { time } = readHttpDate(trimBlanks(getHeaderValues(headers, 'Date')[0] ?? ''));
  return Math.min(Math.max(time ?? answeredAt, sentAt), answeredAt);
}

/** The findings that don't apply: the bank's certificate is pinned, so its type and roles aren't checked. */
const UNASKED: ReadonlySet<FindingCode> = new Set([
  'certificate-type',
  'certificate-no-psd2',
  'certificate-qc-malformed',
  'certificate-role',
]);

/** Returns the X-Request-ID of a response to another request; '' if the response has none. */
function findOtherRequestId({ headers }: HttpResponse, { requestId }: AnswerTerms): string | undefined {
  if (requestId === undefined) return undefined;
  const echoed = getHeaderValues(headers, 'X-Request-ID').join(', ');
  return echoed === requestId ? undefined : echoed;
}

/** The faults in order; after the first, later results aren't reliable. */
const ORDER: readonly AnswerFault[] = ['certificate', 'digest', 'signature', 'request-id', 'date'];

function findWorstVerdict(
  errors: readonly Finding[],
  otherId: string | undefined,
): AnswerVerdict | undefined {
  for (const fault of ORDER) {
    if (fault === 'request-id' && otherId !== undefined) return { kind: 'failed', fault, found: otherId };
    const error = errors.find(({ code }) => getAnswerFault(code) === fault);
    if (error === undefined) continue;
    const { code, found } = error;
    const shown = fault === 'date' && found !== undefined ? { found } : {};
    return { kind: 'failed', fault, finding: code, ...shown };
  }
  return undefined;
}

function getAnswerFault(code: FindingCode): AnswerFault {
  if (code.startsWith('certificate-')) return 'certificate';
  if (code.startsWith('digest-')) return 'digest';
  return code.startsWith('date-') ? 'date' : 'signature';
}
