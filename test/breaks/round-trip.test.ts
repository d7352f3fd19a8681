import { describe, expect, it } from 'vitest';
import { listWays, signWithBreaks } from '../../src/breaks/break-request.ts';
import { Fault } from '../../src/errors.ts';
import { getHeader, type HttpRequest } from '../../src/message.ts';
import { sign } from '../../src/signing/sign.ts';
import { verify } from '../../src/signing/verify.ts';
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
    return signWithBreaks(name, shape.request, shape.signer, shape.options);
  } catch (error) {
    if (error instanceof Fault) return error;
    throw error;
  }
}

const NEEDS_BODY = [
  'digest-missing',
  ...['reserialised', 'trailing-newline', 'latin1'].map((cause) => `digest-mismatch/${cause}`),
];
const NEEDS_JSON = ['digest-mismatch/reserialised', 'digest-mismatch/latin1'];

/** What each shape can't show; everything else it shows. */
const NOT_SHOWN: Readonly<Record<string, readonly string[]>> = {
  'a payment of a named PSU': [],
  'a read without a body': NEEDS_BODY,
  'a text of an unnamed operation, without any header': [
    ...NEEDS_JSON,
    'signature-invalid-target/absolute',
    'certificate-role',
    'required-header-absent',
  ],
  'indented JSON with Windows line ends and (request-target)': [],
  'a payment under an issuer beyond ASCII': NEEDS_JSON,
};

/** A warning by G4-warnings, so that the request stays valid. */
function isWarning(name: string, { request }: Shape): boolean {
  const isPayment = /\/payments\/[^/]+$/.test(request.target.replace(/\?.*/, ''));
  return (
    /^(?:certificate-format-tolerated|keyid-style)(?:\/|$)/.test(name) ||
    ['headers-format/upper-case', 'encoded-word-format/raw', 'required-header-absent'].includes(name) ||
    (name === 'digest-missing' && !isPayment)
  );
}

/** `npm test` has the payment, which shows all but one. */
const shapes = sweep(SHAPES, (_, place) => place === 0);

describe.each(
  shapes,
)('broken and verified: $name [G4-breaks-round-trip, G4-findings, G4-causes, G3-recovery]', (shape) => {
  it('is valid when it is signed rightly', () => {
    const { request } = sign(shape.request, shape.signer, shape.options);
    expect(verify(request, options)).toMatchObject({ verdict: 'valid', findings: [] });
  });

  it.each(listWays())('$name is found, and nothing else', ({ name, code, cause }) => {
    const request = broken(name, shape);
    if (request instanceof Fault) {
      expect(request.code).toBe('INPUT_INVALID');
      expect(NOT_SHOWN[shape.name]).toContain(name);
      return;
    }
    const requiredHeaders = name === 'required-header-absent';
    const { findings, valid } = verify(request, { ...options, requiredHeaders });
    expect(NOT_SHOWN[shape.name]).not.toContain(name);
    expect(findings.map((one) => [one.code, one.cause])).toEqual([[code, cause]]);
    expect(valid).toBe(isWarning(name, shape));
  });

  it('keeps what it was given', () => {
    const { method, target, headers } = shape.request;
    const own = headers.filter(([name]) => !/^(?:date|tpp-redirect-uri)$/i.test(name));
    for (const { name } of listWays()) {
      const request = broken(name, shape);
      if (request instanceof Fault) continue;
      expect([request.method, request.target]).toEqual([method, target]);
      expect(request.headers).toEqual(expect.arrayContaining(own));
      if (!name.startsWith('digest-mismatch')) expect(request.body).toEqual(shape.request.body);
    }
  });
});

describe('what is signed beside the fault [G4-breaks]', () => {
  it('signs with SHA-512 digests and with every keyId style as the signer does', () => {
    const request = signWithBreaks('date-skew', payment.request, payment.signer, {
      ...payment.options,
      digestAlgorithm: 'SHA-512',
    });
    expect(getHeader(request.headers, 'Digest')).toMatch(/^SHA-512=/);
    expect(getHeader(request.headers, 'Signature')).toContain(`keyId="${payment.signer.keyId}"`);
  });

  it('signs rightly when no break is named', () => {
    const { request } = sign(payment.request, payment.signer, payment.options);
    expect(signWithBreaks([], payment.request, payment.signer, payment.options)).toEqual(request);
  });
});
