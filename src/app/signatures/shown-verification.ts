import type { Capture, CaptureNote } from '../../captures/capture.ts';
import { describeCertificate } from '../../certificates/describe.ts';
import { type Check, checkOf, checksOf } from '../../signing/checks.ts';
import { consequencesOf } from '../../signing/consequences.ts';
import type { Verification } from '../../signing/verify.ts';
import { ageFinding, captureFinding } from './capture-findings.ts';
import type { Judgement } from './judged-at.ts';
import type { ShownCheck, ShownFinding, ShownVerification } from './shapes.ts';
import { aboutWhatIsThere, isShownReordered, type Judged } from './what-is-there.ts';

/**
 * What was found, as it is shown: what the capture lacks stands before what the checks found, and what follows from
 * another finding isn't told again.
 * @see C-verify-json, C-verify-report
 */
export function shownVerification(
  capture: Capture,
  verification: Verification,
  { at, age }: Judgement,
): ShownVerification {
  const { format, request } = capture;
  const notes = capture.notes.filter((note) => !isConfirmed(note, verification));
  const { signingString, signedHeaders, certificate } = verification;
  const judged = folded(aboutWhatIsThere({ ...capture, notes }, verification.findings, signedHeaders));
  const isReordered = isShownReordered(capture, verification.findings);
  const noted = [
    ...notes.map((note) => captureFinding(isReordered ? asReordered(note) : note, signedHeaders)),
    ...(age === undefined ? [] : [ageFinding(age)]),
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
    checks: checksOf({ ...verification, findings: judged.findings }, judged.unmade).map(shownCheck),
    request: { format, method: request.method, target: request.target, bodyBytes: request.body.length },
  };
}

function asReordered(note: CaptureNote): CaptureNote {
  if (note.mayBeReordered !== true) return note;
  const message =
    'The capture shows the body reformatted, with its members in another order. In the order that has the hash in Digest it has the length in Content-Length, so these bytes were sent and their Digest is right.';
  return { ...note, message };
}

/**
 * Tells whether what looks like a placeholder was sent as it stands: the signature, or the string that was found to be
 * signed, has it; or the Digest of the body is right, or its fault was found.
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

/** Without what follows from another finding; its check says from which. */
function folded({ findings, unmade }: Judged): Judged {
  const consequences = consequencesOf(findings);
  const dropped = new Set(consequences.map(({ finding }) => finding));
  const after = consequences.map(
    ({ finding, of }) => [checkOf(finding.code), `follows from ${of.code}`] as const,
  );
  return {
    findings: findings.filter((one) => !dropped.has(one)),
    unmade: new Map([...unmade, ...after]),
  };
}

/** A check that found something says by which name. */
function shownCheck({ name, state, detail, findings }: Check): ShownCheck {
  const named = findings.map(({ code, cause }) => (cause === undefined ? code : `${code}, ${cause}`));
  const words = detail ?? (named.length === 0 ? undefined : named.join('; '));
  return { name, state, ...(words === undefined ? {} : { detail: words }) };
}

function isError({ severity }: Pick<ShownFinding, 'severity'>): boolean {
  return severity === 'error';
}
