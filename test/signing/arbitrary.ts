import fc from 'fast-check';
import type { Certificate } from '../../src/certificates/certificate.ts';
import type { Header, HttpRequest } from '../../src/message.ts';
import { derCertificate, derExtension } from '../support/der-certificate.ts';
import { der, derInteger, derName, derOid, type WrittenAttribute } from '../support/der-writer.ts';
import { certificateOf as readDer } from '../support/read-certificate.ts';

/** Random requests, and certificates whose issuers no honest authority would name itself after. */

const TYPES = [
  ...['2.5.4.3', '2.5.4.6', '2.5.4.7', '2.5.4.8', '2.5.4.9', '2.5.4.10', '2.5.4.11'],
  ...['0.9.2342.19200300.100.1.25', '0.9.2342.19200300.100.1.1', '2.5.4.5', '2.5.4.97'],
  ...['1.2.840.113549.1.9.1', '1.3.6.1.4.1.311.60.2.1.3', '2.999.77', '1.3.6.1.4.1.99999.1.2'],
];

const character = fc.oneof(
  fc.constantFrom(...',+"\\<>;#= /%\'()*'),
  fc.integer({ min: 0, max: 0x7f }).map((code) => String.fromCharCode(code)),
  fc.integer({ min: 0x80, max: 0x24f }).map((code) => String.fromCharCode(code)),
  fc.constantFrom('€', '日', '𝄞', 'A\u030a', '\u00a0', '\ufeff', '\u2028'),
);
const text = fc.string({ unit: character, maxLength: 14 });
type Encoder = (oid: string, value: string) => WrittenAttribute;
const utf16 = (value: string) => Buffer.from(value, 'utf16le').swap16();
const utf32 = (value: string) =>
  Buffer.from(
    [...value].map((one) => (one.codePointAt(0) ?? 0).toString(16).padStart(8, '0')).join(''),
    'hex',
  );
const ENCODERS: readonly Encoder[] = [
  (oid, value) => [oid, 0x0c, value],
  (oid, value) => [oid, 0x13, Buffer.from(value, 'latin1')],
  (oid, value) => [oid, 0x14, Buffer.from(value, 'latin1')],
  (oid, value) => [oid, 0x16, Buffer.from(value, 'latin1')],
  (oid, value) => [oid, 0x12, Buffer.from(value, 'latin1')],
  (oid, value) => [oid, 0x1e, utf16(value)],
  (oid, value) => [oid, 0x1c, utf32(value)],
  // What its tag says is not what it holds, or its tag is no string's.
  (oid, value) => [oid, 0x0c, Buffer.from(value, 'latin1')],
  (oid, value) => [oid, 0x1e, Buffer.from(value, 'latin1')],
  (oid, value) => [oid, 0x04, value],
];

const attribute = fc
  .tuple(fc.constantFrom(...TYPES), text, fc.constantFrom(...ENCODERS))
  .map(([oid, value, encode]) => encode(oid, value));
const rdn = fc.oneof(
  { weight: 3, arbitrary: fc.tuple(attribute) },
  { weight: 1, arbitrary: fc.array(attribute, { minLength: 2, maxLength: 4 }) },
);

export const anyIssuer: fc.Arbitrary<Buffer> = fc
  .array(rdn, { minLength: 1, maxLength: 6 })
  .map((rdns) => derName(rdns));

/** Up to 20 octets, the small ones often. */
export const anySerial: fc.Arbitrary<bigint> = fc.oneof(
  fc.bigInt({ min: 0n, max: 0x1000n }),
  fc.bigInt({ min: 0n, max: (1n << 159n) - 1n }),
);

const ROLES = der(0x30, derOid('0.4.0.19495.1.2'), der(0x0c, Buffer.from('PSP_PI')));
const PSD2 = der(
  0x30,
  derOid('0.4.0.19495.2'),
  der(0x30, der(0x30, ROLES), der(0x0c, Buffer.from('The Authority')), der(0x0c, Buffer.from('NO-FSA'))),
);
const QC_STATEMENTS = derExtension('1.3.6.1.5.5.7.1.3', der(0x30, PSD2));

/** A certificate for payments with this issuer and serial number, unsigned: nothing here asks who signed it. */
export function certificateOf(spki: Uint8Array, issuer: Uint8Array, serial: bigint): Certificate {
  const parts = { spki, issuer, serial: derInteger(serial), extensions: [QC_STATEMENTS] };
  return readDer(derCertificate(parts));
}

/** Octets as they come from the wire, without blanks at the ends. */
const wireValue = fc
  .string({
    unit: fc.integer({ min: 0x20, max: 0xff }).map((code) => String.fromCharCode(code)),
    maxLength: 24,
  })
  .map((value) => value.trim());
const plainValue = fc.oneof(fc.uuid(), fc.webUrl({ size: 'xsmall', withQueryParameters: true }), wireValue);
const SIGNED = ['X-Request-ID', 'PSU-ID', 'PSU-Corporate-ID', 'TPP-Redirect-URI'];

/** Each of the signed headers once at most. */
export const anyWireRequest: fc.Arbitrary<HttpRequest> = fc.record({
  method: fc.constantFrom('POST', 'PUT'),
  target: fc.constantFrom('/v1/payments/x', '/v1/payments/norwegian?a=%20b', '/v1/consents'),
  headers: fc
    .tuple(...SIGNED.map((name) => fc.option(plainValue.map((value): Header => [name, value]))))
    .map((given) => given.filter((header) => header !== null)),
  body: fc.uint8Array({ minLength: 1, maxLength: 120 }),
});
