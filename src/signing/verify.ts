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
  type Report,
  sortFindings,
  type Verdict,
  type VerifyPolicy,
} from './findings.ts';
import { readHttpDate } from './http-date.ts';
import { checkKeyId, checkKeyIdForm, type QuotedReading } from './key-id.ts';
import { checkSignatureHeader, type SignatureParameters } from './signature-header.ts';
import { createHeaderIndex, type Dialect, REQUEST_PROFILE, RESPONSE_PROFILE } from './signing-string.ts';

export interface VerifyOptions {
  /** The server's clock, milliseconds since 1970: for the deviation of Date and for certificate dates. */
  readonly at: number;
  /** The role the operation needs, or the roles of which one is enough; default by the path. */
  readonly role?: Psd2Role | readonly Psd2Role[];
  /** True if a body without Digest is an error. Default: by the path. */
  readonly digestRequired?: boolean;
  /** Default `inspect`, the severities of G4-severities. */
  readonly policy?: VerifyPolicy;
  /** True if tolerated forms of certificate and keyId are errors. */
  readonly strict?: boolean;
  /** Used in place of the header TPP-Signature-Certificate. */
  readonly certificate?: Certificate;
  /** The RSA key that the signature is checked with, where there is no certificate or another key is in it. */
  readonly publicKey?: PublicKey;
  /** Known certification authorities, to tell their serial numbers in a keyId. */
  readonly authorities?: readonly Certificate[];
  /** The bank's form of signatures. Default: the test bank's. */
  readonly dialect?: Dialect;
  /** True if missing headers of the operation are reported. Default: false. */
  readonly requiredHeaders?: boolean;
  /**
   * False where the string that was signed isn't known, so no cause of a failed signature is searched. Default true.
   */
  readonly isStringKnown?: boolean;
  /** `#…` of the URL, which is never sent: it may have been signed. */
  readonly fragment?: string | undefined;
  /** How far causes are sought; default 8 MiB of candidates, 100 ms and 1 MiB. False for no search. */
  readonly recovery?: SearchLimits | false;
  /** Errors whose cause is searched: each, or only the verdict's. */
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

/** Share of the bytes for the Digest's search; the rest is for the signed string. */
const DIGEST_SHARE = 0.5;

/**
 * Checks the signature of a request, with every check run whatever the others found. Never throws on any request.
 * @see G2-hostile, G3-all-checks, G3-one-octet, G3-any-issuer, G4-findings, G4-openssl-requests
 * @see G1-http-signature, G1-http-message-signatures, G1-openssl, G1-other-programs, G2-mutations, G3-all-pairs,
 * G4-vectors
 */
export function verify(
  request: HttpRequest,
  options: VerifyOptions,
  readHeader = readCertificateHeader,
): Verification {
  const findings: Finding[] = [];
  const add = (one: Finding) => findings.push(applyPolicy(one, options.policy, options.strict));
  const report: Report = (code, details) => add(createFinding(code, details));
  const limits = options.recovery === false ? undefined : (options.recovery ?? DEFAULT_SEARCH);
  const budget = new Budget(limits, options.clock);
  const index = createHeaderIndex(request.headers);
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
  const { signingString, rsa } = checkSignature(sought, (one) => add(describeKeyHolder(one, holder)));
  budget.close();
  if (rsa === 'verified') reportOtherHolder(holder, report);
  // Of an authority's certificate nothing more is said: the seal is another.
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

/** Tells whether the verdict stands, and no other error's cause is asked for. */
function isDecided({ causesOf }: VerifyOptions, findings: readonly Finding[]): boolean {
  return causesOf === 'verdict' && findings.some(isError);
}

function isError({ severity }: Finding): boolean {
  return severity === 'error';
}

function listAllowedRoles(
  role: VerifyOptions['role'],
  operation: Operation | undefined,
): readonly Psd2Role[] {
  if (role === undefined) return operation?.roles ?? [];
  return typeof role === 'string' ? [role] : role;
}

const MAX_ENTRIES = 256;
/** Longer values are rare and not worth their memory. */
const MAX_CHARACTERS = 16 * 1024;

/** Creates a verify function that caches certificates, for checking many requests. */
export function createVerifier(): (request: HttpRequest, options: VerifyOptions) => Verification {
  const certificates = new Map<string, CertificateHeaderReading>();
  const readHeader = (value: string): CertificateHeaderReading => {
    const read = certificates.get(value) ?? readCertificateHeader(value);
    if (value.length > MAX_CHARACTERS || certificates.has(value)) return read;
    if (certificates.size >= MAX_ENTRIES) certificates.delete(certificates.keys().next().value ?? '');
    certificates.set(value, read);
    return read;
  };
  return (request, options) => verify(request, options, readHeader);
}

/** Facts that the checks found, for callers that list them. */
interface VerificationFacts {
  readonly isEncodedWord: boolean;
  /** True if the certificate was given in place of the header. */
  readonly isCertificateGiven: boolean;
  /** True if an authority's own certificate was sent; nothing more of it was checked. */
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

/** The holder of the key with which a signature is checked: the certificate, or a given key. */
interface KeyHolder {
  readonly certificate: Certificate | undefined;
  readonly given: PublicKey | undefined;
}

/**
 * Tells of a wrong key whose it is, where that is known: an authority's own certificate signs no requests.
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

/** A proved fault of an answer. */
export type AnswerFault =
  /** Some of the headers of a signature are there, and others aren't. */
  | 'incomplete'
  /** The certificate can't be read, or wasn't valid at that time. */
  | 'certificate'
  /** The body isn't the one that Digest is of. */
  | 'digest'
  /** The signature isn't one of that certificate over what must be signed. */
  | 'signature'
  /** It belongs to another request. */
  | 'request-id'
  /** It isn't of now. */
  | 'date';

export type AnswerVerdict =
  | { readonly kind: 'unsigned' }
  | { readonly kind: 'signed'; readonly certificate: Certificate; readonly fingerprint: string }
  | {
      readonly kind: 'failed';
      readonly fault: AnswerFault;
      /** The finding behind it, as `psd2 verify` names it; absent where there is none. */
      readonly finding?: FindingCode;
      /** The missing headers, or the X-Request-ID or Date of the answer. */
      readonly found?: string;
    };

export interface AnswerTerms {
  /** The X-Request-ID that was sent; undefined where none was. */
  readonly requestId: string | undefined;
  /** When the request left and when its answer was there, milliseconds since 1970. Its Date lies between them. */
  readonly sentAt: number;
  readonly answeredAt: number;
}

/** Headers that only a signing bank sends. A Digest alone isn't a signature (RFC 3230). */
const MARKS = ['Signature', 'ASPSP-Signature-Certificate'];
const NEEDED = [...MARKS, 'Digest', 'Date'];

/**
 * Verifies a signed answer: whether it is signed, by which certificate, and its faults. The caller decides by the
 * fingerprint whether the certificate is the bank's.
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
  const errors = findings.filter(({ code, severity }) => severity === 'error' && !UNASKED.has(code));
  const worst = findWorstVerdict(errors, findOtherRequestId(response, terms));
  if (worst !== undefined) return worst;
  // Without one there is an error.
  if (certificate === null) return { kind: 'failed', fault: 'certificate' };
  return { kind: 'signed', certificate, fingerprint: computeFingerprint(certificate) };
}

/** SHA-256 of the certificate, 64 lower-case hexadecimal digits. */
export function computeFingerprint({ der }: Pick<Certificate, 'der'>): string {
  return createHash('sha256').update(der).digest('hex');
}

/** Computes the moment between request and answer that is nearest to the answer's Date. */
function computeJudgementTime({ headers }: HttpResponse, { sentAt, answeredAt }: AnswerTerms): number {
  const { time } = readHttpDate(trimBlanks(getHeaderValues(headers, 'Date')[0] ?? ''));
  return Math.min(Math.max(time ?? answeredAt, sentAt), answeredAt);
}

/** The bank's certificate is known by its pin: its kind and roles aren't checked. */
const UNASKED: ReadonlySet<FindingCode> = new Set([
  'certificate-type',
  'certificate-no-psd2',
  'certificate-qc-malformed',
  'certificate-role',
]);

/** The X-Request-ID of an answer to something else, '' where it has none. */
function findOtherRequestId({ headers }: HttpResponse, { requestId }: AnswerTerms): string | undefined {
  if (requestId === undefined) return undefined;
  const echoed = getHeaderValues(headers, 'X-Request-ID').join(', ');
  return echoed === requestId ? undefined : echoed;
}

/** Faults in order; without the first, nothing after it can be trusted. */
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
