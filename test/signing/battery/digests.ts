import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { BODY, PAYMENT, type Row, rare, usual } from './row.ts';
import { base64, putting, type Request, sha256 } from './signer.ts';

/** Digests of other bytes than those sent. */

const label = (value: string) => `SHA-256=${value}`;
const pretty = (space: number | string) => (body: Buffer) =>
  JSON.stringify(JSON.parse(body.toString()), null, space);
const arriving = (change: (body: Buffer) => Buffer | string) => ({
  onTheWay: (request: Request): Request => ({
    ...request,
    body: Buffer.from(change(request.body) as Buffer),
  }),
});
const escaped = (text: string) =>
  text.replace(/[\u0080-\uffff]/g, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`);
const sorted = (value: unknown): unknown =>
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
const hashed = (change: (body: Buffer) => Buffer | string) => ({ hashed: change });

const BULK = {
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
const bulk = {
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

function moved({ creditorName, ...rest }: Record<string, unknown>): string {
  return JSON.stringify({ ...rest, creditorName });
}

/** The same, as few send them. */
export const RARE_DIGESTS: readonly Row[] = rare({
  'digest-mismatch/reserialised': {
    'one blank per indentation when hashed': hashed(pretty(1)),
    'Jackson: blanks before colons when hashed': hashed((body) => pretty(2)(body).replaceAll('": ', '" : ')),
  },
  'digest-mismatch/reserialised|crlf': {
    'Newtonsoft: indented with CRLF when hashed': hashed((body) => pretty(2)(body).replaceAll('\n', '\r\n')),
  },
  'digest-mismatch/key-order': {
    'a member moved to the end when hashed': hashed((body) => moved(JSON.parse(body.toString()))),
  },
  'digest-mismatch/latin1|encoded|unknown': {
    'UTF-16 hashed': hashed((body) => Buffer.from(body.toString(), 'utf16le')),
  },
  'digest-mismatch/unknown|latin1|reserialised': {
    'NFD letters when sent': {
      body: BODY.replace('Bjørn', 'Åse'),
      ...arriving((body) => body.toString().normalize('NFD')),
    },
  },
  'digest-mismatch/body-lost': { 'body cut at 256 bytes': arriving((body) => body.subarray(0, 256)) },
  'valid|digest-format|valid-with-warning': {
    'two digests in one header': {
      digest: (bytes) =>
        `${label(base64(sha256(bytes)))},SHA-512=${createHash('sha512').update(bytes).digest('base64')}`,
    },
  },
});

/** Digest written otherwise. */
export const DIGESTS_WRITTEN: readonly Row[] = usual({
  'digest-missing': { 'no Digest on a payment': { digest: () => undefined } },
  'valid-with-warning/lower-case': {
    'name in lower case': { digest: (bytes) => `sha-256=${base64(sha256(bytes))}` },
  },
  'digest-format/-|wrong-label': {
    MD5: { digest: (bytes) => `MD5=${createHash('md5').update(bytes).digest('base64')}` },
  },
});

/** Bodies changed after signing by something that put a new Digest beside them: the signature knows the old one. */

const together = (change: (body: string) => string | Buffer) => ({
  onTheWay: (request: Request): Request => {
    const body = Buffer.from(change(request.body.toString()) as Buffer);
    return { ...putting('Digest', `SHA-256=${base64(sha256(body))}`)(request), body };
  },
});
const json = (change: (value: unknown) => unknown, space?: number | string) => (body: string) =>
  JSON.stringify(change(JSON.parse(body)), null, space);
const same = (value: unknown) => value;

export const TOGETHER: readonly Row[] = [
  ...usual({
    'signature-invalid-value/replaced|reencoded@digest': {
      'body and Digest: indented by two': together(json(same, 2)),
      'body and Digest: sorted': together(json(sorted)),
      'body and Digest: ASCII escapes': together(escaped),
      'body and Digest: a newline added': together((body) => `${body}\n`),
      'body and Digest: CRLF': {
        body: JSON.stringify(PAYMENT, null, 2),
        ...together((body) => body.replaceAll('\n', '\r\n')),
      },
      'body and Digest: byte order mark': together((body) => `\ufeff${body}`),
    },
    'signature-invalid/unknown': {
      'body and Digest: a member added': [
        together((body) => body.replace('{', '{"purposeCode":"SALA",')),
        { suspect: 'digest' },
      ],
      'body and Digest: bulk of 100, one amount edited': [
        { ...bulk, ...together((body) => body.replace('150.50', '151.50')) },
        { suspect: 'digest' },
      ],
    },
  }),
  ...rare({
    'signature-invalid-value/replaced|reencoded@digest': {
      'body and Digest: Latin-1': {
        body: BODY.replace('–', '-'),
        ...together((body) => Buffer.from(body, 'latin1')),
      },
    },
  }),
];
