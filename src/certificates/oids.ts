import type { KeyUsage, Psd2Role } from './certificate.ts';

/** Object identifiers this program looks for, by the names of their standards. */
export const OID = {
  rsaEncryption: '1.2.840.113549.1.1.1',
  sha256WithRsaEncryption: '1.2.840.113549.1.1.11',
  ecPublicKey: '1.2.840.10045.2.1',
  ecdsaWithSha256: '1.2.840.10045.4.3.2',
  commonName: '2.5.4.3',
  countryName: '2.5.4.6',
  organizationName: '2.5.4.10',
  organizationIdentifier: '2.5.4.97',
  subjectKeyIdentifier: '2.5.29.14',
  keyUsage: '2.5.29.15',
  subjectAltName: '2.5.29.17',
  basicConstraints: '2.5.29.19',
  nameConstraints: '2.5.29.30',
  authorityKeyIdentifier: '2.5.29.35',
  crlDistributionPoints: '2.5.29.31',
  certificatePolicies: '2.5.29.32',
  extKeyUsage: '2.5.29.37',
  serverAuth: '1.3.6.1.5.5.7.3.1',
  clientAuth: '1.3.6.1.5.5.7.3.2',
  authorityInfoAccess: '1.3.6.1.5.5.7.1.1',
  accessOcsp: '1.3.6.1.5.5.7.48.1',
  accessCaIssuers: '1.3.6.1.5.5.7.48.2',
  qcStatements: '1.3.6.1.5.5.7.1.3',
  qcCompliance: '0.4.0.1862.1.1',
  qcLimitValue: '0.4.0.1862.1.2',
  ctPoison: '1.3.6.1.4.1.11129.2.4.3',
  qcSscd: '0.4.0.1862.1.4',
  qcPds: '0.4.0.1862.1.5',
  qcType: '0.4.0.1862.1.6',
  qcTypeSignature: '0.4.0.1862.1.6.1',
  qcTypeSeal: '0.4.0.1862.1.6.2',
  qcTypeWeb: '0.4.0.1862.1.6.3',
  psd2: '0.4.0.19495.2',
  policyLegal: '0.4.0.194112.1.1',
  policyLegalQscd: '0.4.0.194112.1.3',
  policyWebExtended: '0.4.0.194112.1.4',
  policyWeb: '0.4.0.194112.1.5',
  policyWebGeneral: '0.4.0.194112.1.6',
  policyWebPsd2: '0.4.0.19495.3.1',
} as const;

/** The roles of a payment service provider. @see G5-lint */
export const ROLE_OIDS: ReadonlyMap<string, Psd2Role> = new Map([
  ['0.4.0.19495.1.1', 'PSP_AS'],
  ['0.4.0.19495.1.2', 'PSP_PI'],
  ['0.4.0.19495.1.3', 'PSP_AI'],
  ['0.4.0.19495.1.4', 'PSP_IC'],
]);

/** The attribute types that RFC 2253 2.3 writes by name; every other is written as its number. */
export const RFC2253_KEYWORDS: ReadonlyMap<string, string> = new Map([
  ['2.5.4.3', 'CN'],
  ['2.5.4.7', 'L'],
  ['2.5.4.8', 'ST'],
  ['2.5.4.10', 'O'],
  ['2.5.4.11', 'OU'],
  ['2.5.4.6', 'C'],
  ['2.5.4.9', 'STREET'],
  ['0.9.2342.19200300.100.1.25', 'DC'],
  ['0.9.2342.19200300.100.1.1', 'UID'],
]);

/** The bits of keyUsage, most significant first (RFC 5280 4.2.1.3). */
export const KEY_USAGE_BITS: readonly KeyUsage[] = [
  'digitalSignature',
  'nonRepudiation',
  'keyEncipherment',
  'dataEncipherment',
  'keyAgreement',
  'keyCertSign',
  'cRLSign',
  'encipherOnly',
  'decipherOnly',
];
