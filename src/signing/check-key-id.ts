import type { Certificate } from '../certificates/certificate.ts';
import { finding, type Report } from './findings.ts';
import { readKeyId, writeKeyId } from './key-id.ts';
import { compareKeyId, type QuotedReading } from './key-id-compare.ts';
import { type SignatureParameters, undoQuotedPairs } from './signature-header.ts';
import type { VerifierCaches } from './verifier-caches.ts';

/** The keyId, when it has the form SN=…,CA=…. @see G4-keyid-format */
export function checkKeyIdForm(
  parameters: Partial<SignatureParameters> | undefined,
  certificate: Certificate | undefined,
  report: Report,
): string | undefined {
  if (parameters === undefined) return undefined;
  const { keyId } = parameters;
  const expected = () => (certificate === undefined ? undefined : writeKeyId(certificate));
  if (keyId === undefined) {
    report(finding('keyid-format', { detail: 'The parameter keyId is missing.', expected: expected() }));
    return undefined;
  }
  const read = readKeyId(keyId);
  if (read.ok || readKeyId(undoQuotedPairs(keyId)).ok) return keyId;
  report(finding('keyid-format', { cause: read.cause, expected: expected(), found: keyId }));
  return undefined;
}

/** keyId against the certificate; answers how it had to be read. @see G2-key-id */
export function checkKeyId(
  keyId: string | undefined,
  certificate: Certificate | undefined,
  authorities: readonly Certificate[],
  caches: VerifierCaches | undefined,
  report: Report,
): QuotedReading | null {
  if (keyId === undefined || certificate === undefined) return null;
  const compared =
    caches?.compareKeyId(keyId, certificate, authorities) ?? compareKeyId(keyId, certificate, authorities);
  if (compared.result === 'mismatch') {
    const { detail } = compared;
    for (const cause of [compared.cause, ...(compared.also ?? [])])
      report(finding('keyid-mismatch', { cause, detail, expected: writeKeyId(certificate), found: keyId }));
    return null;
  }
  if (compared.result === 'style') {
    const detail =
      compared.reading === 'raw' ? undefined : 'It matches after unescaping its quoted-pairs (\\" and \\\\).';
    for (const cause of [compared.cause, ...(compared.also ?? [])])
      report(finding('keyid-style', { cause, detail, expected: writeKeyId(certificate), found: keyId }));
  }
  return compared.reading;
}
