import { derExtension } from '../support/der-certificate.ts';
import { der } from '../support/der-writer.ts';
import { authority, type LintCase, named, seal, web } from './lint-case.ts';
import {
  ACCESS,
  DIGITAL_SIGNATURE,
  keyUsage,
  NON_REPUDIATION,
  policies,
  purposes,
  SUBJECT,
  sequence,
  subject,
  text,
} from './qualified-parts.ts';

const without = (oid: string) => subject(...SUBJECT.filter(([type]) => type !== oid));
const repeated = (oid: string) => subject(...SUBJECT, [oid, 0x13, 'SE']);

/** Who it is for, and what it may be used for. */
export const CONTENT_CASES: readonly LintCase[] = [
  {
    certificate: () => seal({}, { subject: without('2.5.4.6') }),
    found: ['error subject-attribute-missing/country'],
  },
  {
    certificate: () => seal({}, { subject: without('2.5.4.10') }),
    found: ['error subject-attribute-missing/organization'],
  },
  {
    certificate: () => seal({}, { subject: without('2.5.4.97') }),
    found: ['error subject-attribute-missing/identifier'],
  },
  {
    certificate: () => seal({}, { subject: without('2.5.4.3') }),
    found: ['error subject-attribute-missing/common-name'],
  },
  { certificate: () => web({}, { subject: without('2.5.4.3') }), found: [] },
  {
    certificate: () => seal({}, { subject: repeated('2.5.4.6') }),
    found: ['error subject-attribute-repeated/country'],
  },
  {
    certificate: () => seal({}, { subject: repeated('2.5.4.10') }),
    found: ['error subject-attribute-repeated/organization'],
  },
  {
    certificate: () => seal({}, { subject: repeated('2.5.4.97') }),
    found: ['error subject-attribute-repeated/identifier'],
  },
  {
    certificate: () => seal({}, { subject: repeated('2.5.4.3') }),
    found: ['error subject-attribute-repeated/common-name'],
  },
  {
    certificate: () => seal({}, { subject: named('2.5.4.10', 'psdno-fsa-123456789') }),
    found: ['error organization-identifier-is-name'],
  },
  { certificate: () => seal({}, { subject: named('2.5.4.6', 'NOR') }), found: ['error country-name'] },
  { certificate: authority, found: ['error certificate-of-ca'] },
  { certificate: () => seal({ keyUsage: undefined }), found: ['error key-usage/missing'] },
  { certificate: () => seal({ keyUsage: [keyUsage(2), true] }), found: ['error key-usage/seal'] },
  { certificate: () => web({ keyUsage: [keyUsage(2), true] }), found: ['error key-usage/web'] },
  {
    certificate: () => seal({ keyUsage: [keyUsage(NON_REPUDIATION, 5), true] }),
    found: ['error key-usage/signs-certificates'],
  },
  {
    certificate: () => seal({ keyUsage: [keyUsage(NON_REPUDIATION)] }),
    found: ['warning key-usage/not-critical'],
  },
  {
    certificate: () => seal({ keyUsage: [keyUsage(DIGITAL_SIGNATURE), true] }),
    found: ['warning key-usage/no-commitment'],
  },
  { certificate: () => seal({ keyUsage: [keyUsage(DIGITAL_SIGNATURE, NON_REPUDIATION), true] }), found: [] },
  {
    certificate: () => web({ extKeyUsage: [purposes('1.3.6.1.5.5.7.3.2')] }),
    found: ['error extended-key-usage/no-server'],
  },
  {
    certificate: () => web({ extKeyUsage: [purposes('1.3.6.1.5.5.7.3.1')] }),
    found: ['warning extended-key-usage/no-client'],
  },
  {
    certificate: () => seal({ extKeyUsage: [purposes('1.3.6.1.5.5.7.3.4')] }),
    found: ['warning extended-key-usage/seal'],
  },
  {
    certificate: () => web({ extKeyUsage: [purposes('1.3.6.1.5.5.7.3.1', '1.3.6.1.5.5.7.3.2'), true] }),
    found: ['error extended-key-usage/critical'],
  },
  { certificate: () => web({ subjectAltName: undefined }), found: ['error subject-alt-name/missing'] },
  {
    certificate: () => web({ subjectAltName: [sequence(text(0x82, 'tpp.example')), true] }),
    found: ['error subject-alt-name/critical'],
  },
  {
    certificate: () => web({ subjectAltName: [sequence(text(0x82, 'other.example'))] }),
    found: ['warning subject-alt-name/common-name'],
  },
  { certificate: () => web({ subjectAltName: [sequence(text(0x82, 'TPP.example'))] }), found: [] },
  { certificate: () => seal({ authorityKey: undefined }), found: ['warning authority-key-identifier'] },
  { certificate: () => seal({ policies: undefined }), found: ['warning certificate-policies/missing'] },
  {
    certificate: () => seal({ policies: [policies('0.4.0.194112.1.3'), true] }),
    found: ['warning certificate-policies/critical'],
  },
  {
    certificate: () => seal({ policies: [policies('0.4.0.194112.1.5')] }),
    found: ['error certificate-policies/type'],
  },
  {
    certificate: () => web({ policies: [policies('0.4.0.194112.1.1')] }),
    found: ['error certificate-policies/type'],
  },
  {
    certificate: () => seal({ policies: [policies('0.4.0.194112.1.1')] }),
    found: ['warning certificate-policies/device'],
  },
  { certificate: () => seal({ policies: [policies('1.2.3.4')] }), found: [] },
  { certificate: () => seal({ access: [sequence(ACCESS.ocsp)] }), found: ['warning authority-info-access'] },
  { certificate: () => seal({ access: [sequence(ACCESS.issuer)] }), found: [] },
  { certificate: () => seal({ revocations: undefined }), found: [] },
  {
    certificate: () => seal({ revocations: undefined, access: [sequence(ACCESS.issuer)] }),
    found: ['warning revocation-source'],
  },
  {
    certificate: () => seal({ revocations: [Buffer.from('3005', 'hex')] }),
    found: ['error extension-encoding'],
  },
  {
    certificate: () => seal({ access: [sequence(sequence(Buffer.from('06028001', 'hex')))] }),
    found: ['warning authority-info-access'],
  },
  {
    certificate: () => seal({}, {}, [derExtension('1.2.3.4', der(0x05), true)]),
    found: ['error unknown-critical-extension'],
  },
  {
    certificate: () => seal({}, {}, [derExtension('1.3.6.1.4.1.11129.2.4.3', der(0x05), true)]),
    found: ['error precertificate'],
  },
  { certificate: () => seal({}, {}, [derExtension('1.2.3.4', der(0x05))]), found: [] },
  {
    certificate: () => seal({ statements: undefined }),
    found: ['error certificate-no-psd2'],
  },
];
