import type { Capture } from '../../captures/capture.ts';
import type { CheckName, Unmade } from '../../signing/checks.ts';
import type { Finding } from '../../signing/findings.ts';

/** What remains of the findings where a part of the request isn't known, and which checks that unmakes. */
export interface Judged {
  readonly findings: readonly Finding[];
  readonly unmade: Unmade;
}

const TARGET = '(request-target)';
const NO_REQUEST_LINE = `the capture doesn't hold the request line, and ${TARGET} is signed`;
const NOT_PROVED_BODY = "the capture doesn't hold the whole body";

/**
 * A hash says nothing of a body that the capture doesn't hold whole, and a signature nothing of a header that a shell was
 * to fill in: what is found there is dropped, unless it is proved with the part that is there. A header that is missing
 * is the first suspect.
 * @see G4-capture-incomplete, G3-never-false
 */
export function aboutWhatIsThere(
  { request, notes, isAnswer = false }: Capture,
  findings: readonly Finding[],
  signedHeaders: readonly string[],
): Judged {
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
    return [{ ...one, suspects: [...unknown.map(missing), ...(one.suspects ?? [])] }];
  });
  return { findings: kept, unmade };
}

/** Their formats have no place for a placeholder, so it was never sent as it stands. */
const NEVER_LITERAL: ReadonlySet<string> = new Set(['date', 'digest', 'x-request-id']);

/** Tells whether a placeholder stands in a signed header whose value can't be one. @see C-verify-placeholders */
export function hasSignedPlaceholder(notes: Capture['notes'], signedHeaders: readonly string[]): boolean {
  return notes.some(
    ({ code, header = '' }) =>
      code === 'shell-expansion' && NEVER_LITERAL.has(header) && signedHeaders.includes(header),
  );
}

/**
 * Tells whether a program that shows JSON, as HTTPie does, sorted its members: the hash in Digest is that of another order,
 * as long as Content-Length says.
 * @see C-verify-reformatted
 */
export function isShownReordered({ notes }: Pick<Capture, 'notes'>, findings: readonly Finding[]): boolean {
  const mayBe = notes.some(({ mayBeReordered }) => mayBeReordered === true);
  return mayBe && findings.some(({ code, cause }) => code === 'digest-mismatch' && cause === 'key-order');
}

function missing({ header = '' }: { readonly header?: string }) {
  return { header, reason: `The capture doesn't hold ${header} as it was sent.` };
}
