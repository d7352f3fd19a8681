import { execFileSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type CertificateParts, derCertificate, derExtension } from '../support/der-certificate.ts';
import { der, derInteger, derName, derOid, type WrittenAttribute } from '../support/der-writer.ts';
import { pemOf } from '../support/keys.ts';
import { verifySoon } from './soon.ts';
import { handmade, makeTpp, sentWith } from './tpp.ts';

const tpp = makeTpp();
const spki = tpp.publicKey.export({ type: 'spki', format: 'der' });
/** Just below what is read of a certificate header. */
const LONG = 250 * 1024;
const long = (text: string) => text.repeat(Math.ceil(LONG / text.length)).slice(0, LONG);
const name = (tag: number, octet: number) => derName([[['2.5.4.3', tag, Buffer.alloc(60_000, octet)]]]);
const attribute = (text: string): WrittenAttribute => ['2.5.4.6', 0x0c, text];
const made = (parts: Partial<CertificateParts>) => derCertificate({ spki, ...parts });
/** A number of so many octets, as large as it can be. */
const number = (octets: number) => der(0x02, Buffer.concat([Buffer.of(0), Buffer.alloc(octets, 0xff)]));
const bits = (key: Uint8Array) => der(0x03, Buffer.of(0), key);
const publicKey = (oid: string, parameters: Uint8Array, key: Uint8Array) =>
  derCertificate({ spki: der(0x30, der(0x30, derOid(oid), parameters), bits(key)) });
const RSA = '1.2.840.113549.1.1.1';
const rsa = (modulus: Uint8Array, exponent: Uint8Array) =>
  publicKey(RSA, der(0x05), der(0x30, modulus, exponent));
const DSA = '1.2.840.10040.4.1';
const DH = '1.2.840.113549.1.3.1';
const privateKey = (oid: string, parameters: Uint8Array, key: Uint8Array) =>
  der(0x30, derInteger(0n), der(0x30, derOid(oid), parameters), der(0x04, key));

function deep(levels: number): Buffer {
  let node = der(0x30);
  for (let level = 0; level < levels; level += 1) node = der(0x30, node, node);
  return node;
}

function nested(rounds: number): string {
  let text = 'MIIB';
  for (let round = 0; round < rounds; round += 1) text = Buffer.from(text.repeat(2)).toString('base64');
  return text;
}

const TEXTS: Readonly<Record<string, string>> = {
  hyphens: long('-'),
  'beginnings of a label': long('-----BEGIN '),
  'beginnings of a key': long('-----BEGIN PRIVATE '),
  'empty blocks': long('-----BEGIN CERTIFICATE-----QUFB-----END CERTIFICATE-----'),
  'percent signs of percent signs': long('%25'),
  'escaped line ends': long('\\n'),
  blanks: long(' '),
  commas: long(','),
  'a list': long('QUFB,'),
  'the other alphabet': long('_-'),
  padding: long('='),
  'Base64 in Base64': nested(12),
};

const DERS: Readonly<Record<string, Uint8Array>> = {
  'a zip': Buffer.concat([Buffer.from('PK\x03\x04'), Buffer.alloc(100_000, 7)]),
  'opening sequences': Buffer.alloc(60_000, Buffer.from('3080', 'hex')),
  'sequences as deep as allowed': deep(14),
  'sequences deeper than allowed': deep(15),
  'octets that are no UTF-8': made({ issuer: name(0x0c, 0xc3) }),
  'a serial of 60,000 octets': made({ serial: der(0x02, Buffer.alloc(60_000, 0x7f)) }),
  'a negative serial of 60,000 octets': made({ serial: der(0x02, Buffer.alloc(60_000, 0x80)) }),
  'thousands of parts': made({ issuer: derName(Array.from({ length: 4500 }, () => [attribute('a')])) }),
  'thousands of values in a part': made({
    issuer: derName([Array.from({ length: 4500 }, () => attribute('a'))]),
  }),
  'a long BMPString': made({ issuer: name(0x1e, 0xd8) }),
  'a long UniversalString': made({ issuer: name(0x1c, 0) }),
  'a name of commas': made({ issuer: name(0x0c, 0x2c) }),
  'a name of blanks': made({ issuer: name(0x0c, 0x20) }),
  'a name of NULs': made({ issuer: name(0x0c, 0) }),
  'an identifier of 200 digits': made({ issuer: derName([[[`2.999.${'9'.repeat(200)}`, 0x0c, 'x']]]) }),
  'thousands of extensions': made({
    extensions: Array.from({ length: 4000 }, (_, count) => derExtension(`1.2.3.${count}`, der(0x05))),
  }),
  'thousands of statements': made({
    extensions: [
      derExtension('1.3.6.1.5.5.7.1.3', der(0x30, ...Array(6000).fill(der(0x30, derOid('1.2.3'))))),
    ],
  }),
  'a modulus of 60,000 octets': rsa(number(60_000), derInteger(65_537n)),
  'an exponent as long as the modulus': rsa(number(384), number(383)),
  'a modulus and an exponent beyond all bounds': rsa(number(30_000), number(29_999)),
  'a modulus of 16,384 bits': rsa(number(2048), number(8)),
  'a modulus of 0': rsa(derInteger(0n), derInteger(3n)),
  'a modulus of 1': rsa(derInteger(1n), derInteger(3n)),
  'an even modulus': rsa(derInteger(1n << 2047n), derInteger(3n)),
  'an exponent of 0': rsa(number(256), derInteger(0n)),
  'a DSA key of any size': publicKey(
    DSA,
    der(0x30, number(10_000), number(10_000), number(10_000)),
    number(10_000),
  ),
  'a DH key of any size': publicKey(DH, der(0x30, number(18_000), number(18_000)), number(18_000)),
  'a private DSA key of any size': privateKey(
    DSA,
    der(0x30, number(4000), number(4000), number(4000)),
    number(4000),
  ),
  'a private DH key of any size': privateKey(DH, der(0x30, number(1000), number(999)), number(1000)),
};

describe('a hostile certificate [G2-hostile-certificates]', () => {
  it.each([
    ...Object.entries(TEXTS),
    ...Object.entries(DERS).map(([what, bytes]) => [what, Buffer.from(bytes).toString('base64')] as const),
  ])('gets findings soon: %s', (what, text) => {
    // As long as each of the keys above, so that RSA is tried with all.
    for (const octets of /modulus|exponent/.test(what) ? [256, 384, 2048] : [256]) {
      const request = handmade(tpp, {
        encode: () => Buffer.alloc(octets, 0x55).toString('base64'),
        sent: sentWith('TPP-Signature-Certificate', text),
      });
      const { valid, findings } = verifySoon(request, { recovery: false });
      expect(valid).toBe(false);
      expect(findings.length).toBeLessThan(20);
    }
  });

  it('gets findings soon beside a keyId of as many values', () => {
    const values = (count: number, last: string) => [...Array(count).fill('a'), last];
    const issuer = derName([values(2040, 'b').map(attribute)]);
    const keyId = `SN=5,CA=${values(2039, 'c')
      .map((value) => `C=${value}`)
      .join('+')}`;
    const request = handmade(tpp, {
      parameters: { keyId },
      sent: sentWith('TPP-Signature-Certificate', made({ issuer }).toString('base64')),
    });
    const { findings } = verifySoon(request, { recovery: false });
    expect(findings.map(({ code }) => code)).toContain('keyid-mismatch');
  });
});

describe('a private key in place of a certificate [G4-private-key]', () => {
  /** Keys as the openssl command writes them; RSA keys are given to it. */
  const KEYS: Readonly<Record<string, readonly string[]>> = {
    'RSA in PKCS #8': ['pkcs8', '-topk8', '-nocrypt', '-outform', 'DER', '-out'],
    'RSA in PKCS #1': ['rsa', '-traditional', '-out'],
    'EC in PKCS #8': [
      ...['genpkey', '-algorithm', 'EC', '-pkeyopt', 'ec_paramgen_curve:P-256', '-outform', 'DER'],
      '-out',
    ],
    'EC in SEC 1': ['ecparam', '-genkey', '-noout', '-name', 'prime256v1', '-outform', 'DER', '-out'],
    'Ed25519 in PKCS #8': ['genpkey', '-algorithm', 'ED25519', '-outform', 'DER', '-out'],
  };

  it.each(Object.entries(KEYS))('is told by its shape: %s', (_, args) => {
    const written = writtenByOpenssl(args);
    const text =
      written[0] === 0x30 ? written.toString('base64') : written.toString('latin1').replaceAll('\n', ' ');
    const request = handmade(tpp, { sent: sentWith('TPP-Signature-Certificate', text) });
    expect(verifySoon(request, { recovery: false }).findings).toMatchObject([
      { code: 'certificate-format', cause: 'private-key' },
    ]);
  });

  it('is not seen in a certificate', () => {
    expect(verifySoon(handmade(tpp)).findings).toEqual([]);
  });
});

function writtenByOpenssl(args: readonly string[]): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'psd2-keys-'));
  try {
    // Some read it and some make a key of their own: a file doesn't mind who doesn't read it, as a pipe does.
    writeFileSync(join(folder, 'rsa'), pemOf(tpp.privateKey), { mode: 0o600 });
    const stdin = openSync(join(folder, 'rsa'), 'r');
    try {
      execFileSync('openssl', [...args, join(folder, 'key')], { stdio: [stdin, 'pipe', 'pipe'] });
    } finally {
      closeSync(stdin);
    }
    return readFileSync(join(folder, 'key'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
