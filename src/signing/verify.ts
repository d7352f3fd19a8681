import type { Certificate, Psd2Role } from '../certificates/certificate.ts';
import type { HttpRequest } from '../message.ts';
import { operationAt } from '../wire/operations.ts';
import { Budget, type SearchLimits } from './budget.ts';
import { checkAlgorithm } from './check-algorithm.ts';
import { checkCertificate, readRequestCertificate } from './check-certificate.ts';
import { checkDate } from './check-date.ts';
import { checkDigest } from './check-digest.ts';
import { checkKeyId, checkKeyIdForm } from './check-key-id.ts';
import { checkListedHeaders } from './check-listed-headers.ts';
import { checkSignature } from './check-signature.ts';
import { checkSignatureHeader } from './check-signature-header.ts';
import { type Finding, inOrder, type Verdict, verdictOf } from './findings.ts';
import type { QuotedReading } from './key-id-compare.ts';
import { DEFAULT_SEARCH } from './search-limits.ts';
import type { SignatureParameters } from './signature-header.ts';
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
  /** Known certification authorities, to tell their serial numbers in a keyId. */
  readonly authorities?: readonly Certificate[];
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

  const { parameters, names, isEncodedWord = false } = checkSignatureHeader(index, report);
  const { certificate, others } = readRequestCertificate(index, options.certificate, caches, report);
  const keyId = checkKeyIdForm(parameters, certificate, report);
  checkAlgorithm(parameters, report);
  const skewSeconds = checkDate(index, options.at, report);
  const lines = checkListedHeaders(request, index, names, report);
  // Findings come in this order, so what follows the first error is not the verdict.
  const isDecided = () => options.causesOf === 'verdict' && findings.some(isError);
  if (isDecided()) budget.close();
  const isRequired = () =>
    options.digestRequired ?? operationAt(request.method, request.target)?.needsDigest ?? false;
  budget.begin(options.causesOf === 'verdict' ? 1 : DIGEST_SHARE);
  const digests = checkDigest(request, index, isRequired, budget, report);
  if (isDecided()) budget.close();
  budget.begin();
  const signature = checkSignature({ request, index, certificate, parameters, lines, budget }, report);
  budget.close();
  const authorities = [...(options.authorities ?? []), ...others];
  const keyIdReading = checkKeyId(keyId, certificate, authorities, caches, report);
  const roles = rolesFor(options, request);
  checkCertificate(certificate, options.at, roles, report);

  const ordered = inOrder(findings);
  return {
    verdict: verdictOf(ordered),
    valid: !ordered.some(isError),
    findings: ordered,
    signingString: signature.signingString,
    signedHeaders: names ?? [],
    parameters: parameters ?? {},
    keyIdReading,
    certificate: certificate ?? null,
    facts: {
      isEncodedWord,
      isCertificateGiven: options.certificate !== undefined,
      skewSeconds,
      bodyBytes: request.body.length,
      digests,
      rsa: signature.rsa,
      roles,
    },
  };
}

function isError({ severity }: Finding): boolean {
  return severity === 'error';
}

function rolesFor({ role }: VerifyOptions, request: HttpRequest): readonly Psd2Role[] {
  if (role === undefined) return operationAt(request.method, request.target)?.roles ?? [];
  return typeof role === 'string' ? [role] : role;
}
