import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { getHeader } from '../../src/message.ts';
import { createSigner, sign } from '../../src/signing/sign.ts';
import { verify } from '../../src/signing/verify.ts';
import { rsaKeys, spkiOf } from '../support/keys.ts';
import { runs } from '../support/sweep.ts';
import { anyIssuer, anySerial, anyWireRequest, certificateOf } from './arbitrary.ts';
import { AT } from './tpp.ts';

const pair = rsaKeys();
const spki = spkiOf(pair);

const writing = fc.record({
  style: fc.constantFrom('rfc2253' as const, 'java' as const, 'openssl' as const),
  evenSerial: fc.boolean(),
});
const signing = fc.record({
  digestAlgorithm: fc.constantFrom('SHA-256' as const, 'SHA-512' as const),
  requestTarget: fc.boolean(),
  encodedWord: fc.constantFrom('always' as const, 'auto' as const, 'never' as const),
});

describe('any issuer and serial number in a keyId [G3-any-issuer, A-sign-verify-twins]', () => {
  it('is found to be that of the certificate, in every style and way of sending it', () => {
    fc.assert(
      fc.property(
        anyIssuer,
        anySerial,
        writing,
        signing,
        anyWireRequest,
        (issuer, serial, keyId, options, message) => {
          const signer = createSigner(pair.privateKey, certificateOf(spki, issuer, serial), keyId);
          // A control character can't be sent as it is.
          const encodedWord = /\p{Cc}/u.test(signer.keyId) ? 'auto' : options.encodedWord;
          const { request } = sign(message, signer, { date: AT, ...options, encodedWord });
          const { findings, valid, parameters } = verify(request, { at: AT, role: 'PSP_PI' });
          expect(parameters.keyId).toBe(signer.keyId);
          expect(valid).toBe(true);
          const codes = findings.map(({ code }) => code);
          const isPlain = keyId.style === 'rfc2253' && !/^SN=0./.test(signer.keyId);
          const isRaw = /[^ -~]/.test(getHeader(request.headers, 'signature') ?? '');
          expect(codes.filter((code) => code === 'encoded-word-format')).toHaveLength(isRaw ? 1 : 0);
          if (isPlain) expect(codes).not.toContain('keyid-style');
          expect(codes.filter((code) => !/^(?:keyid-style|encoded-word-format)$/.test(code))).toEqual([]);
        },
      ),
      { numRuns: runs(50, 500) },
    );
  });

  it('is not found to be that of the next certificate of the same issuer', () => {
    fc.assert(
      fc.property(anyIssuer, anySerial, writing, anyWireRequest, (issuer, serial, keyId, message) => {
        const signer = createSigner(pair.privateKey, certificateOf(spki, issuer, serial), keyId);
        const certificate = certificateOf(spki, issuer, serial + 1n);
        const { request } = sign(message, signer, { date: AT });
        const { findings } = verify(request, { at: AT, role: 'PSP_PI', certificate });
        expect(findings.map(({ code }) => code)).toContain('keyid-mismatch');
      }),
      { numRuns: runs(20, 200) },
    );
  });
});
