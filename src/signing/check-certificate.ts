import type { Certificate, Psd2Role } from '../certificates/certificate.ts';
import { encodeBase64 } from './base64.ts';
import { type CertificateHeaderReading, readCertificateHeader } from './certificate-header.ts';
import { finding, type Report } from './findings.ts';
import { writeHttpDate } from './http-date.ts';
import type { HeaderIndex } from './signing-string.ts';
import type { VerifierCaches } from './verifier-caches.ts';

const HEADER = 'tpp-signature-certificate';

export interface RequestCertificate {
  readonly certificate?: Certificate;
  readonly others: readonly Certificate[];
}

/** The certificate of the request, or the one given in its place. @see G2-certificate-forms, G3-recovery-headers */
export function readRequestCertificate(
  index: HeaderIndex,
  given: Certificate | undefined,
  caches: VerifierCaches | undefined,
  report: Report,
): RequestCertificate {
  if (given !== undefined) {
    reportKey(given, report);
    return { certificate: given, others: [] };
  }
  const value = index.get(HEADER)?.join(', ') ?? '';
  if (value.trim() === '') {
    report(finding('certificate-missing', { header: HEADER }));
    return { others: [] };
  }
  const read = caches?.readCertificate(value) ?? readCertificateHeader(value);
  reportReading(read, value, report);
  if (read.certificate !== undefined) reportKey(read.certificate, report);
  return read;
}

function reportReading(
  { certificate, refused, tolerated, reason }: CertificateHeaderReading,
  value: string,
  report: Report,
): void {
  if (certificate === undefined && !refused.includes('private-key')) {
    report(
      finding('certificate-unparseable', {
        header: HEADER,
        ...(reason === undefined ? {} : { detail: `Reading stopped here: ${reason}.` }),
      }),
    );
  }
  if (refused.length === 0 && tolerated === undefined) return;
  // A private key is shown nowhere, whatever stands beside it.
  const found = refused.includes('private-key') ? undefined : value;
  const expected = certificate && encodeBase64(certificate.der);
  for (const cause of refused)
    report(finding('certificate-format', { cause, header: HEADER, expected, found }));
  if (certificate !== undefined && tolerated !== undefined) {
    report(finding('certificate-format-tolerated', { cause: tolerated, header: HEADER, expected, found }));
  }
}

/** RSA keys are 2048 to 8192 bits (S12-rsa-sizes). */
const KEY_BITS = { least: 2048, most: 8192 } as const;

/**
 * With any other key the signature is not checked, so that each must have its finding.
 * @see G5-key-types, G5-rsa-only
 */
function reportKey({ keyType, keyBits, publicKey }: Certificate, report: Report): void {
  const isSized = keyBits >= KEY_BITS.least && keyBits <= KEY_BITS.most;
  if (keyType === 'rsa' && isSized) return;
  const name = publicKey.asymmetricKeyType ?? keyType;
  const details = {
    header: HEADER,
    expected: 'RSA, 2048 to 8192 bits',
    found: `${name.toUpperCase()}, ${keyBits} bits`,
  };
  const isCurve = keyType === 'ec' || /^(?:ed|x)(?:25519|448)$/.test(name);
  if (keyType === 'rsa') report(finding('certificate-format', { cause: 'key-size', ...details }));
  else if (isCurve) report(finding('certificate-format', { cause: 'ec-key', ...details }));
  else
    report(
      finding('certificate-format', { detail: `The key is ${name}, but this bank expects RSA.`, ...details }),
    );
}

/** Validity, type, PSD2 statement and role. @see G3-order, G5-certificate-content */
export function checkCertificate(
  certificate: Certificate | undefined,
  at: number,
  roles: readonly Psd2Role[],
  report: Report,
): void {
  if (certificate === undefined) return;
  const { notBefore, notAfter, type, psd2, qcFaults } = certificate;
  if (at > notAfter)
    report(finding('certificate-expired', { detail: `It expired on ${writeHttpDate(notAfter)}.` }));
  if (at < notBefore)
    report(finding('certificate-not-yet-valid', { detail: `It's valid from ${writeHttpDate(notBefore)}.` }));
  if (type === 'qwac') report(finding('certificate-type'));
  if (psd2 === undefined && qcFaults.length === 0) report(finding('certificate-no-psd2'));
  for (const cause of qcFaults) report(finding('certificate-qc-malformed', { cause }));
  if (psd2 !== undefined && roles.length > 0 && !roles.some((role) => psd2.roles.includes(role))) {
    report(
      finding('certificate-role', {
        detail: `It has ${psd2.roles.join(', ') || 'none'}, but ${roles.join(' or ')} is required.`,
        expected: roles.join(' or '),
        found: psd2.roles.join(', '),
      }),
    );
  }
}
