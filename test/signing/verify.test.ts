import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Certificate } from '../../src/certificates/certificate.ts';
import type { HttpRequest } from '../../src/message.ts';
import { VERIFY_SEARCH } from '../../src/signing/budget.ts';
import { checkCertificate } from '../../src/signing/check-certificate.ts';
import { createFinding, type Finding } from '../../src/signing/findings.ts';
import { createVerifier, type Verification, verify } from '../../src/signing/verify.ts';
import { AT, handmade, makeTpp, paymentRequest, sentWith } from './tpp.ts';

interface FailureCase {
  readonly id: string;
  readonly expect: string;
  readonly causeCode?: string;
  /** The header that stands first among the suspects. */
  readonly suspect?: string;
  readonly receivedAt: string;
  readonly request: Omit<HttpRequest, 'body'> & { bodyBase64: string };
}

const { cases }: { cases: FailureCase[] } = JSON.parse(
  readFileSync(new URL('../vectors/signature-failures.json', import.meta.url), 'utf8'),
);
const messageOf = ({ request: { bodyBase64, ...request } }: FailureCase): HttpRequest => ({
  ...request,
  body: Buffer.from(bodyBase64, 'base64'),
});
const verifications = new Map<string, Verification>();
/** To the end only where nothing is to be found: that takes a second. */
const searched = ({ suspect }: FailureCase) => (suspect === undefined ? {} : { recovery: VERIFY_SEARCH });

function verified(one: FailureCase): Verification {
  const verification =
    verifications.get(one.id) ??
    verify(messageOf(one), { at: Date.parse(one.receivedAt), clock, ...searched(one) });
  verifications.set(one.id, verification);
  return verification;
}

const WARNINGS = ['certificate-format-tolerated', 'keyid-style'];
const clock = () => 0;
/** Key objects remember what was asked of them, so the certificate is compared by its bytes. */
const comparable = (verification: Verification) => ({
  ...verification,
  certificate: verification.certificate?.der,
});

describe('requests broken in one way each [G3-order, G4-verdicts, G4-vectors, I-authentication-3-algorithm, S12-rsa-sizes, G3-never-false]', () => {
  const remembering = createVerifier();

  it.each(cases)('$id: $expect $causeCode', (one) => {
    const verification = verified(one);
    const [first] = verification.findings;
    if (one.expect.startsWith('valid')) expect(verification.verdict).toBe(one.expect);
    else expect(first?.code).toBe(one.expect);
    if (one.causeCode !== undefined) expect(first?.cause).toBe(one.causeCode);
    expect(first?.suspects?.[0]?.header).toBe(one.suspect);
    expect(verification.valid).toBe(one.expect.startsWith('valid') || WARNINGS.includes(one.expect));
  });

  it.each(cases)('are found again by who remembers the last ones: $id', (one) => {
    // What is remembered is read before any cause is sought.
    const options = { at: Date.parse(one.receivedAt), clock, recovery: false } as const;
    const expected = comparable(verify(messageOf(one), options));
    for (let again = 0; again < 2; again += 1)
      expect(comparable(remembering(messageOf(one), options))).toEqual(expected);
  });

  it('names the header of those that have one', () => {
    const headers = [
      'listed-header-absent',
      'present-header-not-listed',
      'value-changed-encoding',
      'duplicate-header',
    ].map((id) => verified(cases.find((given) => given.id === id)!).findings[0]?.header);
    expect(headers).toEqual(['psu-id', 'psu-id', 'tpp-redirect-uri', 'x-request-id']);
  });
});

const tpp = makeTpp({ roles: ['PSP_AI'] });

describe('what a verification says [G3-all-checks, G4-severities]', () => {
  it('runs every check, errors before warnings, each in the order of the checks', () => {
    const request = handmade(tpp, {
      headers: { Date: '2026-10-14', Digest: 'SHA-256=x' },
      parameters: { algorithm: 'hs2019', keyId: 'SN=0AB12CD3,CA=CN=Test Issuing CA' },
      wrap: (value) => value.replaceAll('",', '", '),
    });
    const { findings, verdict } = verify(request, { at: AT });
    expect(findings.map(({ code, severity }) => `${code} ${severity}`)).toEqual([
      'algorithm-unexpected error',
      'date-format error',
      'digest-format error',
      'certificate-role error',
      'signature-header-format warning',
      'keyid-style warning',
    ]);
    expect(verdict).toBe('algorithm-unexpected');
  });

  it('runs the other checks where there is no signature', () => {
    expect(verify(paymentRequest(), { at: AT }).findings.map(({ code }) => code)).toEqual([
      'signature-missing',
      'certificate-missing',
      'date-missing',
      'digest-missing',
    ]);
  });

  it('shows the signing string, the names in it and the certificate', () => {
    const verification = verify(handmade(tpp), { at: AT, role: 'PSP_AI' });
    expect(verification.signingString).toMatch(/^date: .*\ndigest: /);
    expect(verification.signedHeaders).toEqual([
      'date',
      'digest',
      'x-request-id',
      'psu-id',
      'tpp-redirect-uri',
    ]);
    expect(verification.certificate?.serial).toBe(tpp.certificate.serial);
    expect(verification).toMatchObject({ verdict: 'valid', valid: true, findings: [], keyIdReading: 'raw' });
  });

  it('uses a certificate that is given instead of the header', () => {
    const request = handmade(tpp, { sent: sentWith('TPP-Signature-Certificate', undefined) });
    expect(verify(request, { at: AT, role: [], certificate: tpp.certificate }).verdict).toBe('valid');
  });

  it('counts a missing Digest as an error only where the operation lists it', () => {
    const request = (target: string, method = 'POST') =>
      handmade(tpp, { request: paymentRequest({ target, method }), headers: { Digest: undefined } });
    const severity = (message: HttpRequest, digestRequired?: boolean) =>
      verify(message, { at: AT, role: [], ...(digestRequired === undefined ? {} : { digestRequired }) })
        .findings[0]?.severity;
    expect(severity(request('/v1/payments/x'))).toBe('error');
    expect(severity(request('/api-sandbox/v1/periodic-payments/x?y=1'))).toBe('error');
    expect(severity(request('/v1/payments/x/fee-information'))).toBe('error');
    expect(severity(request('/v1/tpps/x/contact-information', 'PUT'))).toBe('error');
    expect(severity(request('/v1/sandbox/customers'))).toBe('error');
    expect(severity(request('/v1/payments/x/1/authorisations'))).toBe('warning');
    expect(severity(request('/v1/bank-offered-consents'))).toBe('warning');
    expect(severity(request('/v1/sandbox/initialize'))).toBe('warning');
    expect(severity(request('/v1/payments/x/1'))).toBe('warning');
    // Whatever the base path is, and however a segment is written: the bank decodes it once.
    expect(severity(request('/psd2/v1/v1/payments/x'))).toBe('error');
    expect(severity(request('https://v1/v1/payments/x'))).toBe('error');
    expect(severity(request('/v1/%70ayments/x'))).toBe('error');
    expect(severity(request('/v1/%zzayments/x'))).toBe('warning');
    expect(severity(request('/v1/consents'), true)).toBe('error');
    expect(severity(request('/v1/payments/x'), false)).toBe('warning');
  });

  it('asks for the role of the path, or the one that is named', () => {
    const codes = (target: string) =>
      verify(handmade(tpp, { request: paymentRequest({ target }) }), { at: AT }).findings.map(
        ({ code }) => code,
      );
    expect(codes('/v1/payments/x')).toEqual(['certificate-role']);
    expect(codes('/base/v1/signing-baskets')).toEqual(['certificate-role']);
    expect(codes('/v1/bank-offered-consents')).toEqual([]);
    expect(codes('/v1/user')).toEqual([]);
    expect(codes('/v1/sandbox/customers')).toEqual([]);
    expect(verify(handmade(tpp), { at: AT, role: ['PSP_PI', 'PSP_AI'] }).verdict).toBe('valid');
  });

  const near = [0, 60_000, -60_000, 60_999, -59_999];
  it.each(near)('takes a Date that is %i ms behind [G4-date-skew]', (distance) => {
    expect(verify(handmade(tpp), { at: AT + distance, role: [] }).verdict).toBe('valid');
  });

  const far = [61_000, -60_001, -60_970, 1_800_000, 86_400_000];
  it.each(far)('refuses a Date that is %i ms behind [G4-date-skew]', (distance) => {
    expect(verify(handmade(tpp), { at: AT + distance, role: [] }).verdict).toBe('date-skew');
  });

  it.each([1, -1, 2, 5.01, -14])('says that %d hours are a time zone', (hours) => {
    expect(verify(handmade(tpp), { at: AT + hours * 3_600_000, role: [] }).verdict).toBe(
      'date-skew-timezone',
    );
  });
});

describe('policies [D12-sandbox-policy, G4-strict]', () => {
  const expired = { at: Date.UTC(2046, 0, 1) };
  const request = handmade(tpp, { headers: { Date: 'Mon, 01 Jan 2046 00:00:00 GMT' } });

  it('makes warnings of what the sandbox forgives in certificates', () => {
    const severities = (policy: 'sandbox' | 'production' | 'inspect') =>
      verify(request, { ...expired, policy }).findings.map(({ code, severity }) => `${code} ${severity}`);
    expect(severities('sandbox')).toEqual(['certificate-expired warning', 'certificate-role warning']);
    expect(severities('production')).toEqual(['certificate-expired error', 'certificate-role error']);
    expect(severities('inspect')).toEqual(severities('production'));
  });

  it('forgives no certificate that is missing, unreadable or not acceptable, and no keyId of another', () => {
    const verdicts = [
      sentWith('TPP-Signature-Certificate', undefined),
      sentWith('TPP-Signature-Certificate', 'AAAA'),
      sentWith('TPP-Signature-Certificate', `${tpp.certificateHeader}, ${tpp.certificateHeader}`),
    ].map((sent) => verify(handmade(tpp, { sent }), { at: AT, role: [], policy: 'sandbox' }).verdict);
    expect(verdicts).toEqual(['certificate-missing', 'certificate-unparseable', 'certificate-format']);
    const another = handmade(tpp, { parameters: { keyId: 'SN=1,CA=CN=Test Issuing CA' } });
    expect(verify(another, { at: AT, role: [], policy: 'sandbox' }).verdict).toBe('keyid-mismatch');
  });

  it('makes errors of tolerated writings when strict', () => {
    const style = handmade(tpp, { parameters: { keyId: 'SN=ab12cd3,CA=CN=Test Issuing CA' } });
    const zero = handmade(tpp, { parameters: { keyId: 'SN=0AB12CD3,CA=CN=Test Issuing CA' } });
    const url = Buffer.from(tpp.certificate.der).toString('base64url');
    const written = handmade(tpp, { sent: sentWith('TPP-Signature-Certificate', url) });
    const lower = handmade(tpp, {
      parameters: { headers: 'DATE digest x-request-id psu-id tpp-redirect-uri' },
    });
    const verdicts = (strict: boolean) =>
      [style, zero, written, lower].map((one) => verify(one, { at: AT, role: [], strict }).verdict);
    expect(verdicts(false)).toEqual(Array.from({ length: 4 }, () => 'valid-with-warning'));
    expect(verdicts(true)).toEqual([
      'keyid-style',
      'keyid-style',
      'certificate-format-tolerated',
      'valid-with-warning',
    ]);
  });
});

describe('the content of the certificate [G5-certificate-content]', () => {
  const findingsOf = (change: Partial<Certificate>) => {
    const findings: Finding[] = [];
    checkCertificate({ ...tpp.certificate, ...change }, AT, [], (code, details) =>
      findings.push(createFinding(code, details)),
    );
    return findings.map(({ code, cause }) => `${code} ${cause ?? ''}`.trim());
  };

  it.each([
    'unwrapped',
    'flat-roles',
    'set',
    'string-type',
    'name-oid-mismatch',
    'ncaid',
  ] as const)('names statements that are %s [G4-certificate-qc-malformed]', (fault) => {
    expect(findingsOf({ qcFaults: [fault] })).toEqual([`certificate-qc-malformed ${fault}`]);
  });

  it('names a QWAC, and a certificate without a PSD2 statement', () => {
    const { psd2, ...without } = tpp.certificate;
    expect(psd2?.roles).toEqual(['PSP_AI']);
    expect(findingsOf({ type: 'qwac' })).toEqual(['certificate-type']);
    const findings: Finding[] = [];
    checkCertificate({ ...without, hasQcStatements: false }, AT, ['PSP_AI'], (code, details) =>
      findings.push(createFinding(code, details)),
    );
    expect(findings.map(({ code }) => code)).toEqual(['certificate-no-psd2']);
  });

  it('takes the first and the last second of its validity', () => {
    const { notBefore, notAfter } = tpp.certificate;
    const codes = (at: number) => {
      const findings: Finding[] = [];
      checkCertificate(tpp.certificate, at, [], (code, details) =>
        findings.push(createFinding(code, details)),
      );
      return findings.map(({ code }) => code);
    };
    expect([codes(notBefore), codes(notAfter)]).toEqual([[], []]);
    expect([codes(notBefore - 1), codes(notAfter + 1)]).toEqual([
      ['certificate-not-yet-valid'],
      ['certificate-expired'],
    ]);
  });
});
