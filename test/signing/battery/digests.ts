import { gzipSync } from 'node:zlib';
import { BODY, PAYMENT, type Row, usual } from './row.ts';
import { base64, type Request, sha256 } from './signer.ts';

/** Digests of other bytes than those sent. */

export const MISMATCH = 'digest-mismatch';
export const FORMAT = 'digest-format';
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
export const indented = JSON.stringify(PAYMENT, null, 2);

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

export const DIGESTS: readonly Row[] = [
  usual('indented by two after hashing', arriving(pretty(2)), MISMATCH, 'reserialised'),
  usual('indented by four after hashing', arriving(pretty(4)), MISMATCH, 'reserialised'),
  usual('indented by tabs after hashing', arriving(pretty('\t')), MISMATCH, 'reserialised'),
  usual('indented when hashed, compact when sent', hashed(pretty(2)), MISMATCH, 'reserialised'),
  usual('indented by four when hashed', hashed(pretty(4)), MISMATCH, 'reserialised'),
  usual(
    'requests: data hashed with separators of json.dumps',
    hashed((body) => python(JSON.parse(body.toString()))),
    MISMATCH,
    'reserialised',
  ),
  usual(
    'json.dumps with ASCII escapes hashed',
    hashed((body) => escaped(python(JSON.parse(body.toString())))),
    MISMATCH,
    ['ascii-escaped', 'reserialised'],
  ),
  usual(
    'ASCII escapes when sent',
    arriving((body) => escaped(body.toString())),
    MISMATCH,
    'ascii-escaped',
  ),
  usual(
    'ASCII escapes when hashed',
    hashed((body) => escaped(body.toString())),
    MISMATCH,
    'ascii-escaped',
  ),
  usual(
    'PHP: slashes escaped when hashed',
    hashed((body) => body.toString().replaceAll('/', '\\/')),
    MISMATCH,
    ['reserialised', 'ascii-escaped'],
  ),
  usual(
    'PHP: slashes and letters escaped when hashed',
    hashed((body) => escaped(body.toString()).replaceAll('/', '\\/')),
    MISMATCH,
    ['reserialised', 'ascii-escaped'],
  ),
  usual(
    'a newline sent that was not hashed',
    arriving((body) => `${body}\n`),
    MISMATCH,
    'trailing-newline',
  ),
  usual(
    'a newline hashed that was not sent',
    hashed((body) => `${body}\n`),
    MISMATCH,
    'missing-newline',
  ),
  usual(
    'CRLF sent, LF hashed',
    { body: indented, ...arriving((body) => body.toString().replaceAll('\n', '\r\n')) },
    MISMATCH,
    'crlf',
  ),
  usual(
    'LF sent, CRLF hashed',
    { body: indented, hashed: (body) => body.toString().replaceAll('\n', '\r\n') },
    MISMATCH,
    'crlf',
  ),
  usual(
    'curl -d: newlines taken out when sending',
    { body: indented, ...arriving((body) => body.toString().replaceAll('\n', '')) },
    MISMATCH,
    ['crlf', 'reserialised', 'missing-newline'],
  ),
  usual(
    'Latin-1 hashed',
    { body: BODY.replace('–', '-'), hashed: (body) => Buffer.from(body.toString(), 'latin1') },
    MISMATCH,
    'latin1',
  ),
  usual(
    'UTF-8 encoded twice when sent',
    arriving((body) => Buffer.from(body.toString('latin1'), 'utf8')),
    MISMATCH,
    'latin1',
  ),
  usual(
    'question marks for letters hashed',
    hashed((body) => body.toString().replace(/[^ -~]/g, '?')),
    MISMATCH,
    ['latin1', 'unknown', 'ascii-escaped'],
  ),
  usual(
    'byte order mark sent',
    arriving((body) => `\ufeff${body}`),
    MISMATCH,
    'bom',
  ),
  usual(
    'byte order mark hashed',
    hashed((body) => `\ufeff${body}`),
    MISMATCH,
    'bom',
  ),
  usual(
    'members sorted when hashed',
    hashed((body) => JSON.stringify(sorted(JSON.parse(body.toString())))),
    MISMATCH,
    'key-order',
  ),
  usual(
    'members sorted when sent',
    arriving((body) => JSON.stringify(sorted(JSON.parse(body.toString())))),
    MISMATCH,
    'key-order',
  ),
  usual(
    'compressed after hashing',
    { with: { 'Content-Encoding': 'gzip' }, ...arriving((body) => gzipSync(body)) },
    MISMATCH,
    'content-encoding',
  ),
  usual(
    'hash of the compressed body, plain sent',
    hashed((body) => gzipSync(body)),
    MISMATCH,
    ['content-encoding', 'unknown'],
  ),
  usual(
    'empty string hashed, body sent',
    hashed(() => ''),
    MISMATCH,
    'empty-object',
  ),
  usual(
    'Base64 of the body hashed',
    hashed((body) => base64(body)),
    MISMATCH,
    'encoded',
  ),
  usual(
    'percent-encoded body hashed',
    hashed((body) => encodeURIComponent(body.toString())),
    MISMATCH,
    'encoded',
  ),
  usual(
    'body lost by a redirect',
    arriving(() => ''),
    MISMATCH,
    'body-lost',
  ),
  usual(
    'amount edited after hashing',
    arriving((body) => body.toString().replace('1250.00', '1350.00')),
    MISMATCH,
    'unknown',
  ),
  usual(
    'creditor edited after hashing',
    arriving((body) => body.toString().replace('Storgata 1', 'Storgata 2')),
    MISMATCH,
    'unknown',
  ),
  usual(
    'JSON stringified twice when hashed',
    hashed((body) => JSON.stringify(body.toString())),
    MISMATCH,
    ['encoded', 'reserialised', 'unknown'],
  ),
  usual('bulk of 100 indented when hashed', { ...bulk, hashed: pretty(2) }, MISMATCH, 'reserialised'),
  usual(
    'bulk of 100 indented by four when sent',
    { ...bulk, ...arriving(pretty(4)) },
    MISMATCH,
    'reserialised',
  ),
  usual(
    'bulk of 100 sorted when hashed',
    { ...bulk, hashed: () => JSON.stringify(sorted(BULK)) },
    MISMATCH,
    'key-order',
  ),
  usual(
    'bulk of 100 sorted when sent',
    { ...bulk, ...arriving(() => JSON.stringify(sorted(BULK))) },
    MISMATCH,
    'key-order',
  ),
];

export function moved({ creditorName, ...rest }: Record<string, unknown>): string {
  return JSON.stringify({ ...rest, creditorName });
}

/** A body whose hash has a + in Base64. */
export function bodyWithPlus(): string {
  for (let n = 0; ; n++) {
    const body = BODY.replace('1250.00', `${1250 + n}.00`);
    if (base64(sha256(body)).includes('+')) return body;
  }
}
