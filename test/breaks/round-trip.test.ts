import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { Fault } from '../../src/errors.ts';
import { getHeader, type HttpRequest } from '../../src/message.ts';
import { DEFAULT_SEARCH, VERIFY_SEARCH } from '../../src/signing/budget.ts';
import { sign } from '../../src/signing/sign.ts';
import { verify } from '../../src/signing/verify.ts';
import { BREAKS, breakRequest } from '../support/breaks/every-way.ts';
import { sweep } from '../support/sweep.ts';
import { AT, payment, SHAPES, type Shape } from './requests.ts';

const clock = () => 0;
const options = { at: AT, clock };

const made = new Map<string, HttpRequest | Fault>();

/** Made once: some breaks make a key. */
function broken(name: string, shape: Shape): HttpRequest | Fault {
  const key = `${name} in ${shape.name}`;
  const request = made.get(key) ?? breakOrFault(name, shape);
  made.set(key, request);
  return request;
}

function breakOrFault(name: string, shape: Shape): HttpRequest | Fault {
  try {
    return breakRequest(name, shape.request, shape.signer, shape.options);
  } catch (error) {
    if (error instanceof Fault) return error;
    throw error;
  }
}

const NEEDS_BODY = [
  'digest-missing',
  'signature-invalid/body-only',
  ...[
    ...['reserialised', 'trailing-newline', 'missing-newline', 'crlf', 'latin1', 'bom', 'ascii-escaped'],
    ...['key-order', 'content-encoding', 'encoded', 'body-lost', 'unknown', 'not-searched'],
  ].map((cause) => `digest-mismatch/${cause}`),
];
const NEEDS_MEMBERS = ['digest-mismatch/reserialised', 'digest-mismatch/key-order'];
const NEEDS_LETTERS = ['digest-mismatch/latin1', 'digest-mismatch/ascii-escaped'];
const NEEDS_NO_BODY = ['digest-mismatch/empty-object'];
const NEEDS_QUERY = ['signature-invalid-target/no-query'];
const NEEDS_HOST = ['signature-invalid-target/absolute'];

/** What each shape can't show; everything else it shows. */
const NOT_SHOWN: Readonly<Record<string, readonly string[]>> = {
  'a payment of a named PSU': NEEDS_NO_BODY,
  'a read without a body': [...NEEDS_BODY, ...NEEDS_QUERY],
  'a text of an unnamed operation, without any header': [
    ...NEEDS_MEMBERS,
    ...NEEDS_LETTERS,
    ...NEEDS_NO_BODY,
    ...NEEDS_HOST,
    ...NEEDS_QUERY,
    'certificate-role',
    'required-header-absent',
  ],
  'indented JSON with Windows line ends and (request-target)': NEEDS_NO_BODY,
  'a payment under an issuer beyond ASCII': [...NEEDS_MEMBERS, ...NEEDS_LETTERS, 'digest-mismatch/body-lost'],
};

/** A warning by G4-warnings, so that the request stays valid. */
function isWarning(name: string, { request }: Shape): boolean {
  const isPayment = /\/payments\/[^/]+$/.test(request.target.replace(/\?.*/, ''));
  return (
    /^(?:certificate-format-tolerated|keyid-style)(?:\/|$)/.test(name) ||
    [
      'digest-format/lower-case',
      'headers-format/upper-case',
      'encoded-word-format/raw',
      'required-header-absent',
    ].includes(name) ||
    (name === 'digest-missing' && !isPayment)
  );
}

const UNKNOWN = 'signature-invalid/unknown';
const SHORTEST = SHAPES.find(({ request }) => request.body.length === 0);

/** `npm test` has the payment, which shows all but one. */
const shapes = sweep(SHAPES, (_, place) => place === 0);

const CODED = { ...DEFAULT_SEARCH, decompress: (bytes: Uint8Array) => gunzipSync(bytes) };

/** To the end only once: it takes as long as all others together. */
function searched(name: string, shape: Shape) {
  if (name === 'digest-mismatch/content-encoding') return { recovery: CODED };
  return name === UNKNOWN && shape === SHORTEST ? { recovery: VERIFY_SEARCH } : {};
}

describe.each(
  shapes,
)('broken and verified: $name [G4-breaks-round-trip, G4-findings, G4-causes, G3-recovery]', (shape) => {
  it('is valid when it is signed rightly', () => {
    const { request } = sign(shape.request, shape.signer, shape.options);
    expect(verify(request, options)).toMatchObject({ verdict: 'valid', findings: [] });
  });

  it.each(BREAKS)('$name is found, and nothing else', ({ name, code, cause }) => {
    const request = broken(name, shape);
    if (request instanceof Fault) {
      expect(request.code).toBe('INPUT_INVALID');
      expect(NOT_SHOWN[shape.name]).toContain(name);
      return;
    }
    const requiredHeaders = name === 'required-header-absent';
    const { findings, valid } = verify(request, { ...options, requiredHeaders, ...searched(name, shape) });
    expect(NOT_SHOWN[shape.name]).not.toContain(name);
    const isCut = name === UNKNOWN && shape !== SHORTEST;
    expect(findings.map((one) => [one.code, one.cause])).toEqual([[code, isCut ? 'not-searched' : cause]]);
    expect(valid).toBe(isWarning(name, shape));
  });

  it('keeps what it was given', () => {
    const { method, target, headers } = shape.request;
    const own = headers.filter(([name]) => !/^(?:date|tpp-redirect-uri)$/i.test(name));
    for (const { name } of BREAKS) {
      const request = broken(name, shape);
      if (request instanceof Fault) continue;
      expect([request.method, request.target]).toEqual([method, target]);
      expect(request.headers).toEqual(expect.arrayContaining(own));
      if (!name.startsWith('digest-mismatch')) expect(request.body).toEqual(shape.request.body);
    }
  });
});

describe('what is sent of codings [G4-breaks]', () => {
  const made = (names: string | readonly string[]) =>
    breakRequest(names, payment.request, payment.signer, payment.options);

  it('compresses for real, and is found out by whoever can undo it', () => {
    const request = made('digest-mismatch/content-encoding');
    expect(gunzipSync(request.body)).toEqual(Buffer.from(payment.request.body));
    expect(getHeader(request.headers, 'Content-Encoding')).toBe('gzip');
    const recovery = {
      hashedBytes: 5e8,
      milliseconds: 1000,
      bytes: 1e6,
      decompress: (bytes: Uint8Array) => gunzipSync(bytes),
    };
    const { findings } = verify(request, { ...options, recovery });
    expect(findings.map(({ code, cause }) => [code, cause])).toEqual([
      ['digest-mismatch', 'content-encoding'],
    ]);
  });

  it('signs with SHA-512 digests and with every keyId style as the signer does', () => {
    const request = breakRequest('date-skew', payment.request, payment.signer, {
      ...payment.options,
      digestAlgorithm: 'SHA-512',
    });
    expect(getHeader(request.headers, 'Digest')).toMatch(/^SHA-512=/);
    expect(getHeader(request.headers, 'Signature')).toContain(`keyId="${payment.signer.keyId}"`);
  });

  it('signs rightly when no break is named', () => {
    const { request } = sign(payment.request, payment.signer, payment.options);
    expect(made([])).toEqual(request);
  });
});
