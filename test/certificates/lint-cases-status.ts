import type { Certificate } from '../../src/certificates/certificate.ts';
import { derUtcTime } from '../support/der-certificate.ts';
import { der, derInteger, derOid } from '../support/der-writer.ts';
import { rsaKeys } from '../support/keys.ts';
import { certificateOf } from '../support/read-certificate.ts';
import { authority, casesOf, keyOf, type LintCase, seal, web } from './lint-case.ts';
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
