import fc from 'fast-check';
import {
  cavage,
  createSigner as createTheirSigner,
  createVerifier,
  type SignConfig,
} from 'http-message-signatures';
import { describe, expect, it } from 'vitest';
import { getHeader, type HttpRequest } from '../../../src/message.ts';
import { writeDigest } from '../../../src/signing/digest.ts';
import { writeHttpDate } from '../../../src/signing/http-date.ts';
import { createSigner, type Signer, type SignOptions, sign } from '../../../src/signing/sign.ts';
import { verify } from '../../../src/signing/verify.ts';
import { rsaKeys } from '../../support/keys.ts';
import { runs } from '../../support/sweep.ts';
import { AT, makeTpp, paymentRequest, sentWith, type Tpp, withHeader } from '../tpp.ts';
import { anyRequest } from './requests.ts';

/** http-message-signatures 1.0.6 in its mode for the draft (`cavage`), written by others again. */

const tpp = makeTpp();
const ORIGIN = 'https://bank.example.test';
const BY_ITSELF = ['keyid', 'alg', 'created', 'expires'];
const FIELDS = ['@request-target', 'date', 'digest', 'x-request-id', 'psu-id', 'tpp-redirect-uri'];

async function signedByThem(
  request: HttpRequest,
  signer: Tpp,
  config: Partial<SignConfig> = {},
): Promise<HttpRequest> {
  const headers = {
    ...Object.fromEntries(request.headers),
    Date: writeHttpDate(AT),
    ...(request.body.length > 0 ? { Digest: writeDigest(request.body) } : {}),
    'TPP-Signature-Certificate': signer.certificateHeader,
  };
  const given = new Set(Object.keys(headers).map((name) => name.toLowerCase()));
  const signed = await cavage.signMessage(
    {
      key: createTheirSigner(signer.privateKey, 'rsa-v1_5-sha256', signer.keyId),
      params: ['keyid', 'alg'],
      fields: FIELDS.filter((name) => name.startsWith('@') || given.has(name)),
      ...config,
    },
    { method: request.method, url: `${ORIGIN}${request.target}`, headers },
  );
  return { ...request, headers: Object.entries(signed.headers as Record<string, string>) };
}

function theyAccept({ method, target, headers }: HttpRequest, signer: Tpp): Promise<boolean | null> {
  const joined: Record<string, string[]> = {};
  for (const [name, value] of headers)
    joined[name.toLowerCase()] = [...(joined[name.toLowerCase()] ?? []), value];
  const verifier = createVerifier(signer.publicKey, 'rsa-v1_5-sha256');
  const keyLookup = () => Promise.resolve({ algs: ['rsa-v1_5-sha256'], verify: verifier });
  return cavage.verifyMessage({ keyLookup }, { method, url: `${ORIGIN}${target}`, headers: joined });
}

function ourFindings(request: HttpRequest): string[] {
  const { findings } = verify(request, { at: AT, clock: () => 0 });
  return findings.map(({ code, cause }) => (cause === undefined ? code : `${code} ${cause}`));
}

function ours(request: HttpRequest, options: Partial<SignOptions> = {}, signer: Signer = tpp): HttpRequest {
  return sign(request, signer, { date: AT, ...options }).request;
}

describe('what http-message-signatures signs [G1-http-message-signatures]', () => {
  it.each([
    ['with the request target', paymentRequest(), {}],
    ['without it', paymentRequest(), { fields: FIELDS.slice(1) }],
    ['in another order', paymentRequest(), { fields: FIELDS.toReversed() }],
    ['with created and expires, which it adds unless told', paymentRequest(), { params: BY_ITSELF }],
    ['without a body', paymentRequest({ method: 'GET', body: new Uint8Array() }), {}],
  ])('is valid: %s', async (_, request, config) => {
    expect(ourFindings(await signedByThem(request, tpp, config))).toEqual([]);
  });

  it('is valid for any request, and signed by us it is the same signature', async () => {
    await fc.assert(
      fc.asyncProperty(anyRequest, async (request) => {
        const theirs = await signedByThem(request, tpp);
        expect(ourFindings(theirs)).toEqual([]);
        const own = ours({ ...request, headers: theirs.headers }, { requestTarget: true });
        expect(getHeader(own.headers, 'signature')).toContain(signatureOf(theirs));
      }),
      { numRuns: runs(15, 150) },
    );
  });
});

function signatureOf({ headers }: HttpRequest): string {
  return /signature="[^"]*"/.exec(getHeader(headers, 'signature') ?? '')?.[0] ?? 'none';
}

describe('what we sign [G1-http-message-signatures]', () => {
  it('is verified by http-message-signatures for any request', async () => {
    await fc.assert(
      fc.asyncProperty(anyRequest, fc.boolean(), async (request, requestTarget) => {
        expect(await theyAccept(ours(request, { requestTarget }), tpp)).toBe(true);
      }),
      { numRuns: runs(15, 150) },
    );
  });

  it.each(['rfc2253', 'java', 'openssl'] as const)('is with its issuer in the %s style', async (style) => {
    const signer = createSigner(tpp.privateKey, tpp.certificate, { style, evenSerial: true });
    expect(await theyAccept(ours(paymentRequest(), {}, signer), tpp)).toBe(true);
  });
});

describe('what is broken [G1-http-message-signatures]', () => {
  const signed = ours(paymentRequest(), { requestTarget: true });
  const value = getHeader(signed.headers, 'signature') ?? '';
  const broken: readonly (readonly [string, HttpRequest])[] = [
    ['another X-Request-ID', sentWith('X-Request-ID', 'another')(signed)],
    ['another redirect URI', sentWith('TPP-Redirect-URI', 'https://evil.example.test')(signed)],
    ['another target', { ...signed, target: '/v1/payments/other' }],
    ['another method', { ...signed, method: 'PUT' }],
    ['another date', sentWith('Date', writeHttpDate(AT + 1000))(signed)],
    ['another signature', sentWith('Signature', value.replace('signature="', 'signature="AAAA'))(signed)],
    ['a header listed and absent', sentWith('PSU-ID', undefined)(signed)],
    ['a header sent twice', { ...signed, headers: [...signed.headers, ['PSU-ID', 'x']] }],
    ['no Signature', sentWith('Signature', undefined)(signed)],
    ['no signature in it', sentWith('Signature', value.replace(/,signature=.*/, ''))(signed)],
    ['a parameter twice', sentWith('Signature', value.replace(',', ',algorithm="rsa-sha256",'))(signed)],
    ['another key', ours(paymentRequest(), {}, { ...tpp, privateKey: rsaKeys('other').privateKey })],
  ];

  it.each(broken)('is refused by both: %s', async (_, request) => {
    expect(verify(request, { at: AT, recovery: false }).valid).toBe(false);
    expect(await theyAccept(request, tpp).catch(() => false)).not.toBe(true);
  });
});

const grown = makeTpp({ serial: 7n, commonName: 'Grønn, CN=Tillit CA' });

describe('where http-message-signatures differs [G1-http-message-signatures]', () => {
  it('signs (created) unless told what to sign: this bank wants its headers', async () => {
    const request = await signedByThem(paymentRequest(), tpp, {
      fields: ['@created'],
      params: ['keyid', 'alg', 'created'],
    });
    expect(ourFindings(request)).toEqual([
      'listed-header-absent',
      ...Array(5).fill('required-header-not-signed'),
    ]);
    expect(await theyAccept(request, tpp)).toBe(true);
  });

  it('goes by created and expires and takes any Date: this bank goes by Date', async () => {
    const old = sentWith('Date', writeHttpDate(AT - 400_000))(paymentRequest());
    expect(ourFindings(ours(old))).toEqual(['date-skew']);
    expect(await theyAccept(ours(old), tpp)).toBe(true);
    const expires = new Date(AT - 400_000);
    const expired = await signedByThem(paymentRequest(), tpp, {
      params: ['keyid', 'alg', 'expires'],
      paramValues: { expires },
    });
    expect(ourFindings(expired)).toEqual([]);
    expect(await theyAccept(expired, tpp)).toBe(false);
  });

  it('looks neither at the body nor at the certificate nor at the name of the algorithm', async () => {
    const signed = ours(paymentRequest());
    const other = { ...signed, body: Buffer.from('{}') };
    expect(ourFindings(other)).toEqual(['digest-mismatch unknown']);
    expect(await theyAccept(other, tpp)).toBe(true);
    const value = getHeader(signed.headers, 'signature') ?? '';
    const renamed = sentWith('Signature', value.replace('rsa-sha256', 'hs2019'))(signed);
    expect(ourFindings(renamed)).toEqual(['algorithm-unexpected hs2019']);
    expect(await theyAccept(renamed, tpp)).toBe(true);
    const none = sentWith('TPP-Signature-Certificate', undefined)(signed);
    expect(ourFindings(none)).toEqual(['certificate-missing']);
    expect(await theyAccept(none, tpp)).toBe(true);
  });

  it('cuts at every comma, so that an issuer with two equal types is refused: we read to the quote', async () => {
    const parts = ours(paymentRequest());
    const value = getHeader(parts.headers, 'signature') ?? '';
    const twice = value.replace(/keyId="([^"]*)"/, 'keyId="$1,OU=a,OU=b"');
    const request = { ...parts, headers: withHeader(parts.headers, 'signature', twice) };
    expect(ourFindings(request)).toEqual(['keyid-mismatch unknown']);
    await expect(theyAccept(request, tpp)).rejects.toThrow('Same parameter defined repeatedly');
  });

  it('knows no encoded-word', async () => {
    const word = ours(paymentRequest(), {}, grown);
    expect(ourFindings(word)).toEqual([]);
    await expect(theyAccept(word, grown)).rejects.toThrow('Missing signature from header');
  });

  it('signs the target as URL writes it: we sign what is sent', async () => {
    const target = '/v1/payments/x?name=Bø|y';
    const request = await signedByThem(paymentRequest({ target }), tpp);
    expect(ourFindings(request)).toEqual(['signature-invalid-target percent']);
    expect(await theyAccept(ours(paymentRequest({ target }), { requestTarget: true }), tpp)).toBe(false);
  });

  it('hashes octets beyond ASCII as UTF-8 of what Node made of them: we hash the octets sent', async () => {
    const wire = Buffer.from('https://tpp.example.test/bø').toString('latin1');
    const request = sentWith('TPP-Redirect-URI', wire)(paymentRequest());
    expect(ourFindings(await signedByThem(request, tpp))).toEqual(['signature-invalid-value reencoded']);
    expect(await theyAccept(ours(request), tpp)).toBe(false);
  });

  it('signs an empty value as we do', async () => {
    const request = sentWith('PSU-ID', '')(paymentRequest());
    expect(ourFindings(await signedByThem(request, tpp))).toEqual([]);
    expect(await theyAccept(ours(request), tpp)).toBe(true);
  });
});
