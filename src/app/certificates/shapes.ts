import type { Psd2Role } from '../../certificates/certificate.ts';
import type { CertificateDescription } from '../../certificates/describe.ts';
import type { LintFinding } from '../../certificates/lint/lint.ts';
import type { NameStyle } from '../../certificates/names.ts';
import type { AskedFile } from './files.ts';

/** What the commands of `cert` take and give. @see C-cert-inspect */

export type { AskedFile } from './files.ts';

/** Files as a command line names them; without a file the certificate of the profile is meant. */
export interface CertificateAsked {
  readonly file: AskedFile | undefined;
  readonly key: AskedFile | undefined;
  readonly passphraseFile: string | undefined;
}

export interface CertificateWanted {
  /** Absent: what the bank's operations need is told as a warning. */
  readonly roles: readonly Psd2Role[] | undefined;
  readonly type: 'seal' | 'qwac' | undefined;
}

export interface CertificateInput {
  readonly type: 'seal' | 'qwac';
  readonly roles: readonly Psd2Role[];
  /** What is absent is as the profile's own certificate has it. */
  readonly organization: string | undefined;
  readonly organizationIdentifier: string | undefined;
  readonly ncaName: string | undefined;
  readonly ncaId: string | undefined;
  readonly country: string | undefined;
  readonly commonName: string | undefined;
  /** Of a QWAC. */
  readonly hosts: readonly string[];
  readonly days: number | undefined;
  /** Dates or date-times of ISO 8601. */
  readonly notBefore: string | undefined;
  readonly notAfter: string | undefined;
  readonly keyBits: number;
  /** A folder, or the beginning of the files' names. */
  readonly out: string | undefined;
  readonly format: 'pem' | 'p12';
  readonly passphraseFile: string | undefined;
}

export interface CreatedCertificate extends CertificateDescription {
  readonly files: {
    readonly certificate?: string;
    readonly key?: string;
    /** The certificate and its issuer's. */
    readonly chain?: string;
    readonly pkcs12?: string;
    /** The issuer's own. */
    readonly ca: string;
  };
}

export interface InspectedCertificate extends CertificateDescription {
  readonly findings: readonly LintFinding[];
}

export interface LintedCertificate extends Pick<CertificateDescription, 'subject' | 'serial' | 'type'> {
  /** Whether no finding is an error. */
  readonly ok: boolean;
  readonly findings: readonly LintFinding[];
}

export interface CheckedCertificate
  extends Pick<CertificateDescription, 'subject' | 'serial' | 'notBefore' | 'notAfter'> {
  readonly ok: boolean;
  /** Whole days until it ends; below 0 when it has ended. */
  readonly daysLeft: number;
  readonly findings: readonly LintFinding[];
}

export interface ShownKeyIds {
  readonly serial: { readonly hex: string; readonly decimal: string };
  /** Whole keyIds. */
  readonly styles: Readonly<Record<NameStyle, string>>;
}
