/**
 * The second that a Date means which is written otherwise than HTTP writes dates, where the text says it: a wrong
 * form and a wrong time are two faults.
 * @see G4-date-format, G4-date-skew
 */

const ISO_8601 =
  /^(\d{4})-?(\d\d)-?(\d\d)[T ](\d\d):?(\d\d):?(\d\d)(?:[.,]\d{1,9})? ?(Z|UTC|GMT|[+-]\d\d:?\d\d)$/i;
/** RFC 5322, RFC 850 and their mixtures. */
const WITH_ZONE =
  /^(?:[A-Za-z]{3,9},? )?(\d{1,2})[ -]([A-Za-z]{3})[ -](\d{4}|\d\d) (\d\d):(\d\d):(\d\d) ?(GMT|UTC|UT|Z|(?:GMT|UTC)?[+-]\d\d:?\d\d)$/i;
/** The function asctime of C, and the command date. */
const ASCTIME = /^[A-Za-z]{3} ([A-Za-z]{3}) {1,2}(\d{1,2}) (\d\d):(\d\d):(\d\d) (?:(?:GMT|UTC) )?(\d{4})$/i;

/** Milliseconds since 1970; undefined where the text leaves it open. */
export function meantTime(text: string): number | undefined {
  if (text.length > 64) return undefined;
  const iso = ISO_8601.exec(text);
  if (iso !== null) {
    const [, year, month, date, hour, minute, second, zone = ''] = iso;
    return timeOf({ year, month: Number(month), date, hour, minute, second }, zone);
  }
  const zoned = WITH_ZONE.exec(text);
  if (zoned !== null) {
    const [, date, name = '', year = '', hour, minute, second, zone = ''] = zoned;
    const fullYear = year.length === 2 ? `20${year}` : year;
    return timeOf({ year: fullYear, month: monthOf(name), date, hour, minute, second }, zone);
  }
  const [whole, name = '', date, hour, minute, second, year] = ASCTIME.exec(text) ?? [];
  if (whole === undefined) return undefined;
  return timeOf({ year, month: monthOf(name), date, hour, minute, second }, 'GMT');
}

interface Fields {
  readonly year: string | undefined;
  /** From 1; 0 for a name that is no month. */
  readonly month: number;
  readonly date: string | undefined;
  readonly hour: string | undefined;
  readonly minute: string | undefined;
  readonly second: string | undefined;
}

function timeOf({ year, month, date, hour, minute, second }: Fields, zone: string): number | undefined {
  const isInYear = month >= 1 && month <= 12 && Number(date) >= 1 && Number(date) <= 31;
  if (!isInYear || Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return undefined;
  const asGmt = Date.UTC(Number(year), month - 1, Number(date), Number(hour), Number(minute), Number(second));
  return asGmt - zoneMinutes(zone) * 60_000;
}

/** How far a zone is ahead of GMT. */
function zoneMinutes(zone: string): number {
  const [, sign, hours, minutes] = /([+-])(\d\d):?(\d\d)$/.exec(zone) ?? [];
  if (sign === undefined) return 0;
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}

function monthOf(name: string): number {
  const place = 'janfebmaraprmayjunjulaugsepoctnovdec'.indexOf(name.toLowerCase());
  return place % 3 === 0 ? 1 + place / 3 : 0;
}
