import { constants, privateEncrypt, sign as signBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { firstOf, OTHER_KEY, PRIVATE_KEY, rsaSha256, sha256, type Unseen } from './stack.ts';
import { hashedWith, hex, whole } from './unseen-string.ts';

const all: readonly Unseen[] = [
  ['the hash of the string signed', 'signature-double-hash', whole(sha256)],
  ['its hexadecimal', 'signature-double-hash', whole(hex)],
  ['its hexadecimal in upper case', 'signature-double-hash', whole((text) => hex(text).toUpperCase())],
  ['its Base64 ', 'signature-double-hash', whole((text) => sha256(text).toString('base64'))],
  ['sha256sum, which ends its line', 'signature-double-hash', whole((text) => `${hex(text)}\n`)],
  ['the hash of the string and a newline', 'signature-double-hash', whole((text) => sha256(`${text}\n`))],
  ['SHA-1, the default of openssl_sign of PHP', 'signature-hash sha1', hashedWith('RSA-SHA1')],
  ['SHA-512', 'signature-hash sha512', hashedWith('RSA-SHA512')],
  ['SHA-384', 'signature-hash', hashedWith('RSA-SHA384')],
  ['MD5', 'signature-hash', hashedWith('RSA-MD5')],
  [
    'PSS with the longest salt',
    'signature-padding',
    {
      sign: (bytes) =>
        signBytes('sha256', bytes, {
          key: PRIVATE_KEY,
          padding: constants.RSA_PKCS1_PSS_PADDING,
          saltLength: constants.RSA_PSS_SALTLEN_MAX_SIGN,
        }),
    },
  ],
  [
    'PSS with a salt as long as the hash, as in JWT',
    'signature-padding',
    {
      sign: (bytes) =>
        signBytes('sha256', bytes, {
          key: PRIVATE_KEY,
          padding: constants.RSA_PKCS1_PSS_PADDING,
          saltLength: 32,
        }),
    },
  ],
  [
    'PSS without salt',
    'signature-padding',
    {
      sign: (bytes) =>
        signBytes('sha256', bytes, {
          key: PRIVATE_KEY,
          padding: constants.RSA_PKCS1_PSS_PADDING,
          saltLength: 0,
        }),
    },
  ],
  [
    'NONEwithRSA over the hash',
    'signature-padding',
    { sign: (bytes) => privateEncrypt(PRIVATE_KEY, sha256(bytes)) },
  ],
  [
    'NONEwithRSA over its hexadecimal',
    'signature-padding',
    { sign: (bytes) => privateEncrypt(PRIVATE_KEY, Buffer.from(hex(bytes.toString()))) },
  ],
  ['another key', 'key-mismatch', { sign: (bytes) => rsaSha256(bytes, OTHER_KEY) }],
  ['random bytes', 'key-mismatch', { sign: () => Buffer.alloc(256, 0x42) }],
  ['base64url', 'signature-encoding base64url', { encode: (bytes) => bytes.toString('base64url') }],
  [
    'base64url with padding',
    'signature-encoding base64url',
    { encode: (bytes) => `${bytes.toString('base64url')}==` },
  ],
  [
    'Base64 without padding',
    'signature-encoding base64url',
    { encode: (bytes) => bytes.toString('base64').replaceAll('=', '') },
  ],
  ['hexadecimal', 'signature-encoding hex', { encode: (bytes) => bytes.toString('hex') }],
  [
    'hexadecimal in upper case',
    'signature-encoding hex',
    { encode: (bytes) => bytes.toString('hex').toUpperCase() },
  ],
  [
    'hexadecimal with colons',
    'signature-encoding hex',
    { encode: (bytes) => bytes.toString('hex').replaceAll(/..(?!$)/g, '$&:') },
  ],
  [
    'Base64 of hexadecimal',
    'signature-encoding hex',
    { encode: (bytes) => Buffer.from(bytes.toString('hex')).toString('base64') },
  ],
  [
    'the lines of the MIME encoder of Java',
    'signature-encoding line-wrapped',
    { encode: (bytes) => bytes.toString('base64').replaceAll(/.{76}(?=.)/g, '$&\r\n') },
  ],
  [
    'the lines of openssl, joined with spaces',
    'signature-encoding line-wrapped',
    { encode: (bytes) => bytes.toString('base64').replaceAll(/.{64}(?=.)/g, '$& ') },
  ],
  ['a final blank', 'signature-encoding line-wrapped', { encode: (bytes) => `${bytes.toString('base64')} ` }],
  [
    'lines joined with the characters \\n',
    'signature-encoding line-wrapped',
    { encode: (bytes) => bytes.toString('base64').replaceAll(/.{64}(?=.)/g, '$&\\n') },
  ],
  [
    'Base64 of Base64',
    'signature-encoding double-base64',
    { encode: (bytes) => Buffer.from(bytes.toString('base64')).toString('base64') },
  ],
  [
    'Base64 of Base64 with its lines',
    'signature-encoding double-base64',
    {
      encode: (bytes) =>
        Buffer.from(`${bytes.toString('base64').replaceAll(/.{64}(?=.)/g, '$&\n')}\n`).toString('base64'),
    },
  ],
  [
    'Base64 of base64url',
    'signature-encoding double-base64',
    { encode: (bytes) => Buffer.from(bytes.toString('base64url')).toString('base64') },
  ],
  [
    'percent-encoding',
    'signature-encoding',
    { encode: (bytes) => encodeURIComponent(bytes.toString('base64')) },
  ],
  ['half of it', 'signature-length', { encode: (bytes) => bytes.subarray(0, 128).toString('base64') }],
  [
    'the last four characters lost',
    'signature-length cut-short',
    { encode: (bytes) => bytes.toString('base64').slice(0, -4) },
  ],
  [
    'the end lost, to a multiple of four',
    'signature-length cut-short',
    { encode: (bytes) => bytes.toString('base64').slice(0, 300) },
  ],
  ['nothing', 'signature-length empty', { encode: () => '' }],
];

describe('signatures as the programs of TPPs make and write them [G4-unseen-string]', () => {
  it.each(all.map((one) => [one[0], one] as const))('%s', (_, [, expected, parts, options]) => {
    expect(firstOf(parts, options)).toBe(expected);
  });
});
