import fc from 'fast-check';
import httpSignature, { type IncomingRequest, type OutgoingRequest } from 'http-signature';
import { describe, expect, it } from 'vitest';
import { getHeader, type Header, type HttpRequest } from '../../../src/message.ts';
import { writeDigest } from '../../../src/signing/digest.ts';
import { writeHttpDate } from '../../../src/signing/http-date.ts';
import { createSigner, type Signer, type SignOptions, sign } from '../../../src/signing/sign.ts';
import { verify } from '../../../src/signing/verify.ts';
import { runs } from '../../support/sweep.ts';
import { makeTpp, paymentRequest, sentWith, type Tpp, withHeader } from '../tpp.ts';
import { anyRequest } from './requests.ts';

/** http-signature 1.4.0, written for the same draft by others. It goes by the machine's clock. */

const tpp = makeTpp();
const at = Math.floor(Date.now() / 1000) * 1000;
const NAMES = ['(request-target)', 'date', 'digest', 'x-request-id', 'psu-id', 'tpp-redirect-uri'];

interface TheirOptions {
  readonly headers?: readonly string[];
  readonly algorithm?: string;
  readonly in?: 'Signature' | 'Authorization';
}

/** The request as http-signature signs it, through the methods that it asks of Node's ClientRequest. */
function signedByThem(request: HttpRequest, signer: Tpp, options: TheirOptions = {}): HttpRequest {
  let headers: Header[] = [
    ...request.headers,
    ['Date', writeHttpDate(at)],
    ...(request.body.length > 0 ? [['Digest', writeDigest(request.body)] as const] : []),
    ['TPP-Signature-Certificate', signer.certificateHeader],
  ];
  const outgoing: OutgoingRequest = {
    method: request.method,
    path: request.target,
    getHeader: (name) => getHeader(headers, name),
    setHeader: (name, value) => {
      headers = withHeader(headers, name, value);
    },
  };
  const present = NAMES.filter((name) => name.startsWith('(') || getHeader(headers, name) !== undefined);
  httpSignature.sign(outgoing, {
    keyId: signer.keyId,
    key: String(signer.privateKey.export({ type: 'pkcs8', format: 'pem' })),
    algorithm: options.algorithm ?? 'rsa-sha256',
    headers: options.headers ?? present,
    authorizationHeaderName: options.in ?? 'Signature',
  });
  return { ...request, headers };
}

/** The request as Node's server hands it to http-signature: lower-case names, repeats joined. */
function incoming({ method, target, headers }: HttpRequest): IncomingRequest {
  const joined: Record<string, string> = {};
  for (const [name, value] of headers) {
    const key = name.toLowerCase();
    joined[key] = joined[key] === undefined ? value.trim() : `${joined[key]}, ${value.trim()}`;
  }
  return { method, url: target, httpVersion: '1.1', headers: joined };
}

function theyAccept(request: HttpRequest, signer: Tpp): boolean {
  const publicKey = String(signer.publicKey.export({ type: 'spki', format: 'pem' }));
  return httpSignature.verifySignature(httpSignature.parseRequest(incoming(request)), publicKey);
}

function ourFindings(request: HttpRequest): string[] {
  const { findings } = verify(request, { at, clock: () => 0 });
  return findings.map(({ code, cause }) => (cause === undefined ? code : `${code} ${cause}`));
}

function ours(request: HttpRequest, options: Partial<SignOptions> = {}, signer: Signer = tpp): HttpRequest {
  return sign(request, signer, { date: at, ...options }).request;
}

describe('what http-signature signs [G1-http-signature]', () => {
  it.each([
    ['with the request target', paymentRequest(), {}],
    ['without it', paymentRequest(), { headers: NAMES.slice(1) }],
    ['in another order', paymentRequest(), { headers: NAMES.toReversed() }],
    ['without a body', paymentRequest({ method: 'GET', body: new Uint8Array() }), {}],
  ])('is valid: %s', (_, request, options) => {
    expect(ourFindings(signedByThem(request, tpp, options))).toEqual([]);
  });

  it('is valid for any request, and signed by us it is the same signature', () => {
    fc.assert(
      fc.property(anyRequest, (request) => {
        const theirs = signedByThem(request, tpp);
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

describe('what we sign [G1-http-signature]', () => {
  it('is parsed and verified by http-signature for any request', () => {
    fc.assert(
      fc.property(anyRequest, fc.boolean(), (request, requestTarget) => {
        const signed = sign(request, tpp, { date: at, requestTarget });
        const parsed = httpSignature.parseRequest(incoming(signed.request), { strict: true });
        expect(parsed.signingString).toBe(signed.signingString);
        expect(parsed.params.keyId).toBe(tpp.keyId);
        expect(theyAccept(signed.request, tpp)).toBe(true);
      }),
      { numRuns: runs(15, 150) },
    );
  });

  it.each(['rfc2253', 'java', 'openssl'] as const)('is with its issuer in the %s style', (style) => {
    const signer = createSigner(tpp.privateKey, tpp.certificate, { style, evenSerial: true });
    expect(theyAccept(ours(paymentRequest(), {}, signer), tpp)).toBe(true);
  });
});

it('refuses what was changed behind the signature, as the other does [G1-http-signature]', () => {
  const changed = sentWith('X-Request-ID', 'another')(ours(paymentRequest()));
  expect(verify(changed, { at, recovery: false }).valid).toBe(false);
  expect(theyAccept(changed, tpp)).toBe(false);
});
