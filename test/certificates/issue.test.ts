import { execFileSync } from 'node:child_process';
import { generateKeyPairSync, X509Certificate } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { issueCa, issueSeal } from '../../src/certificates/issue.ts';
import { caught } from '../support/fault-of.ts';
import { rsaKeys, rsaPublicKey } from '../support/keys.ts';
import { certificateOf, extensionsOf } from '../support/read-certificate.ts';

const caKeys = rsaKeys('ca');
const sealKeys = rsaKeys('own');
const notBefore = Date.UTC(2026, 9, 14, 8, 30);
const notAfter = Date.UTC(2028, 9, 14, 8, 30);

const caCertificate = issueCa({
  privateKey: caKeys.privateKey,
  commonName: 'Prøve-CA for segl',
  serial: 0x80n,
  notBefore,
  notAfter: Date.UTC(2055, 0, 1),
});

const plain = {
  caCertificate,
  caKey: caKeys.privateKey,
  publicKey: sealKeys.publicKey,
  organizationIdentifier: 'PSDNO-FSA-123456789',
  organizationName: 'Sørlandet Betaling Æøå AS',
  commonName: 'Sørlandet segl € 𝄞',
  country: 'NO',
  roles: ['PSP_PI', 'PSP_AI'],
  ncaName: 'The Financial Supervisory Authority of Norway',
  ncaId: 'NO-FSA',
  serial: 0xabcn,
  notBefore,
  notAfter,
} as const;

function openssl(input: string, ...options: string[]): string {
  return execFileSync('openssl', options, { input, encoding: 'utf8' });
}

const seal = issueSeal(plain);
const vector = readFileSync(new URL('../vectors/eidas/seal.pem', import.meta.url), 'utf8');

describe('issuing a seal [G5-issue-seal, G5-seal]', () => {
  it('has the qcStatements of the openssl-made seal byte for byte, not critical', () => {
    const [ours, theirs] = [seal, vector].map((pem) => extensionsOf(pem).get('1.3.6.1.5.5.7.1.3'));
    expect(Buffer.from(ours!.value).toString('hex')).toBe(Buffer.from(theirs!.value).toString('hex'));
    expect(ours?.critical).toBe(false);
    const options = ['asn1parse', '-i', '-inform', 'DER'];
    const printed = execFileSync('openssl', options, { input: ours!.value, encoding: 'utf8' });
    const expected = readFileSync(new URL('../vectors/eidas/seal.qcstatements.txt', import.meta.url), 'utf8');
    expect(printed).toBe(expected);
  });

  it('has critical keyUsage nonRepudiation and digitalSignature, no extKeyUsage, and is no CA', () => {
    const certificate = certificateOf(seal);
    expect(certificate.keyUsage).toEqual(['digitalSignature', 'nonRepudiation']);
    expect(certificate).toMatchObject({ extendedKeyUsage: [], isCa: false, type: 'seal', keyBits: 2048 });
    expect(extensionsOf(seal).get('2.5.29.15')?.critical).toBe(true);
    expect(extensionsOf(seal).get('2.5.29.19')?.critical).toBe(true);
    expect(extensionsOf(seal).has('2.5.29.37')).toBe(false);
  });

  it('says who it is for and until when', () => {
    const certificate = certificateOf(seal);
    expect(certificate).toMatchObject({ serial: 0xabcn, notBefore, notAfter, qcFaults: [] });
    expect(certificate.organizationIdentifier).toBe('PSDNO-FSA-123456789');
    expect(certificate.psd2).toEqual({ roles: plain.roles, ncaName: plain.ncaName, ncaId: plain.ncaId });
    expect(certificate.publicKey.equals(sealKeys.publicKey)).toBe(true);
  });

  it('writes names beyond ASCII as openssl reads them', () => {
    expect(openssl(seal, 'x509', '-noout', '-subject', '-nameopt', 'RFC2253,-esc_msb,utf8')).toBe(
      'subject=CN=Sørlandet segl € 𝄞,organizationIdentifier=PSDNO-FSA-123456789,O=Sørlandet Betaling Æøå AS,C=NO\n',
    );
    const issuer = openssl(seal, 'x509', '-noout', '-issuer', '-nameopt', 'RFC2253,-esc_msb,utf8');
    expect(issuer).toBe('issuer=CN=Prøve-CA for segl\n');
  });

  it('takes the issuer over as the CA wrote it', () => {
    expect(certificateOf(seal).issuer).toEqual(certificateOf(caCertificate).subject);
  });

  it('is verified by openssl against the CA', () => {
    const folder = mkdtempSync(join(tmpdir(), 'psd2-issue-'));
    try {
      writeFileSync(join(folder, 'ca.pem'), caCertificate);
      writeFileSync(join(folder, 'seal.pem'), seal);
      const at = String(notBefore / 1000 + 60);
      const options = ['verify', '-x509_strict', '-attime', at, '-CAfile', join(folder, 'ca.pem')];
      expect(openssl('', ...options, join(folder, 'seal.pem'))).toMatch(/: OK\n$/);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('takes keys as PEM as well', () => {
    const pem = issueSeal({
      ...plain,
      caKey: caKeys.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
      publicKey: sealKeys.publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    });
    expect(pem).toBe(seal);
  });

  it('writes the roles asked for, in the order of their numbers', () => {
    const pem = issueSeal({ ...plain, roles: ['PSP_IC', 'PSP_AS', 'PSP_IC'] });
    expect(certificateOf(pem).psd2?.roles).toEqual(['PSP_AS', 'PSP_IC']);
  });

  it.each([
    1n,
    0x7fn,
    0x80n,
    0xabcn,
    0xde730ec5733ead1bn,
    (1n << 159n) - 1n,
  ])('writes serial %s', (serial) => {
    expect(certificateOf(issueSeal({ ...plain, serial })).serial).toBe(serial);
  });

  it.each([
    ['serial', { serial: 0n }],
    ['serial', { serial: 1n << 160n }],
    ['country', { country: 'no' }],
    ['commonName', { commonName: '' }],
    ['commonName', { commonName: 'x'.repeat(65) }],
    ['organizationName', { organizationName: 'a\nb' }],
    ['organizationName', { organizationName: '\ud800' }],
    ['roles', { roles: [] }],
    ['ncaId', { ncaId: '' }],
    ['notAfter', { notAfter: notBefore - 1000 }],
    ['RSA', { publicKey: generateKeyPairSync('ec', { namedCurve: 'prime256v1' }).publicKey }],
    ['RSA', { publicKey: rsaPublicKey(1024) }],
    ['public key', { publicKey: 'no key' }],
    ['caKey', { caKey: sealKeys.privateKey }],
    ['caCertificate', { caCertificate: 'no certificate' }],
    ['caCertificate', { caCertificate: seal, caKey: sealKeys.privateKey }],
  ])('refuses what can not stand in a certificate, naming %s', (named, change) => {
    const fault = caught(() => issueSeal({ ...plain, ...change }));
    expect(fault).toMatchObject({ name: 'Fault', code: 'INPUT_INVALID' });
    expect(fault.message).toContain(named);
  });
});

describe('issuing a CA certificate [G5-issue-ca]', () => {
  it('is self-signed, a CA, and may sign certificates only', () => {
    const certificate = certificateOf(caCertificate);
    expect(certificate).toMatchObject({ isCa: true, serial: 0x80n, keyUsage: ['keyCertSign', 'cRLSign'] });
    expect(certificate.issuer).toEqual(certificate.subject);
    expect(new X509Certificate(caCertificate).verify(caKeys.publicKey)).toBe(true);
    expect(extensionsOf(caCertificate).get('2.5.29.19')?.critical).toBe(true);
  });

  it('may last beyond 2049', () => {
    expect(certificateOf(caCertificate).notAfter).toBe(Date.UTC(2055, 0, 1));
  });
});
