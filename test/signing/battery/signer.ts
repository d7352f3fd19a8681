import { createHash, type KeyObject, sign as signBytes } from 'node:crypto';

/** A TPP's own signer, step by step: each step can be done as somebody would do it wrongly. Nothing of src stands in it. */

export type Pair = readonly [name: string, value: string];

export interface Request {
  readonly method: string;
  readonly target: string;
  readonly headers: readonly Pair[];
  readonly body: Buffer;
}

/** Who signs, and what they hold. */
export interface Person {
  readonly key: KeyObject;
  /** DER. */
  readonly certificate: Buffer;
  readonly serial: bigint;
  /** Strictly as in RFC 2253. */
  readonly issuer: string;
}

export interface Way {
  readonly as: Person;
  readonly method?: string;
  readonly target?: string;
  /** Put over or beside the usual headers before signing; undefined takes one away. */
  readonly with?: Readonly<Record<string, string | undefined>>;
  readonly body?: string | Buffer;
  /** What is hashed for Digest in place of the body. */
  readonly hashed?: (body: Buffer) => string | Buffer;
  /** Digest's whole value. */
  readonly digest?: (bytes: Buffer) => string | undefined;
  /** What stands in headers="…", from the names usually signed. */
  readonly names?: (usual: readonly string[]) => readonly string[];
  /** The lines that are signed, from the right ones. */
  readonly lines?: (lines: readonly Pair[], sent: (name: string) => string) => readonly Pair[];
  /** The string that is signed, from its lines. */
  readonly text?: (lines: readonly Pair[]) => string | Buffer;
  readonly sign?: (bytes: Buffer, key: KeyObject) => Buffer;
  readonly encode?: (signature: Buffer) => string;
  readonly keyId?: (as: Person) => string;
  readonly algorithm?: string;
  /** The header's value from its parameters. */
  readonly written?: (parameters: Parameters) => string;
  readonly sent?: (as: Person) => string | undefined;
  /** What happens to the request once it is signed. */
  readonly onTheWay?: (request: Request) => Request;
}

export interface Parameters {
  readonly keyId: string;
  readonly algorithm: string;
  readonly headers: string;
  readonly signature: string;
}

export interface Sent {
  readonly request: Request;
  /** The bytes that were signed. */
  readonly signed: Buffer;
}

const SIGNED = ['date', 'digest', 'x-request-id', 'psu-id', 'psu-corporate-id', 'tpp-redirect-uri'];
export const DATE = 'Tue, 11 May 2027 09:15:42 GMT';
export const AT = '2027-05-11T09:15:44Z';
export const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest();
export const base64 = (bytes: string | Buffer) => Buffer.from(bytes as Buffer).toString('base64');
export const joined = (lines: readonly Pair[]) =>
  lines.map(([name, value]) => `${name}: ${value}`).join('\n');
export const written = ({ keyId, algorithm, headers, signature }: Parameters) =>
  `keyId="${keyId}",algorithm="${algorithm}",headers="${headers}",signature="${signature}"`;

function usualHeaders(): Record<string, string | undefined> {
  return {
    Host: 'api.bank.example.test',
    Accept: 'application/json',
    'x-accept-fix': 'amount-as-string',
    Date: DATE,
    'X-Request-ID': '7b1d4f60-93c2-4c5e-8a1f-2f6d0e9b3c57',
    'TPP-Session-ID': 'c0a8f7d2-51e4-4b39-9d06-8e7b6a5f4d3c',
    'TPP-Redirect-URI': 'https://tpp.example.test/callback?state=9f%201c&flow=pis',
    'PSU-ID': '3d9e6f21-70ab-4c18-b5d4-6a2c1f0e8b97',
    'PSU-IP-Address': '192.0.2.44',
  };
}

function put(headers: readonly Pair[], name: string, value: string | undefined): Pair[] {
  const at = headers.findIndex(([given]) => given.toLowerCase() === name.toLowerCase());
  const given: Pair[] = value === undefined ? [] : [[headers[at]?.[0] ?? name, value]];
  return at < 0 ? [...headers, ...given] : headers.toSpliced(at, 1, ...given);
}

/** The request with one header put, or taken away. */
export const putting =
  (name: string, value: string | undefined) =>
  (request: Request): Request => ({ ...request, headers: put(request.headers, name, value) });

function unsigned(way: Way): Request {
  const body = Buffer.from((way.body ?? '') as Buffer);
  let headers: readonly Pair[] = Object.entries(usualHeaders()) as unknown as Pair[];
  if (body.length > 0) headers = put(headers, 'Content-Type', 'application/json');
  const bytes = Buffer.from((way.hashed?.(body) ?? body) as Buffer);
  const right = body.length > 0 ? `SHA-256=${base64(sha256(bytes))}` : undefined;
  headers = put(headers, 'Digest', way.digest === undefined ? right : way.digest(bytes));
  headers = put(
    headers,
    'TPP-Signature-Certificate',
    (way.sent ?? (({ certificate }) => base64(certificate)))(way.as),
  );
  for (const [name, value] of Object.entries(way.with ?? {})) headers = put(headers, name, value);
  return {
    method: way.method ?? (body.length > 0 ? 'POST' : 'GET'),
    target: way.target ?? '/v1/accounts',
    headers,
    body,
  };
}

/** The request as it leaves, and what was signed. */
export function send(way: Way): Sent {
  const request = unsigned(way);
  const values = new Map(request.headers.map(([name, value]) => [name.toLowerCase(), value.trim()]));
  values.set('(request-target)', `${request.method.toLowerCase()} ${request.target}`);
  const sentValue = (name: string) => values.get(name) ?? '';
  const usual = SIGNED.filter((name) => values.has(name));
  const names = way.names?.(usual) ?? usual;
  const right = names.filter((name) => values.has(name)).map((name): Pair => [name, sentValue(name)]);
  const signed = Buffer.from((way.text ?? joined)(way.lines?.(right, sentValue) ?? right) as Buffer);
  const signature = (way.sign ?? ((bytes, key) => signBytes('sha256', bytes, key)))(signed, way.as.key);
  const value = (way.written ?? written)({
    keyId: (way.keyId ?? keyIdOf)(way.as),
    algorithm: way.algorithm ?? 'rsa-sha256',
    headers: names.join(' '),
    signature: (way.encode ?? base64)(signature),
  });
  const complete = putting('Signature', value)(request);
  return { request: way.onTheWay?.(complete) ?? complete, signed };
}

export const hex = (serial: bigint) => serial.toString(16).toUpperCase();
export const keyIdOf = ({ serial, issuer }: Person) => `SN=${hex(serial)},CA=${issuer}`;
