import type { KeyObject } from 'node:crypto';

/** One attribute of a distinguished name, its value as encoded. */
export interface NameAttribute {
  /** Dotted object identifier, `2.5.4.3`. */
  readonly oid: string;
  /** DER tag of the value: 12 UTF8String, 19 PrintableString, 20 T61String, 22 IA5String, 30 BMPString … */
  readonly tag: number;
  /** Content octets of the value. */
  readonly bytes: Uint8Array;
  /** The value's whole encoding (tag, length, content), for the `#hex` form. */
  readonly der: Uint8Array;
  /** The value as text, decoded by its tag; `#` and hex of its encoding where it is no readable string. */
  readonly text: string;
}

/** RDNs in encoding order; a multi-valued RDN has several attributes, in DER order. */
export type DistinguishedName = readonly (readonly NameAttribute[])[];

export type CertificateType = 'seal' | 'qwac' | 'unknown';
export type Psd2Role = 'PSP_AS' | 'PSP_PI' | 'PSP_AI' | 'PSP_IC';

/** The PSD2 statement of ETSI TS 119 495, as far as it could be read. */
export interface Psd2Statement {
  readonly roles: readonly Psd2Role[];
  readonly ncaName: string;
  readonly ncaId: string;
}

/** The bits of the keyUsage extension, in their order (RFC 5280 4.2.1.3). */
export type KeyUsage =
  | 'digitalSignature'
  | 'nonRepudiation'
  | 'keyEncipherment'
  | 'dataEncipherment'
  | 'keyAgreement'
  | 'keyCertSign'
  | 'cRLSign'
  | 'encipherOnly'
  | 'decipherOnly';

/** What is wrong with the qcStatements (G4-certificate-qc-malformed, certificate-qc-malformed). */
export type QcFault =
  | 'unwrapped'
  | 'flat-roles'
  | 'set'
  | 'string-type'
  | 'name-oid-mismatch'
  | 'ncaid'
  /** Built otherwise in a way that has no name. */
  | 'grammar';

/** A certificate as our own strict reader sees it. */
export interface Certificate {
  readonly der: Uint8Array;
  readonly serial: bigint;
  readonly issuer: DistinguishedName;
  /** The issuer as it is encoded. */
  readonly issuerDer: Uint8Array;
  readonly subject: DistinguishedName;
  /** The subject as it is encoded: what a certificate issued by this one names as its issuer. */
  readonly subjectDer: Uint8Array;
  /** Milliseconds since 1970. */
  readonly notBefore: number;
  readonly notAfter: number;
  readonly publicKey: KeyObject;
  readonly keyType: 'rsa' | 'ec' | 'other';
  readonly keyBits: number;
  readonly isCa: boolean;
  /** Empty when there is no keyUsage extension. */
  readonly keyUsage: readonly KeyUsage[];
  /** Dotted object identifiers, empty when there is no extKeyUsage extension. */
  readonly extendedKeyUsage: readonly string[];
  readonly type: CertificateType;
  /** Absent when there is no subjectKeyIdentifier extension. */
  readonly subjectKeyIdentifier?: Uint8Array;
  /** The serial number of the issuer's certificate, absent when authorityKeyIdentifier does not say it. */
  readonly authoritySerial?: bigint;
  /** Object identifiers in QcType. */
  readonly qcTypes: readonly string[];
  /** Whether any qcStatements extension is there. */
  readonly hasQcStatements: boolean;
  /** Absent when no PSD2 statement could be read. */
  readonly psd2?: Psd2Statement;
  readonly qcFaults: readonly QcFault[];
  /** Subject organizationIdentifier (2.5.4.97), absent when there is none. @see G5-organization-identifier */
  readonly organizationIdentifier?: string;
}
