import { type KeyObject, sign as signBytes } from 'node:crypto';
import type { Certificate } from '../../src/certificates/certificate.ts';
import { issueCa, issueSeal } from '../../src/certificates/issue.ts';
import type { Psd2Role } from '../../src/certificates/qc-statements.ts';
import type { Header, HttpRequest } from '../../src/message.ts';
import { writeDigest } from '../../src/signing/digest.ts';
import { writeHttpDate } from '../../src/signing/http-date.ts';
import { createSigner, type Signer } from '../../src/signing/sign.ts';
import { writeSignatureHeader } from '../../src/signing/signature-header.ts';
import { type KeyPair, rsaKeys } from '../support/keys.ts';
import { certificateOf } from '../support/read-certificate.ts';

/** A TPP made at run time: its CA, its seal, and requests that it signs rightly or wrongly. */

export const AT = Date.UTC(2026, 9, 14, 8, 30);
const TERM = { notBefore: Date.UTC(2025, 0, 1), notAfter: Date.UTC(2045, 0, 1) };

export interface Tpp extends Signer {
  readonly ca: Certificate;
  readonly publicKey: KeyObject;
}

interface Wanted {
  readonly roles?: readonly Psd2Role[];
  readonly serial?: bigint;
  /** Of its CA. */
  readonly commonName?: string;
  /** Of one key unless given: certificates tell such TPPs apart, signatures do not. */
  readonly keys?: KeyPair;
}

export function makeTpp({
  roles = ['PSP_PI', 'PSP_AI'],
  serial = 0x0ab12cd3n,
  commonName = 'Test Issuing CA',
  keys = rsaKeys(),
}: Wanted = {}): Tpp {
  const caKeys = rsaKeys('ca');
  const caPem = issueCa({ ...TERM, privateKey: caKeys.privateKey, serial: 0x77abcn, commonName });
  const pem = issueSeal({
    ...TERM,
    serial,
    caCertificate: caPem,
    caKey: caKeys.privateKey,
    publicKey: keys.publicKey,
    organizationIdentifier: 'PSDNO-FSA-123456',
    organizationName: 'Test TPP AS',
    commonName: 'Test TPP Seal',
    country: 'NO',
    roles,
    ncaName: 'The Financial Supervisory Authority of Norway',
    ncaId: 'NO-FSA',
  });
  const signer = createSigner(keys.privateKey, certificateOf(pem));
  return { ...signer, ca: certificateOf(caPem), publicKey: keys.publicKey };
}

export const BODY = Buffer.from(
  '{"instructedAmount":{"amount":"250.00","currency":"NOK"},"creditorName":"Kåre Ærlig","n":[1,2.50]}',
);

export function paymentRequest(change: Partial<HttpRequest> = {}): HttpRequest {
  return {
    method: 'POST',
    target: '/v1/payments/norwegian-domestic-credit-transfers?allowLogicalDuplicate=false',
    headers: [
      ['Host', 'bank.example.test'],
      ['X-Request-ID', '0f2b1c3d-6a5e-4a8b-9c7d-1e2f3a4b5c6d'],
      ['TPP-Redirect-URI', 'https://tpp.example.test/cb?state=a%20b&x=1'],
      ['PSU-ID', '5a2c1f7e-3f6e-4c8a-9d55-1c2b3a4d5e6f'],
    ],
    body: BODY,
    ...change,
  };
}

/** The parts of a signature, each of which a test may make wrong. */
export interface Handmade {
  readonly request?: HttpRequest;
  /** Headers put in place of those of the same name, or added; an undefined value takes the header away. */
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly names?: readonly string[];
  /** The string that is signed, from the right lines. */
  readonly build?: (lines: readonly (readonly [name: string, value: string])[]) => string | Uint8Array;
  readonly signature?: (bytes: Uint8Array) => Buffer;
  readonly encode?: (signature: Buffer) => string;
  readonly parameters?: Readonly<Partial<Record<'keyId' | 'algorithm' | 'headers', string>>>;
  /** The last change to the Signature value. */
  readonly wrap?: (value: string) => string;
  /** What happens to the request after signing. */
  readonly sent?: (request: HttpRequest) => HttpRequest;
}

/** Signs step by step, apart from src/signing/sign.ts, so that the two do not share a mistake. */
export function handmade(tpp: Tpp, options: Handmade = {}): HttpRequest {
  const base = options.request ?? paymentRequest();
  let headers: Header[] = [
    ...base.headers,
    ['Date', writeHttpDate(AT)],
    ...(base.body.length > 0 ? [['Digest', writeDigest(base.body)] as const] : []),
    ['TPP-Signature-Certificate', tpp.certificateHeader],
  ];
  for (const [name, value] of Object.entries(options.headers ?? {}))
    headers = withHeader(headers, name, value);
  const values = new Map(headers.map(([name, value]) => [name.toLowerCase(), value]));
  values.set('(request-target)', `${base.method.toLowerCase()} ${base.target}`);
  const usual = ['date', 'digest', 'x-request-id', 'psu-id', 'tpp-redirect-uri'].filter((name) =>
    values.has(name),
  );
  const names = options.names ?? usual;
  const lines = names.map((name) => [name, values.get(name) ?? ''] as const);
  const build = options.build ?? ((all) => all.map(([name, value]) => `${name}: ${value}`).join('\n'));
  const signature = (options.signature ?? ((bytes) => signBytes('sha256', bytes, tpp.privateKey)))(
    Buffer.from(build(lines)),
  );
  const value = writeSignatureHeader({
    keyId: tpp.keyId,
    algorithm: 'rsa-sha256',
    headers: names.join(' '),
    ...options.parameters,
    signature: (options.encode ?? ((bytes) => bytes.toString('base64')))(signature),
  });
  const signed = {
    ...base,
    headers: [...headers, ['Signature', (options.wrap ?? ((text) => text))(value)] as const],
  };
  return options.sent === undefined ? signed : options.sent(signed);
}

export function withHeader(headers: readonly Header[], name: string, value: string | undefined): Header[] {
  const place = headers.findIndex(([given]) => given.toLowerCase() === name.toLowerCase());
  const changed = value === undefined ? [] : [[name, value] as const];
  return place < 0 ? [...headers, ...changed] : headers.toSpliced(place, 1, ...changed);
}

/** The request with one header replaced, added or taken away. */
export function sentWith(name: string, value: string | undefined): (request: HttpRequest) => HttpRequest {
  return (request) => ({ ...request, headers: withHeader(request.headers, name, value) });
}
