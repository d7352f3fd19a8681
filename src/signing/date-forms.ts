import { HOUR_SECONDS } from '../core/units.ts';
import { finding } from './findings.ts';
import { readHttpDate, writeHttpDate } from './http-date.ts';
import { valuePlaces } from './one-character.ts';
import { type SigningLine, signingBytes, signingString } from './signing-string.ts';
import type { StringCandidate } from './string-candidate.ts';

/**
 * The ways in which programs write the second of a Date header.
 * @see G4-signature-invalid-value, G4-signature-invalid-target
 */
export function dateForms(value: string): string[] {
  const match = /^(\w{3}), (\d{2}) (\w{3}) (\d{4}) (\d\d):(\d\d):(\d\d) GMT$/.exec(value);
  const time = readHttpDate(value).time;
  if (match === null || time === undefined) return [];
  const [, weekday = '', date = '', month = '', year = '', hour = '', minute = '', second = ''] = match;
  const iso = new Date(time).toISOString().slice(0, 19);
  const clock = `${hour}:${minute}:${second}`;
  const longWeekday = WEEKDAYS.find((name) => name.startsWith(weekday)) ?? weekday;
  const zones = ['+0000', '-0000', 'UTC', 'Z', '+00:00', 'GMT+0000', 'GMT+00:00', 'UT', ''];
  return [
    ...zones.map((zone) => value.replace(/ ?GMT$/, zone === '' ? '' : ` ${zone}`)),
    value.replace(/ 0(\d) /, ' $1 '),
    value.replace(/^\w{3}, /, ''),
    value.replace(' 0', ' ').replace(/ 0(\d):/, ' $1:'),
    value.replace(/ 0(\d):/, ' $1:'),
    `${longWeekday}, ${date}-${month}-${year.slice(2)} ${clock} GMT`,
    `${longWeekday}, ${date} ${month} ${year} ${clock} GMT`,
    `${weekday} ${month} ${date.replace(/^0/, ' ')} ${clock} ${year}`,
    `${weekday} ${month} ${date} ${clock} GMT ${year}`,
    `${weekday} ${month} ${date} ${clock} UTC ${year}`,
    `${weekday} ${month} ${date} ${year} ${clock} GMT+0000 (Coordinated Universal Time)`,
    ...['Z', '.000Z', '.000000Z', '', '+00:00', '+0000', '.000+00:00', '.0000000Z'].map((end) => iso + end),
    iso.replace('T', ' '),
    `${iso.replace('T', ' ')}Z`,
    String(time),
    String(time / 1000),
  ];
}

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

/** The same second by the clocks of the zones of whole hours that have land in them. */
export function datesOfZones(value: string): string[] {
  const { time } = readHttpDate(value);
  if (time === undefined) return [];
  return Array.from({ length: 27 }, (_, place) => place - 12).flatMap((hours) => {
    if (hours === 0) return [];
    const local = time + hours * 3_600_000;
    const sign = hours < 0 ? '-' : '+';
    const digits = String(Math.abs(hours)).padStart(2, '0');
    const iso = new Date(local).toISOString().slice(0, 19);
    const zones = [`${sign}${digits}00`, `${sign}${digits}:00`, `GMT${sign}${digits}:00`];
    const names = { 1: ['CET'], 2: ['CEST'] }[hours] ?? [];
    const text = writeHttpDate(local);
    return [...zones, ...names].map((zone) => text.replace('GMT', zone)).concat(`${iso}${sign}${digits}:00`);
  });
}

/** Five seconds on either side of a date. */
export function nearestDates(value: string): string[] {
  return around(value, 1, 5);
}

/** The hours, and the seconds of five minutes, on either side of a date. */
export function otherDates(value: string): string[] {
  return [...around(value, 1, 14, 3600), ...around(value, 6, 300)];
}

/** How far a date that was signed is from the one sent, in words. */
export function distanceBetween(signed: string, sent: string): string | undefined {
  const [from, to] = [readHttpDate(sent).time, readHttpDate(signed).time];
  if (from === undefined || to === undefined) return undefined;
  const seconds = Math.abs(to - from) / 1000;
  const [count, unit] = seconds % HOUR_SECONDS === 0 ? [seconds / HOUR_SECONDS, 'hour'] : [seconds, 'second'];
  return `The signed one is ${count} ${unit}${count === 1 ? '' : 's'} ${to < from ? 'earlier' : 'later'}.`;
}

/** So many steps to either side, the nearest first. */
function around(value: string, from: number, to: number, step = 1): string[] {
  const { time } = readHttpDate(value);
  if (time === undefined) return [];
  const distances = Array.from({ length: to - from + 1 }, (_, place) => 1000 * step * (from + place));
  return distances.flatMap((distance) => [writeHttpDate(time - distance), writeHttpDate(time + distance)]);
}

/** Seconds away. */
export const WITHIN_AN_HOUR = [1, 3600] as const;
export const WITHIN_A_DAY = [3601, 86_400] as const;

/**
 * The signing strings with Date so many seconds earlier or later, the nearest first. Octets are changed in
 * place: a candidate holds until the next is asked for.
 * @see G3-search-limit, G4-signature-invalid-value
 */
export function* datesWithin(
  lines: readonly SigningLine[],
  [from, to]: readonly [from: number, to: number],
): Generator<StringCandidate> {
  const sent = lines.find(({ name }) => name === 'date')?.value ?? '';
  const { time } = readHttpDate(sent);
  const place = valuePlaces(lines).find(({ header }) => header === 'date');
  if (time === undefined || place === undefined || place.end - place.start !== writeHttpDate(time).length)
    return;
  const bytes = signingBytes(signingString(lines));
  let signed = '';
  const findings = () => {
    const detail = `It is date. ${distanceBetween(signed, sent)}`;
    return [finding('signature-invalid-value', { cause: 'replaced', header: 'date', detail })];
  };
  const candidate = { bytes, findings };
  for (let distance = from; distance <= to; distance += 1) {
    for (const other of [time - 1000 * distance, time + 1000 * distance]) {
      signed = writeHttpDate(other);
      bytes.write(signed, place.start, 'latin1');
      yield candidate;
    }
  }
}
