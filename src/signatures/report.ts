import type { Capture, CaptureFormat, CaptureNote, CaptureNoteCode } from '../captures/capture.ts';
import { type CertificateDescription, describeCertificate } from '../certificates/certificate.ts';
import { DAY_SECONDS, HOUR_SECONDS } from '../core/units.ts';
import { type Check, type CheckName, findCheck, listChecks, type SkippedChecks } from '../signing/checks.ts';
import type { Difference } from '../signing/differences.ts';
import { type Finding, findConsequences, isError, type Verdict } from '../signing/findings.ts';
import type { Verification } from '../signing/verify.ts';
import { formatDuration } from '../values/duration.ts';
import type { Explanation } from '../wire/explanations.ts';

// Input and output of `sign`, `verify` and `verify diff`. See C-sign-json.

/** The files of a key and its certificate that replace the profile's. */
export interface SignerFiles {
  /** PEM, DER or PKCS#12, which may contain the key too. */
  readonly certificate: string;
  readonly key: string | undefined;
  readonly passphraseFile: string | undefined;
}

/** The flags of `verify` and `verify diff`. */
export interface VerifyFlags {
  /**
   * An ISO 8601 date-time, or `date` for the request's own Date; absent: the capture's time.
   * @see C-verify-capture-time
   */
  readonly at?: string;
  /** The path of a certificate that replaces the sent one. */
  readonly cert?: string;
  readonly 'passphrase-file'?: string;
  /** The path of a public key to check with: PEM, JWK, JWKS. */
  readonly key?: string;
  /** The path of certificates of certification authorities. */
  readonly ca?: string;
  readonly role?: string;
  readonly strict?: boolean;
  /** The factor of the search for causes. @see G3-search-limit */
  readonly search?: number;
  /** The format of the capture. Absent: detected from its beginning. */
  readonly from?: string;
  /** The selected request of several: index, name, or part of its URL. */
  readonly request?: string;
}

/** The code of a finding about the signature, or about the capture. */
type ShownCode = Finding['code'] | CaptureNoteCode | 'capture-age';

export interface ShownFinding extends Omit<Finding, 'code'> {
  readonly code: ShownCode;
}

export interface ShownVerification {
  readonly verdict: Verdict | ShownCode;
  readonly valid: boolean;
  /** The findings in the order of G3-order, errors before warnings. */
  readonly findings: readonly ShownFinding[];
  readonly signingString: string | null;
  readonly signedHeaders: readonly string[];
  readonly certificate: Partial<CertificateDescription> | null;
  /** The time of the verification, ISO 8601 in UTC. */
  readonly at: string;
  readonly checks: readonly ShownCheck[];
  readonly request: ShownRequest;
}

interface ShownCheck extends Pick<Check, 'name' | 'state' | 'detail'> {}

interface ShownRequest {
  readonly format: CaptureFormat;
  readonly method: string;
  readonly target: string;
  readonly bodyBytes: number;
  /** With `--share`: the body, with each value replaced by its type and length; null without a body. */
  readonly body?: unknown;
}

/** The time at which a request is verified. */
export interface Judgement {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** The seconds since the request's own Date, if over 60 and the capture has no time. */
  readonly age?: number;
}

/** A working request beside a failing one. */
export interface ShownComparison {
  readonly first: ShownVerification;
  readonly second: ShownVerification;
  readonly differences: readonly Difference[];
}

/**
 * Builds the displayed report: findings about the capture first, without derived findings.
 * @see C-verify-json, C-verify-report
 */
export function buildReport(
  capture: Capture,
  verification: Verification,
  { at, age }: Judgement,
): ShownVerification {
  const { format, request } = capture;
  const notes = capture.notes.filter((note) => !isConfirmed(note, verification));
  const { signingString, signedHeaders, certificate } = verification;
  const judged = removeDerived(
    adjustForIncompleteCapture({ ...capture, notes }, verification.findings, signedHeaders),
  );
  const isReordered = isShownReordered(capture, verification.findings);
  const noted = [
    ...notes.map((note) => createCaptureFinding(isReordered ? markReordered(note) : note, signedHeaders)),
    ...(age === undefined ? [] : [createAgeFinding(age)]),
  ];
  const findings = [
    ...noted.filter(isError),
    ...judged.findings.filter(isError),
    ...noted.filter((one) => !isError(one)),
    ...judged.findings.filter((one) => !isError(one)),
  ];
  const [first] = findings;
  return {
    verdict: first === undefined ? 'valid' : isError(first) ? first.code : 'valid-with-warning',
    valid: first === undefined || !isError(first),
    findings,
    signingString,
    signedHeaders,
    certificate: certificate === null ? null : describeCertificate(certificate),
    at: new Date(at).toISOString(),
    checks: listChecks({ ...verification, findings: judged.findings }, judged.unmade).map(buildCheck),
    request: { format, method: request.method, target: request.target, bodyBytes: request.body.length },
  };
}

function markReordered(note: CaptureNote): CaptureNote {
  if (note.mayBeReordered !== true) return note;
  const message =
    'The capture shows the body reformatted, with its members in another order. In the order that has the hash in Digest it has the length in Content-Length, so these bytes were sent and their Digest is right.';
  return { ...note, message };
}

/**
 * Returns true if a placeholder was actually sent: the signature, or the string that was found to be signed, contains
 * it; or the Digest of the body is correct, or its fault was found.
 * @see C-verify-placeholders
 */
function isConfirmed(
  { mayBeLiteral = false, part, header = '' }: CaptureNote,
  { signedHeaders, findings, facts }: Verification,
): boolean {
  if (!mayBeLiteral) return false;
  if (part === 'body')
    return (
      facts.digests.length > 0 && findings.every(({ code, proved }) => proved || !code.startsWith('digest-'))
    );
  const isSigned = signedHeaders.includes(part === 'target' ? '(request-target)' : header);
  return (
    isSigned &&
    (facts.rsa === 'verified' || findings.some(({ code, proved }) => proved && code === 'signature-invalid'))
  );
}

/** Removes findings that follow from others; their checks name the cause. */
function removeDerived({ findings, unmade }: RemainingFindings): RemainingFindings {
  const consequences = findConsequences(findings);
  const dropped = new Set(consequences.map(({ finding }) => finding));
  const after = consequences.map(
    ({ finding, of }) => [findCheck(finding.code), `follows from ${of.code}`] as const,
  );
  return { findings: findings.filter((one) => !dropped.has(one)), unmade: new Map([...unmade, ...after]) };
}

/** Builds a check that refers to its findings by name. */
function buildCheck({ name, state, detail, findings }: Check): ShownCheck {
  const named = findings.map(({ code, cause }) => (cause === undefined ? code : `${code}, ${cause}`));
  const words = detail ?? (named.length === 0 ? undefined : named.join('; '));
  return { name, state, detail: words };
}

const SIGNATURE_HEADERS = ['signature', 'tpp-signature-certificate'];

/**
 * Creates a finding about a capture: a warning, because the request may be correct; an error for a shell variable in a
 * signed part, whose value is unknown.
 * @see G4-capture-incomplete, G4-capture-changed
 */
export function createCaptureFinding(note: CaptureNote, signedHeaders: readonly string[]): ShownFinding {
  const { code, part, header = '', message, remedy } = note;
  const isCovered = part === 'body' || [...signedHeaders, ...SIGNATURE_HEADERS].includes(header);
  return {
    code,
    severity: isCovered && code === 'shell-expansion' ? 'error' : 'warning',
    proved: true,
    ...(header === '' ? {} : { header }),
    message,
    remedy,
  };
}

/** The explanations of findings about captures. @see C-explain */
export const CAPTURE_EXPLANATIONS: Readonly<Record<CaptureNoteCode | 'capture-age', Explanation>> = {
  'shell-expansion': {
    means:
      'A variable, command or pattern stands where a program would have put something else. Nothing is run.',
    next: 'Replace it with what was sent, or capture the sent request in a HAR or a proxy log.',
  },
  'capture-age': {
    means:
      'The request is over a minute old and nothing says when it arrived, so it was checked at its own Date. A live bank refuses a Date over 60 seconds off.',
    next: 'Send the request with a new Date and a new signature. To check it at another time, use --at.',
  },
  'capture-incomplete': {
    means: "Part of the request isn't in the capture. What depends on it isn't checked.",
    next: 'Capture the whole request in a HAR or a proxy log.',
  },
  'capture-changed': {
    means: 'Part of the capture was read differently than it stands there, or ignored.',
    next: 'Compare what the message quotes with what was sent.',
  },
};

/** The maximum offset of a time zone from GMT, in hours. */
const MAX_ZONE_HOURS = 14;
/** The tolerance for the minutes between the request and its check. */
const ZONE_TOLERANCE_SECONDS = 300;

/**
 * Creates the finding about the age of a request that is verified at its own Date. An age of whole hours suggests a
 * time-zone error.
 * @see G4-capture-age, C-verify-capture-time
 */
export function createAgeFinding(age: number): ShownFinding {
  const words = formatDuration(age < DAY_SECONDS ? age : Math.floor(age / DAY_SECONDS) * DAY_SECONDS);
  return {
    code: 'capture-age',
    severity: 'warning',
    proved: true,
    header: 'date',
    message: `The request is ${words} old, so it's checked at its own Date. A live bank refuses a Date that's more than 60 seconds off.${buildZoneHint(age)}`,
    remedy: 'Send the request with a new Date and a new signature. To check it at another time, use --at.',
  };
}

function buildZoneHint(age: number): string {
  const hours = Math.round(age / HOUR_SECONDS);
  const isZone =
    hours >= 1 && hours <= MAX_ZONE_HOURS && Math.abs(age - hours * HOUR_SECONDS) <= ZONE_TOLERANCE_SECONDS;
  if (!isZone) return '';
  return ` The age is close to ${hours} h. If you sent the request just now, the bank sees a time-zone error (date-skew-timezone).`;
}

/** The remaining findings if a part of the request is unknown, and the checks that don't apply. */
interface RemainingFindings {
  readonly findings: readonly Finding[];
  readonly unmade: SkippedChecks;
}

const TARGET = '(request-target)';
const NO_REQUEST_LINE = `the capture doesn't hold the request line, and ${TARGET} is signed`;
const NOT_PROVED_BODY = "the capture doesn't hold the whole body";

/**
 * Removes findings about unknown parts, unless they are proved by the known parts: a hash over a body that the capture
 * lacks in part, and a signature over a header with an unset shell variable. A missing header is the first suspect.
 * @see G4-capture-incomplete, G3-never-false
 */
export function adjustForIncompleteCapture(
  { request, notes, isAnswer = false }: Capture,
  findings: readonly Finding[],
  signedHeaders: readonly string[],
): RemainingFindings {
  const unmade = new Map<CheckName, string>();
  const isBodyWhole = notes.every(({ code, part }) => part !== 'body' || code === 'capture-changed');
  if (!isBodyWhole && request.body.length === 0) unmade.set('Digest', NOT_PROVED_BODY);
  const isTargetGone = !isAnswer && request.target === '' && signedHeaders.includes(TARGET);
  if (isTargetGone) unmade.set('RSA signature', NO_REQUEST_LINE);
  const unknown = notes.filter(
    ({ code, header = '' }) => code !== 'capture-changed' && signedHeaders.includes(header),
  );
  const isFilledIn = unknown.some(({ code }) => code === 'shell-expansion');
  const isReordered = isShownReordered({ notes }, findings);
  const kept = findings.flatMap((one): Finding[] => {
    if (isReordered && one.code === 'digest-mismatch') return [];
    const isProvedByPart = one.proved && one.cause !== 'body-lost' && request.body.length > 0;
    if (one.code === 'digest-mismatch' && !isBodyWhole && !isProvedByPart) {
      unmade.set('Digest', NOT_PROVED_BODY);
      return [];
    }
    if (isTargetGone && (one.header === TARGET || one.code.startsWith('signature-invalid'))) return [];
    if (one.code !== 'signature-invalid' || one.proved || unknown.length === 0) return [one];
    if (isFilledIn) {
      unmade.set('RSA signature', "the capture doesn't hold the signed headers as they were sent");
      return [];
    }
    return [{ ...one, suspects: [...unknown.map(isMissing), ...(one.suspects ?? [])] }];
  });
  return { findings: kept, unmade };
}

/** The headers whose formats allow no placeholder, so that one was never sent. */
const NEVER_LITERAL: ReadonlySet<string> = new Set(['date', 'digest', 'x-request-id']);

/** Returns true if a signed header has a placeholder that can't be its value. @see C-verify-placeholders */
export function hasSignedPlaceholder(notes: Capture['notes'], signedHeaders: readonly string[]): boolean {
  return notes.some(
    ({ code, header = '' }) =>
      code === 'shell-expansion' && NEVER_LITERAL.has(header) && signedHeaders.includes(header),
  );
}

/**
 * Returns true if a program that displays JSON, such as HTTPie, sorted its members: the hash in Digest is of another
 * order, with the length in Content-Length.
 * @see C-verify-reformatted
 */
function isShownReordered({ notes }: Pick<Capture, 'notes'>, findings: readonly Finding[]): boolean {
  const mayBe = notes.some(({ mayBeReordered }) => mayBeReordered === true);
  return mayBe && findings.some(({ code, cause }) => code === 'digest-mismatch' && cause === 'key-order');
}

function isMissing({ header = '' }: { readonly header?: string }) {
  return { header, reason: `The capture doesn't hold ${header} as it was sent.` };
}
