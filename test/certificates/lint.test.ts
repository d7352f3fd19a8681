import { describe, expect, it } from 'vitest';
import type { Certificate } from '../../src/certificates/certificate.ts';
import { LINT_CODES, LINT_RULES, lintCertificate } from '../../src/certificates/lint/lint.ts';
import type { LintOptions, LintRule } from '../../src/certificates/lint/rule.ts';
import { FINDINGS } from '../../src/signing/findings.ts';
import { certificateOf, eidas } from '../support/read-certificate.ts';
import { CONTENT_CASES, PSD2_CASES, STATUS_CASES } from './lint-cases.ts';
import { certificateDer } from './qualified-parts.ts';

const AT = Date.UTC(2026, 10, 18);
const DAY = 86_400_000;
const CASES = [...STATUS_CASES, ...PSD2_CASES, ...CONTENT_CASES];

function lint(certificate: Certificate, options: Partial<LintOptions> = {}): string[] {
  return lintCertificate(certificate, { at: AT, days: 30, ...options }).map(
    ({ code, cause, severity }) => `${severity} ${cause === undefined ? code : `${code}/${cause}`}`,
  );
}

describe('the rules of certificates [G5-lint, G5-lint-table]', () => {
  it.each(CASES.map((one) => [one.found.join(', ') || 'nothing', one] as const))('find %s', (_, {
    certificate,
    options,
    found,
  }) => {
    expect(lint(certificate(), options?.())).toEqual(found);
  });

  it('are each broken by a case here, with each of their causes', () => {
    const found = new Set(CASES.flatMap(({ found }) => found.map((text) => text.split(' ')[1])));
    const all = LINT_CODES.flatMap((code) => {
      const { causes }: LintRule = LINT_RULES[code];
      return causes === undefined ? [code] : Object.keys(causes).map((cause) => `${code}/${cause}`);
    });
    expect(all.filter((name) => !found.has(name))).toEqual([]);
    expect([...found].filter((name) => !all.includes(name as never))).toEqual([]);
  });

  it('name document and clause, and say what to do, each in whole sentences', () => {
    for (const code of LINT_CODES) {
      const { reference, message, remedy, causes = {} }: LintRule = LINT_RULES[code];
      expect(reference).toMatch(/ETSI (?:EN 319 412-[2-5]|TS 119 (?:495|312))|RFC \d{4}/);
      for (const sentence of [message, remedy]) expect(sentence).toMatch(/^[A-Z].*\S$/s);
      for (const sentence of [message, ...Object.values(causes)]) expect(sentence).toMatch(/[.:]$/);
    }
  });

  it('have the code and causes of a finding in a request where they say the same', () => {
    const shared = LINT_CODES.filter((code) => code in FINDINGS);
    expect(shared).toEqual([
      'key-mismatch',
      'certificate-format',
      'certificate-expired',
      'certificate-not-yet-valid',
      'certificate-type',
      'certificate-no-psd2',
      'certificate-qc-malformed',
      'certificate-role',
    ]);
    for (const code of shared) {
      const { causes = {} }: LintRule = LINT_RULES[code];
      const known = Object.keys(FINDINGS[code as keyof typeof FINDINGS].causes);
      expect(Object.keys(causes).filter((cause) => !known.includes(cause))).toEqual([]);
    }
  });

  it('put errors first, and give the reference with each finding', () => {
    const broken = certificateOf(certificateDer('seal', { authorityKey: undefined, keyUsage: undefined }));
    const findings = lintCertificate(broken, { at: AT, days: 30 });
    expect(findings.map(({ severity }) => severity)).toEqual(['error', 'warning']);
    expect(findings[0]).toEqual({
      code: 'key-usage',
      cause: 'missing',
      severity: 'error',
      message: "The keyUsage extension is wrong for this type of certificate. It's missing.",
      remedy: expect.any(String),
      reference: 'ETSI EN 319 412-3, 4.3.1; RFC 8446, 4.4.2.2; RFC 5280, 4.2.1.3',
    });
  });
});

it.each([
  ['seal', []],
  ['qwac', []],
  ['bad-aisp-only', ['warning certificate-role']],
  ['bad-expired', ['error certificate-expired']],
  ['bad-no-psd2-statement', ['error certificate-no-psd2']],
  ['bad-role-name-oid-mismatch', ['error certificate-qc-malformed/name-oid-mismatch']],
  ['bad-unwrapped-qcstatement', ['error certificate-qc-malformed/unwrapped']],
  ['ca', ['error certificate-of-ca']],
])('certificates made by openssl alone: %s: %j [G5-lint]', (name, found) => {
  const certificate = eidas(name);
  expect(lint(certificate)).toEqual(found);
  if (name === 'bad-aisp-only')
    expect(lint(certificate, { roles: ['PSP_PI'] })).toEqual(['error certificate-role']);
  if (name === 'qwac') expect(lint(certificate, { type: 'seal' })).toEqual(['error certificate-type']);
  expect(lint(certificate, { at: certificate.notAfter + DAY })).toContain('error certificate-expired');
});
