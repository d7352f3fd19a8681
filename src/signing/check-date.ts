import { trimBlanks } from '../octets.ts';
import { durationInWords } from '../values/duration.ts';
import type { Dialect } from './dialect.ts';
import { finding, type Report } from './findings.ts';
import { readHttpDate, writeHttpDate } from './http-date.ts';
import { meantTime } from './meant-date.ts';
import { nearHeaderText } from './near-header.ts';
import type { HeaderIndex } from './signing-string.ts';

/** Time zones lie at most 14 hours from GMT. */
const MAX_ZONE_HOURS = 14;

/**
 * Answers by how many whole seconds Date is behind the clock, where it can be read; negative is ahead, and a part of a
 * second ahead counts as a whole one.
 * @see G4-date-missing, G4-date-format, G4-date-skew
 */
export function checkDate(
  index: HeaderIndex,
  at: number,
  { maxSkewSeconds }: Dialect,
  report: Report,
): number | undefined {
  const values = index.get('date');
  if (values === undefined) {
    report(
      finding('date-missing', {
        header: 'date',
        detail: nearHeaderText('Date', index),
        expected: writeHttpDate(at),
      }),
    );
    return undefined;
  }
  const text = trimBlanks(values.join(', '));
  const read = readHttpDate(text);
  const details = () => ({ header: 'date', expected: writeHttpDate(at), found: text });
  if (!read.ok) report(finding('date-format', { cause: read.cause, ...details() }));
  const time = read.time ?? meantTime(text);
  if (time === undefined) return undefined;
  // Date has whole seconds: behind the clock the part of a second is the sender's, ahead of it the clock's.
  const skewSeconds = Math.floor((at - time) / 1000);
  checkSkew(skewSeconds, maxSkewSeconds, details, report);
  return skewSeconds;
}

/** So many seconds pass, one more does not. @see I-authentication-3-signing-string, I-limits-clock */
function checkSkew(
  skewSeconds: number,
  allowed: number,
  details: () => { header: string; expected: string; found: string },
  report: Report,
): void {
  const distance = Math.abs(skewSeconds);
  if (distance <= allowed) return;
  const hours = Math.round(distance / 3600);
  const isZone = hours >= 1 && hours <= MAX_ZONE_HOURS && Math.abs(distance - hours * 3600) <= allowed;
  const side = skewSeconds > 0 ? 'behind' : 'ahead of';
  const detail = isZone ? `It's ${hours} h ${side} it.` : `It's ${durationInWords(distance)} ${side} it.`;
  report(finding(isZone ? 'date-skew-timezone' : 'date-skew', { ...details(), detail }));
}
