import { describe, expect, it } from 'vitest';
import { digestOf, firstOf, JSON_BODY, sha256, type Unseen } from './stack.ts';
import { digest, hashed, recovery, sha } from './unseen-digest.ts';

const all: readonly Unseen[] = [
  ['hexadecimal', 'digest-mismatch hex', digest(`SHA-256=${sha256(JSON_BODY).toString('hex')}`)],
  [
    'hexadecimal in upper case',
    'digest-mismatch hex',
    digest(`SHA-256=${sha256(JSON_BODY).toString('hex').toUpperCase()}`),
  ],
  [
    'hexadecimal of SHA-512',
    'digest-mismatch hex',
    digest(`SHA-512=${sha('sha512', JSON_BODY).toString('hex')}`),
  ],
  [
    'hexadecimal with colons',
    'digest-mismatch hex',
    digest(
      `SHA-256=${sha256(JSON_BODY)
        .toString('hex')
        .toUpperCase()
        .replaceAll(/..(?!$)/g, '$&:')}`,
    ),
  ],
  [
    'hexadecimal with dashes, as BitConverter of .NET',
    'digest-mismatch hex',
    digest(
      `SHA-256=${sha256(JSON_BODY)
        .toString('hex')
        .toUpperCase()
        .replaceAll(/..(?!$)/g, '$&-')}`,
    ),
  ],
  [
    'Base64 of hexadecimal',
    'digest-mismatch base64-of-hex',
    digest(`SHA-256=${Buffer.from(sha256(JSON_BODY).toString('hex')).toString('base64')}`),
  ],
  [
    'Base64 of hexadecimal in upper case',
    'digest-mismatch base64-of-hex',
    digest(`SHA-256=${Buffer.from(sha256(JSON_BODY).toString('hex').toUpperCase()).toString('base64')}`),
  ],
  [
    'Base64 of hexadecimal and LF',
    'digest-mismatch base64-of-hex',
    digest(`SHA-256=${Buffer.from(`${sha256(JSON_BODY).toString('hex')}\n`).toString('base64')}`),
  ],
  ['the hash alone', 'digest-format no-algorithm', digest(sha256(JSON_BODY).toString('base64'))],
  ['the hash alone in hexadecimal', 'digest-format no-algorithm', digest(sha256(JSON_BODY).toString('hex'))],
  [
    'an equals sign and the hash',
    'digest-format no-algorithm',
    digest(`=${sha256(JSON_BODY).toString('base64')}`),
  ],
  ['base64url', 'digest-format base64url', digest(`SHA-256=${sha256(JSON_BODY).toString('base64url')}`)],
  [
    'base64url with padding',
    'digest-format base64url',
    { body: '{"a":19}', headers: { Digest: `SHA-256=${sha256('{"a":19}').toString('base64url')}=` } },
  ],
  ['Base64 without padding', 'digest-format base64url', digest(digestOf(JSON_BODY).slice(0, -1))],
  [
    'SHA-512 labelled SHA-256',
    'digest-format wrong-label',
    digest(`SHA-256=${sha('sha512', JSON_BODY).toString('base64')}`),
  ],
  [
    'SHA-256 labelled SHA-512',
    'digest-format wrong-label',
    digest(`SHA-512=${sha256(JSON_BODY).toString('base64')}`),
  ],
  [
    'SHA-1 labelled SHA-256',
    'digest-format wrong-label',
    digest(`SHA-256=${sha('sha1', JSON_BODY).toString('base64')}`),
  ],
  [
    'SHA-384 labelled SHA-256',
    'digest-format wrong-label',
    digest(`SHA-256=${sha('sha384', JSON_BODY).toString('base64')}`),
  ],
  ['SHA256', 'digest-format wrong-label', digest(digestOf(JSON_BODY).replace('SHA-256', 'SHA256'))],
  ['sha256', 'digest-format wrong-label', digest(digestOf(JSON_BODY).replace('SHA-256', 'sha256'))],
  ['SHA_256', 'digest-format wrong-label', digest(digestOf(JSON_BODY).replace('SHA-256', 'SHA_256'))],
  ['SHA', 'digest-format wrong-label', digest(digestOf(JSON_BODY).replace('SHA-256', 'SHA'))],
  [
    'the algorithm of the signature',
    'digest-format wrong-label',
    digest(digestOf(JSON_BODY).replace('SHA-256', 'rsa-sha256')),
  ],
  [
    'id-sha-256 of RFC 5843',
    'digest-format wrong-label',
    digest(digestOf(JSON_BODY).replace('SHA-256', 'id-sha-256')),
  ],
  [
    'Repr-Digest of RFC 9530',
    'digest-format structured-field',
    digest(`sha-256=:${sha256(JSON_BODY).toString('base64')}:`),
  ],
  [
    'the same in upper case',
    'digest-format structured-field',
    digest(`SHA-256=:${sha256(JSON_BODY).toString('base64')}:`),
  ],
  [
    'the same without padding',
    'digest-format structured-field',
    digest(`sha-256=:${sha256(JSON_BODY).toString('base64url')}:`),
  ],
  ['lower case', 'digest-format lower-case', digest(digestOf(JSON_BODY).replace('SHA', 'sha'))],
  ['another case', 'digest-format lower-case', digest(digestOf(JSON_BODY).replace('SHA', 'Sha'))],
  [
    'lower case beside a right one',
    'digest-format lower-case',
    digest(
      `sha-256=${sha256(JSON_BODY).toString('base64')},SHA-512=${sha('sha512', JSON_BODY).toString('base64')}`,
    ),
  ],
  ['quotes', 'digest-format', digest(`SHA-256="${sha256(JSON_BODY).toString('base64')}"`)],
  ['quotes around it all', 'digest-format', digest(`"${digestOf(JSON_BODY)}"`)],
  ['a colon for the equals sign', 'digest-format', digest(digestOf(JSON_BODY).replace('=', ': '))],
  ['a blank behind the equals sign', 'digest-format', digest(digestOf(JSON_BODY).replace('=', '= '))],
  ['MD5 alone', 'digest-format', digest(`MD5=${sha('md5', JSON_BODY).toString('base64')}`)],
  ['nothing', 'digest-format', digest('')],
  ['half of it', 'digest-format', digest(digestOf(JSON_BODY).slice(0, 30))],
  [
    'an unknown algorithm beside a known one',
    'valid',
    digest(`MD5=${sha('md5', JSON_BODY).toString('base64')}, ${digestOf(JSON_BODY)}`),
  ],
  ['something else hashed', 'digest-mismatch unknown', hashed('{"other":1}'), { recovery }],
];

describe('Digest as the programs of TPPs write it [G4-unseen-digest]', () => {
  it.each(all.map((one) => [one[0], one] as const))('%s', (_, [, expected, parts, options]) => {
    expect(firstOf(parts, options)).toBe(expected);
  });
});
