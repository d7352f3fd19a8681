import { DerError, type DerNode, TAG } from './der.ts';
import { childrenOf } from './der-values.ts';

const UTC_TIME = /^(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)Z$/;
const GENERALIZED_TIME = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)Z$/;

/**
 * Reads the Validity of a certificate: its two times, in milliseconds since 1970.
 * @throws DerError for a time that RFC 5280 4.1.2.5 does not allow.
 * @see S12-certificate-times
 */
export function readValidity(node: DerNode | undefined): {
  readonly notBefore: number;
  readonly notAfter: number;
} {
  const [notBefore, notAfter, ...rest] = childrenOf(node, TAG.sequence, 'the validity');
  if (rest.length > 0) throw new DerError('the validity has more than two times');
  return { notBefore: readTime(notBefore, 'notBefore'), notAfter: readTime(notAfter, 'notAfter') };
}

function readTime(node: DerNode | undefined, what: string): number {
  const isUtcTime = node?.tag === TAG.utcTime;
  if (node === undefined || !(isUtcTime || node.tag === TAG.generalizedTime))
    throw new DerError(`${what} isn't a time`);
  const written = Buffer.from(node.bytes).toString('latin1');
  const fields = (isUtcTime ? UTC_TIME : GENERALIZED_TIME).exec(written)?.slice(1).map(Number);
  if (fields === undefined) throw new DerError(`${what} isn't written with seconds and a final Z`);
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = fields;
  return toMilliseconds([isUtcTime ? fullYear(year) : year, month, day, hour, minute, second], what);
}

/** Two digits from 50 on are of the twentieth century (RFC 5280 4.1.2.5.1). */
function fullYear(twoDigits: number): number {
  return twoDigits >= 50 ? 1900 + twoDigits : 2000 + twoDigits;
}

type TimeFields = readonly [
  year: number,
  month: number,
  day: number,
  hour: number,
  minute: number,
  second: number,
];

function toMilliseconds([year, month, day, hour, minute, second]: TimeFields, what: string): number {
  // Date.UTC would read the years 0 to 99 as 1900 to 1999.
  if (year < 100) throw new DerError(`${what} is before the year 100`);
  const isOnClock = hour < 24 && minute < 60 && second < 60;
  const isInCalendar = month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month);
  if (!isOnClock || !isInCalendar) throw new DerError(`${what} isn't a real date and time`);
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

function daysIn(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}
