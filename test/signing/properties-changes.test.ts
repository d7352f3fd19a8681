import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { getHeader, type HttpRequest } from '../../src/message.ts';
import { createSigner, type SignOptions, sign } from '../../src/signing/sign.ts';
import { createVerifier, type VerifyOptions } from '../../src/signing/verify.ts';
import { runs } from '../support/sweep.ts';
import { anyWireRequest } from './arbitrary.ts';
import { AT, makeTpp, sentWith } from './tpp.ts';

const tpp = makeTpp();
const styles = (['rfc2253', 'java', 'openssl'] as const).map((style) =>
  createSigner(tpp.privateKey, tpp.certificate, { style }),
);
const check = createVerifier();
/** Time stands still: what a search finds must not hang on what else the machine does. */
const findingsOf = (request: HttpRequest, searched: Pick<VerifyOptions, 'recovery'> = {}) =>
  check(request, { at: AT, role: 'PSP_PI', clock: () => 0, ...searched }).findings;

const options = fc.record({
  digestAlgorithm: fc.constantFrom('SHA-256' as const, 'SHA-512' as const),
  requestTarget: fc.boolean(),
  encodedWord: fc.constantFrom('always' as const, 'auto' as const),
});
const place = fc.nat();
const octet = fc.integer({ min: 1, max: 255 });

function signed(message: HttpRequest, signing: Omit<SignOptions, 'date'>, style = 0): HttpRequest {
  return sign(message, styles[style % styles.length] ?? tpp, { date: AT, ...signing }).request;
}

function flip(text: string, at: number, change: number): string {
  const place = at % text.length;
  const character = String.fromCharCode(text.charCodeAt(place) ^ change);
  return text.slice(0, place) + character + text.slice(place + 1);
}

/** The part of the Signature value between the quotes of one parameter, its value changed. */
function flipParameter(request: HttpRequest, name: string, at: number, change: number): HttpRequest {
  const value = getHeader(request.headers, 'signature') ?? '';
  const start = value.indexOf(`${name}="`) + name.length + 2;
  const end = value.indexOf('"', start);
  const changed = value.slice(0, start) + flip(value.slice(start, end), at, change) + value.slice(end);
  return sentWith('Signature', changed)(request);
}

describe('one changed octet [G3-one-octet]', () => {
  it('of the body is found, and Digest is named', () => {
    fc.assert(
      fc.property(anyWireRequest, options, place, octet, (message, signing, at, change) => {
        const request = signed(message, signing);
        const body = Uint8Array.from(request.body);
        body[at % body.length]! ^= change;
        const findings = findingsOf({ ...request, body });
        expect(findings).toMatchObject([{ code: 'digest-mismatch', header: 'digest', severity: 'error' }]);
      }),
      { numRuns: runs(20, 200) },
    );
  });

  it('of the signature is found', () => {
    fc.assert(
      fc.property(anyWireRequest, options, place, octet, (message, signing, at, change) => {
        const request = signed(message, { ...signing, encodedWord: 'auto' });
        const changed = flipParameter(request, 'signature', at, change);
        const errors = findingsOf(changed).filter(({ severity }) => severity === 'error');
        expect(errors).not.toEqual([]);
        expect(errors.every(({ message: words }) => /signature/i.test(words))).toBe(true);
      }),
      { numRuns: runs(25, 300) },
    );
  });

  it('of keyId is found, and keyId is named', () => {
    fc.assert(
      fc.property(anyWireRequest, fc.nat(2), place, octet, (message, style, at, change) => {
        const request = signed(message, { encodedWord: 'auto' }, style);
        const changed = flipParameter(request, 'keyId', at, change);
        const found = findingsOf(changed).map(({ code }) => code);
        expect(found.some((code) => /^(?:keyid|signature-header|encoded-word)-/.test(code))).toBe(true);
      }),
      { numRuns: runs(25, 300) },
    );
  });

  it('of the list of headers is found', () => {
    fc.assert(
      fc.property(anyWireRequest, options, place, octet, (message, signing, at, change) => {
        const request = signed(message, { ...signing, encodedWord: 'auto' });
        expect(findingsOf(flipParameter(request, 'headers', at, change))).not.toEqual([]);
      }),
      { numRuns: runs(20, 200) },
    );
  });

  it('of the encoded-word is found', () => {
    fc.assert(
      fc.property(anyWireRequest, place, octet, (message, at, change) => {
        const request = signed(message, { encodedWord: 'always' });
        const value = getHeader(request.headers, 'signature') ?? '';
        const after = flip(value, at, change);
        fc.pre(after.toLowerCase() !== value.toLowerCase());
        expect(findingsOf(sentWith('Signature', after)(request))).not.toEqual([]);
      }),
      { numRuns: runs(20, 200) },
    );
  });
});
