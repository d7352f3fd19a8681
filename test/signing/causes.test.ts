import { constants, createHash, generateKeyPairSync, sign as signBytes } from 'node:crypto';
import { gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { writePem } from '../../src/certificates/pem.ts';
import type { HttpRequest } from '../../src/message.ts';
import { writeDigest } from '../../src/signing/digest.ts';
import { causesOf, FINDING_CODES, type FindingCode } from '../../src/signing/findings.ts';
import { writeHttpDate } from '../../src/signing/http-date.ts';
import { type VerifyOptions, verify } from '../../src/signing/verify.ts';
import { derCertificate, derExtension } from '../support/der-certificate.ts';
import { AT, BODY, type Handmade, handmade, makeTpp, paymentRequest, sentWith } from './tpp.ts';

const tpp = makeTpp();
const other = makeTpp(['PSP_AI'], 0x5e51n);
const pem = writePem({ label: 'CERTIFICATE', der: tpp.certificate.der });
const der = Buffer.from(tpp.certificate.der);
const base64 = der.toString('base64');
const clock = () => 0;

type Case = readonly [
  code: FindingCode,
  cause: string | undefined,
  request: Handmade | HttpRequest,
  options?: Partial<VerifyOptions>,
];

const sent = (change: (request: HttpRequest) => HttpRequest): Handmade => ({ sent: change });
const certificate = (value: string | undefined): Handmade =>
  sent(sentWith('TPP-Signature-Certificate', value));
const wrap = (change: (value: string) => string): Handmade => ({ wrap: change });
const wrapped = (text: string) => `=?utf-8?B?${Buffer.from(text).toString('base64')}?=`;
const keyId = (text: string): Handmade => ({ parameters: { keyId: text } });
const issuer = (text: string) => keyId(`SN=AB12CD3,CA=${text}`);
const body = (hashed: string | Uint8Array, bytes: string | Uint8Array): Handmade => ({
  request: paymentRequest({ body: Buffer.from(bytes) }),
  headers: { Digest: writeDigest(Buffer.from(hashed)) },
});
const joined = (joint: string, end = ''): Handmade => ({
  build: (lines) => lines.map(([name, value]) => `${name}: ${value}`).join(joint) + end,
});
const lines = (line: (name: string, value: string) => string): Handmade => ({
  build: (all) => all.map(([name, value]) => line(name, value)).join('\n'),
});
const ordered = (
  order: (all: readonly (readonly [string, string])[]) => (readonly [string, string] | undefined)[],
): Handmade => ({
  build: (all) =>
    order(all)
      .map((line) => `${line?.[0]}: ${line?.[1]}`)
      .join('\n'),
});
const targeted = (change: (target: string) => string): Handmade => ({
  names: ['(request-target)', 'date', 'digest', 'x-request-id', 'psu-id', 'tpp-redirect-uri'],
  build: (all) =>
    all.map(([name, value]) => `${name}: ${name.startsWith('(') ? change(value) : value}`).join('\n'),
});
const signedValue = (header: string, change: (value: string) => string): Handmade => ({
  build: (all) =>
    all.map(([name, value]) => `${name}: ${name === header ? change(value) : value}`).join('\n'),
});
const hashed = (hash: string): Handmade => ({ signature: (bytes) => signBytes(hash, bytes, tpp.privateKey) });
const sha256 = (bytes: string | Uint8Array) => createHash('sha256').update(bytes).digest();

const JSON_BODY = BODY.toString();
const PRETTY = JSON.stringify(JSON.parse(JSON_BODY), null, 2);

const headerCases: Case[] = [
  ['signature-missing', undefined, sent(sentWith('Signature', undefined))],
  ['signature-missing', undefined, wrap(() => ' ')],
  [
    'signature-missing',
    'in-authorization-header',
    sent((request) => ({
      ...request,
      headers: request.headers.map(([name, value]) =>
        name === 'Signature' ? ['Authorization', `Signature ${value}`] : [name, value],
      ),
    })),
  ],
  ['encoded-word-format', 'inner', { encode: (bytes) => wrapped(bytes.toString('base64')) }],
  ['encoded-word-format', 'inner', { parameters: { keyId: wrapped(tpp.keyId) } }],
  ['encoded-word-format', 'twice', wrap((value) => wrapped(wrapped(value)))],
  [
    'encoded-word-format',
    'base64url',
    wrap((value) => `=?utf-8?B?${Buffer.from(value).toString('base64url')}?=`),
  ],
  ['encoded-word-format', 'unterminated', wrap((value) => wrapped(value).slice(0, -2))],
  ['encoded-word-format', 'charset', wrap((value) => wrapped(value).replace('utf-8', 'utf-7'))],
  ['encoded-word-format', 'raw', wrap((value) => value.replace('keyId=', 'keyId=').concat(',note="\u00f8"'))],
  ['encoded-word-format', undefined, wrap((value) => wrapped(value).replace('?B?', '?X?'))],
  ['signature-header-format', 'unquoted', wrap((value) => value.replaceAll('"', ''))],
  ['signature-header-format', 'unquoted', wrap((value) => value.replaceAll('"', "'"))],
  ['signature-header-format', 'backslash-quotes', wrap((value) => value.replaceAll('"', '\\"'))],
  ['signature-header-format', 'scheme-prefix', wrap((value) => `Signature ${value}`)],
  ['signature-header-format', 'duplicate-parameter', wrap((value) => `${value},algorithm="rsa-sha256"`)],
  [
    'signature-header-format',
    'duplicate-parameter',
    sent((request) => ({ ...request, headers: [...request.headers, ['signature', 'keyId="SN=1,CA=CN=x"']] })),
  ],
  ['signature-header-format', undefined, wrap((value) => value.replace(/,signature=.*/, ''))],
  ['signature-header-format', undefined, wrap(() => '???')],
  ['headers-missing', undefined, wrap((value) => value.replace(/,headers="[^"]*"/, ''))],
  [
    'headers-format',
    'commas',
    { parameters: { headers: 'date,digest,x-request-id,psu-id,tpp-redirect-uri' } },
  ],
  [
    'headers-format',
    'commas',
    { parameters: { headers: 'date, digest, x-request-id, psu-id, tpp-redirect-uri' } },
  ],
  [
    'headers-format',
    'upper-case',
    { parameters: { headers: 'Date Digest X-Request-ID PSU-ID TPP-Redirect-URI' } },
  ],
  ['headers-format', undefined, { parameters: { headers: '' } }],
  ['keyid-format', undefined, keyId('my-key')],
  ['keyid-format', undefined, keyId(tpp.keyId.replace('SN=', 'sn='))],
  ['keyid-format', undefined, keyId('SN=XYZ,CA=CN=Test Issuing CA')],
  ['keyid-format', 'order', keyId('CA=CN=Test Issuing CA,SN=AB12CD3')],
  ['keyid-format', 'fingerprint', keyId(createHash('sha1').update(der).digest('hex'))],
  [
    'keyid-format',
    'fingerprint',
    keyId(
      sha256(der)
        .toString('hex')
        .toUpperCase()
        .replaceAll(/..(?!$)/g, '$&:'),
    ),
  ],
  ['keyid-format', 'fingerprint', keyId(sha256(der).toString('base64'))],
  ['algorithm-missing', undefined, wrap((value) => value.replace(/,algorithm="[^"]*"/, ''))],
  ['algorithm-unexpected', 'java-name', { parameters: { algorithm: 'SHA256withRSA' } }],
  ['algorithm-unexpected', 'hs2019', { parameters: { algorithm: 'hs2019' } }],
  ['algorithm-unexpected', 'rsa-sha512', { parameters: { algorithm: 'rsa-sha512' } }],
  ['algorithm-unexpected', 'other', { parameters: { algorithm: 'RSA-SHA256' } }],
];

const ecKey = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({
  type: 'spki',
  format: 'der',
});
const shortKey = generateKeyPairSync('rsa', { modulusLength: 1024 }).publicKey.export({
  type: 'spki',
  format: 'der',
});
const privateDer = other.privateKey.export({ type: 'pkcs8', format: 'der' });

const certificateCases: Case[] = [
  ['certificate-missing', undefined, certificate(undefined)],
  ['certificate-unparseable', undefined, certificate(base64.slice(0, -40))],
  ['certificate-unparseable', undefined, certificate('hello')],
  ['certificate-format', 'literal-newline', certificate(pem.replaceAll('\n', '\\n'))],
  ['certificate-format', 'several', certificate(`${pem} ${pem}`.replaceAll('\n', ' '))],
  ['certificate-format', 'several', certificate(`${base64},${base64}`)],
  [
    'certificate-format',
    'several',
    certificate(Buffer.concat([der, Buffer.from(tpp.ca.der)]).toString('base64')),
  ],
  ['certificate-format', 'private-key', certificate(privateDer.toString('base64'))],
  [
    'certificate-format',
    'private-key',
    certificate(`${writePem({ label: 'PRIVATE KEY', der: privateDer })}${pem}`.replaceAll('\n', ' ')),
  ],
  ['certificate-format', 'ec-key', certificate(derCertificate({ spki: ecKey }).toString('base64'))],
  ['certificate-format', 'key-size', certificate(derCertificate({ spki: shortKey }).toString('base64'))],
  ['certificate-format-tolerated', 'pem-one-line', certificate(pem.replaceAll('\n', ''))],
  ['certificate-format-tolerated', 'pem-spaces', certificate(pem.replaceAll('\n', ' '))],
  ['certificate-format-tolerated', 'pem-spaces', certificate(base64.replaceAll(/.{64}/g, '$& '))],
  ['certificate-format-tolerated', 'base64-of-pem', certificate(Buffer.from(pem).toString('base64'))],
  ['certificate-format-tolerated', 'base64url', certificate(der.toString('base64url'))],
  ['certificate-format-tolerated', 'percent-encoded', certificate(encodeURIComponent(base64))],
  ['certificate-format-tolerated', 'percent-encoded', certificate(encodeURIComponent(pem))],
];

const contentCases: Case[] = [
  ['date-missing', undefined, { headers: { Date: undefined } }],
  ['date-format', 'iso', { headers: { Date: '2026-10-14T08:30:00Z' } }],
  ['date-format', 'offset', { headers: { Date: 'Wed, 14 Oct 2026 10:30:00 +0200' } }],
  ['date-format', 'offset', { headers: { Date: 'Wed, 14 Oct 2026 08:30:00 UTC' } }],
  ['date-format', 'weekday', { headers: { Date: 'Tue, 14 Oct 2026 08:30:00 GMT' } }],
  ['date-format', 'other', { headers: { Date: 'Wednesday, 14-Oct-26 08:30:00 GMT' } }],
  ['date-format', 'other', { headers: { Date: 'Fri, 30 Feb 2026 08:30:00 GMT' } }],
  ['date-skew', undefined, { headers: { Date: writeHttpDate(AT + 61_000) } }],
  ['date-skew', undefined, { headers: { Date: writeHttpDate(AT - 1_800_000) } }],
  ['date-skew-timezone', undefined, { headers: { Date: writeHttpDate(AT + 3_600_000) } }],
  [
    'listed-header-absent',
    undefined,
    { names: ['date', 'digest', 'x-request-id', 'psu-id', 'tpp-redirect-uri', 'psu-corporate-id'] },
  ],
  ['required-header-not-signed', undefined, { names: ['date', 'digest', 'x-request-id', 'psu-id'] }],
  ['digest-missing', undefined, { headers: { Digest: undefined } }],
  ['digest-format', 'no-algorithm', { headers: { Digest: sha256(BODY).toString('base64') } }],
  ['digest-format', 'base64url', { headers: { Digest: `SHA-256=${sha256(BODY).toString('base64url')}` } }],
  [
    'digest-format',
    'wrong-label',
    { headers: { Digest: writeDigest(BODY, 'SHA-512').replace('512', '256') } },
  ],
  ['digest-format', 'wrong-label', { headers: { Digest: writeDigest(BODY).replace('SHA-256', 'SHA256') } }],
  [
    'digest-format',
    'structured-field',
    { headers: { Digest: `sha-256=:${sha256(BODY).toString('base64')}:` } },
  ],
  ['digest-format', 'lower-case', { headers: { Digest: writeDigest(BODY).replace('SHA', 'sha') } }],
  ['digest-format', undefined, { headers: { Digest: 'SHA-256=AAAA' } }],
  ['digest-format', undefined, { headers: { Digest: 'MD5=AAAA' } }],
  ['digest-mismatch', 'reserialised', body(JSON.stringify(JSON.parse(JSON_BODY)), JSON_BODY)],
  [
    'digest-mismatch',
    'reserialised',
    body(JSON_BODY, JSON_BODY.replaceAll(',"', ', "').replaceAll('":', '": ')),
  ],
  ['digest-mismatch', 'reserialised', body(PRETTY, JSON.stringify(JSON.parse(JSON_BODY)))],
  ['digest-mismatch', 'trailing-newline', body(JSON_BODY, `${JSON_BODY}\n`)],
  ['digest-mismatch', 'missing-newline', body(`${JSON_BODY}\n`, JSON_BODY)],
  ['digest-mismatch', 'missing-newline', body(`${JSON_BODY}\r\n`, JSON_BODY)],
  ['digest-mismatch', 'crlf', body(PRETTY, PRETTY.replaceAll('\n', '\r\n'))],
  ['digest-mismatch', 'crlf', body(PRETTY.replaceAll('\n', '\r\n'), PRETTY)],
  ['digest-mismatch', 'latin1', body(JSON_BODY, Buffer.from(JSON_BODY, 'latin1'))],
  ['digest-mismatch', 'latin1', body(Buffer.from(JSON_BODY, 'latin1'), JSON_BODY)],
  ['digest-mismatch', 'bom', body(`\ufeff${JSON_BODY}`, JSON_BODY)],
  [
    'digest-mismatch',
    'ascii-escaped',
    body(JSON_BODY, JSON_BODY.replace('å', '\\u00e5').replace('Æ', '\\u00C6')),
  ],
  [
    'digest-mismatch',
    'ascii-escaped',
    body(JSON_BODY.replace('å', '\\u00e5').replace('Æ', '\\u00c6'), JSON_BODY),
  ],
  ['digest-mismatch', 'key-order', body('{"b":{"y":1,"x":2.0},"a":3}', '{"a":3,"b":{"x":2.0,"y":1}}')],
  ['digest-mismatch', 'key-order', body('{"a":1,"b":2}', '{\n  "b": 2,\n  "a": 1\n}')],
  [
    'digest-mismatch',
    'content-encoding',
    {
      ...body(JSON_BODY, gzipSync(JSON_BODY)),
      headers: { Digest: writeDigest(BODY), 'Content-Encoding': 'gzip' },
    },
  ],
  [
    'digest-mismatch',
    'content-encoding',
    body(JSON_BODY, gzipSync(JSON_BODY)),
    { recovery: { milliseconds: 100, bytes: 1e6, decompress: (bytes) => gunzipSync(bytes) } },
  ],
  ['digest-mismatch', 'hex', { headers: { Digest: `SHA-256=${sha256(BODY).toString('hex')}` } }],
  [
    'digest-mismatch',
    'base64-of-hex',
    { headers: { Digest: `SHA-256=${Buffer.from(sha256(BODY).toString('hex')).toString('base64')}` } },
  ],
  [
    'digest-mismatch',
    'empty-object',
    { ...body('{}', ''), headers: { Digest: writeDigest(Buffer.from('{}')) } },
  ],
  ['digest-mismatch', 'unknown', body('something else', JSON_BODY)],
  ['digest-mismatch', 'not-searched', body('something else', JSON_BODY), { recovery: false }],
];

const signatureCases: Case[] = [
  ['signature-encoding', 'base64url', { encode: (bytes) => bytes.toString('base64url') }],
  ['signature-encoding', 'hex', { encode: (bytes) => bytes.toString('hex') }],
  [
    'signature-encoding',
    'line-wrapped',
    { encode: (bytes) => bytes.toString('base64').replaceAll(/.{76}/g, '$& ') },
  ],
  [
    'signature-encoding',
    'line-wrapped',
    { encode: (bytes) => bytes.toString('base64').replaceAll(/.{64}/g, '$&\\n') },
  ],
  [
    'signature-encoding',
    'double-base64',
    { encode: (bytes) => Buffer.from(bytes.toString('base64')).toString('base64') },
  ],
  ['signature-encoding', undefined, { encode: () => '!!!' }],
  ['signature-length', undefined, { encode: (bytes) => bytes.subarray(0, 128).toString('base64') }],
  ['signature-length', undefined, { encode: () => '' }],
  ['key-mismatch', undefined, { signature: (bytes) => signBytes('sha256', bytes, other.privateKey) }],
  ['key-mismatch', undefined, { signature: () => Buffer.alloc(256, 0xff) }],
  [
    'signature-padding',
    undefined,
    {
      signature: (bytes) =>
        signBytes('sha256', bytes, { key: tpp.privateKey, padding: constants.RSA_PKCS1_PSS_PADDING }),
    },
  ],
  [
    'signature-padding',
    undefined,
    {
      signature: () =>
        signBytes('sha256', Buffer.from('else'), {
          key: tpp.privateKey,
          padding: constants.RSA_PKCS1_PSS_PADDING,
          saltLength: 32,
        }),
    },
  ],
  [
    'signature-double-hash',
    undefined,
    { build: (all) => sha256(all.map(([name, value]) => `${name}: ${value}`).join('\n')) },
  ],
  [
    'signature-double-hash',
    undefined,
    { build: (all) => sha256(all.map(([name, value]) => `${name}: ${value}`).join('\n')).toString('hex') },
  ],
  ['signature-hash', 'sha1', hashed('sha1')],
  ['signature-hash', 'sha512', hashed('sha512')],
  ['signature-hash', undefined, hashed('sha384')],
  ['signature-invalid', 'trailing-newline', joined('\n', '\n')],
  ['signature-invalid', 'crlf', joined('\r\n')],
  ['signature-invalid', 'crlf', joined('\r\n', '\r\n')],
  ['signature-invalid', 'no-space', lines((name, value) => `${name}:${value}`)],
  [
    'signature-invalid',
    'original-case',
    lines(
      (name, value) =>
        `${name.replace('psu', 'PSU').replace('tpp', 'TPP').replace('id', 'ID').replace('uri', 'URI').replace('x-r', 'X-R').replace('-r', '-R').replace(/^d/, 'D')}: ${value}`,
    ),
  ],
  ['signature-invalid', 'values-lowercased', lines((name, value) => `${name}: ${value.toLowerCase()}`)],
  ['signature-invalid', 'values-only', lines((_, value) => value)],
  ['signature-invalid', 'escaped-newline', joined('\\n')],
  [
    'signature-invalid',
    'unknown',
    { request: paymentRequest({ headers: [] }), build: () => 'something else' },
  ],
  ['signature-invalid', 'not-searched', joined('\r\n'), { recovery: false }],
  ['signature-invalid-order', 'sorted', ordered((all) => all.toSorted())],
  ['signature-invalid-order', 'reversed', ordered((all) => all.toReversed())],
  ['signature-invalid-order', 'request-order', ordered((all) => [all[2], all[4], all[3], all[0], all[1]])],
  ['signature-invalid-order', 'other', ordered((all) => [all[3], all[0], all[1], all[4], all[2]])],
  [
    'signature-invalid-target',
    'absolute',
    targeted((target) => target.replace(' ', ' https://bank.example.test')),
  ],
  ['signature-invalid-target', 'no-query', targeted((target) => target.replace(/\?.*/, ''))],
  ['signature-invalid-target', 'upper-method', targeted((target) => target.replace('post', 'POST'))],
  ['signature-invalid-target', 'prefix', targeted((target) => target.replace(' ', ' /api-sandbox'))],
  ['signature-invalid-target', 'prefix', targeted((target) => target.replace('/v1', ''))],
  ['signature-invalid-target', 'no-space', targeted((target) => target.replace(' ', ''))],
  [
    'signature-invalid-target',
    'percent',
    {
      ...targeted((target) => target.replace('%C3%A6', 'æ')),
      request: paymentRequest({ target: '/v1/payments/x?y=%C3%A6' }),
    },
  ],
  ['signature-invalid-value', 'case', signedValue('psu-id', (value) => value.toUpperCase())],
  ['signature-invalid-value', 'untrimmed', signedValue('psu-id', (value) => ` ${value}`)],
  [
    'signature-invalid-value',
    'reencoded',
    signedValue('tpp-redirect-uri', (value) => value.replace('%20', '+')),
  ],
  ['signature-invalid-value', 'reencoded', signedValue('tpp-redirect-uri', encodeURIComponent)],
  ['signature-invalid-value', 'reencoded', signedValue('date', (value) => value.replace('GMT', '+0000'))],
  ['signature-invalid-value', 'replaced', signedValue('date', () => writeHttpDate(AT - 7000))],
  ['signature-invalid-value', 'replaced', signedValue('digest', () => writeDigest(Buffer.from(PRETTY)))],
  ['signature-invalid-value', 'replaced', signedValue('x-request-id', () => 'another')],
  [
    'signature-invalid-duplicate',
    undefined,
    sent((request) => ({ ...request, headers: [...request.headers, ['psu-id', 'again']] })),
  ],
];

const NAME = 'CN=Test Issuing CA';
const keyIdCases: Case[] = [
  ['keyid-mismatch', 'decimal-serial', keyId(`SN=${0x0ab12cd3},CA=${NAME}`)],
  [
    'keyid-mismatch',
    'subject',
    issuer('CN=Test TPP Seal,2.5.4.97=#0c105053444e4f2d4653412d313233343536,O=Test TPP AS,C=NO'),
  ],
  ['keyid-mismatch', 'slash', issuer('/CN=Test Issuing CA')],
  ['keyid-mismatch', 'ca-serial', keyId(`SN=77ABC,CA=${NAME}`), { authorities: [tpp.ca] }],
  ['keyid-mismatch', 'other-certificate', keyId(`SN=1234,CA=${NAME}`)],
  ['keyid-mismatch', 'unknown', issuer('CN=Another CA')],
  [
    'keyid-style',
    'lowercase',
    keyId(tpp.keyId.toLowerCase().replace('sn=', 'SN=').replace('ca=cn=test issuing ca', `CA=${NAME}`)),
  ],
  ['keyid-style', 'colons', keyId(`SN=AB:12:CD:3,CA=${NAME}`)],
  ['keyid-style', 'leading-zero', keyId(`SN=0AB12CD3,CA=${NAME}`)],
  ['keyid-style', '0x', keyId(`SN=0xAB12CD3,CA=${NAME}`)],
  ['keyid-style', 'comma-space', keyId(`SN=AB12CD3, CA=${NAME}`)],
  ['keyid-style', 'percent', issuer('CN=Test%20Issuing%20CA')],
  ['keyid-style', undefined, issuer('OID.2.5.4.3=Test Issuing CA')],
];

const PSD2 = '1.3.6.1.5.5.7.1.3';
const spki = tpp.publicKey.export({ type: 'spki', format: 'der' });
const empty = derCertificate({ spki, extensions: [derExtension(PSD2, Buffer.from('3000', 'hex'))] });
const contentsCases: Case[] = [
  ['certificate-expired', undefined, {}, { at: Date.UTC(2046, 0, 1) }],
  ['certificate-not-yet-valid', undefined, {}, { at: Date.UTC(2024, 0, 1) }],
  ['certificate-no-psd2', undefined, certificate(empty.toString('base64'))],
  ['certificate-role', undefined, {}, { role: 'PSP_AS' }],
  ['certificate-role', undefined, {}, { role: ['PSP_AS', 'PSP_IC'] }],
];

function run([, , request, options]: Case) {
  const message = 'body' in request ? request : handmade(tpp, request);
  return verify(message, { at: AT, clock, ...options });
}

const allCases = [
  ...headerCases,
  ...certificateCases,
  ...contentCases,
  ...signatureCases,
  ...keyIdCases,
  ...contentsCases,
];
const titled = allCases.map((one) => [`${one[0]}${one[1] === undefined ? '' : `, ${one[1]}`}`, one] as const);

describe('every finding, from a request made wrong in one way [G4-findings, G4-causes, G3-recovery]', () => {
  it.each(titled)('%s', (_, one) => {
    const { findings } = run(one);
    expect(findings.map(({ code, cause }) => [code, cause])).toContainEqual([one[0], one[1]]);
  });

  it.each(
    titled.filter(
      ([, [code]]) =>
        code !== 'certificate-expired' &&
        code !== 'certificate-not-yet-valid' &&
        code !== 'certificate-no-psd2',
    ),
  )('comes first: %s', (_, one) => {
    expect(run(one).findings[0]).toMatchObject({
      code: one[0],
      ...(one[1] === undefined ? {} : { cause: one[1] }),
    });
  });
});

describe('the recovery of causes [G3-recovery-headers]', () => {
  it.each(['psu-id', 'tpp-redirect-uri', 'date', 'digest', 'x-request-id'])(
    'names %s when that one was changed',
    (header) => {
      const request = handmade(
        tpp,
        signedValue(header, (value) => value.toUpperCase()),
      );
      const finding = verify(request, { at: AT, clock }).findings[0];
      expect(finding?.code).toBe('signature-invalid-value');
      expect(finding?.header).toBe(header);
    },
  );

  it('finds two faults in one string', () => {
    const request = handmade(tpp, {
      build: (all) => `${all.map(([name, value]) => `${name}:${value}`).join('\r\n')}\r\n`,
    });
    expect(verify(request, { at: AT, clock }).findings[0]).toMatchObject({
      code: 'signature-invalid',
      cause: 'crlf',
    });
  });

  it('names the cause of a string that was signed with another hash too', () => {
    const request = handmade(tpp, { ...joined('\n', '\n'), ...hashed('sha512') });
    const found = verify(request, { at: AT, clock }).findings.map(({ code, cause }) => `${code} ${cause}`);
    expect(found).toEqual(['signature-hash sha512', 'signature-invalid trailing-newline']);
  });

  it('stops when its time is over and says so', () => {
    let now = 0;
    const slow = () => {
      now += 40;
      return now;
    };
    const request = handmade(
      tpp,
      signedValue('x-request-id', () => 'another'),
    );
    expect(verify(request, { at: AT, clock: slow }).findings[0]).toMatchObject({
      code: 'signature-invalid',
      cause: 'not-searched',
    });
  });

  it('looks into no more bytes than it is allowed', () => {
    const recovery = { milliseconds: 100, bytes: 50 };
    const request = handmade(tpp, body('else', JSON_BODY));
    expect(verify(request, { at: AT, clock, recovery }).findings[0]).toMatchObject({ cause: 'not-searched' });
  });
});

describe('the closed table [G4-closed-table]', () => {
  const tried = new Set(allCases.map(([code, cause]) => `${code} ${cause ?? ''}`.trim()));
  /** Shown by the certificates and names of test/vectors, see verify.test.ts and key-id.test.ts. */
  const elsewhere = new Set([
    'certificate-type',
    'certificate-qc-malformed',
    ...['unwrapped', 'flat-roles', 'name-oid-mismatch', 'ncaid'].map(
      (cause) => `certificate-qc-malformed ${cause}`,
    ),
    ...['reversed', 'spaces'].map((cause) => `keyid-mismatch ${cause}`),
    ...['orgid-name', 'orgid-string', 'hex-upper', 'string-tag', 'portal-signer'].map(
      (cause) => `keyid-style ${cause}`,
    ),
  ]);

  it('is tried row by row', () => {
    const rows = FINDING_CODES.flatMap((code) => {
      const causes = causesOf(code).map((cause) => `${code} ${cause}`);
      return causes.length === 0 ? [code] : causes;
    });
    expect(rows.filter((row) => !tried.has(row) && !elsewhere.has(row))).toEqual([]);
  });
});
