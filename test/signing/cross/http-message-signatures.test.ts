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
import { runs } from '../../support/sweep.ts';
import { AT, makeTpp, paymentRequest, sentWith, type Tpp } from '../tpp.ts';
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

it('refuses what was changed behind the signature, as the other does [G1-http-message-signatures]', async () => {
  const changed = sentWith('X-Request-ID', 'another')(ours(paymentRequest()));
  expect(verify(changed, { at: AT, recovery: false }).valid).toBe(false);
  expect(await theyAccept(changed, tpp).catch(() => false)).toBe(false);
});
