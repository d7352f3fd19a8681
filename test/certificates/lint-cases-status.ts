import type { Certificate } from '../../src/certificates/certificate.ts';
import { derUtcTime } from '../support/der-certificate.ts';
import { der, derInteger, derOid } from '../support/der-writer.ts';
import { rsaKeys } from '../support/keys.ts';
import { certificateOf } from '../support/read-certificate.ts';
import { authority, keyOf, type LintCase, seal, web } from './lint-case.ts';
import { certificateDer, keys } from './qualified-parts.ts';

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
export const STATUS_CASES: readonly LintCase[] = [
  {
    certificate: seal,
    options: () => ({ key: rsaKeys('other').privateKey }),
    found: ['error key-mismatch'],
  },
  { certificate: seal, options: () => ({ key: keys.privateKey }), found: [] },
  { certificate: () => seal({}, { spki: keyOf('ec') }), found: ['error certificate-format/ec-key'] },
  { certificate: () => seal({}, { spki: keyOf('small') }), found: ['error certificate-format/key-size'] },
  { certificate: () => seal({}, { spki: keyOf('three') }), found: ['warning rsa-exponent'] },
  {
    certificate: () => seal({}, { notAfter: derUtcTime('261117235959Z') }),
    found: ['error certificate-expired'],
  },
  {
    certificate: () => seal({}, { notAfter: derUtcTime('261118000000Z') }),
    found: ['warning certificate-expires-soon'],
  },
  {
    certificate: () => seal({}, { notAfter: derUtcTime('261218000000Z') }),
    found: ['warning certificate-expires-soon'],
  },
  { certificate: () => seal({}, { notAfter: derUtcTime('261218000001Z') }), found: [] },
  { certificate: () => seal({}, { notBefore: derUtcTime('261118000000Z') }), found: [] },
  {
    certificate: () => seal({}, { notBefore: derUtcTime('261118000001Z') }),
    found: ['error certificate-not-yet-valid'],
  },
  {
    certificate: () => seal({}, { notBefore: time2050, notAfter: derUtcTime('440101000000Z') }),
    found: ['error certificate-not-yet-valid', 'error validity-order'],
  },
  { certificate: () => seal({}, { notAfter: generalized }), found: ['warning validity-encoding'] },
  { certificate: () => seal({}, { notAfter: der(0x18, Buffer.from('20500101000000Z')) }), found: [] },
  {
    certificate: seal,
    options: () => chainOf(seal(), [authority({ notAfter: derUtcTime('260101000000Z') })]),
    found: ['warning chain-issuer-expired'],
  },
  { certificate: seal, options: () => chainOf(seal(), [seal()]), found: ['error chain-issuer-no-ca'] },
  {
    certificate: seal,
    options: () => chainOf(seal(), [authority()], { isInOrder: false }),
    found: ['warning chain-order'],
  },
  {
    certificate: seal,
    options: () => chainOf(seal(), [authority()], { strays: [web()] }),
    found: ['warning chain-stray'],
  },
  { certificate: seal, options: () => chainOf(seal(), [authority()]), found: [] },
  { certificate: () => seal({}, { serial: derInteger(0n) }), found: ['error serial-number'] },
  { certificate: () => seal({}, { serial: Buffer.from('0201ff', 'hex') }), found: ['error serial-number'] },
  { certificate: () => seal({}, { serial: derInteger((1n << 159n) - 1n) }), found: [] },
  { certificate: () => seal({}, { serial: derInteger(1n << 159n) }), found: ['error serial-number'] },
  {
    certificate: () => seal({}, { version: der(0xa0, derInteger(1n)) }),
    found: ['error certificate-version'],
  },
  { certificate: () => signedWith('1.2.840.113549.1.1.5'), found: ['error signature-algorithm/weak'] },
  {
    certificate: () => signedWith('1.2.840.113549.1.1.12', '1.2.840.113549.1.1.11'),
    found: ['error signature-algorithm/different'],
  },
];
