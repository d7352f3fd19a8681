import { createHash, sign as signBytes } from 'node:crypto';
import { writePem } from '../../src/certificates/pem.ts';
import type { HttpRequest } from '../../src/message.ts';
import { writeDigest } from '../../src/signing/digest.ts';
import type { FindingCode } from '../../src/signing/findings.ts';
import type { VerifyOptions } from '../../src/signing/verify.ts';
import { rsaKeys } from '../support/keys.ts';
import { BODY, type Handmade, makeTpp, paymentRequest, sentWith } from './tpp.ts';

/** Ways of making a request wrong in one point each, and the TPPs that send them. */

export const tpp = makeTpp();
export const other = makeTpp({ roles: ['PSP_AI'], serial: 0x5e51n, keys: rsaKeys('other') });
export const pem = writePem({ label: 'CERTIFICATE', der: tpp.certificate.der });
export const der = Buffer.from(tpp.certificate.der);
export const base64 = der.toString('base64');
export const clock = () => 0;

export type Case = readonly [
  code: FindingCode,
  cause: string | undefined,
  request: Handmade | HttpRequest,
  options?: Partial<VerifyOptions>,
];

export const sent = (change: (request: HttpRequest) => HttpRequest): Handmade => ({ sent: change });
export const certificate = (value: string | undefined): Handmade =>
  sent(sentWith('TPP-Signature-Certificate', value));
export const wrap = (change: (value: string) => string): Handmade => ({ wrap: change });
export const wrapped = (text: string) => `=?utf-8?B?${Buffer.from(text).toString('base64')}?=`;
export const keyId = (text: string): Handmade => ({ parameters: { keyId: text } });
export const issuer = (text: string) => keyId(`SN=AB12CD3,CA=${text}`);
export const body = (hashed: string | Uint8Array, bytes: string | Uint8Array): Handmade => ({
  request: paymentRequest({ body: Buffer.from(bytes) }),
  headers: { Digest: writeDigest(Buffer.from(hashed)) },
});
export const joined = (joint: string, end = ''): Handmade => ({
  build: (lines) => lines.map(([name, value]) => `${name}: ${value}`).join(joint) + end,
});
export const lines = (line: (name: string, value: string) => string): Handmade => ({
  build: (all) => all.map(([name, value]) => line(name, value)).join('\n'),
});
export const ordered = (
  order: (all: readonly (readonly [string, string])[]) => (readonly [string, string] | undefined)[],
): Handmade => ({
  build: (all) =>
    order(all)
      .map((line) => `${line?.[0]}: ${line?.[1]}`)
      .join('\n'),
});
export const targeted = (change: (target: string) => string): Handmade => ({
  names: ['(request-target)', 'date', 'digest', 'x-request-id', 'psu-id', 'tpp-redirect-uri'],
  build: (all) =>
    all.map(([name, value]) => `${name}: ${name.startsWith('(') ? change(value) : value}`).join('\n'),
});
export const signedValue = (header: string, change: (value: string) => string): Handmade => ({
  build: (all) =>
    all.map(([name, value]) => `${name}: ${name === header ? change(value) : value}`).join('\n'),
});
export const hashed = (hash: string): Handmade => ({
  signature: (bytes) => signBytes(hash, bytes, tpp.privateKey),
});
export const sha256 = (bytes: string | Uint8Array) => createHash('sha256').update(bytes).digest();

export const JSON_BODY = BODY.toString();
export const PRETTY = JSON.stringify(JSON.parse(JSON_BODY), null, 2);
