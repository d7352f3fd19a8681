import type { Finding, FindingCode } from './findings.ts';

/** `inspect` is `psd2 verify`: every finding has the severity of G4-severities. */
export type VerifyPolicy = 'sandbox' | 'production' | 'inspect';

const CERTIFICATE_ERRORS: ReadonlySet<FindingCode> = new Set([
  'certificate-missing',
  'certificate-unparseable',
  'certificate-format',
]);

/** Warnings that are errors with `--strict`, and under production policy. @see G4-strict, D12-production-policy */
const STRICT_ERRORS: ReadonlySet<FindingCode> = new Set(['certificate-format-tolerated', 'keyid-style']);

/**
 * The finding with the severity it has under a policy.
 * @see G4-severities
 */
export function severityUnder(finding: Finding, policy: VerifyPolicy = 'inspect', strict = false): Finding {
  if ((strict || policy === 'production') && STRICT_ERRORS.has(finding.code))
    return { ...finding, severity: 'error' };
  const isMild =
    policy === 'sandbox' && finding.code.startsWith('certificate-') && !CERTIFICATE_ERRORS.has(finding.code);
  return isMild ? { ...finding, severity: 'warning' } : finding;
}
