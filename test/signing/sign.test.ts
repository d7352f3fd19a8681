import { generateKeyPairSync } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { Fault } from '../../src/errors.ts';
import { getHeader, type Header } from '../../src/message.ts';
import { writeDigest } from '../../src/signing/digest.ts';
import { createSigner, sign, signAsync } from '../../src/signing/sign.ts';
import { createVerifier, verify } from '../../src/signing/verify.ts';
import { rsaKeys } from '../support/keys.ts';
import { certificateOf } from '../support/read-certificate.ts';
import { AT, BODY, makeTpp, paymentRequest } from './tpp.ts';

const tpp = makeTpp();
const options = { date: AT };

describe('signing a request [I-authentication-3-signing, G1-headers-sent, G1-signed-headers, G1-profile-options]', () => {
  it('adds Date, Digest, TPP-Signature-Certificate and Signature after the headers it was given', () => {
    const request = paymentRequest();
    const signed = sign(request, tpp, options).request;
    expect(signed.headers.slice(0, request.headers.length)).toEqual(request.headers);
    expect(signed.headers.slice(request.headers.length).map(([name]) => name)).toEqual([
      'Date',
      'Digest',
      'TPP-Signature-Certificate',
      'Signature',
    ]);
    expect(getHeader(signed.headers, 'date')).toBe('Wed, 14 Oct 2026 08:30:00 GMT');
    expect(getHeader(signed.headers, 'digest')).toBe(writeDigest(BODY));
    expect(getHeader(signed.headers, 'tpp-signature-certificate')).toBe(
      Buffer.from(tpp.certificate.der).toString('base64'),
    );
  });

  it('signs those of the six headers that are there, in the order of the specification', () => {
    const request = paymentRequest({
      headers: [
        ['TPP-Redirect-URI', 'app://x'],
        ['psu-corporate-id', ' c '],
        ['X-Other', 'o'],
      ],
    });
    expect(sign(request, tpp, options).signingString).toBe(
      `date: Wed, 14 Oct 2026 08:30:00 GMT\ndigest: ${writeDigest(BODY)}\npsu-corporate-id: c\ntpp-redirect-uri: app://x`,
    );
  });

  it('keeps a Date and a Digest that were given, and replaces an old Signature', () => {
    const headers: Header[] = [
      ['DATE', 'Tue, 13 Oct 2026 08:30:00 GMT'],
      ['digest', 'SHA-256=x'],
      ['signature', 'old'],
    ];
    const signed = sign(paymentRequest({ headers }), tpp, options);
    expect(signed.request.headers.map(([name]) => name)).toEqual([
      'DATE',
      'digest',
      'TPP-Signature-Certificate',
      'Signature',
    ]);
    expect(signed.signingString).toBe('date: Tue, 13 Oct 2026 08:30:00 GMT\ndigest: SHA-256=x');
  });

  it.each([
    ['POST', true],
    ['PUT', true],
    ['GET', false],
    ['DELETE', false],
  ])('gives a %s with a body a Digest: %s', (method, has) => {
    const { headers } = sign(paymentRequest({ method }), tpp, options).request;
    expect(getHeader(headers, 'digest') !== undefined).toBe(has);
  });

  it('gives a request without a body no Digest, unless the profile wants it', () => {
    const request = paymentRequest({ method: 'GET', body: new Uint8Array() });
    expect(getHeader(sign(request, tpp, options).request.headers, 'digest')).toBeUndefined();
    const wanted = sign(request, tpp, { ...options, emptyBodyDigest: true }).request;
    expect(getHeader(wanted.headers, 'digest')).toBe(writeDigest(new Uint8Array()));
    expect(verify(wanted, { at: AT }).verdict).toBe('valid');
  });

  it('offers SHA-512, the request target, other ways of writing keyId and the encoded-word', () => {
    const even = createSigner(tpp.privateKey, tpp.certificate, { style: 'java', evenSerial: true });
    const { request } = sign(paymentRequest(), even, {
      ...options,
      digestAlgorithm: 'SHA-512',
      requestTarget: true,
      encodedWord: 'always',
    });
    expect(getHeader(request.headers, 'digest')).toMatch(/^SHA-512=/);
    expect(getHeader(request.headers, 'signature')).toMatch(/^=\?utf-8\?B\?/);
    const verification = verify(request, { at: AT });
    expect(verification.signedHeaders[0]).toBe('(request-target)');
    expect(verification.verdict).toBe('valid-with-warning');
    expect(verification.parameters.keyId).toMatch(/^SN=0AB12CD3,/);
  });

  it('wraps an issuer beyond ASCII in one encoded-word', () => {
    const grown = makeTpp({ roles: ['PSP_PI'], serial: 9n, commonName: 'Grøn CA' });
    const { request } = sign(paymentRequest(), grown, options);
    expect(getHeader(request.headers, 'signature')).toMatch(/^=\?utf-8\?B\?[^?]*\?=$/);
    expect(verify(request, { at: AT }).verdict).toBe('valid');
    const raw = sign(paymentRequest(), grown, { ...options, encodedWord: 'never' }).request;
    expect(verify(raw, { at: AT }).findings).toMatchObject([
      { code: 'encoded-word-format', cause: 'raw', severity: 'warning' },
    ]);
  });

  it('makes the same on the thread pool', async () => {
    expect(await signAsync(paymentRequest(), tpp, options)).toEqual(sign(paymentRequest(), tpp, options));
  });

  it('refuses a value that would make a second line', () => {
    const request = paymentRequest({ headers: [['X-Request-ID', 'a\npsu-id: b']] });
    expect(() => sign(request, tpp, options)).toThrow(Fault);
  });

  it('refuses a key that is not RSA or not that of the certificate', () => {
    const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
    const rsa = rsaKeys('other').privateKey;
    expect(() => createSigner(ec, tpp.certificate)).toThrow("isn't an RSA private key");
    expect(() => createSigner(rsa, tpp.certificate)).toThrow("doesn't match the certificate");
  });
});

interface SignedByOthers {
  readonly certPem: string;
  readonly keyIdOpensslStyle: string;
  readonly vectors: readonly {
    readonly id: string;
    readonly request?: { method: string; target: string; headers: Record<string, string>; body: string };
    readonly headers?: Record<string, string>;
    readonly body?: string;
    readonly signingString?: string;
    readonly peers?: Record<string, { signatureHeader: string }>;
  }[];
}

const others: SignedByOthers = JSON.parse(
  readFileSync(new URL('../vectors/signed-by-others.json', import.meta.url), 'utf8'),
);
const at = AT;

describe('requests signed by other programs [G1-other-programs]', () => {
  const signed = others.vectors.flatMap(({ id, request, signingString, peers }) =>
    Object.entries(peers ?? {}).map(([peer, { signatureHeader }]) => ({
      id,
      peer,
      request: request!,
      signingString,
      signatureHeader,
    })),
  );
  const check = createVerifier();

  it.each(signed)('are valid: $id by $peer', ({ request, signingString, signatureHeader }) => {
    const headers: Header[] = [...Object.entries(request.headers), ['Signature', signatureHeader]];
    const verification = check({ ...request, headers, body: Buffer.from(request.body) }, { at });
    expect(verification.signingString).toBe(signingString);
    expect(verification.verdict).toBe('valid');
  });

  it('are valid with a warning where openssl wrote the issuer', () => {
    const { request, signatureHeader } = signed[0]!;
    const value = signatureHeader.replace(/keyId="[^"]*"/, `keyId="${others.keyIdOpensslStyle}"`);
    const headers: Header[] = [...Object.entries(request.headers), ['Signature', value]];
    const { findings } = check({ ...request, headers, body: Buffer.from(request.body) }, { at });
    expect(findings).toMatchObject([{ code: 'keyid-style', cause: 'orgid-name' }]);
  });

  it('have their faults named: js-nextgen-psd2', () => {
    const { headers = {}, body = '' } = others.vectors.find(({ peers }) => peers === undefined) ?? {};
    const request = {
      method: 'POST',
      target: '/v1/payments/x',
      headers: Object.entries(headers),
      body: Buffer.from(body),
    };
    const found = verify(request, { at }).findings.map(({ code, cause }) => `${code} ${cause ?? ''}`.trim());
    expect(found).toEqual(['algorithm-unexpected other', 'date-missing', 'keyid-mismatch reversed']);
  });

  it('have the certificate that is beside them', () => {
    expect(signed[0]!.request.headers['TPP-Signature-Certificate']).toBe(
      Buffer.from(certificateOf(others.certPem).der).toString('base64'),
    );
  });
});
