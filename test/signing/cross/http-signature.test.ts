import fc from 'fast-check';
import httpSignature, { type IncomingRequest, type OutgoingRequest } from 'http-signature';
import { describe, expect, it } from 'vitest';
import { getHeader, type Header, type HttpRequest } from '../../../src/message.ts';
import { writeDigest } from '../../../src/signing/digest.ts';
import { writeHttpDate } from '../../../src/signing/http-date.ts';
import { createSigner, type Signer, type SignOptions, sign } from '../../../src/signing/sign.ts';
import { verify } from '../../../src/signing/verify.ts';
import { rsaKeys } from '../../support/keys.ts';
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

describe('what is broken [G1-http-signature]', () => {
  const signed = ours(paymentRequest(), { requestTarget: true });
  const value = getHeader(signed.headers, 'signature') ?? '';
  const broken: readonly (readonly [string, HttpRequest])[] = [
    ['another X-Request-ID', sentWith('X-Request-ID', 'another')(signed)],
    ['another redirect URI', sentWith('TPP-Redirect-URI', 'https://evil.example.test')(signed)],
    ['another target', { ...signed, target: '/v1/payments/other' }],
    ['another method', { ...signed, method: 'PUT' }],
    ['another date', sentWith('Date', writeHttpDate(at + 1000))(signed)],
    ['another signature', sentWith('Signature', value.replace('signature="', 'signature="AAAA'))(signed)],
    ['a header listed and absent', sentWith('PSU-ID', undefined)(signed)],
    ['a header sent twice', { ...signed, headers: [...signed.headers, ['PSU-ID', 'x']] }],
    ['no Signature', sentWith('Signature', undefined)(signed)],
    ['no signature in it', sentWith('Signature', value.replace(/,signature=.*/, ''))(signed)],
    ['no algorithm', sentWith('Signature', value.replace(/algorithm="[^"]*",/, ''))(signed)],
    ['no quotes', sentWith('Signature', value.replaceAll('"', ''))(signed)],
    ['an old date', ours(sentWith('Date', writeHttpDate(at - 400_000))(paymentRequest()))],
    ['another key', ours(paymentRequest(), {}, { ...tpp, privateKey: rsaKeys('other').privateKey })],
  ];

  it.each(broken)('is refused by both: %s', (_, request) => {
    expect(verify(request, { at, recovery: false }).valid).toBe(false);
    expect(isAccepted(request)).toBe(false);
  });
});

/** Refused by an exception or by false. */
function isAccepted(request: HttpRequest): boolean {
  try {
    return theyAccept(request, tpp);
  } catch {
    return false;
  }
}

const grown = makeTpp({ serial: 7n, commonName: 'Grønn "Tillit" CA' });

describe('where http-signature differs [G1-http-signature]', () => {
  it('signs the date alone and sends it in Authorization, unless told: neither is this bank', () => {
    const bare = signedByThem(paymentRequest(), tpp, { headers: ['date'] });
    expect(ourFindings(bare)).toEqual(Array(4).fill('required-header-not-signed'));
    const authorization = signedByThem(paymentRequest(), tpp, { in: 'Authorization' });
    expect(ourFindings(authorization)).toEqual(['signature-missing in-authorization-header']);
    expect(theyAccept(authorization, tpp)).toBe(true);
  });

  it.each([
    ['rsa-sha1', ['algorithm-unexpected other', 'signature-hash sha1']],
    ['rsa-sha512', ['algorithm-unexpected rsa-sha512', 'signature-hash sha512']],
  ])('signs and takes %s: this bank takes SHA-256', (algorithm, codes) => {
    const request = signedByThem(paymentRequest(), tpp, { algorithm });
    expect(ourFindings(request)).toEqual(codes);
    expect(theyAccept(request, tpp)).toBe(true);
  });

  it('takes a date five minutes old: this bank one minute', () => {
    const request = ours(sentWith('Date', writeHttpDate(at - 200_000))(paymentRequest()));
    expect(ourFindings(request)).toEqual(['date-skew']);
    expect(theyAccept(request, tpp)).toBe(true);
  });

  it('looks neither at the body nor at the certificate nor at what must be signed', () => {
    const signed = ours(paymentRequest());
    const other = { ...signed, body: Buffer.from('{}') };
    expect(ourFindings(other)).toEqual(['digest-mismatch unknown']);
    expect(theyAccept(other, tpp)).toBe(true);
    const unsigned = { ...signed, headers: [...signed.headers, ['PSU-Corporate-ID', '1'] as const] };
    expect(ourFindings(unsigned)).toEqual(['required-header-not-signed']);
    expect(theyAccept(unsigned, tpp)).toBe(true);
    const none = sentWith('TPP-Signature-Certificate', undefined)(signed);
    expect(ourFindings(none)).toEqual(['certificate-missing']);
    expect(theyAccept(none, tpp)).toBe(true);
  });

  it('takes base64url and text without padding as Base64: a stricter bank refuses them', () => {
    const signed = ours(paymentRequest());
    const value = getHeader(signed.headers, 'signature') ?? '';
    const loose = value.replaceAll(/signature="([^"]*)"/g, (_, base64: string) => {
      return `signature="${Buffer.from(base64, 'base64').toString('base64url')}"`;
    });
    const request = sentWith('Signature', loose)(signed);
    expect(ourFindings(request)).toEqual(['signature-encoding base64url']);
    expect(theyAccept(request, tpp)).toBe(true);
  });

  it('knows no encoded-word, no quote in a keyId and no blank after a comma', () => {
    const word = ours(paymentRequest(), {}, grown);
    expect(ourFindings(word)).toEqual([]);
    expect(() => theyAccept(word, grown)).toThrow('bad param format');
    const raw = ours(paymentRequest(), { encodedWord: 'never' }, grown);
    expect(ourFindings(raw)).toEqual(['encoded-word-format raw']);
    expect(() => theyAccept(raw, grown)).toThrow('bad param format');
    const signed = ours(paymentRequest());
    const value = getHeader(signed.headers, 'signature') ?? '';
    const blanks = sentWith('Signature', value.replaceAll('",', '", '))(signed);
    expect(ourFindings(blanks)).toEqual(['signature-header-format']);
    expect(() => theyAccept(blanks, tpp)).toThrow('bad param format');
  });

  it('hashes octets beyond ASCII as UTF-8 of what Node made of them: we hash the octets sent', () => {
    const wire = Buffer.from('https://tpp.example.test/bø').toString('latin1');
    const request = sentWith('TPP-Redirect-URI', wire)(paymentRequest());
    expect(ourFindings(signedByThem(request, tpp))).toEqual(['signature-invalid-value reencoded']);
    expect(theyAccept(ours(request), tpp)).toBe(false);
  });

  it('signs no empty value: we sign its name, colon and blank', () => {
    const request = sentWith('PSU-ID', '')(paymentRequest());
    expect(() => signedByThem(request, tpp)).toThrow('psu-id was not in the request');
    expect(theyAccept(ours(request), tpp)).toBe(true);
  });
});
