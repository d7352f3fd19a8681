import { describe, expect, it } from 'vitest';
import type { HttpRequest } from '../../src/message.ts';
import { VERIFY_SEARCH } from '../../src/signing/budget.ts';
import { verify } from '../../src/signing/verify.ts';
import { made, NOW } from './stack.ts';

const withoutNuls = (bytes: Buffer) => Buffer.from(bytes.filter((octet) => octet !== 0));
const nuls = (bytes: Buffer) => bytes.length - withoutNuls(bytes).length;
const base64 = (bytes: Buffer) => bytes.toString('base64');

/** The first request whose signature is such a one, as it was encoded. */
function signed(isSuch: (signature: Buffer) => boolean, encode: (signature: Buffer) => string): HttpRequest {
  for (let count = 0; count < 5000; count += 1) {
    let isFound = false;
    const request = made({
      headers: { 'X-Request-ID': `id-${count}` },
      encode: (signature) => {
        isFound = isSuch(signature);
        return encode(signature);
      },
    });
    if (isFound) return request;
  }
  throw new Error('There is no such signature.');
}

function said(request: HttpRequest, recovery: typeof VERIFY_SEARCH | false = VERIFY_SEARCH): string {
  const { findings } = verify(request, { at: NOW, clock: () => 0, recovery });
  return findings.map(({ code, cause, message }) => `${code} ${cause}: ${message}`).join();
}

describe('a signature that is too short [G4-missing-bytes]', () => {
  it('lacks a NUL byte where the key proves it, anywhere in it', () => {
    const request = signed(
      (bytes) => nuls(bytes) === 1 && bytes.indexOf(0) > 100,
      (bytes) => base64(withoutNuls(bytes)),
    );
    expect(said(request)).toMatch(
      /^signature-length mangled: .*A NUL byte is missing: with one as byte \d+ it's/,
    );
  });

  it('lacks the NUL bytes before a number', () => {
    const request = signed(
      (bytes) => bytes[0] === 0,
      (bytes) => base64(bytes.subarray(1)),
    );
    expect(said(request)).toMatch(
      /^signature-length mangled: .*NUL bytes are missing at its beginning: with 1 it's/,
    );
  });

  it('lacks the line end that a shell drops', () => {
    const request = signed(
      (bytes) => bytes.at(-1) === 0x0a,
      (bytes) => base64(bytes.subarray(0, -1)),
    );
    expect(said(request)).toMatch(/^signature-length mangled: .*Its last byte, a line end, is missing/);
  });

  it('lacks its last byte, which is cut off', () => {
    const request = signed(
      (bytes) => bytes.at(-1) !== 0 && bytes.at(-1) !== 0x0a,
      (bytes) => base64(bytes.subarray(0, -1)),
    );
    expect(said(request)).toMatch(/^signature-length cut-short: .*Its end is missing/);
  });

  it('probably lacks several NUL bytes where its Base64 is padded and it has none left', () => {
    const several = (count: number) =>
      signed(
        (bytes) => nuls(bytes) === count && bytes[0] !== 0,
        (bytes) => base64(withoutNuls(bytes)),
      );
    expect(said(several(2))).toMatch(/^signature-length undefined: .*NUL bytes are missing, probably/);
    expect(said(several(3))).toMatch(/^signature-length undefined: .*NUL bytes are missing, probably/);
  });

  it('may lack them or its end where nothing tells', () => {
    const request = signed(
      (bytes) => nuls(bytes) === 0,
      (bytes) => base64(bytes.subarray(0, -4)),
    );
    expect(said(request)).toMatch(/^signature-length undefined: .*NUL bytes may be missing/);
    expect(said(request, false)).toMatch(/NUL bytes may be missing/);
  });

  it('lacks no NUL bytes where others are left, and is not called cut where its Base64 is padded', () => {
    const request = signed(
      (bytes) => nuls(bytes) > 0 && !bytes.subarray(-5).includes(0),
      (bytes) => base64(bytes.subarray(0, -2)).replace(/=*$/, ''),
    );
    expect(said(request)).toMatch(/^signature-length cut-short/);
    const padded = signed(
      (bytes) => nuls(bytes) > 0 && bytes[0] !== 0 && !bytes.subarray(-5).includes(0),
      (bytes) => base64(bytes.subarray(0, -2)),
    );
    expect(said(padded)).toMatch(
      /^signature-length undefined: The signature doesn't have the key's length. It has/,
    );
  });
});
