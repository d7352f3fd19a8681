import type { Certificate, Psd2Role } from '../certificates/certificate.ts';
import type { PublicKey } from '../certificates/public-key.ts';
import type { HttpRequest } from '../message.ts';
import { type Operation, operationAt } from '../wire/operations.ts';
import { Budget, type SearchLimits } from './budget.ts';
import { checkAlgorithm } from './check-algorithm.ts';
import { checkCertificate, readRequestCertificate } from './check-certificate.ts';
import { checkDate } from './check-date.ts';
import { checkDigest } from './check-digest.ts';
import { checkKeyId, checkKeyIdForm } from './check-key-id.ts';
import { checkListedHeaders } from './check-listed-headers.ts';
import { checkRequiredHeaders } from './check-required-headers.ts';
import { checkSignature } from './check-signature.ts';
import { checkSignatureHeader } from './check-signature-header.ts';
import { type Dialect, THIS_BANK } from './dialect.ts';
import { type Finding, inOrder, type Verdict, verdictOf } from './findings.ts';
import type { QuotedReading } from './key-id-compare.ts';
import { DEFAULT_SEARCH } from './search-limits.ts';
import type { SignatureParameters } from './signature-header.ts';
import { reportingKey, reportOtherHolder } from './signing-key.ts';
import { indexHeaders } from './signing-string.ts';
import type { VerificationFacts } from './verification-facts.ts';
import type { VerifierCaches } from './verifier-caches.ts';
import { severityUnder, type VerifyPolicy } from './verify-policy.ts';

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
export function verify(request: HttpRequest, options: VerifyOptions, caches?: VerifierCaches): Verification {
  const findings: Finding[] = [];
  const report = (finding: Finding) => findings.push(severityUnder(finding, options.policy, options.strict));
  const limits = options.recovery === false ? undefined : (options.recovery ?? DEFAULT_SEARCH);
  const budget = new Budget(limits, options.clock);
  const index = indexHeaders(request.headers);
  const dialect = options.dialect ?? THIS_BANK;

  const header = checkSignatureHeader(index, report);
  const { parameters, names, isEncodedWord = false } = header;
  const { certificate: given, publicKey } = options;
  const sources = { index, header: dialect.certificateHeader, given, hasKey: publicKey !== undefined };
  const { certificate, others } = readRequestCertificate(sources, caches, report);
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
  const sought = {
    request,
    index,
    key: publicKey ?? certificate,
    parameters,
    lines,
    budget,
    dialect,
    fragment: options.fragment,
  };
  const { signingString, rsa } = checkSignature(sought, reportingKey(holder, report));
  budget.close();
  if (rsa === 'verified') reportOtherHolder(holder, report);
  // Of an authority's certificate nothing more is said: the seal is another.
  const isAuthority = findings.some(({ cause }) => cause === 'ca-certificate');
  const seal = isAuthority ? undefined : certificate;
  const authorities = [...(options.authorities ?? []), ...others];
  const keyIdReading = checkKeyId(keyId, seal, { authorities, labels: dialect.keyId }, caches, report);
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
