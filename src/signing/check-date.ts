import { finding, type Report } from './findings.ts';
import { readHttpDate } from './http-date.ts';
import { type HeaderIndex, trim } from './signing-string.ts';

/** The deviation allowed, in whole seconds: 60 passes, 61 does not. @see interface.md Authentication 3 */
const MAX_SKEW_SECONDS = 60;
/** Time zones lie at most 14 hours from GMT. */
const MAX_ZONE_HOURS = 14;

/** @see signing.md §4 date-missing to date-skew-timezone */
export function checkDate(index: HeaderIndex, at: number, report: Report): void {
  const values = index.get('date');
  if (values === undefined) {
    report(finding('date-missing', { header: 'date' }));
    return;
  }
  const read = readHttpDate(trim(values.join(', ')));
  if (!read.ok) report(finding('date-format', { cause: read.cause, header: 'date' }));
  if (read.time !== undefined) checkSkew(Math.trunc((at - read.time) / 1000), report);
}

function checkSkew(skewSeconds: number, report: Report): void {
  const distance = Math.abs(skewSeconds);
  if (distance <= MAX_SKEW_SECONDS) return;
  const hours = Math.round(distance / 3600);
  const isZone =
    hours >= 1 && hours <= MAX_ZONE_HOURS && Math.abs(distance - hours * 3600) <= MAX_SKEW_SECONDS;
  const side = skewSeconds > 0 ? 'behind' : 'ahead of';
  const detail = isZone ? `It is ${hours} h ${side} it.` : `It is ${distance} s ${side} it.`;
  report(finding(isZone ? 'date-skew-timezone' : 'date-skew', { header: 'date', detail }));
}
