import type { CaptureNote } from '../../captures/capture.ts';
import { DAY_SECONDS, HOUR_SECONDS } from '../../core/units.ts';
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

/** Time zones lie at most 14 hours from GMT. */
const MAX_ZONE_HOURS = 14;
/** Between the request and its check a few minutes pass. */
const ZONE_TOLERANCE_SECONDS = 300;

/**
 * Tells the age of a request that is judged at its own Date, and that an age of whole hours may be a time-zone error.
 * @see G4-capture-age, C-verify-capture-time
 */
export function ageFinding(age: number): ShownFinding {
  const words = durationInWords(age < DAY_SECONDS ? age : Math.floor(age / DAY_SECONDS) * DAY_SECONDS);
  return {
    code: 'capture-age',
    severity: 'warning',
    proved: true,
    header: 'date',
    message: `The request is ${words} old, so it's checked at its own Date. A live bank refuses a Date that's more than 60 seconds off.${zoneHint(age)}`,
    remedy: 'Send the request with a new Date and a new signature. To check it at another time, use --at.',
  };
}

function zoneHint(age: number): string {
  const hours = Math.round(age / HOUR_SECONDS);
  const isZone =
    hours >= 1 && hours <= MAX_ZONE_HOURS && Math.abs(age - hours * HOUR_SECONDS) <= ZONE_TOLERANCE_SECONDS;
  if (!isZone) return '';
  return ` The age is close to ${hours} h. If you sent the request just now, the bank sees a time-zone error (date-skew-timezone).`;
}
