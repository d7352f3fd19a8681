import type { FindingCause } from './findings.ts';

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

type DateCause = FindingCause<'date-format'>;

/** A parsed date, in milliseconds since 1970. A rejected date also has `time` if its text identifies the second. */
type DateReading =
  | { readonly ok: true; readonly time: number }
  | { readonly ok: false; readonly cause: DateCause; readonly time?: number };

/** The cache of the last formatted second, which many requests share. */
let lastWritten = { seconds: Number.NaN, text: '' };

/**
 * Formats the second that contains `time` (milliseconds since 1970, UTC) as IMF-fixdate of RFC 9110 §5.6.7: `Mon, 01
 * Feb 2027 12:00:00 GMT`, which `toUTCString` of JavaScript writes.
 * @see I-date, G1-date, I-authentication-3-algorithm
 */
export function writeHttpDate(time: number): string {
  const seconds = Math.floor(time / 1000);
  if (seconds !== lastWritten.seconds) {
    lastWritten = { seconds, text: new Date(1000 * seconds).toUTCString() };
  }
  return lastWritten.text;
}

const IMF_FIXDATE = /^[A-Z][a-z]{2}, (\d{2}) ([A-Z][a-z]{2}) (\d{4}) (\d{2}:\d{2}:\d{2}) GMT$/;
const ISO_8601 = /^\d{4}-?\d{2}-?\d{2}([T ]|$)/;
/** Matches a time followed by an offset or by the name of a zone other than GMT. */
const OTHER_ZONE =
  /:\d{2}(?:\.\d+)? ?(?:GMT|UTC)?[+-]\d{1,2}(?::?\d{2})?\b|:\d{2} (?:[AP]M )?(?!GMT\b|[AP]M\b)[A-Z]{1,5}\b/;

/** The cache of the last parsed text, which many requests share. */
let lastRead: { readonly text: string; readonly reading: DateReading } | undefined;

/** Parses the exact form that `writeHttpDate` writes; rejects any other form with its cause (G4-date-format). */
export function readHttpDate(text: string): DateReading {
  if (lastRead?.text !== text) lastRead = { text, reading: parseHttpDate(text) };
  return lastRead.reading;
}

function parseHttpDate(text: string): DateReading {
  const match = text.length > 64 ? null : IMF_FIXDATE.exec(text);
  if (match === null) return { ok: false, cause: detectDateCause(text.slice(0, 64)) };
  const [, date, month = '', year, clock] = match;
  const number = String(MONTHS.indexOf(month) + 1).padStart(2, '0');
  const time = Date.parse(`${year}-${number}-${date}T${clock}Z`);
  const written = Number.isNaN(time) ? '' : writeHttpDate(time);
  if (written.slice(3) !== text.slice(3)) return { ok: false, cause: 'other' };
  return written === text ? { ok: true, time } : { ok: false, cause: 'weekday', time };
}

/** Detects the form of a date that isn't an IMF-fixdate. @see G4-unseen-header */
function detectDateCause(text: string): DateCause {
  if (ISO_8601.test(text)) return 'iso';
  return OTHER_ZONE.test(text) ? 'offset' : 'other';
}

const ISO_8601_TIME =
  /^(\d{4})-?(\d\d)-?(\d\d)[T ](\d\d):?(\d\d):?(\d\d)(?:[.,]\d{1,9})? ?(Z|UTC|GMT|[+-]\d\d:?\d\d)$/i;
/** Matches dates of RFC 5322, of RFC 850 and mixtures of both. */
const WITH_ZONE =
  /^(?:[A-Za-z]{3,9},? )?(\d{1,2})[ -]([A-Za-z]{3})[ -](\d{4}|\d\d) (\d\d):(\d\d):(\d\d) ?(GMT|UTC|UT|Z|(?:GMT|UTC)?[+-]\d\d:?\d\d)$/i;
/** Matches the output of the C function `asctime` and of the command `date`. */
const ASCTIME = /^[A-Za-z]{3} ([A-Za-z]{3}) {1,2}(\d{1,2}) (\d\d):(\d\d):(\d\d) (?:(?:GMT|UTC) )?(\d{4})$/i;

/**
 * Parses a date in another form, in milliseconds since 1970; returns undefined if the text is ambiguous. A wrong form
 * and a wrong time are separate faults.
 * @see G4-date-format, G4-date-skew
 */
export function parseLenientDate(text: string): number | undefined {
  if (text.length > 64) return undefined;
  const iso = ISO_8601_TIME.exec(text);
  if (iso !== null) {
    const [, year, month, date, hour, minute, second, zone = ''] = iso;
    return computeTime({ year, month: Number(month), date, hour, minute, second }, zone);
  }
  const zoned = WITH_ZONE.exec(text);
  if (zoned !== null) {
    const [, date, name = '', year = '', hour, minute, second, zone = ''] = zoned;
    const fullYear = year.length === 2 ? `20${year}` : year;
    return computeTime({ year: fullYear, month: parseMonth(name), date, hour, minute, second }, zone);
  }
  const [whole, name = '', date, hour, minute, second, year] = ASCTIME.exec(text) ?? [];
  if (whole === undefined) return undefined;
  return computeTime({ year, month: parseMonth(name), date, hour, minute, second }, 'GMT');
}

interface Fields {
  readonly year: string | undefined;
  /** The month from 1 to 12; 0 for an unknown name. */
  readonly month: number;
  readonly date: string | undefined;
  readonly hour: string | undefined;
  readonly minute: string | undefined;
  readonly second: string | undefined;
}

function computeTime({ year, month, date, hour, minute, second }: Fields, zone: string): number | undefined {
  const isInYear = month >= 1 && month <= 12 && Number(date) >= 1 && Number(date) <= 31;
  if (!isInYear || Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return undefined;
  const asGmt = Date.UTC(Number(year), month - 1, Number(date), Number(hour), Number(minute), Number(second));
  return asGmt - parseZoneMinutes(zone) * 60_000;
}

/** Returns the minutes by which a zone is ahead of GMT. */
function parseZoneMinutes(zone: string): number {
  const [, sign, hours, minutes] = /([+-])(\d\d):?(\d\d)$/.exec(zone) ?? [];
  if (sign === undefined) return 0;
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}

function parseMonth(name: string): number {
  return MONTHS.indexOf(name.charAt(0).toUpperCase() + name.slice(1).toLowerCase()) + 1;
}
