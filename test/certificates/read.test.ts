import { generateKeyPairSync, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { describeCertificate, formatSerialHex, readCertificate } from '../../src/certificates/certificate.ts';
import { readPem } from '../../src/certificates/pem.ts';
import { processorTime } from '../signing/soon.ts';
import {
  type CertificateParts,
  derCertificate,
  derExtension,
  derUtcTime,
} from '../support/der-certificate.ts';
import { der, derInteger, derName, derOid } from '../support/der-writer.ts';
import { rsaKeys, rsaPublicKey, spkiOf } from '../support/keys.ts';
import { certificateOf, eidas } from '../support/read-certificate.ts';

const described = (file: string) => describeCertificate(eidas(file));

describe('description of a certificate [C-cert-inspect-shape]', () => {
  it('has the shape of cert inspect', () => {
    expect(described('seal')).toEqual({
      subject: 'CN=Example TPP AS Seal, organizationIdentifier=PSDNO-FSA-999999999, O=Example TPP AS, C=NO',
      issuer:
        'CN=Example Test Qualified CA 1, organizationIdentifier=NTRNO-999999990, O=Example Trust Services AS, C=NO',
      serial: 'A1B2C3D4E5F60718',
      notBefore: '2025-01-01T00:00:00Z',
      notAfter: '2045-01-01T00:00:00Z',
      keyBits: 2048,
      type: 'seal',
      roles: ['PSP_PI', 'PSP_AI'],
      ncaName: 'The Financial Supervisory Authority of Norway',
      ncaId: 'NO-FSA',
      organizationIdentifier: 'PSDNO-FSA-999999999',
    });
  });

  it('keeps every field where there is nothing to say', () => {
    expect(described('bad-no-psd2-statement')).toMatchObject({ roles: [], ncaName: null, ncaId: null });
  });
});

const { cases } = JSON.parse(readFileSync(new URL('../vectors/issuer-names.json', import.meta.url), 'utf8'));

describe('serial numbers [G1-serial]', () => {
  it.each(
    cases as { id: string; certPem: string; serial: Record<string, string> }[],
  )('writes the serial of $id as the vectors do', ({ certPem, serial }) => {
    const pem = readPem(certPem);
    const reading = readCertificate(pem.ok ? pem.blocks[0]!.der : Buffer.alloc(0));
    if (!reading.ok) throw new Error(reading.reason);
    expect(formatSerialHex(reading.certificate.serial)).toBe(serial.hexUpper);
    expect(formatSerialHex(reading.certificate.serial, 'even')).toBe(serial.openssl);
    expect(String(reading.certificate.serial)).toBe(serial.decimal);
  });

  it.each([
    [0n, '0', '00'],
    [1n, '1', '01'],
    [0xabcn, 'ABC', '0ABC'],
    [-0xabcn, '-ABC', '-0ABC'],
  ])('writes %s with as few digits as it takes, or an even number', (serial, minimal, even) => {
    expect(formatSerialHex(serial)).toBe(minimal);
    expect(formatSerialHex(serial, 'even')).toBe(even);
  });
});

const vectors = new URL('../vectors/', import.meta.url);
const spki = spkiOf(rsaKeys());

function build(parts: Partial<CertificateParts>): Buffer {
  return derCertificate({ spki, ...parts });
}

function reasonOf(bytes: Uint8Array): string {
  const reading = readCertificate(bytes);
  return reading.ok ? 'read' : reading.reason;
}

describe('reading a certificate [S12-certificate-reader, G5-organization-identifier]', () => {
  it('reads the seal of the vectors whole', () => {
    const seal = eidas('seal');
    expect(seal.serial).toBe(0xa1b2c3d4e5f60718n);
    expect(seal.notBefore).toBe(Date.UTC(2025, 0, 1));
    expect(seal.notAfter).toBe(Date.UTC(2045, 0, 1));
    expect(seal.organizationIdentifier).toBe('PSDNO-FSA-999999999');
    expect(seal).toMatchObject({ keyType: 'rsa', keyBits: 2048, isCa: false, hasQcStatements: true });
    expect(seal).toMatchObject({ keyUsage: ['nonRepudiation'], extendedKeyUsage: [] });
    expect(seal.subject.map(([attribute]) => attribute?.text)).toEqual([
      'NO',
      'Example TPP AS',
      'PSDNO-FSA-999999999',
      'Example TPP AS Seal',
    ]);
  });

  it('reads a CA certificate, and that its subject is the seal’s issuer', () => {
    const ca = eidas('ca');
    expect(ca).toMatchObject({ isCa: true, keyBits: 3072, type: 'unknown', hasQcStatements: false });
    expect(ca.keyUsage).toEqual(['keyCertSign', 'cRLSign']);
    expect(eidas('seal').issuer).toEqual(ca.subject);
    expect(Buffer.from(ca.subjectKeyIdentifier ?? []).toString('hex')).toBe(
      'ffeee52c6afe67257300e264ee2fa0640eec03c4',
    );
  });

  it('reads serial, dates, key and type of every certificate of the vectors as node:crypto does', () => {
    const failures = readFileSync(new URL('signature-failures.json', vectors), 'utf8');
    const found = new Set(failures.match(/MII[A-Za-z0-9+/]{600,}={0,2}/g));
    const whole = [...found].flatMap((base64) => {
      const bytes = Buffer.from(base64, 'base64');
      const reading = readCertificate(bytes);
      return reading.ok ? [{ bytes, certificate: reading.certificate }] : [];
    });
    expect(whole.length).toBeGreaterThan(7);
    for (const { bytes, certificate } of whole) {
      const other = new X509Certificate(bytes);
      expect(certificate.serial).toBe(BigInt(`0x${other.serialNumber}`));
      expect(certificate.notBefore).toBe(Date.parse(other.validFrom));
      expect(certificate.notAfter).toBe(Date.parse(other.validTo));
      expect(certificate.publicKey.equals(other.publicKey)).toBe(true);
      expect(certificate.isCa).toBe(other.ca);
    }
  });

  it('keeps its own copy of the bytes', () => {
    const bytes = build({});
    const certificate = certificateOf(bytes);
    bytes.fill(0);
    expect(certificate.subject[0]?.[0]?.text).toBe('Subject');
    expect(readCertificate(certificate.der).ok).toBe(true);
  });

  it('reads a certificate of version 1, without extensions', () => {
    const certificate = certificateOf(build({ version: Buffer.alloc(0) }));
    expect(certificate).toMatchObject({ isCa: false, keyUsage: [], type: 'unknown', hasQcStatements: false });
    expect(certificate.organizationIdentifier).toBeUndefined();
    expect(certificate.psd2).toBeUndefined();
  });

  it('reads a negative serial number as it is', () => {
    expect(certificateOf(build({ serial: Buffer.from('0201ff', 'hex') })).serial).toBe(-1n);
  });

  it('reads names of several values, keeping their order', () => {
    const subject = derName([
      [
        ['2.5.4.3', 0x0c, 'a'],
        ['2.5.4.10', 0x0c, 'b'],
      ],
      [['2.5.4.3', 0x0c, 'c']],
    ]);
    const texts = certificateOf(build({ subject })).subject.map((rdn) => rdn.map(({ text }) => text));
    expect(texts).toEqual([['a', 'b'], ['c']]);
  });

  it('takes well under a millisecond', () => {
    const bytes = eidas('seal').der;
    const rounds = Array.from({ length: 60 }, () => {
      const started = processorTime();
      readCertificate(bytes);
      return processorTime() - started;
    });
    expect(Math.min(...rounds)).toBeLessThan(1);
  });
});

describe('times of a certificate [S12-certificate-times]', () => {
  const generalized = (text: string) => der(0x18, Buffer.from(text));

  it.each([
    ['UTCTime 49', derUtcTime('491231235959Z'), Date.UTC(2049, 11, 31, 23, 59, 59)],
    ['UTCTime 50', derUtcTime('500101000000Z'), Date.UTC(1950, 0, 1)],
    ['GeneralizedTime', generalized('20500101000000Z'), Date.UTC(2050, 0, 1)],
    ['no end at all', generalized('99991231235959Z'), Date.UTC(9999, 11, 31, 23, 59, 59)],
    ['a leap day', generalized('20240229120000Z'), Date.UTC(2024, 1, 29, 12)],
  ])('reads %s', (_, notAfter, milliseconds) => {
    expect(certificateOf(build({ notAfter })).notAfter).toBe(milliseconds);
  });

  it.each([
    ['a 29 February of a common year', derUtcTime('250229000000Z'), "notAfter isn't a real date and time"],
    ['a 29 February of 2100', generalized('21000229000000Z'), "notAfter isn't a real date and time"],
    ['month 13', derUtcTime('251301000000Z'), "notAfter isn't a real date and time"],
    ['31 April', derUtcTime('250431000000Z'), "notAfter isn't a real date and time"],
    ['hour 24', derUtcTime('250101240000Z'), "notAfter isn't a real date and time"],
    ['no seconds', derUtcTime('2501010000Z'), "notAfter isn't written with seconds and a final Z"],
    ['an offset', derUtcTime('250101000000+0100'), "notAfter isn't written with seconds and a final Z"],
    ['a fraction', generalized('20250101000000.5Z'), "notAfter isn't written with seconds and a final Z"],
    ['year 99', generalized('00990101000000Z'), 'notAfter is before the year 100'],
    ['a text', der(0x0c, Buffer.from('250101000000Z')), "notAfter isn't a time"],
  ])('refuses %s', (_, notAfter, reason) => {
    expect(reasonOf(build({ notAfter }))).toBe(reason);
  });
});

describe('what is no certificate [S12-certificate-refused]', () => {
  const twice = derExtension('2.5.29.19', der(0x30));

  it.each([
    ['nothing', Buffer.alloc(0), 'truncated at byte 0'],
    ['text', Buffer.from('-----BEGIN CERTIFICATE-----'), 'tag 0x2d at byte 0 is not DER'],
    [
      'another structure',
      der(0x30, derInteger(1n)),
      'the signed part of the certificate has tag 0x02, not 0x30',
    ],
    ['an extension twice', build({ extensions: [twice, twice] }), 'extension 2.5.29.19 appears twice'],
    ['version 4', build({ version: der(0xa0, derInteger(3n)) }), "the version isn't an X.509 version"],
    ['a name in no list', build({ issuer: der(0x31) }), 'the issuer has tag 0x31, not 0x30'],
    ['an empty part of a name', build({ subject: derName([[]]) }), 'a part of the subject is empty'],
    [
      'a key of zeros',
      build({ spki: der(0x30, der(0x30, derOid('1.3.101.112')), der(3, Buffer.alloc(9))) }),
      "the public key can't be used",
    ],
    [
      'qcStatements that are no DER',
      build({ extensions: [derExtension('1.3.6.1.5.5.7.1.3', Buffer.from('3005', 'hex'))] }),
      /^truncated/,
    ],
  ])('refuses %s', (_, bytes, reason) => {
    expect(reasonOf(bytes)).toMatch(reason);
  });

  it('refuses the truncated certificate of the vectors', () => {
    const { cases } = JSON.parse(readFileSync(new URL('signature-failures.json', vectors), 'utf8'));
    const { request } = cases.find(({ id }: { id: string }) => id === 'cert-truncated');
    const [, base64] = request.headers.find(([name]: [string]) => name === 'TPP-Signature-Certificate');
    expect(reasonOf(Buffer.from(base64, 'base64'))).toMatch(/^truncated/);
  });
});

describe('keys of a certificate [G5-key-types]', () => {
  it.each([
    ['prime256v1', 256],
    ['secp384r1', 384],
    ['secp521r1', 521],
  ])('reads the curve %s as ec of %i bits', (namedCurve, bits) => {
    const key = spkiOf(generateKeyPairSync('ec', { namedCurve }));
    expect(certificateOf(build({ spki: key }))).toMatchObject({ keyType: 'ec', keyBits: bits });
  });

  it('reads an Ed25519 key as another kind', () => {
    const key = spkiOf(generateKeyPairSync('ed25519'));
    expect(certificateOf(build({ spki: key }))).toMatchObject({ keyType: 'other', keyBits: 256 });
  });

  it.each([1024, 2047])('tells the size of an RSA key of %i bits', (bits) => {
    const key = spkiOf({ publicKey: rsaPublicKey(bits) });
    expect(certificateOf(build({ spki: key }))).toMatchObject({ keyType: 'rsa', keyBits: bits });
  });

  it('refuses a curve written out in numbers', () => {
    const key = spkiOf(generateKeyPairSync('ec', { namedCurve: 'prime256v1', paramEncoding: 'explicit' }));
    expect(reasonOf(build({ spki: key }))).toBe('the curve of the public key has tag 0x30, not 0x06');
  });
});
