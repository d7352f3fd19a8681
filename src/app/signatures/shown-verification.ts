import type { Capture, CaptureNote } from '../../captures/capture.ts';
import { describeCertificate } from '../../certificates/describe.ts';
import { type Check, checksOf } from '../../signing/checks.ts';
import type { Verification } from '../../signing/verify.ts';
import type { ShownCheck, ShownFinding, ShownVerification } from './shapes.ts';

/**
 * What was found, as it is shown: what the capture lacks stands before what the checks found.
 * @see C-verify-json
 */
export function shownVerification(
  { format, request, notes }: Capture,
  verification: Verification,
  at: number,
): ShownVerification {
  const noted = notes.map((note) => noteFinding(note, verification));
  const findings = [
    ...noted.filter(isError),
    ...verification.findings.filter(isError),
    ...noted.filter((one) => !isError(one)),
    ...verification.findings.filter((one) => !isError(one)),
  ];
  const [first] = findings;
  const { signingString, signedHeaders, certificate } = verification;
  return {
    verdict: first === undefined ? 'valid' : isError(first) ? first.code : 'valid-with-warning',
    valid: first === undefined || !isError(first),
    findings,
    signingString,
    signedHeaders,
    certificate: certificate === null ? null : describeCertificate(certificate),
    at: new Date(at).toISOString(),
    checks: checksOf(verification).map(shownCheck),
    request: { format, method: request.method, target: request.target, bodyBytes: request.body.length },
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

/**
 * What the signature covers must stand in the capture as it was sent. A target that did not is found by the signature
 * itself; a `?` that no file matches stands there as it was sent.
 */
function noteFinding(note: CaptureNote, { signedHeaders }: Verification): ShownFinding {
  const { code, part, header = '', message, remedy } = note;
  const isCovered =
    part === 'body' || [...signedHeaders, 'signature', 'tpp-signature-certificate'].includes(header);
  return {
    code,
    severity: isCovered && code !== 'capture-changed' ? 'error' : 'warning',
    proved: true,
    ...(header === '' ? {} : { header }),
    message,
    remedy,
  };
}
