import { describe, expect, it } from 'vitest';
import { digestOf, firstOf, JSON_BODY, sha256, type Unseen } from './stack.ts';
import { digest, sha } from './unseen-digest.ts';

const all: readonly Unseen[] = [
  [
    'hexadecimal of SHA-512',
    'digest-mismatch hex',
    digest(`SHA-512=${sha('sha512', JSON_BODY).toString('hex')}`),
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
    'Base64 of hexadecimal and LF',
    'digest-mismatch base64-of-hex',
    digest(`SHA-256=${Buffer.from(`${sha256(JSON_BODY).toString('hex')}\n`).toString('base64')}`),
  ],
  ['the hash alone in hexadecimal', 'digest-format no-algorithm', digest(sha256(JSON_BODY).toString('hex'))],
  [
    'SHA-1 labelled SHA-256',
    'digest-format wrong-label',
    digest(`SHA-256=${sha('sha1', JSON_BODY).toString('base64')}`),
  ],
  [
    'lower case beside a right one',
    'digest-format lower-case',
    digest(
      `sha-256=${sha256(JSON_BODY).toString('base64')},SHA-512=${sha('sha512', JSON_BODY).toString('base64')}`,
    ),
  ],
  ['nothing', 'digest-format', digest('')],
  [
    'an unknown algorithm beside a known one',
    'valid',
    digest(`MD5=${sha('md5', JSON_BODY).toString('base64')}, ${digestOf(JSON_BODY)}`),
  ],
];

describe('Digest as the programs of TPPs write it [G4-unseen-digest]', () => {
  it.each(all.map((one) => [one[0], one] as const))('%s', (_, [, expected, parts, options]) => {
    expect(firstOf(parts, options)).toBe(expected);
  });
});
