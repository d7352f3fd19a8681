import { gzipSync } from 'node:zlib';
import { type Row, usual } from './row.ts';
import type { Request } from './signer.ts';

/** Digests of other bytes than those sent. */

export const label = (value: string) => `SHA-256=${value}`;
export const pretty = (space: number | string) => (body: Buffer) =>
  JSON.stringify(JSON.parse(body.toString()), null, space);
export const arriving = (change: (body: Buffer) => Buffer | string) => ({
  onTheWay: (request: Request): Request => ({
    ...request,
    body: Buffer.from(change(request.body) as Buffer),
  }),
});
const escaped = (text: string) =>
  text.replace(/[\u0080-\uffff]/g, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`);
export const sorted = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(sorted)
    : typeof value === 'object' && value !== null
      ? Object.fromEntries(
          Object.entries(value)
            .toSorted(([a], [b]) => (a < b ? -1 : 1))
            .map(([k, v]) => [k, sorted(v)]),
        )
      : value;
const python = (value: unknown): string =>
  Array.isArray(value)
    ? `[${value.map(python).join(', ')}]`
    : typeof value === 'object' && value !== null
      ? `{${Object.entries(value)
          .map(([k, v]) => `${JSON.stringify(k)}: ${python(v)}`)
          .join(', ')}}`
      : JSON.stringify(value);
export const hashed = (change: (body: Buffer) => Buffer | string) => ({ hashed: change });

export const BULK = {
  batchBookingPreferred: true,
  debtorAccount: { bban: '15030012345', currency: 'NOK' },
  requestedExecutionDate: '2027-05-12',
  payments: Array.from({ length: 100 }, (_, at) => ({
    instructedAmount: { amount: `${100 + at}.50`, currency: 'NOK' },
    creditorName: `Mottaker nr. ${at} Sørlandet`,
    creditorAccount: { bban: String(86_011_100_000 + at * 17), currency: 'NOK' },
    remittanceInformationUnstructured: `Lønn mai, linje ${at}`,
  })),
};
export const bulk = {
  target: '/v1/bulk-payments/norwegian-domestic-credit-transfers',
  body: JSON.stringify(BULK),
};

export const DIGESTS: readonly Row[] = usual({
  'digest-mismatch/reserialised': {
    'indented by two after hashing': arriving(pretty(2)),
    'indented by four when hashed': hashed(pretty(4)),
  },
  'digest-mismatch/ascii-escaped': {
    'ASCII escapes when sent': arriving((body) => escaped(body.toString())),
  },
  'digest-mismatch/latin1': {
    'UTF-8 encoded twice when sent': arriving((body) => Buffer.from(body.toString('latin1'), 'utf8')),
  },
  'digest-mismatch/latin1|unknown|ascii-escaped': {
    'question marks for letters hashed': hashed((body) => body.toString().replace(/[^ -~]/g, '?')),
  },
  'digest-mismatch/bom': { 'byte order mark sent': arriving((body) => `\ufeff${body}`) },
  'digest-mismatch/key-order': {
    'members sorted when sent': arriving((body) => JSON.stringify(sorted(JSON.parse(body.toString())))),
    'bulk of 100 sorted when sent': { ...bulk, ...arriving(() => JSON.stringify(sorted(BULK))) },
  },
  'digest-mismatch/content-encoding|unknown': {
    'hash of the compressed body, plain sent': hashed((body) => gzipSync(body)),
  },
  'digest-mismatch/encoded': {
    'percent-encoded body hashed': hashed((body) => encodeURIComponent(body.toString())),
  },
  'digest-mismatch/unknown': {
    'amount edited after hashing': arriving((body) => body.toString().replace('1250.00', '1350.00')),
  },
  'digest-mismatch/encoded|reserialised|unknown': {
    'JSON stringified twice when hashed': hashed((body) => JSON.stringify(body.toString())),
  },
});

export function moved({ creditorName, ...rest }: Record<string, unknown>): string {
  return JSON.stringify({ ...rest, creditorName });
}
