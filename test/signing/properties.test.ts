import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { getHeader, type Header, type HttpRequest } from '../../src/message.ts';
import { sign } from '../../src/signing/sign.ts';
import { SIGNED_HEADERS } from '../../src/signing/signing-string.ts';
import { createVerifier } from '../../src/signing/verify.ts';
import { runs } from '../support/sweep.ts';
import { AT, makeTpp, withHeader } from './tpp.ts';

const tpp = makeTpp();
const check = createVerifier();
const options = { at: AT, recovery: false } as const;

const value = fc.oneof(
  fc.string({ unit: 'grapheme-ascii', maxLength: 60 }),
  fc.string({
    unit: fc.integer({ min: 0x20, max: 0xff }).map((code) => String.fromCharCode(code)),
    maxLength: 60,
  }),
  fc.string({ unit: 'grapheme', maxLength: 30 }).filter((text) => !/\p{Cc}/u.test(text)),
);
const header = fc.tuple(
  fc.constantFrom('X-Request-ID', 'PSU-ID', 'PSU-Corporate-ID', 'TPP-Redirect-URI', 'X-Other'),
  value,
);
const request: fc.Arbitrary<HttpRequest> = fc.record({
  method: fc.constantFrom('POST', 'PUT', 'GET'),
  target: fc.constantFrom('/v1/payments/x', '/v1/user?a=%20', '/v1/sandbox/customers'),
  headers: fc.array(header as fc.Arbitrary<Header>, { maxLength: 6 }),
  body: fc.uint8Array({ maxLength: 200 }),
});
const signOptions = fc.record({
  date: fc.constant(AT),
  digestAlgorithm: fc.constantFrom('SHA-256' as const, 'SHA-512' as const),
  emptyBodyDigest: fc.boolean(),
  requestTarget: fc.boolean(),
  encodedWord: fc.constantFrom('always' as const, 'auto' as const),
});

describe('signing and verifying belong together [A-sign-verify-twins]', () => {
  it('finds whatever was signed valid', () => {
    fc.assert(
      fc.property(request, signOptions, (message, signing) => {
        const verification = check(sign(message, tpp, signing).request, {
          ...options,
          digestRequired: false,
        });
        const isDigestLeftOut = message.method === 'GET' && message.body.length > 0;
        expect(verification.findings.map(({ code }) => code)).toEqual(
          isDigestLeftOut ? ['digest-missing'] : [],
        );
      }),
      { numRuns: runs(60, 600) },
    );
  });

  it('finds any changed octet of a signed header, the body or the signature', () => {
    const place = fc.nat();
    const octet = fc.integer({ min: 1, max: 127 });
    fc.assert(
      fc.property(request, fc.nat(), place, octet, (message, target, at, change) => {
        const signed = sign({ ...message, method: 'POST' }, tpp, { date: AT, emptyBodyDigest: true }).request;
        const names = [
          'body',
          'signature',
          ...SIGNED_HEADERS.filter((name) => (getHeader(signed.headers, name) ?? '').trim() !== ''),
        ];
        const name = names[target % names.length] ?? 'body';
        const changed =
          name === 'body' ? changeBody(signed, at, change) : changeHeader(signed, name, at, change);
        if (changed !== undefined) expect(check(changed, options).valid).toBe(false);
      }),
      { numRuns: runs(100, 2000) },
    );
  });
});

function changeBody(signed: HttpRequest, at: number, change: number): HttpRequest | undefined {
  if (signed.body.length === 0) return undefined;
  const body = Uint8Array.from(signed.body);
  body[at % body.length]! ^= change;
  return { ...signed, body };
}

/** One character of the first header of that name; of the signature, only within its Base64. */
function changeHeader(
  signed: HttpRequest,
  name: string,
  at: number,
  change: number,
): HttpRequest | undefined {
  const text = getHeader(signed.headers, name) ?? '';
  const start = name === 'signature' ? text.lastIndexOf('signature="') + 11 : 0;
  const end = name === 'signature' ? text.length - 1 : text.length;
  const place = start + (at % (end - start));
  const changed =
    text.slice(0, place) + String.fromCharCode(text.charCodeAt(place) ^ change) + text.slice(place + 1);
  return changed.trim() === text.trim()
    ? undefined
    : { ...signed, headers: withHeader(signed.headers, name, changed) };
}
