import { generateKeyPairSync, sign as signBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Finding } from '../../src/signing/findings.ts';
import { type VerifyOptions, verify } from '../../src/signing/verify.ts';
import {
  digestOf,
  ISSUER_TEXT,
  JSON_BODY,
  KEY_ID,
  type Made,
  made,
  NOW,
  PRIVATE_KEY,
  PSU_ID,
  REQUEST_ID,
  SEAL,
  sealOf,
  sha256,
  TARGET,
  written,
} from './stack.ts';

function all(parts: Made, options: Partial<VerifyOptions> = {}): readonly Finding[] {
  return verify(made(parts), { at: NOW, clock: () => 0, ...options }).findings;
}

function shown(parts: Made, options: Partial<VerifyOptions> = {}): readonly (string | undefined)[] {
  const [first] = all(parts, options);
  return [first?.code, first?.expected, first?.found];
}

const CLOCK = new Date(NOW).toUTCString();
const base64 = SEAL.toString('base64');
const LIST = 'date digest x-request-id psu-id tpp-redirect-uri';
const rightString = written([
  ['date', new Date(NOW - 3000).toUTCString()],
  ['digest', digestOf(JSON_BODY)],
  ['x-request-id', REQUEST_ID],
  ['psu-id', PSU_ID],
  ['tpp-redirect-uri', 'https://tpp.example.test/cb?state=a%20b&x=1'],
]);

describe('what should stand there and what does [G4-expected-found]', () => {
  it('are in no finding of a valid request, since there is none', () => {
    expect(all({})).toEqual([]);
  });

  it.each<[string, Made, string | undefined, string | undefined]>([
    ['algorithm-unexpected', { algorithm: 'RS256' }, 'rsa-sha256', 'RS256'],
    [
      'algorithm-missing',
      { value: (text) => text.replace(/,algorithm="[^"]*"/, '') },
      'rsa-sha256',
      undefined,
    ],
    ['date-missing', { headers: { Date: null } }, CLOCK, undefined],
    ['date-format', { headers: { Date: '2026-10-14T08:30:03Z' } }, CLOCK, '2026-10-14T08:30:03Z'],
    ['headers-format', { list: LIST.replaceAll(' ', ',') }, LIST, LIST.replaceAll(' ', ',')],
    [
      'listed-header-absent',
      { names: [...LIST.split(' '), 'psu-corporate-id'] },
      LIST,
      `${LIST} psu-corporate-id`,
    ],
    [
      'required-header-not-signed',
      { names: ['date', 'digest', 'psu-id'] },
      'date digest psu-id x-request-id tpp-redirect-uri',
      'date digest psu-id',
    ],
    ['keyid-mismatch', { keyId: `SN=1,CA=${ISSUER_TEXT}` }, KEY_ID, `SN=1,CA=${ISSUER_TEXT}`],
    [
      'keyid-style',
      {
        keyId: KEY_ID.toLowerCase()
          .replace('sn', 'SN')
          .replace(/,ca=.*/, `,CA=${ISSUER_TEXT}`),
      },
      KEY_ID,
      `SN=a1b2c3d4e5f6,CA=${ISSUER_TEXT}`,
    ],
    ['keyid-format', { keyId: 'my-key' }, KEY_ID, 'my-key'],
    ['digest-mismatch', { hashed: 'else' }, digestOf(JSON_BODY), digestOf('else')],
    [
      'digest-format',
      { headers: { Digest: sha256(JSON_BODY).toString('base64') } },
      digestOf(JSON_BODY),
      sha256(JSON_BODY).toString('base64'),
    ],
    ['digest-missing', { headers: { Digest: null } }, digestOf(JSON_BODY), undefined],
    [
      'certificate-format-tolerated',
      { headers: { 'TPP-Signature-Certificate': encodeURIComponent(base64) } },
      base64,
      encodeURIComponent(base64),
    ],
    ['certificate-role', {}, 'PSP_AS', 'PSP_PI, PSP_AI'],
    [
      'signature-length',
      { encode: (bytes) => bytes.subarray(0, 128).toString('base64') },
      '256 bytes',
      '128 bytes',
    ],
    ['signature-hash', { sign: (bytes) => signBytes('sha1', bytes, PRIVATE_KEY) }, 'sha256', 'sha1'],
  ])('%s', (code, parts, expected, found) => {
    const options = code === 'certificate-role' ? ({ role: 'PSP_AS' } as const) : {};
    expect(shown(parts, options)).toEqual([code, expected, found]);
  });

  it('are the right value of Signature and the one that was sent', () => {
    const right = made().headers.find(([name]) => name === 'Signature')?.[1] ?? '';
    expect(shown({ value: (text) => `Signature ${text}` })).toEqual([
      'signature-header-format',
      right,
      `Signature ${right}`,
    ]);
    const word = `=?utf-8?B?${Buffer.from(right).toString('base64')}`;
    expect(shown({ value: () => word })).toEqual(['encoded-word-format', right, word]);
  });

  it('are the signature in Base64 and as it was sent', () => {
    const [code, expected, found] = shown({ encode: (bytes) => bytes.toString('hex') });
    expect([code, Buffer.from(expected ?? '', 'base64').toString('hex')]).toEqual([
      'signature-encoding',
      found,
    ]);
  });

  it('say what key is wanted and which came', () => {
    const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const certificate = sealOf({ spki: publicKey.export({ type: 'spki', format: 'der' }) });
    expect(shown({ certificate })).toEqual(['certificate-format', 'RSA, 2048 to 8192 bits', 'EC, 256 bits']);
  });

  it('never show a private key, whatever stands beside it', () => {
    const key = PRIVATE_KEY.export({ type: 'pkcs8', format: 'der' }).toString('base64');
    const pem = (label: string, text: string) => `-----BEGIN ${label}-----${text}-----END ${label}-----`;
    for (const text of [
      key,
      `${base64},${key}`,
      `${key},${base64}`,
      pem('PRIVATE KEY', key) + pem('CERTIFICATE', base64),
      encodeURIComponent(pem('RSA PRIVATE KEY', key)),
    ]) {
      const findings = all({ headers: { 'TPP-Signature-Certificate': text } });
      expect(findings.map(({ cause }) => cause)).toContain('private-key');
      expect(JSON.stringify(findings)).not.toContain(key.slice(100, 140));
    }
  });
});

describe('the string that was signed [G3-signed-string]', () => {
  it.each<[string, Made, string]>([
    [
      'the lines joined with CRLF',
      { string: (lines) => written(lines, ': ', '\r\n') },
      rightString.replaceAll('\n', '\r\n'),
    ],
    [
      'sorted lines',
      { string: (lines) => written(lines.toSorted()) },
      rightString.split('\n').toSorted().join('\n'),
    ],
    [
      'a value changed afterwards',
      { string: (lines) => written(lines).replace(REQUEST_ID, REQUEST_ID.toUpperCase()) },
      rightString.replace(REQUEST_ID, REQUEST_ID.toUpperCase()),
    ],
    [
      'the hash of the string',
      { string: (lines) => sha256(written(lines)) },
      sha256(rightString).toString('hex'),
    ],
    ['nothing', { string: () => '' }, ''],
  ])('is found beside the right one: %s', (_, parts, signed) => {
    const [first] = all(parts);
    expect([first?.expected, first?.found]).toEqual([rightString, signed]);
  });

  it('has one character for each octet, as the right one has', () => {
    const header = Buffer.from('https://tpp.example.test/ø').toString('latin1');
    const parts: Made = {
      headers: { 'TPP-Redirect-URI': header },
      string: (lines) => Buffer.from(`${written(lines)}\n`, 'latin1'),
    };
    const { findings, signingString } = verify(made(parts), { at: NOW, clock: () => 0 });
    expect(signingString).toContain(header);
    expect(findings[0]).toMatchObject({
      cause: 'trailing-newline',
      expected: signingString,
      found: `${signingString}\n`,
    });
  });

  it('is not guessed: where no string was found, only the right one is shown', () => {
    const [guess] = all({
      string: (lines) => written(lines).replace(REQUEST_ID, '11111111-2222-4333-8444-555555555555'),
    });
    expect(guess).toMatchObject({
      code: 'signature-invalid',
      proved: false,
      expected: rightString,
    });
    expect(guess?.found).toBeUndefined();
    const [unsought] = all({ string: () => 'x' }, { recovery: false });
    expect(unsought).toMatchObject({ cause: 'not-searched', expected: rightString });
    expect(unsought?.found).toBeUndefined();
  });

  it('is shown for the target too', () => {
    const names = ['(request-target)', ...LIST.split(' ')];
    const [first] = all({ names, string: (lines) => written(lines).replace('post', 'POST') });
    const right = `(request-target): post ${TARGET}\n${rightString}`;
    expect([first?.expected, first?.found]).toEqual([right, right.replace('post', 'POST')]);
  });
});

describe('a digest of other bytes [G4-hashed-bytes]', () => {
  it('says how many bytes were hashed, and how many came', () => {
    const [first] = all({ hashed: `${JSON_BODY}\n` });
    const length = Buffer.byteLength(JSON_BODY);
    expect(first?.message).toContain(`The body has ${length} bytes, but ${length + 1} bytes were hashed.`);
  });

  it('says nothing of bytes that were not found', () => {
    expect(all({ hashed: 'else' })[0]?.message).not.toMatch(/\d+ bytes/);
  });
});
