import type { Capture } from '../../captures/capture.ts';
import { Fault } from '../../errors.ts';
import { type Header, headerValue } from '../../message.ts';
import { THIS_BANK } from '../../signing/dialect.ts';
import { readHttpDate } from '../../signing/http-date.ts';
import { meantTime } from '../../signing/meant-date.ts';
import { parseInstant } from '../../values/instant.ts';

/** When a request is judged. */
export interface Judgement {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Seconds since the request's own Date, over 60, where nothing says when the request arrived. */
  readonly age?: number;
}

/** In place of a time for `--at`. */
const OWN_DATE = 'date';
/** So old passes at a live bank, by `I-limits-clock`. */
const FRESH_SECONDS = THIS_BANK.maxSkewSeconds;

/**
 * Returns the given time, or with `date` the request's own Date; else the time at which the capture says that the
 * request was sent; else its own Date with its age, so that age hides no fault; else now. A Date in the future is judged
 * now.
 * @param unstated without a given or stated time: `now` judges a future Date now and tells an age, `date` does neither
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
  if (date === undefined || age < 0) return { at: now };
  return age <= FRESH_SECONDS ? { at: date } : { at: date, age };
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
