import { writeHttpDate } from '../signing/http-date.ts';
import { REQUEST_TARGET } from '../signing/signing-string.ts';
import { operationAt } from '../wire/operations.ts';
import { requirementsOf } from '../wire/required-headers.ts';
import type { Subject, Ways } from './plan.ts';

/** Date, the names that are signed, the form of Digest. @see G4-breaks */
export const CONTENT_WAYS: Ways = {
  'date-missing': {
    summary: 'Sends no Date and signs none.',
    plan: { dateText: () => undefined },
    takes: ['time'],
  },
  'date-format/iso': {
    summary: 'Writes Date in ISO 8601.',
    plan: { dateText: (time) => new Date(time).toISOString().replace(/\.\d+Z$/, 'Z') },
  },
  'date-format/offset': {
    summary: 'Writes Date in local time with +0200 instead of GMT.',
    plan: { dateText: (time) => writeHttpDate(time + 2 * HOUR).replace('GMT', '+0200') },
  },
  'date-format/weekday': {
    summary: "Writes the next day's weekday in Date.",
    plan: {
      dateText: (time) => writeHttpDate(time + 24 * HOUR).slice(0, 3) + writeHttpDate(time).slice(3),
    },
  },
  'date-format/other': {
    summary: "Writes Date like C's asctime.",
    plan: {
      dateText: (time) =>
        writeHttpDate(time).replace(/^(\w+), 0?(\d+) (\w+) (\d+) (\S+) GMT$/, (...parts) => {
          const [, weekday, date, month, year, clock] = parts as string[];
          return `${weekday} ${month} ${date?.padStart(2)} ${clock} ${year}`;
        }),
    },
  },
  'date-skew': {
    summary: 'Sends the Date of ten minutes ago.',
    plan: { time: (at) => at - HOUR / 6 },
  },
  'date-skew-timezone': {
    summary: 'Writes local time, two hours ahead, as GMT.',
    plan: { time: (at) => at + 2 * HOUR },
  },
  'listed-header-absent': {
    summary: "Lists an extra header in headers that's neither signed nor sent.",
    plan: { absent: (isSent) => MAY_BE_ABSENT.find((name) => !isSent(name)) ?? 'x-not-sent' },
  },
  'required-header-not-signed': {
    summary: 'Leaves a required header out of headers and the signing string.',
    plan: {
      unsigned: (names) =>
        names.find((name) => name === 'psu-id') ?? names.findLast((name) => !STAYS.has(name)),
    },
    needs: { headers: ['X-Request-ID'] },
  },
  'required-header-absent': {
    summary: 'Leaves out a header that the operation asks for.',
    plan: { omitted: (operation) => requirementsOf(operation).required[0] },
    lack: ({ request: { method, target } }) => {
      const operation = operationAt(method, target);
      const isAsking = operation !== undefined && requirementsOf(operation).required.length > 0;
      return isAsking ? undefined : 'an operation that asks for headers, such as a payment';
    },
  },
  'digest-missing': {
    summary: 'Sends a body without Digest.',
    plan: { digestText: () => undefined },
    takes: ['hashText', 'hashAlphabet', 'content'],
    lack: withoutBody,
  },
  'digest-format': {
    summary: 'Truncates the hash in Digest.',
    plan: { digestText: (algorithm, hash) => `${algorithm}=${hash.slice(0, -8)}` },
    needs: { digest: true },
  },
  'digest-format/no-algorithm': {
    summary: 'Writes only the hash in Digest, without SHA-256= before it.',
    plan: { digestText: (_, hash) => hash },
    needs: { digest: true },
  },
  'digest-format/base64url': {
    summary: 'Writes the hash in base64url without padding.',
    plan: {
      hashAlphabet: (hash) => hash.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', ''),
    },
    needs: { digest: true },
  },
  'digest-format/wrong-label': {
    summary: 'Names a different algorithm in Digest than the one used.',
    plan: {
      digestText: (algorithm, hash) => `${algorithm === 'SHA-256' ? 'SHA-512' : 'SHA-256'}=${hash}`,
    },
    needs: { digest: true },
  },
  'digest-format/structured-field': {
    summary: 'Writes the hash between colons, as in RFC 9530.',
    plan: { digestText: (algorithm, hash) => `${algorithm.toLowerCase()}=:${hash}:` },
    needs: { digest: true },
  },
  'digest-format/lower-case': {
    summary: 'Writes the Digest algorithm in lower case.',
    plan: { digestText: (algorithm, hash) => `${algorithm.toLowerCase()}=${hash}` },
    needs: { digest: true },
  },
};

const HOUR = 3_600_000;

/** The likeliest first; listed out of habit, sent by some operations only. */
const MAY_BE_ABSENT = ['psu-corporate-id', 'tpp-redirect-uri', 'psu-id', 'psu-ip-address'];

/** Without these a bank has nothing to check. */
const STAYS: ReadonlySet<string> = new Set([REQUEST_TARGET, 'date', 'digest']);

export function withoutBody({ request }: Subject): string | undefined {
  return request.body.length === 0 ? 'a body' : undefined;
}
