import { createHash, createSign, type KeyObject } from 'node:crypto';
import type { Header, HttpRequest } from '../../src/message.ts';
import { VERIFY_SEARCH } from '../../src/signing/budget.ts';
import { type VerifyOptions, verify } from '../../src/signing/verify.ts';
import { derCertificate, derExtension } from '../support/der-certificate.ts';
import { der, derInteger, derName, derOid } from '../support/der-writer.ts';
import { rsaKeys, spkiOf } from '../support/keys.ts';

/** A TPP's own signing code, written with node:crypto alone, so that it shares nothing with what checks it. */

export const NOW = Date.UTC(2026, 9, 14, 8, 30, 3);
const utf8 = (text: string) => der(0x0c, Buffer.from(text));
const statement = (oid: string, ...value: Uint8Array[]) => der(0x30, derOid(oid), ...value);
const role = (oid: string, name: string) => der(0x30, derOid(oid), utf8(name));
const roles = der(0x30, role('0.4.0.19495.1.2', 'PSP_PI'), role('0.4.0.19495.1.3', 'PSP_AI'));
const authority = [utf8('The Financial Supervisory Authority of Norway'), utf8('NO-FSA')];
const QC_STATEMENTS = der(
  0x30,
  statement('0.4.0.1862.1.1'),
  statement('0.4.0.1862.1.6', der(0x30, derOid('0.4.0.1862.1.6.2'))),
  statement('0.4.0.19495.2', der(0x30, roles, ...authority)),
);

type Names = Parameters<typeof derName>[0];
export const ISSUER: Names = [
  [['2.5.4.6', 0x13, 'NO']],
  [['2.5.4.10', 0x0c, 'Example Trust Services AS']],
  [['2.5.4.97', 0x0c, 'NTRNO-999999990']],
  [['2.5.4.3', 0x0c, 'Example Qualified CA 1']],
];
export const SUBJECT: Names = [
  [['2.5.4.6', 0x13, 'NO']],
  [['2.5.4.10', 0x0c, 'Example TPP AS']],
  [['2.5.4.97', 0x0c, 'PSDNO-FSA-123456']],
  [['2.5.4.3', 0x0c, 'Example TPP Seal']],
];
const SERIAL = 0xa1b2c3d4e5f6n;
export const ISSUER_TEXT =
  'CN=Example Qualified CA 1,2.5.4.97=#0c0f4e54524e4f2d393939393939393930,O=Example Trust Services AS,C=NO';
export const KEY_ID = `SN=A1B2C3D4E5F6,CA=${ISSUER_TEXT}`;
const keys = rsaKeys();
export const PRIVATE_KEY = keys.privateKey;
const spki = spkiOf(keys);

/** A negative INTEGER is its two's complement. */
function derSerial(serial: bigint): Buffer {
  if (serial >= 0n) return derInteger(serial);
  const octets = Math.ceil((serial.toString(2).length + 1) / 8);
  return der(0x02, Buffer.from(BigInt.asUintN(8 * octets, serial).toString(16), 'hex'));
}

export function sealOf(
  change: { issuer?: Names; subject?: Names; serial?: bigint; spki?: Uint8Array } = {},
): Buffer {
  return derCertificate({
    spki: change.spki ?? spki,
    serial: derSerial(change.serial ?? SERIAL),
    issuer: derName(change.issuer ?? ISSUER),
    subject: derName(change.subject ?? SUBJECT),
    extensions: [derExtension('1.3.6.1.5.5.7.1.3', QC_STATEMENTS)],
  });
}
export const SEAL = sealOf();
export type Line = readonly [name: string, value: string];
export const written = (lines: readonly Line[], colon = ': ', joint = '\n') =>
  lines.map(([name, value]) => name + colon + value).join(joint);
export const sha256 = (bytes: string | Uint8Array) => createHash('sha256').update(bytes).digest();
export const digestOf = (bytes: string | Uint8Array) => `SHA-256=${sha256(bytes).toString('base64')}`;
export const REQUEST_ID = '99391c7e-ad88-49ec-a2ad-99ddcb1f7721';
export const PSU_ID = '5a2c1f7e-3f6e-4c8a-9d55-1c2b3a4d5e6f';
const REDIRECT = 'https://tpp.example.test/cb?state=a%20b&x=1';
export const TARGET = '/v1/payments/norwegian-domestic-credit-transfers?allowLogicalDuplicate=false';
export const JSON_BODY =
  '{"creditorName":"Kåre Ærlig","instructedAmount":{"amount":"250.00","currency":"NOK"},"url":"https://a.test/x?a=1&b=2","rate":2.50,"count":100,"tags":["a","b"],"note":"it\'s <b>"}';

export interface Made {
  readonly method?: string;
  readonly target?: string;
  /** The bytes sent. */
  readonly body?: string | Uint8Array;
  /** The bytes hashed for Digest; default those sent. */
  readonly hashed?: string | Uint8Array;
  /** Headers as sent and signed, put in place of those of the same name; null takes one away. */
  readonly headers?: Readonly<Record<string, string | null>>;
  readonly names?: readonly string[];
  /** What is signed, from the right lines. */
  readonly string?: (lines: readonly Line[], request: HttpRequest) => string | Uint8Array;
  readonly sign?: (bytes: Buffer) => Buffer;
  readonly encode?: (signature: Buffer) => string;
  readonly keyId?: string;
  readonly algorithm?: string;
  /** The headers parameter as written; default the names. */
  readonly list?: string;
  /** The last change to the value of Signature. */
  readonly value?: (value: string) => string;
  /** What happens to the headers on the way. */
  readonly way?: (headers: readonly Header[]) => readonly Header[];
  readonly certificate?: Uint8Array;
}

export function made(parts: Made = {}): HttpRequest {
  const body = Buffer.from(parts.body ?? JSON_BODY);
  const given = new Map<string, string | null>([
    ['Host', 'bank.example.test'],
    ['Content-Type', 'application/json'],
    ['X-Request-ID', REQUEST_ID],
    ['TPP-Redirect-URI', REDIRECT],
    ['PSU-ID', PSU_ID],
    ['Date', new Date(NOW - 3000).toUTCString()],
    ['Digest', body.length === 0 && parts.hashed === undefined ? null : digestOf(parts.hashed ?? body)],
    ['TPP-Signature-Certificate', Buffer.from(parts.certificate ?? SEAL).toString('base64')],
    ...Object.entries(parts.headers ?? {}),
  ]);
  const headers = [...given].filter((header): header is [string, string] => header[1] !== null);
  const request = { method: parts.method ?? 'POST', target: parts.target ?? TARGET, headers, body };
  const values = new Map(headers.map(([name, value]) => [name.toLowerCase(), value.trim()]));
  values.set('(request-target)', `${request.method.toLowerCase()} ${request.target}`);
  const usual = ['date', 'digest', 'x-request-id', 'psu-id', 'tpp-redirect-uri'];
  const names = parts.names ?? usual.filter((name) => values.has(name));
  const lines = names.map((name): Line => [name, values.get(name) ?? '']);
  const text = Buffer.from((parts.string ?? ((all) => written(all)))(lines, request) as Uint8Array);
  const signature = (parts.sign ?? rsaSha256)(text);
  const encoded = (parts.encode ?? ((bytes) => bytes.toString('base64')))(signature);
  const value =
    `keyId="${parts.keyId ?? KEY_ID}",algorithm="${parts.algorithm ?? 'rsa-sha256'}",` +
    `headers="${parts.list ?? names.join(' ')}",signature="${encoded}"`;
  const sent: Header[] = [...headers, ['Signature', (parts.value ?? ((kept) => kept))(value)]];
  return { ...request, headers: parts.way === undefined ? sent : parts.way(sent) };
}

export function rsaSha256(bytes: Uint8Array, key: KeyObject = PRIVATE_KEY): Buffer {
  return createSign('RSA-SHA256').update(bytes).sign(key);
}

/** The first finding as `code cause`, and the header it names. */
export function firstOf(parts: Made | HttpRequest, options: Partial<VerifyOptions> = {}): string {
  const request =
    'method' in parts && 'headers' in parts && Array.isArray(parts.headers)
      ? (parts as HttpRequest)
      : made(parts as Made);
  const [first] = verify(request, {
    at: NOW,
    clock: () => 0,
    recovery: VERIFY_SEARCH,
    ...options,
  }).findings;
  if (first === undefined) return 'valid';
  return [first.code, first.cause].filter((word) => word !== undefined).join(' ');
}

/** Requests wrong in one way each, by what is to be said of them first, and by their titles. */
type UnseenRow = Made | readonly [parts: Made, options: Partial<VerifyOptions>];
export type Unseen = Readonly<Record<string, Readonly<Record<string, UnseenRow>>>>;
const isAlone = (row: UnseenRow): row is Made => !Array.isArray(row);

export const listUnseen = (all: Unseen) =>
  Object.entries(all).flatMap(([expected, rows]) =>
    Object.entries(rows).map(([title, row]) => {
      const [parts, options] = isAlone(row) ? [row, {}] : row;
      return [title, expected, parts, options] as const;
    }),
  );
