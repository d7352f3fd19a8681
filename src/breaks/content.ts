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
  'digest-format/no-algorithm': {
    summary: 'Writes only the hash in Digest, without SHA-256= before it.',
    plan: { digestText: (_, hash) => hash },
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
