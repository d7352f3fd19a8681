import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readDigest, writeDigest } from '../../src/signing/digest.ts';

interface Vectors {
  readonly vectors: readonly { name: string; bodyBase64: string; sha256: string; sha512: string }[];
  readonly traps: {
    base64OfHexCommonExample: { value: string };
    bigInteger: { right: string; wrong: string };
  };
}

const { vectors, traps }: Vectors = JSON.parse(
  readFileSync(new URL('../vectors/digest.json', import.meta.url), 'utf8'),
);
const causes = (header: string) =>
  readDigest(header).problems.map(({ cause, tolerated }) => [cause, tolerated]);

describe('the Digest header [G1-digest, G2-digest, G4-digest-format]', () => {
  it.each(vectors)('is written as openssl does: $name', ({ bodyBase64, sha256, sha512 }) => {
    const body = Buffer.from(bodyBase64, 'base64');
    expect(writeDigest(body)).toBe(sha256);
    expect(writeDigest(body, 'SHA-512')).toBe(sha512);
  });

  it.each(vectors)('is read: $name', ({ sha256, sha512 }) => {
    const { values, problems } = readDigest(`${sha256},${sha512}`);
    expect(values.map(({ algorithm, form }) => [algorithm, form])).toEqual([
      ['SHA-256', 'plain'],
      ['SHA-512', 'plain'],
    ]);
    expect(problems).toEqual([]);
  });

  it('tells Base64 of hexadecimal', () => {
    expect(readDigest(traps.base64OfHexCommonExample.value).values[0]?.form).toBe('base64-of-hex');
  });

  it('refuses a hash that lost its first byte', () => {
    expect(causes(traps.bigInteger.right)).toEqual([]);
    expect(causes(traps.bigInteger.wrong)).toEqual([[undefined, false]]);
  });
});
