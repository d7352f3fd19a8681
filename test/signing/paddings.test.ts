import { constants, createHash, generateKeyPairSync, privateEncrypt, sign } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { verify } from '../../src/signing/verify.ts';
import { type Made, made, NOW, PRIVATE_KEY, sha256 } from './stack.ts';

/** What a signature holds that no PKCS #1 v1.5 verifier takes, as the public key of the certificate shows it. */

const words = (parts: Made) =>
  verify(made(parts), {
    at: NOW,
    clock: () => 0,
    recovery: { hashedBytes: 1e6, milliseconds: 100, bytes: 1e6 },
  })
    .findings.filter(({ code }) => code.startsWith('signature-') || code === 'key-mismatch')

    .map(({ code, cause, message, proved }) => {
      return { name: cause === undefined ? code : `${code} ${cause}`, message, proved };
    });
const names = (parts: Made) => words(parts).map(({ name }) => name);

const pss =
  (saltLength: number, hash = 'sha256') =>
  (bytes: Uint8Array) =>
    sign(hash, bytes, { key: PRIVATE_KEY, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength });
const unrelated = () => 'a string that nobody can guess: 8c41d6f05b7e4c3a';
const zerosAndHash = (bytes: Uint8Array) =>
  privateEncrypt(
    { key: PRIVATE_KEY, padding: constants.RSA_NO_PADDING },
    Buffer.concat([Buffer.alloc(224), sha256(bytes)]),
  );
const MAX_SALT = constants.RSA_PSS_SALTLEN_MAX_SIGN;

describe('PSS [G4-signature-padding]', () => {
  const lengths = [0, 1, 20, 32, 100, 221, 222, MAX_SALT];
  it.each(lengths)('with a salt of %s bytes is not taken for another key', (saltLength) => {
    expect(names({ sign: pss(saltLength) })).toEqual(['signature-padding']);
  });

  const some = [0, 32, 221, MAX_SALT];
  it.each(some)('with a salt of %s bytes is told though the string it is of can not be', (saltLength) => {
    const [padding, string] = words({ sign: pss(saltLength), string: unrelated });
    expect(padding?.name).toBe('signature-padding');
    expect(string?.name).toMatch(/^signature-invalid /);
  });

  it.each(['sha1', 'sha384', 'sha512'])('over %s is told with its hash', (hash) => {
    expect(names({ sign: pss(20, hash) })[0]).toBe('signature-padding');
    expect(names({ sign: pss(20, hash) })[1]).toMatch(/^signature-hash/);
    expect(names({ sign: pss(MAX_SALT, hash) })[0]).toBe('signature-padding');
  });

  it('is proved by its zeros or by what was signed, and else only likely [G3-never-false]', () => {
    const padding = (saltLength: number, string?: typeof unrelated) =>
      words({ sign: pss(saltLength), ...(string && { string }) })[0];
    expect(padding(MAX_SALT)?.proved).toBe(true);
    expect(padding(32, unrelated)?.proved).toBe(true);
    expect(padding(218, unrelated)?.proved).toBe(true);
    // A zero or three are what noise has by chance, where it's read in as many ways.
    expect(padding(219, unrelated)?.proved).toBe(false);
    expect(padding(MAX_SALT, unrelated)?.proved).toBe(false);
    expect(padding(MAX_SALT, unrelated)?.message).toMatch(/looks padded .* another key looks so too\.$/);
  });

  it('says how long the salt is', () => {
    expect(words({ sign: pss(MAX_SALT) })[0]?.message).toMatch(/padded by PSS, with a salt of 222 bytes\.$/);
    expect(words({ sign: pss(0) })[0]?.message).toMatch(/without a salt\.$/);
  });
});

describe('hashes without their name [G4-signature-padding]', () => {
  const hex = (bytes: Uint8Array) => Buffer.from(sha256(bytes).toString('hex'));
  const base64 = (bytes: Uint8Array) => Buffer.from(sha256(bytes).toString('base64'));

  it.each<[string, (bytes: Buffer) => Buffer, RegExp]>([
    ['as bytes', (bytes) => privateEncrypt(PRIVATE_KEY, sha256(bytes)), /which hash/],
    ['in hexadecimal', (bytes) => privateEncrypt(PRIVATE_KEY, hex(bytes)), /which hash/],
    ['in Base64', (bytes) => privateEncrypt(PRIVATE_KEY, base64(bytes)), /which hash/],
    ['without padding', zerosAndHash, /isn't padded/],
  ])('%s', (_, signer, says) => {
    const [first, second] = words({ sign: signer });
    expect(first?.name).toBe('signature-padding');
    expect(first?.message).toMatch(says);
    expect(second).toBeUndefined();
  });

  it('are searched for, so that the other fault is named too', () => {
    const trailing: Made = { string: (lines) => `${lines.map((line) => line.join(': ')).join('\n')}\n` };
    for (const signer of [zerosAndHash, (bytes: Uint8Array) => privateEncrypt(PRIVATE_KEY, hex(bytes))])
      expect(names({ ...trailing, sign: signer })).toEqual([
        'signature-padding',
        'signature-invalid trailing-newline',
      ]);
  });
});

it.each([
  'sha224',
  'sha384',
  'md5',
  'sha3-256',
  'sha512-256',
  'ripemd160',
])('hashes that nobody expects: %s [G4-signature-hash]', (hash) => {
  const [found] = words({ sign: (bytes) => sign(hash, bytes, PRIVATE_KEY) });
  expect(found?.name).toBe('signature-hash');
  expect(found?.message).toContain(hash);
});

const ofSize = (modulusLength: number): Made => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength });
  return { sign: (bytes) => sign('sha256', bytes, privateKey) };
};
const hmac = (bytes: Buffer, algorithm: string) => createHash(algorithm).update(bytes).digest();
const { privateKey: elliptic } = generateKeyPairSync('ec', { namedCurve: 'P-384' });

it.each<[string, string, Made]>([
  ['a key of 3072 bits', 'key-mismatch', ofSize(3072)],
  ['half of it, or a key of 1024 bits', 'signature-length', { sign: () => Buffer.alloc(128, 7) }],
  ['SHA-256 or its HMAC', 'signature-length hash', { sign: (bytes) => hmac(bytes, 'sha256') }],
  ['SHA-512 or its HMAC', 'signature-length hash', { sign: (bytes) => hmac(bytes, 'sha512') }],
  ['SHA-1', 'signature-length hash', { sign: (bytes) => hmac(bytes, 'sha1') }],
  ['ECDSA', 'signature-length ecdsa', { sign: (bytes) => sign('sha384', bytes, elliptic) }],
  ['raw ECDSA, which nothing tells', 'signature-length', { sign: () => Buffer.alloc(96, 5) }],
  [
    'replacement characters',
    'signature-length mangled',
    { encode: (bytes) => Buffer.from(bytes.toString('utf8')).toString('base64') },
  ],
  [
    'ISO 8859-1 as UTF-8',
    'signature-length mangled',
    { encode: (bytes) => Buffer.from(bytes.toString('latin1')).toString('base64') },
  ],
  [
    'its end cut off',
    'signature-length cut-short',
    { encode: (bytes) => bytes.toString('base64').slice(0, 199) },
  ],
  ['longer', 'signature-length', { sign: () => Buffer.alloc(300, 3) }],
])('signatures of another length: %s [G4-signature-length, G4-key-mismatch]', (_, expected, parts) => {
  expect(names(parts)).toEqual([expected]);
});

/** One signature in 200 has no plus sign, and one no slash: the request is another one until its signature has both. */
function withBothSigns(): NonNullable<Made['headers']> {
  for (let count = 0; ; count += 1) {
    const headers = { 'PSU-ID': `psu-${count}` };
    let isSo = false;
    const encode = (bytes: Buffer) => {
      const text = bytes.toString('base64');
      isSo = text.includes('+') && text.includes('/');
      return text;
    };
    made({ headers, encode });
    if (isSo) return headers;
  }
}

describe('signatures that programs wrote otherwise [G4-signature-encoding]', () => {
  it.each<[string, RegExp, (bytes: Buffer) => string]>([
    ['spaces for plus signs', /plus signs/, (bytes) => bytes.toString('base64').replaceAll('+', ' ')],
    ['percent-encoding', /percent-encoded/, (bytes) => encodeURIComponent(bytes.toString('base64'))],
    ['escaped slashes', /JSON/, (bytes) => bytes.toString('base64').replaceAll('/', '\\/')],
    ['bytes of Python', /Python/, (bytes) => `b'${bytes.toString('base64')}'`],
    ['numbers', /decimal/, (bytes) => [...new Int8Array(bytes)].join(', ')],
    ['the name of an array', /what Java prints of an array/, () => '[B@1b6d3586'],
    [
      'ASCII',
      /question marks/,
      (bytes) => Buffer.from(bytes.toString('latin1').replaceAll(/[\x80-\xff]/g, '?')).toString('base64'),
    ],
  ])('%s', (_, says, encode) => {
    const [found, ...others] = words({ encode, headers: withBothSigns() });
    expect(found?.name).toBe('signature-encoding');
    expect(found?.message).toMatch(says);
    expect(others).toEqual([]);
  });
});
