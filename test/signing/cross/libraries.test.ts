import fc from 'fast-check';
import { cavage, createSigner as createTheirSigner, createVerifier } from 'http-message-signatures';
import httpSignature from 'http-signature';
import { describe, expect, it } from 'vitest';
import { getHeader, type Header, type HttpRequest } from '../../../src/message.ts';
import { writeDigest } from '../../../src/signing/digest.ts';
import { writeHttpDate } from '../../../src/signing/http-date.ts';
import { createSigner, sign } from '../../../src/signing/sign.ts';
import { verify } from '../../../src/signing/verify.ts';
import { runs } from '../../support/sweep.ts';
import { AT, makeTpp, paymentRequest, sentWith, withHeader } from '../tpp.ts';
import { anyRequest } from './requests.ts';

const tpp = makeTpp();
const ORIGIN = 'https://bank.example.test';
const NAMES = ['(request-target)', 'date', 'digest', 'x-request-id', 'psu-id', 'tpp-redirect-uri'];

/** What others have written for the same draft. */
interface Library {
  readonly at: number;
  sign(request: HttpRequest, names: readonly string[]): Promise<readonly Header[]>;
  accepts(request: HttpRequest): Promise<boolean | null>;
}

/** http-signature 1.4.0, which goes by the machine's clock. */
const httpSignatureLibrary: Library = {
  at: Math.floor(Date.now() / 1000) * 1000,
  // Through the methods that it asks of Node's ClientRequest.
  sign: async ({ method, target, headers: given }, names) => {
    let headers = given;
    const outgoing = {
      method,
      path: target,
      getHeader: (name: string) => getHeader(headers, name),
      setHeader: (name: string, value: string) => {
        headers = withHeader(headers, name, value);
      },
    };
    httpSignature.sign(outgoing, {
      keyId: tpp.keyId,
      key: String(tpp.privateKey.export({ type: 'pkcs8', format: 'pem' })),
      algorithm: 'rsa-sha256',
      headers: names,
      authorizationHeaderName: 'Signature',
    });
    return headers;
  },
  // As Node's server hands it over: lower-case names, repeats joined.
  accepts: async ({ method, target, headers }) => {
    const joined: Record<string, string> = {};
    for (const [name, value] of headers) {
      const key = name.toLowerCase();
      joined[key] = joined[key] === undefined ? value.trim() : `${joined[key]}, ${value.trim()}`;
    }
    const publicKey = String(tpp.publicKey.export({ type: 'spki', format: 'pem' }));
    const incoming = { method, url: target, httpVersion: '1.1', headers: joined };
    return httpSignature.verifySignature(httpSignature.parseRequest(incoming, { strict: true }), publicKey);
  },
};

/** http-message-signatures 1.0.6 in its mode for the draft (`cavage`). */
const messageSignatures: Library = {
  at: AT,
  sign: async ({ method, target, headers }, names) => {
    const signed = await cavage.signMessage(
      {
        key: createTheirSigner(tpp.privateKey, 'rsa-v1_5-sha256', tpp.keyId),
        params: ['keyid', 'alg'],
        fields: names.map((name) => name.replace('(request-target)', '@request-target')),
      },
      { method, url: `${ORIGIN}${target}`, headers: Object.fromEntries(headers) },
    );
    return Object.entries(signed.headers as Record<string, string>);
  },
  accepts: ({ method, target, headers }) => {
    const joined: Record<string, string[]> = {};
    for (const [name, value] of headers)
      joined[name.toLowerCase()] = [...(joined[name.toLowerCase()] ?? []), value];
    const verifier = createVerifier(tpp.publicKey, 'rsa-v1_5-sha256');
    const keyLookup = () => Promise.resolve({ algs: ['rsa-v1_5-sha256'], verify: verifier });
    return cavage.verifyMessage({ keyLookup }, { method, url: `${ORIGIN}${target}`, headers: joined });
  },
};

const LIBRARIES = { 'http-signature': httpSignatureLibrary, 'http-message-signatures': messageSignatures };

function signatureOf({ headers }: HttpRequest): string {
  return /signature="[^"]*"/.exec(getHeader(headers, 'signature') ?? '')?.[0] ?? 'none';
}

describe.each(
  Object.entries(LIBRARIES),
)('%s [G1-http-signature, G1-http-message-signatures]', (_, library) => {
  const { at } = library;

  /** The request with those of the names that it has signed by the library. */
  async function signedByThem(request: HttpRequest, names = NAMES): Promise<HttpRequest> {
    const headers: readonly Header[] = [
      ...request.headers,
      ['Date', writeHttpDate(at)],
      ...(request.body.length > 0 ? [['Digest', writeDigest(request.body)] as const] : []),
      ['TPP-Signature-Certificate', tpp.certificateHeader],
    ];
    const present = names.filter((name) => name.startsWith('(') || getHeader(headers, name) !== undefined);
    return { ...request, headers: await library.sign({ ...request, headers }, present) };
  }

  it.each([
    ['with the request target', paymentRequest(), NAMES],
    ['without it', paymentRequest(), NAMES.slice(1)],
    ['in another order', paymentRequest(), NAMES.toReversed()],
    ['without a body', paymentRequest({ method: 'GET', body: new Uint8Array() }), NAMES],
  ])('signs what is valid here: %s', async (_what, request, names) => {
    expect(verify(await signedByThem(request, names), { at }).findings).toEqual([]);
  });

  it('makes the same signature as we, of any request', async () => {
    await fc.assert(
      fc.asyncProperty(anyRequest, async (request) => {
        const theirs = await signedByThem(request);
        expect(verify(theirs, { at }).findings).toEqual([]);
        const own = sign({ ...request, headers: theirs.headers }, tpp, { date: at, requestTarget: true });
        expect(getHeader(own.request.headers, 'signature')).toContain(signatureOf(theirs));
      }),
      { numRuns: runs(15, 150) },
    );
  });

  it('verifies what we sign, whatever is asked', async () => {
    await fc.assert(
      fc.asyncProperty(anyRequest, fc.boolean(), async (request, requestTarget) => {
        const signed = sign(request, tpp, { date: at, requestTarget });
        expect(await library.accepts(signed.request)).toBe(true);
      }),
      { numRuns: runs(15, 150) },
    );
  });

  it.each(['rfc2253', 'java', 'openssl'] as const)('takes our issuer in the %s style', async (style) => {
    const signer = createSigner(tpp.privateKey, tpp.certificate, { style, evenSerial: true });
    expect(await library.accepts(sign(paymentRequest(), signer, { date: at }).request)).toBe(true);
  });

  it('refuses what was changed behind the signature, as we do', async () => {
    const { request } = sign(paymentRequest(), tpp, { date: at });
    const changed = sentWith('X-Request-ID', 'another')(request);
    expect(verify(changed, { at, recovery: false }).valid).toBe(false);
    expect(await library.accepts(changed).catch(() => false)).toBe(false);
  });
});
