import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeBase64, decodeBase64Url, decodeHex, encodeBase64 } from '../../src/core/base64.ts';

describe('strict Base64 [G2-strict-base64]', () => {
  it('reads back what it writes', () => {
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => decodeBase64(encodeBase64(bytes))?.equals(bytes) === true),
    );
  });

  it.each([
    ['a foreign character', 'QUJD*A=='],
    ['white space', 'QUJD RA=='],
    ['a line end at the end', 'QUJD\n'],
    ['missing padding', 'QUJDRA'],
    ['padding alone', '===='],
    ['padding in the middle', 'QQ==QUJD'],
    ['too much padding', 'QUJDR==='],
    ['the other alphabet', '-_-_'],
    ['unused bits that are set', 'QUJDRB=='],
  ])('refuses %s', (_, text) => {
    expect(decodeBase64(text)).toBeUndefined();
  });

  it('reads base64url and missing padding where a caller asks for it', () => {
    expect(decodeBase64Url('-_-_')).toEqual(Buffer.from('-_-_', 'base64url'));
    expect(decodeBase64Url('QUJDRA')?.toString()).toBe('ABCD');
    expect(decodeBase64Url('QUJDR')).toBeUndefined();
    expect(decodeBase64Url('QUJ DRA')).toBeUndefined();
  });

  it('reads an even number of hexadecimal digits only', () => {
    expect(decodeHex('0aFF')).toEqual(Buffer.from([10, 255]));
    expect([decodeHex('0aF'), decodeHex(''), decodeHex('0g')]).toEqual([undefined, undefined, undefined]);
  });
});
