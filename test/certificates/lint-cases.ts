import { generateKeyPairSync } from 'node:crypto';
import type { Certificate } from '../../src/certificates/certificate.ts';
import type { LintOptions } from '../../src/certificates/lint/rule.ts';
import { derExtension, derUtcTime } from '../support/der-certificate.ts';
import { der, derInteger, derOid } from '../support/der-writer.ts';
import { rsaKeys, rsaPublicKey, spkiOf } from '../support/keys.ts';
import { certificateOf } from '../support/read-certificate.ts';
import {
  ACCESS,
  AI,
  certificateDer,
  DIGITAL_SIGNATURE,
  keys,
  keyUsage,
  NON_REPUDIATION,
  PI,
  policies,
  purposes,
  SEAL_TYPE,
  STATEMENT,
  STATEMENTS,
  SUBJECT,
  sequence,
  subject,
  text,
  withStatements,
} from './qualified-parts.ts';

/** A certificate with one fault, or as few as can be. */
interface LintCase {
  readonly certificate: () => Certificate;
  readonly options?: (() => Partial<LintOptions>) | undefined;
  /** Exactly what is found. */
  readonly found: readonly string[];
}

type Given = LintCase['certificate'] | readonly [LintCase['certificate'], LintCase['options']];

/** Cases by what is found, with commas between. */
const casesOf = (groups: Readonly<Record<string, readonly Given[]>>): LintCase[] =>
  Object.entries(groups).flatMap(([found, cases]) =>
    cases.map((one) => {
      const [certificate, options] = typeof one === 'function' ? [one] : one;
      return { certificate, options, found: found === '' ? [] : found.split(', ') };
    }),
  );

type Parts = Parameters<typeof certificateDer> extends [unknown, ...infer Rest] ? Rest : never;
const seal = (...parts: Parts) => certificateOf(certificateDer('seal', ...parts));
const web = (...parts: Parts) => certificateOf(certificateDer('web', ...parts));

function keyOf(type: 'ec' | 'small' | 'three'): Buffer {
  if (type === 'ec') return spkiOf(generateKeyPairSync('ec', { namedCurve: 'prime256v1' }));
  return spkiOf({ publicKey: type === 'small' ? rsaPublicKey(1024) : rsaPublicKey(2048, 3) });
}

const named = (oid: string, value: string) =>
  subject(...SUBJECT.map((attribute) => (attribute[0] === oid ? ([oid, 0x0c, value] as const) : attribute)));

/** Of a certification authority. */
const authority = (parts: Parts[1] = {}) =>
  certificateOf(
    certificateDer(
      'seal',
      {
        basicConstraints: [sequence(der(0x01, Buffer.from([0xff]))), true],
        keyUsage: [keyUsage(5, 6), true],
      },
      parts,
    ),
  );

/** DER with the signature algorithm replaced: of the certificate, and perhaps of the signed part. */
function signedWith(outer: string, inner = outer): Certificate {
  const [signed] = childrenOf(certificateDer('seal'));
  const fields = childrenOf(signed!);
  const algorithm = (oid: string) => der(0x30, derOid(oid), der(0x05));
  fields[2] = algorithm(inner);
  return certificateOf(der(0x30, der(0x30, ...fields), algorithm(outer), der(0x03, Buffer.alloc(257))));
}

function childrenOf(bytes: Buffer): Buffer[] {
  const fields: Buffer[] = [];
  for (let at = headerOf(bytes, 0).start; at < bytes.length; ) {
    const { end } = headerOf(bytes, at);
    fields.push(bytes.subarray(at, end));
    at = end;
  }
  return fields;
}

function headerOf(bytes: Buffer, at: number) {
  const first = bytes[at + 1]!;
  const octets = first < 0x80 ? 0 : first - 0x80;
  const length = octets === 0 ? first : bytes.readUIntBE(at + 2, octets);
  return { start: at + 2 + octets, end: at + 2 + octets + length };
}

const time2050 = der(0x17, Buffer.from('450101000000Z'));
const generalized = der(0x18, Buffer.from('20450101000000Z'));
const chainOf = (
  leaf: Certificate,
  path: Certificate[],
  more: { strays?: Certificate[]; isInOrder?: boolean } = {},
) => ({
  chain: { leaf, path: [leaf, ...path], strays: [], isInOrder: true, ...more },
});

/** Key, dates, and what came with the certificate. */
export const STATUS_CASES: readonly LintCase[] = casesOf({
  'error key-mismatch': [[seal, () => ({ key: rsaKeys('other').privateKey })]],
  '': [
    [seal, () => ({ key: keys.privateKey })],
    () => seal({}, { notAfter: derUtcTime('261218000001Z') }),
    () => seal({}, { notBefore: derUtcTime('261118000000Z') }),
    () => seal({}, { notAfter: der(0x18, Buffer.from('20500101000000Z')) }),
    [seal, () => chainOf(seal(), [authority()])],
    () => seal({}, { serial: derInteger((1n << 159n) - 1n) }),
  ],
  'error certificate-format/ec-key': [() => seal({}, { spki: keyOf('ec') })],
  'error certificate-format/key-size': [() => seal({}, { spki: keyOf('small') })],
  'warning rsa-exponent': [() => seal({}, { spki: keyOf('three') })],
  'error certificate-expired': [() => seal({}, { notAfter: derUtcTime('261117235959Z') })],
  'warning certificate-expires-soon': [
    () => seal({}, { notAfter: derUtcTime('261118000000Z') }),
    () => seal({}, { notAfter: derUtcTime('261218000000Z') }),
  ],
  'error certificate-not-yet-valid': [() => seal({}, { notBefore: derUtcTime('261118000001Z') })],
  'error certificate-not-yet-valid, error validity-order': [
    () => seal({}, { notBefore: time2050, notAfter: derUtcTime('440101000000Z') }),
  ],
  'warning validity-encoding': [() => seal({}, { notAfter: generalized })],
  'warning chain-issuer-expired': [
    [seal, () => chainOf(seal(), [authority({ notAfter: derUtcTime('260101000000Z') })])],
  ],
  'error chain-issuer-no-ca': [[seal, () => chainOf(seal(), [seal()])]],
  'warning chain-order': [[seal, () => chainOf(seal(), [authority()], { isInOrder: false })]],
  'warning chain-stray': [[seal, () => chainOf(seal(), [authority()], { strays: [web()] })]],
  'error serial-number': [
    () => seal({}, { serial: derInteger(0n) }),
    () => seal({}, { serial: Buffer.from('0201ff', 'hex') }),
    () => seal({}, { serial: derInteger(1n << 159n) }),
  ],
  'error certificate-version': [() => seal({}, { version: der(0xa0, derInteger(1n)) })],
  'error signature-algorithm/weak': [() => signedWith('1.2.840.113549.1.1.5')],
  'error signature-algorithm/different': [() => signedWith('1.2.840.113549.1.1.12', '1.2.840.113549.1.1.11')],
});

const critical = (kind: 'seal' | 'web') => [sequence(...STATEMENTS[kind]), true] as const;
function flat(): Buffer {
  const roles = sequence(derOid(PI[0]), text(0x0c, PI[1]), derOid(AI[0]), text(0x0c, AI[1]));
  return sequence(derOid('0.4.0.19495.2'), sequence(roles, text(0x0c, 'X'), text(0x0c, 'NO-FSA')));
}

/** Its list of roles and its strings by other tags. */
function built(list: number, string: number): Buffer {
  const roles = [PI, AI].map(([oid, name]) => sequence(derOid(oid), text(string, name)));
  const info = sequence(der(list, ...roles), text(string, 'X'), text(string, 'NO-FSA'));
  return sequence(derOid('0.4.0.19495.2'), info);
}

const PDS = 'https://ca.example/pds';
type Entry = readonly [url: string, language: string, urlTag?: number, languageTag?: number];
const disclosures = (...entries: readonly Entry[]) =>
  sequence(
    derOid('0.4.0.1862.1.5'),
    sequence(
      ...entries.map(([url, language, urlTag = 0x16, tag = 0x13]) =>
        sequence(text(urlTag, url), text(tag, language)),
      ),
    ),
  );

function integer(value: number): Buffer {
  return der(0x02, Buffer.from(value > 0x7f ? [value >> 8, value & 0xff] : [value]));
}
const limit = (currency: Buffer, amount: readonly number[]) =>
  sequence(derOid('0.4.0.1862.1.2'), sequence(currency, der(0x02, Buffer.from(amount)), integer(0)));

const withPsd2 = (statement: Buffer) => instead(4, statement);
/** A seal with another statement in one place. */
function instead(place: number, statement: Buffer) {
  return seal(withStatements(...STATEMENTS.seal.toSpliced(place, 1, statement)));
}
const disclosing = (...entries: readonly Entry[]) => instead(3, disclosures(...entries));
const limited = (currency: Buffer, amount: readonly number[]) =>
  seal(withStatements(...STATEMENTS.seal, limit(currency, amount)));

/** What makes it a qualified certificate of a payment service provider. */
export const PSD2_CASES: readonly LintCase[] = casesOf({
  'error certificate-type': [
    [web, () => ({ type: 'seal' })],
    [seal, () => ({ type: 'qwac' })],
  ],
  '': [
    [seal, () => ({ type: 'seal' })],
    [() => withPsd2(STATEMENT.psd2([AI])), () => ({ roles: ['PSP_AI'] })],
    () => disclosing([PDS, 'en'], [PDS, 'nb']),
    () => limited(text(0x13, 'NOK'), [100]),
    () => limited(integer(978), [0]),
  ],
  'error certificate-no-psd2': [() => seal(withStatements(...STATEMENTS.seal.slice(0, -1)))],
  'error certificate-qc-malformed/unwrapped': [() => seal({ statements: [STATEMENT.psd2([PI, AI])] })],
  'error certificate-qc-malformed/flat-roles': [() => withPsd2(flat())],
  'error certificate-qc-malformed/set': [() => withPsd2(built(0x31, 0x0c))],
  'error certificate-qc-malformed/string-type': [() => withPsd2(built(0x30, 0x13))],
  'error certificate-qc-malformed/name-oid-mismatch': [
    () => withPsd2(STATEMENT.psd2([PI, [AI[0], 'PSP_PI']])),
  ],
  'error certificate-qc-malformed/ncaid, warning organization-identifier-authority': [
    () => withPsd2(STATEMENT.psd2([PI, AI], 'X', 'NO')),
  ],
  'warning certificate-role': [() => withPsd2(STATEMENT.psd2([AI]))],
  'error certificate-role': [[() => withPsd2(STATEMENT.psd2([AI])), () => ({ roles: ['PSP_PI', 'PSP_AI'] })]],
  'error psd2-roles': [() => withPsd2(STATEMENT.psd2([]))],
  'error psd2-authority-name': [() => withPsd2(STATEMENT.psd2([PI, AI], ' '))],
  'error organization-identifier-format': [() => seal({}, { subject: named('2.5.4.97', '123456789') })],
  'warning organization-identifier-format': [
    () => seal({}, { subject: named('2.5.4.97', 'NTRNO-123456789') }),
  ],
  'warning organization-identifier-authority': [
    () => seal({}, { subject: named('2.5.4.97', 'PSDSE-FINA-1') }),
  ],
  'error qc-statements-critical': [() => seal({ statements: critical('seal') })],
  'error qc-compliance': [() => seal(withStatements(...STATEMENTS.seal.slice(1)))],
  'error qc-type/missing': [() => seal(withStatements(...STATEMENTS.seal.toSpliced(2, 1)))],
  'error qc-type/several': [() => instead(2, STATEMENT.type(SEAL_TYPE, '0.4.0.1862.1.6.9'))],
  'error qc-type/signature': [() => instead(2, STATEMENT.type('0.4.0.1862.1.6.1'))],
  'error qc-type/contradiction': [
    () => web(withStatements(...STATEMENTS.web.toSpliced(1, 1, STATEMENT.type(SEAL_TYPE)))),
  ],
  'warning qc-pds/missing': [() => seal(withStatements(...STATEMENTS.seal.toSpliced(3, 1)))],
  'warning qc-pds/https, warning qc-pds/language, warning qc-pds/english': [
    () => instead(3, STATEMENT.disclosure('http://x', 'eng')),
  ],
  'warning qc-pds/english': [() => disclosing([PDS, 'no'])],
  'warning qc-pds/repeated': [
    () => disclosing([PDS, 'en'], [PDS, 'en']),
    () => disclosing([PDS, 'en'], [PDS, 'no'], [PDS, 'no']),
  ],
  'warning qc-pds/lower-case': [() => disclosing([PDS, 'EN'])],
  'warning qc-pds/language': [() => disclosing([PDS, 'en'], [PDS, 'xy'])],
  'warning qc-pds/language-type': [() => disclosing([PDS, 'en', 0x16, 0x0c])],
  'warning qc-pds/url-type': [() => disclosing([PDS, 'en', 0x0c])],
  'error qc-limit-value/currency': [
    () => limited(text(0x13, 'XYZ'), [1]),
    () => limited(integer(1), [1]),
    () => limited(integer(9), [1]),
    () => limited(text(0x0c, 'EUR'), [1]),
  ],
  'error qc-limit-value/amount': [() => limited(text(0x13, 'EUR'), [0xff])],
  'error qc-type/purpose': [() => instead(2, STATEMENT.type('0.4.0.1862.1.6.9'))],
  'error qc-statement-repeated': [() => seal(withStatements(...STATEMENTS.seal, STATEMENT.compliance))],
  'error psd2-authority-country, warning organization-identifier-authority': [
    () => withPsd2(STATEMENT.psd2([PI, AI], 'X', 'XX-FSA')),
  ],
});

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
