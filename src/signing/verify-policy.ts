import type { Finding, FindingCode } from './findings.ts';

/** `inspect` is `psd2 verify`: every finding has the severity of G4-severities. */
export type VerifyPolicy = 'sandbox' | 'production' | 'inspect';

const CERTIFICATE_ERRORS: ReadonlySet<FindingCode> = new Set([
  'certificate-missing',
  'certificate-unparseable',
  'certificate-format',
]);

/** Warnings that are errors with `--strict`. @see G4-strict */
const STRICT_ERRORS: ReadonlySet<FindingCode> = new Set(['certificate-format-tolerated', 'keyid-style']);

/**
 * Tells the warnings that a production bank refuses. A leading zero, as `openssl x509 -serial` prints it, leaves the
 * serial number the same, so it stays a warning.
 * @see D12-production-policy, G2-key-id
 */
function isRefused({ code, cause }: Finding): boolean {
  return STRICT_ERRORS.has(code) && cause !== 'leading-zero';
}

/**
 * The finding with the severity it has under a policy.
 * @see G4-severities
 */
export function severityUnder(finding: Finding, policy: VerifyPolicy = 'inspect', strict = false): Finding {
  const isError = strict ? STRICT_ERRORS.has(finding.code) : policy === 'production' && isRefused(finding);
  if (isError) return { ...finding, severity: 'error' };
  const isMild =
    policy === 'sandbox' && finding.code.startsWith('certificate-') && !CERTIFICATE_ERRORS.has(finding.code);
  return isMild ? { ...finding, severity: 'warning' } : finding;
}
