import type { Certificate } from '../certificates/certificate.ts';
import type { SignatureHeader } from './check-signature-header.ts';
import type { Dialect } from './dialect.ts';
import { finding, type Report } from './findings.ts';
import { type KeyIdLabels, readKeyId, writeKeyId } from './key-id.ts';
import { compareKeyId, type QuotedReading } from './key-id-compare.ts';
import { otherKeyId } from './key-id-forms.ts';
import { undoQuotedPairs } from './signature-header.ts';
import type { VerifierCaches } from './verifier-caches.ts';

/** The keyId, when it has the form SN=…,CA=…. @see G4-keyid-format */
export function checkKeyIdForm(
  { parameters, isPartial }: SignatureHeader,
  certificate: Certificate | undefined,
  { keyId: labels }: Dialect,
  report: Report,
): string | undefined {
  if (parameters === undefined) return undefined;
  const { keyId } = parameters;
  const expected = () => (certificate === undefined ? undefined : writeKeyId(certificate, { labels }));
  if (keyId === undefined) {
    if (isPartial === true) return undefined;
    report(finding('keyid-format', { detail: 'The parameter keyId is missing.', expected: expected() }));
    return undefined;
  }
  if (readKeyId(keyId, labels) !== undefined || readKeyId(undoQuotedPairs(keyId), labels) !== undefined)
    return keyId;
  report(
    finding('keyid-format', {
      ...otherKeyId(keyId, labels, certificate),
      expected: expected(),
      found: keyId,
    }),
  );
  return undefined;
}

/** keyId against the certificate; answers how it had to be read. @see G2-key-id */
export function checkKeyId(
  keyId: string | undefined,
  certificate: Certificate | undefined,
  { authorities, labels }: { readonly authorities: readonly Certificate[]; readonly labels: KeyIdLabels },
  caches: VerifierCaches | undefined,
  report: Report,
): QuotedReading | null {
  if (keyId === undefined || certificate === undefined) return null;
  const compared =
    caches?.compareKeyId(keyId, certificate, authorities, labels) ??
    compareKeyId(keyId, certificate, authorities, labels);
  if (compared.result === 'equal') return compared.reading;
  const expected = writeKeyId(certificate, { labels });
  if (compared.result === 'mismatch') {
    const { says } = compared;
    for (const cause of [compared.cause, ...(compared.also ?? [])]) {
      const detail = cause === 'unknown' ? compared.detail : undefined;
      report(finding('keyid-mismatch', { cause, says, detail, expected, found: keyId }));
    }
    return null;
  }
  const detail =
    compared.reading === 'raw' ? undefined : 'It matches after unescaping its quoted-pairs (\\" and \\\\).';
  for (const cause of [compared.cause, ...(compared.also ?? [])])
    report(finding('keyid-style', { cause, detail, expected, found: keyId }));
  return compared.reading;
}
