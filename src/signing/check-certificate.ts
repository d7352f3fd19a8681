import type { Certificate, Psd2Role, QcFault } from '../certificates/certificate.ts';
import { encodeBase64 } from '../core/base64.ts';
import { type CertificateHeaderReading, readCertificateHeader } from './certificate-header.ts';
import { type FindingDetails, finding, type Report } from './findings.ts';
import { writeHttpDate } from './http-date.ts';
import type { HeaderIndex } from './signing-string.ts';
import type { VerifierCaches } from './verifier-caches.ts';

export interface RequestCertificate {
  readonly certificate?: Certificate;
  readonly others: readonly Certificate[];
}

/** What the request has for a certificate, and what was given in place of it. */
export interface CertificateSources {
  readonly index: HeaderIndex;
  /** Lower-case name of the header. */
  readonly header: string;
  readonly given: Certificate | undefined;
  /** Whether a key was given: then no certificate is needed. */
  readonly hasKey: boolean;
}

/** The certificate of the request, or the one given in its place. @see G2-certificate-forms, G3-recovery-headers */
export function readRequestCertificate(
  { index, header, given, hasKey }: CertificateSources,
  caches: VerifierCaches | undefined,
  report: Report,
): RequestCertificate {
  const values = index.get(header);
  if (given !== undefined) {
    reportKey(given, header, report);
    return { certificate: given, others: [] };
  }
  const value = values?.join(', ') ?? '';
  if (value.trim() === '') {
    if (!hasKey) report(finding('certificate-missing', { header, detail: elsewhere(index, header) }));
    return { others: [] };
  }
  const read = caches?.readCertificate(value) ?? readCertificateHeader(value);
  reportReading(read, { header, value, times: values?.length ?? 0 }, report);
  if (read.certificate !== undefined) reportKey(read.certificate, header, report);
  return read;
}

const MAX_OTHERS = 4;

/** A header of another name that has a certificate. */
function elsewhere(index: HeaderIndex, header: string): string | undefined {
  const named = [...index].filter(([name]) => name !== header && /cert/.test(name)).slice(0, MAX_OTHERS);
  const [found] =
    named.find(([, [value = '']]) => readCertificateHeader(value).certificate !== undefined) ?? [];
  if (found !== undefined) return `The header ${found} has a certificate.`;
  return index.has(header) ? "The header is there, but it's empty." : undefined;
}

interface ReadHeader {
  readonly header: string;
  readonly value: string;
  readonly times: number;
}

function reportReading(
  { certificate, refused, tolerated, reason, instead }: CertificateHeaderReading,
  { header, value, times }: ReadHeader,
  report: Report,
): void {
  if (certificate === undefined && !refused.includes('private-key')) {
    const detail = reason === undefined ? undefined : `Reading stopped here: ${reason}.`;
    report(finding('certificate-unparseable', { header, cause: instead, detail }));
    return;
  }
  if (refused.length === 0 && tolerated === undefined) return;
  // A private key is shown nowhere, whatever stands beside it.
  const found = refused.includes('private-key') ? undefined : value;
  const expected = certificate && encodeBase64(certificate.der);
  for (const cause of refused) {
    const detail = cause === 'several' && times > 1 ? 'The header is sent more than once.' : undefined;
    report(finding('certificate-format', { cause, header, detail, expected, found }));
  }
  if (certificate !== undefined && tolerated !== undefined) {
    report(finding('certificate-format-tolerated', { cause: tolerated, header, expected, found }));
  }
}

/** RSA keys are 2048 to 8192 bits (S12-rsa-sizes). */
const KEY_BITS = { least: 2048, most: 8192 } as const;

/**
 * With any other key the signature is not checked, so that each must have its finding.
 * @see G5-key-types, G5-rsa-only
 */
function reportKey({ keyType, keyBits, publicKey }: Certificate, header: string, report: Report): void {
  const isSized = keyBits >= KEY_BITS.least && keyBits <= KEY_BITS.most;
  if (keyType === 'rsa' && isSized) return;
  const name = publicKey.asymmetricKeyType ?? keyType;
  const details = {
    header,
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
  for (const fault of qcFaults) report(finding('certificate-qc-malformed', qcDetails(fault)));
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

/** What is wrong in a way that no cause names is told in the words of the grammar. */
function qcDetails(fault: QcFault): FindingDetails<'certificate-qc-malformed'> {
  return fault === 'grammar'
    ? { detail: "The PSD2 statement isn't a sequence of roles, NCAName and NCAId." }
    : { cause: fault };
}
