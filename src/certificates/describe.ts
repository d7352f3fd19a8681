import type { Certificate, CertificateType, Psd2Role } from './certificate.ts';
import { describeName } from './names.ts';
import { serialHex } from './serial.ts';

/** What `cert inspect --json` says of a certificate, without the findings. @see C-cert-inspect-shape */
export interface CertificateDescription {
  readonly subject: string;
  readonly issuer: string;
  /** Upper-case hexadecimal, as in keyId. */
  readonly serial: string;
  /** ISO 8601 in UTC, to the second. */
  readonly notBefore: string;
  readonly notAfter: string;
  readonly keyBits: number;
  readonly type: CertificateType;
  /** Empty when there is no PSD2 statement. */
  readonly roles: readonly Psd2Role[];
  readonly ncaName: string | null;
  readonly ncaId: string | null;
  readonly organizationIdentifier: string | null;
}

/** Describes a certificate for people and scripts. @see C-sign-format-json */
export function describeCertificate(certificate: Certificate): CertificateDescription {
  const { psd2 } = certificate;
  return {
    subject: describeName(certificate.subject),
    issuer: describeName(certificate.issuer),
    serial: serialHex(certificate.serial),
    notBefore: isoTime(certificate.notBefore),
    notAfter: isoTime(certificate.notAfter),
    keyBits: certificate.keyBits,
    type: certificate.type,
    roles: psd2?.roles ?? [],
    ncaName: psd2?.ncaName ?? null,
    ncaId: psd2?.ncaId ?? null,
    organizationIdentifier: certificate.organizationIdentifier ?? null,
  };
}

/** ISO 8601 in UTC. Certificates count whole seconds, so that the milliseconds are always 000. */
export function isoTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString().replace('.000Z', 'Z');
}
