import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { renderName } from '../../../src/certificates/names.ts';
import { compareKeyId, writeKeyId } from '../../../src/signing/key-id.ts';
import { derCertificate } from '../../support/der-certificate.ts';
import { derName, type WrittenAttribute } from '../../support/der-writer.ts';
import { rsaKeys, spkiOf } from '../../support/keys.ts';
import { printedIssuers } from '../../support/printed-issuers.ts';
import { certificateOf } from '../../support/read-certificate.ts';
import { runs } from '../../support/sweep.ts';
import { openssl } from './openssl-command.ts';

const spki = spkiOf(rsaKeys());

/** What a certificate's issuer is, by the openssl command alone. */
interface Printed {
  /** `-nameopt RFC2253`. */
  readonly openssl: string;
  /** RFC 2253 to the letter, put together from what openssl prints of each value. */
  readonly strict: string;
}

function printed(ders: readonly Uint8Array[]): Printed[] {
  const [plain, texts, numbers] = [
    'RFC2253',
    'sep_multiline,sname,utf8,esc_2253,dump_nostr,dump_der',
    'sep_multiline,oid,dump_all,dump_der',
  ].map((nameopt) => printedIssuers(ders, nameopt)) as [string[], string[], string[]];
  return plain.map((openssl, place) => {
    const [values, types] = [parts(texts[place] ?? ''), parts(numbers[place] ?? '')];
    const strict = types.map((rdn, row) =>
      rdn.map((number, at) => strictAttribute(number, values[row]?.[at] ?? '')).join('+'),
    );
    return { openssl, strict: strict.toReversed().join(',') };
  });
}

/** `-serial` of a certificate. */
function printedSerial(der: Uint8Array): string {
  const printed = openssl(['x509', '-inform', 'DER', '-noout', '-serial'], der).toString('utf8');
  return printed.trim().replace('serial=', '');
}

/** One RDN in each line, in the order of the encoding. */
function parts(lines: string): string[][] {
  return lines.split('\n').map((line) => line.split(' + '));
}

const KEYWORDS: Readonly<Record<string, string>> = {
  '2.5.4.3': 'CN',
  '2.5.4.6': 'C',
  '2.5.4.7': 'L',
  '2.5.4.8': 'ST',
  '2.5.4.9': 'STREET',
  '2.5.4.10': 'O',
  '2.5.4.11': 'OU',
  '0.9.2342.19200300.100.1.25': 'DC',
  '0.9.2342.19200300.100.1.1': 'UID',
};

/** RFC 2253 2.3 and 2.4: a keyword and text for nine types, number and hexadecimal for all others. */
function strictAttribute(number: string, text: string): string {
  const [oid = '', hex = ''] = number.split('=');
  const keyword = KEYWORDS[oid];
  if (keyword === undefined) return `${oid}=${hex.toLowerCase()}`;
  const value = text.slice(text.indexOf('=') + 1);
  // The one escape of RFC 2253 that openssl forgets.
  return `${keyword}=${value === '#' ? '\\#' : value}`;
}

function agree(ders: readonly Uint8Array[]): void {
  for (const [place, issuer] of printed(ders).entries()) agrees(ders[place]!, issuer);
}

function agrees(der: Uint8Array, { openssl: byOpenssl, strict }: Printed): void {
  const certificate = certificateOf(der);
  const hex = certificate.serial.toString(16).toUpperCase();
  const serial = hex.padStart(hex.length + (hex.length % 2), '0');
  expect(renderName(certificate.issuer, 'openssl')).toBe(byOpenssl);
  expect(renderName(certificate.issuer, 'rfc2253')).toBe(strict);
  expect(writeKeyId(certificate, { evenSerial: true })).toBe(`SN=${serial},CA=${strict}`);
  expect(compareKeyId(`SN=${serial},CA=${strict}`, certificate).result).not.toBe('mismatch');
  expect(compareKeyId(`SN=${serial},CA=${byOpenssl}`, certificate).result).not.toBe('mismatch');
  const java = renderName(certificate.issuer, 'java');
  expect(compareKeyId(`SN=${serial},CA=${java}`, certificate).result).not.toBe('mismatch');
  const reversed = strict
    .split(/(?<!\\),/)
    .toReversed()
    .join(',');
  if (reversed === strict) return;
  // An issuer encoded the wrong way round stands, when reversed, as the portals publish signers.
  const compared = compareKeyId(`SN=${serial.replace(/^0/, '')},CA=${reversed}`, certificate);
  expect(compared).toMatchObject(
    compared.result === 'style' ? { causes: ['portal-signer'] } : { result: 'mismatch' },
  );
}

const OIDS = [...Object.keys(KEYWORDS), '2.5.4.5', '2.5.4.97', '1.2.840.113549.1.9.1', '1.3.6.1.4.1.99999.7'];
/** No line ends: they would break the lines that are read here. */
const character = fc.oneof(
  fc.constantFrom(...',+"\\<>;#= /%'),
  fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCharCode(code)),
  fc.integer({ min: 0xa0, max: 0x24f }).map((code) => String.fromCharCode(code)),
  fc.constantFrom('€', '日', '𝄞', 'A\u030a'),
);
const text = fc.string({ unit: character, minLength: 1, maxLength: 12 });
const ENCODERS: readonly ((oid: string, value: string) => WrittenAttribute)[] = [
  (oid, value) => [oid, 0x0c, value],
  (oid, value) => [oid, 0x13, value.replaceAll(/[^ -~]/gu, 'x')],
  (oid, value) => [oid, 0x14, Buffer.from(value.replaceAll(/[^ -ÿ]/gu, 'x'), 'latin1')],
  (oid, value) => [oid, 0x16, value.replaceAll(/[^ -~]/gu, 'x')],
  // openssl reads no certificate with a surrogate in a BMPString.
  (oid, value) => [oid, 0x1e, Buffer.from(value.replaceAll(/[^\0-\uffff]/gu, 'x'), 'utf16le').swap16()],
];
const attribute = fc
  .tuple(fc.constantFrom(...OIDS), text, fc.constantFrom(...ENCODERS))
  .map(([oid, value, encode]) => encode(oid, value));
const rdn = fc.oneof(
  { weight: 3, arbitrary: fc.tuple(attribute) },
  { weight: 1, arbitrary: fc.array(attribute, { minLength: 2, maxLength: 3 }) },
);
const serial = fc.bigInt({ min: 1n, max: (1n << 159n) - 1n });

describe('issuers of any kind [G1-openssl-names]', () => {
  it('are written as openssl prints them', () => {
    const issuer = fc.array(rdn, { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(fc.array(issuer, { minLength: 30, maxLength: 30 }), (issuers) => {
        agree(issuers.map((rdns) => derCertificate({ spki, issuer: derName(rdns) })));
      }),
      { numRuns: runs(1, 20) },
    );
  });

  it('stand behind the serial number that openssl prints', () => {
    fc.assert(
      fc.property(serial, (value) => {
        const hex = value.toString(16);
        const even = Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex');
        const octets = (even[0] ?? 0) < 0x80 ? even : Buffer.concat([Buffer.of(0), even]);
        const der = derCertificate({ spki, serial: Buffer.concat([Buffer.of(2, octets.length), octets]) });
        const shown = printedSerial(der);
        expect(writeKeyId(certificateOf(der), { evenSerial: true })).toBe(`SN=${shown},CA=CN=Issuer`);
        expect(writeKeyId(certificateOf(der))).toBe(`SN=${shown.replace(/^0/, '')},CA=CN=Issuer`);
      }),
      { numRuns: runs(5, 30) },
    );
  });
});
