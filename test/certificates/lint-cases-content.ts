import { derExtension } from '../support/der-certificate.ts';
import { der } from '../support/der-writer.ts';
import { authority, casesOf, type LintCase, named, seal, web } from './lint-case.ts';
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
export const CONTENT_CASES: readonly LintCase[] = casesOf({
  'error subject-attribute-missing/country': [() => seal({}, { subject: without('2.5.4.6') })],
  'error subject-attribute-missing/organization': [() => seal({}, { subject: without('2.5.4.10') })],
  'error subject-attribute-missing/identifier': [() => seal({}, { subject: without('2.5.4.97') })],
  'error subject-attribute-missing/common-name': [() => seal({}, { subject: without('2.5.4.3') })],
  '': [
    () => web({}, { subject: without('2.5.4.3') }),
    () => seal({ keyUsage: [keyUsage(DIGITAL_SIGNATURE, NON_REPUDIATION), true] }),
    () => web({ subjectAltName: [sequence(text(0x82, 'TPP.example'))] }),
    () => seal({ policies: [policies('1.2.3.4')] }),
    () => seal({ access: [sequence(ACCESS.issuer)] }),
    () => seal({ revocations: undefined }),
    () => seal({}, {}, [derExtension('1.2.3.4', der(0x05))]),
  ],
  'error subject-attribute-repeated/country': [() => seal({}, { subject: repeated('2.5.4.6') })],
  'error subject-attribute-repeated/organization': [() => seal({}, { subject: repeated('2.5.4.10') })],
  'error subject-attribute-repeated/identifier': [() => seal({}, { subject: repeated('2.5.4.97') })],
  'error subject-attribute-repeated/common-name': [() => seal({}, { subject: repeated('2.5.4.3') })],
  'error organization-identifier-is-name': [
    () => seal({}, { subject: named('2.5.4.10', 'psdno-fsa-123456789') }),
  ],
  'error country-name': [() => seal({}, { subject: named('2.5.4.6', 'NOR') })],
  'error certificate-of-ca': [authority],
  'error key-usage/missing': [() => seal({ keyUsage: undefined })],
  'error key-usage/seal': [() => seal({ keyUsage: [keyUsage(2), true] })],
  'error key-usage/web': [() => web({ keyUsage: [keyUsage(2), true] })],
  'error key-usage/signs-certificates': [() => seal({ keyUsage: [keyUsage(NON_REPUDIATION, 5), true] })],
  'warning key-usage/not-critical': [() => seal({ keyUsage: [keyUsage(NON_REPUDIATION)] })],
  'warning key-usage/no-commitment': [() => seal({ keyUsage: [keyUsage(DIGITAL_SIGNATURE), true] })],
  'error extended-key-usage/no-server': [() => web({ extKeyUsage: [purposes('1.3.6.1.5.5.7.3.2')] })],
  'warning extended-key-usage/no-client': [() => web({ extKeyUsage: [purposes('1.3.6.1.5.5.7.3.1')] })],
  'warning extended-key-usage/seal': [() => seal({ extKeyUsage: [purposes('1.3.6.1.5.5.7.3.4')] })],
  'error extended-key-usage/critical': [
    () => web({ extKeyUsage: [purposes('1.3.6.1.5.5.7.3.1', '1.3.6.1.5.5.7.3.2'), true] }),
  ],
  'error subject-alt-name/missing': [() => web({ subjectAltName: undefined })],
  'error subject-alt-name/critical': [
    () => web({ subjectAltName: [sequence(text(0x82, 'tpp.example')), true] }),
  ],
  'warning subject-alt-name/common-name': [
    () => web({ subjectAltName: [sequence(text(0x82, 'other.example'))] }),
  ],
  'warning authority-key-identifier': [() => seal({ authorityKey: undefined })],
  'warning certificate-policies/missing': [() => seal({ policies: undefined })],
  'warning certificate-policies/critical': [() => seal({ policies: [policies('0.4.0.194112.1.3'), true] })],
  'error certificate-policies/type': [
    () => seal({ policies: [policies('0.4.0.194112.1.5')] }),
    () => web({ policies: [policies('0.4.0.194112.1.1')] }),
  ],
  'warning certificate-policies/device': [() => seal({ policies: [policies('0.4.0.194112.1.1')] })],
  'warning authority-info-access': [
    () => seal({ access: [sequence(ACCESS.ocsp)] }),
    () => seal({ access: [sequence(sequence(Buffer.from('06028001', 'hex')))] }),
  ],
  'warning revocation-source': [() => seal({ revocations: undefined, access: [sequence(ACCESS.issuer)] })],
  'error extension-encoding': [() => seal({ revocations: [Buffer.from('3005', 'hex')] })],
  'error unknown-critical-extension': [() => seal({}, {}, [derExtension('1.2.3.4', der(0x05), true)])],
  'error precertificate': [() => seal({}, {}, [derExtension('1.3.6.1.4.1.11129.2.4.3', der(0x05), true)])],
  'error certificate-no-psd2': [() => seal({ statements: undefined })],
});
