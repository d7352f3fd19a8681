import { constants, createHash, verify as verifyBytes, X509Certificate } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { signWithBreaks } from '../../src/breaks/break-request.ts';
import { getHeader } from '../../src/message.ts';
import { AT, payment } from './requests.ts';

/** What the breaks do, seen with node:crypto and by hand, apart from the verifier that finds them. */

const { signer } = payment;
const publicKey = signer.certificate.publicKey;
const unsigned = {
  method: 'PUT',
  target: '/v1/tpps/7?a=%C3%A6',
  headers: [
    ['Host', 'b.example'],
    ['X-Request-ID', 'abc-1'],
    ['PSU-ID', 'per'],
  ] as const,
  body: Buffer.from('{"b":"ø","a":[1]}'),
};
const made = (name: string) => signWithBreaks(name, unsigned, signer, { date: AT });
const header = (name: string, wanted: string) => getHeader(made(name).headers, wanted) ?? '';
const parameter = (value: string, name: string) => new RegExp(`${name}="([^"]*)"`).exec(value)?.[1] ?? '';
const signatureOf = (value: string) => Buffer.from(parameter(value, 'signature'), 'base64');
const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest('base64');
const DATE = 'date: Tue, 09 Mar 2027 13:05:07 GMT';
const DIGEST = `digest: SHA-256=${sha256(unsigned.body)}`;
const ID = 'x-request-id: abc-1';
const PSU = 'psu-id: per';
const LINES = [DATE, DIGEST, ID, PSU];
const target = (line: string) => [`(request-target): ${line}`, ...LINES].join('\n');

describe('strings that are signed on purpose [G4-breaks]', () => {
  it.each([
    ['signature-invalid/trailing-newline', `${LINES.join('\n')}\n`],
    ['signature-invalid/crlf', LINES.join('\r\n')],
    ['signature-invalid/no-space', LINES.join('\n').replaceAll(': ', ':')],
    [
      'signature-invalid/original-case',
      LINES.join('\n')
        .replace('date:', 'Date:')
        .replace('digest:', 'Digest:')
        .replace('x-request-id:', 'X-Request-ID:')
        .replace('psu-id:', 'PSU-ID:'),
    ],
    ['signature-invalid-order/request-order', [ID, PSU, DATE, DIGEST].join('\n')],
    ['signature-invalid-target/absolute', target('put https://b.example/v1/tpps/7?a=%C3%A6')],
    ['signature-invalid-value/case', [DATE, DIGEST, 'x-request-id: ABC-1', PSU].join('\n')],
    ['required-header-not-signed', [DATE, DIGEST, ID].join('\n')],
    ['headers-missing', LINES.join('\n')],
  ])('%s', (name, text) => {
    const signature = signatureOf(header(name, 'Signature'));
    expect(verifyBytes('sha256', Buffer.from(text), publicKey, signature)).toBe(true);
  });

  it('are signed by another padding, hash or key', () => {
    const text = Buffer.from(LINES.join('\n'));
    const of = (name: string) => signatureOf(header(name, 'Signature'));
    const pss = { key: publicKey, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 };
    expect(verifyBytes('sha256', text, pss, of('signature-padding'))).toBe(true);
    expect(verifyBytes('sha1', text, publicKey, of('signature-hash/sha1'))).toBe(true);
    const inner = createHash('sha256').update(text).digest();
    expect(verifyBytes('sha256', inner, publicKey, of('signature-double-hash'))).toBe(true);
    expect(verifyBytes('sha256', text, publicKey, of('key-mismatch'))).toBe(false);
    expect(of('key-mismatch')).toHaveLength(256);
    expect(of('signature-length/cut-short')).toHaveLength(255);
  });
});

it.each([
  ['reserialised', '{"b": "ø", "a": [1]}'],
  ['trailing-newline', '{"b":"ø","a":[1]}'],
  ['latin1', Buffer.from('{"b":"ø","a":[1]}', 'latin1')],
])('digests of other bytes: %s [G4-breaks]', (cause, hashed) => {
  const request = made(`digest-mismatch/${cause}`);
  expect(getHeader(request.headers, 'Digest')).toBe(`SHA-256=${sha256(hashed)}`);
  expect(sha256(Buffer.from(request.body))).not.toBe(sha256(hashed));
});

describe('certificates as OpenSSL reads them [G4-breaks]', () => {
  const certificateOf = (name: string) =>
    new X509Certificate(Buffer.from(header(name, 'TPP-Signature-Certificate'), 'base64'));
  const right = new X509Certificate(signer.certificate.der);

  it.each([
    'certificate-expired',
    'certificate-type',
    'certificate-no-psd2',
  ])('%s has the names and the number of the signer', (name) => {
    const certificate = certificateOf(name);
    expect([certificate.subject, certificate.issuer, certificate.serialNumber]).toEqual([
      right.subject,
      right.issuer,
      right.serialNumber,
    ]);
    expect(certificate.raw).not.toEqual(right.raw);
  });

  it('have the term and the purposes that they are to have', () => {
    expect(Date.parse(certificateOf('certificate-expired').validTo)).toBeLessThan(AT);
    expect(certificateOf('certificate-type').keyUsage).toContain('1.3.6.1.5.5.7.3.1');
    expect(certificateOf('certificate-type').subjectAltName).toBe('DNS:tpp.example.test');
  });
});
