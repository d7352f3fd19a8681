import type { Capture } from '../../captures/capture.ts';
import { Fault } from '../../errors.ts';
import { type Header, headerValue } from '../../message.ts';
import { readHttpDate } from '../../signing/http-date.ts';
import { meantTime } from '../../signing/meant-date.ts';
import { parseInstant } from '../../values/instant.ts';

/** When a request is judged. */
export interface Judgement {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** How old the request is, in seconds, where it is judged at its own Date for that reason alone. */
  readonly age?: number;
}

/** In place of a time for `--at`. */
const OWN_DATE = 'date';
const DAY_SECONDS = 86_400;

/**
 * The time given, or with `date` what the request itself says; else when the capture says that it was sent, the Date of
 * one that is over a day old, or now. So an old capture shows its fault and not its age.
 * @param unstated where neither is given nor said: now, and the Date only of an old one, or always the Date
 * @throws Fault USAGE for what is no time
 * @see C-verify-at, C-verify-capture-time
 */
export function judgedAt(
  given: string | undefined,
  { request: { headers }, sentAt }: Pick<Capture, 'request' | 'sentAt'>,
  now: number,
  unstated: 'now' | 'date',
): Judgement {
  if (given === OWN_DATE) return { at: ownDate(headers) ?? now };
  if (given !== undefined) return { at: timeGiven(given) };
  if (sentAt !== undefined) return { at: sentAt };
  const date = ownDate(headers);
  if (unstated === 'date') return { at: date ?? now };
  const age = date === undefined ? 0 : Math.floor((now - date) / 1000);
  return date === undefined || age <= DAY_SECONDS ? { at: now } : { at: date, age };
}

function timeGiven(given: string): number {
  const time = parseInstant(given);
  if (time !== undefined) return time;
  throw new Fault('USAGE', `--at ${JSON.stringify(given)} isn't a time.`, {
    hint: "Use a time with an offset or Z, such as 2027-02-01T12:00:00Z, or --at date for the request's own Date.",
  });
}

/** As far as it can be read, however it is written. */
function ownDate(headers: readonly Header[]): number | undefined {
  const text = headerValue(headers, 'date')?.trim() ?? '';
  return readHttpDate(text).time ?? meantTime(text) ?? parseInstant(text);
}
