import type { CaptureNote } from '../../captures/capture.ts';
import { durationInWords } from '../../values/duration.ts';
import type { ShownFinding } from './shapes.ts';

const SIGNATURE_HEADERS = ['signature', 'tpp-signature-certificate'];

/**
 * What the capture lacks, or shows otherwise than it was sent: warnings, since the request may be right. A variable of a
 * shell in a part that the signature covers is an error: what was sent in its place isn't known.
 * @see G4-capture-incomplete, G4-capture-changed
 */
export function captureFinding(note: CaptureNote, signedHeaders: readonly string[]): ShownFinding {
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

const DAY_SECONDS = 86_400;

/** Of a request that is judged at its own Date. @see G4-capture-age, C-verify-capture-time */
export function ageFinding(age: number): ShownFinding {
  const days = durationInWords(Math.floor(age / DAY_SECONDS) * DAY_SECONDS);
  return {
    code: 'capture-age',
    severity: 'warning',
    proved: true,
    header: 'date',
    message: `The request is ${days} old, so it's checked at its own Date. A live bank refuses a Date that's more than 60 seconds off.`,
    remedy: 'Send the request with a new Date and a new signature. To check it at another time, use --at.',
  };
}
