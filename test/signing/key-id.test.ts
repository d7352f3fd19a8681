import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readCertificate } from '../../src/certificates/certificate.ts';
import { compareKeyId, detectKeyId, readKeyId, writeKeyId } from '../../src/signing/key-id.ts';
import { REQUEST_PROFILE } from '../../src/signing/signing-string.ts';
import { derCertificate } from '../support/der-certificate.ts';
import { derName } from '../support/der-writer.ts';
import { certificateOf } from '../support/read-certificate.ts';

interface NameCase {
  readonly id: string;
  readonly serial: Readonly<Record<string, string>>;
  readonly rfc2253: { strict: string; openssl: string; java: string; opensslUtf8: string };
  readonly others: Readonly<Record<string, string>>;
  readonly certPem: string;
}

const { cases }: { cases: NameCase[] } = JSON.parse(
  readFileSync(new URL('../vectors/issuer-names.json', import.meta.url), 'utf8'),
);
const certificates = new Map(cases.map(({ id, certPem }) => [id, certificateOf(certPem)]));
const certificateIn = ({ id }: NameCase) => certificates.get(id)!;
const outcome = (one: NameCase, issuer: string, serial = one.serial.hexUpper) => {
  const compared = compareKeyId(`SN=${serial},CA=${issuer}`, certificateIn(one));
  const [cause = ''] = 'causes' in compared ? compared.causes : [];
  return `${compared.result} ${cause}`.trim();
};
const named = (id: string) => cases.find((one) => one.id === id)!;

it.each(
  cases,
)('keyId as we write it has upper-case hexadecimal and the issuer in each style: $id [I-authentication-3-key-id, G1-key-id, G1-issuer-styles]', (one) => {
  const certificate = certificateIn(one);
  expect(writeKeyId(certificate)).toBe(`SN=${one.serial.hexUpper},CA=${one.rfc2253.strict}`);
  expect(writeKeyId(certificate, { style: 'java' })).toBe(`SN=${one.serial.hexUpper},CA=${one.rfc2253.java}`);
  expect(writeKeyId(certificate, { style: 'openssl' })).toBe(
    `SN=${one.serial.hexUpper},CA=${one.rfc2253.openssl}`,
  );
});

describe('keyId against the certificate [G2-key-id, G4-keyid-mismatch, G4-keyid-style]', () => {
  it.each(cases)('takes every writing that means the same: $id', (one) => {
    for (const issuer of [
      ...Object.values(one.rfc2253),
      one.others.javaRfc1779!,
      one.others.javaToString!,
      one.others.bouncyCastleRfc4519!,
      one.others.pycaRfc4514!,
    ]) {
      expect([issuer, outcome(one, issuer).split(' ')[0]]).toEqual([
        issuer,
        issuer === one.rfc2253.strict ? 'equal' : 'style',
      ]);
    }
  });

  it.each(cases)('refuses the other order, with and without blanks, and slashes: $id', (one) => {
    expect(outcome(one, one.others.opensslRfc2253NoRev!)).toBe('mismatch reversed');
    expect(outcome(one, one.others.opensslOneline!)).toBe('mismatch spaces');
    expect(outcome(one, one.others.opensslCompat!)).toBe('mismatch slash');
    expect(outcome(one, one.others.node!)).toBe('mismatch unknown');
  });

  it.each(cases)('reads the serial as an integer: $id', (one) => {
    const { decimal, hexUpper, ...written } = one.serial;
    for (const serial of Object.values(written)) {
      expect(outcome(one, one.rfc2253.strict, serial).split(' ')[0]).toBe(
        serial === hexUpper ? 'equal' : 'style',
      );
    }
    if (decimal !== hexUpper)
      expect(outcome(one, one.rfc2253.strict, decimal)).toBe('mismatch decimal-serial');
  });

  it('names how it is written', () => {
    const one = named('08-orgid');
    const strict = one.rfc2253.strict;
    expect(outcome(one, one.rfc2253.openssl)).toBe('style orgid-name');
    expect(outcome(one, one.others.pycaRfc4514!)).toBe('style orgid-string');
    expect(
      outcome(
        one,
        strict.replace(/#[0-9a-f]+/, (hex) => hex.toUpperCase()),
      ),
    ).toBe('style hex-upper');
    expect(outcome(one, strict.replace('#0c', '#13'))).toBe('style string-tag');
    expect(outcome(one, strict.replaceAll(' ', '%20'))).toBe('style percent');
    expect(outcome(one, 'CN=OrgId CA,O=Example Trust AS,C=NO')).toBe('style portal-signer');
    expect(outcome(one, strict.replaceAll('=', ' = '))).toBe('style comma-space');
    expect(outcome(one, strict, '5A5B')).toBe('mismatch other-certificate');
    expect(outcome(one, 'CN=OrgId CA,O=Example Trust AS')).toBe('mismatch unknown');
    expect(outcome(one, 'CN=OrgId CA,O=,O')).toBe('mismatch unknown');
  });

  it('reads the text raw first, then with quoted-pairs undone, and says which matched', () => {
    const one = named('02-comma-quote');
    const raw = `SN=${one.serial.hexUpper},CA=${one.rfc2253.strict}`;
    const quoted = raw.replaceAll(/["\\]/g, '\\$&');
    expect(compareKeyId(raw, certificateIn(one))).toEqual({ result: 'equal', reading: 'raw' });
    expect(compareKeyId(quoted, certificateIn(one))).toEqual({
      ...{ result: 'style', reading: 'quoted-pairs', causes: [] },
    });
  });

  it('takes S for ST, and the values of one RDN in either order', () => {
    const issuer = derName([
      [['2.5.4.6', 0x13, 'NO']],
      [['2.5.4.8', 0x0c, 'Oslo']],
      [
        ['2.5.4.3', 0x0c, 'A'],
        ['2.5.4.11', 0x0c, 'B'],
      ],
    ]);
    const spki = certificateIn(cases[0]!).publicKey.export({ type: 'spki', format: 'der' });
    const read = readCertificate(derCertificate({ issuer, spki }));
    if (!read.ok) throw new Error(read.reason);
    const results = ['CN=A+OU=B,ST=Oslo,C=NO', 'OU=B+CN=A,S=Oslo,C=NO', 'CN=A,OU=B,ST=Oslo,C=NO'].map(
      (text) => compareKeyId(`SN=5,CA=${text}`, read.certificate).result,
    );
    expect(results).toEqual(['equal', 'style', 'style']);
  });

  it('compares a BMPString as Java garbles it', () => {
    const issuer = derName([[['2.5.4.3', 0x1e, Buffer.from('\0C\0A', 'latin1')]]]);
    const spki = certificateIn(cases[0]!).publicKey.export({ type: 'spki', format: 'der' });
    const read = readCertificate(derCertificate({ issuer, spki }));
    if (!read.ok) throw new Error(read.reason);
    expect(compareKeyId('SN=5,CA=CN=CA', read.certificate).result).toBe('equal');
    expect(compareKeyId('SN=5,CA=CN=\\00C\\00A', read.certificate).result).toBe('style');
  });
});

const SEAL = certificateIn(cases[0]!);
const digest = (name: string) => createHash(name).update(SEAL.der).digest();
const UUID = '5a2c1f7e-3f6e-4c8a-9d55-1c2b3a4d5e6f';

describe('the form of keyId [G4-keyid-format]', () => {
  it.each([
    ['CA=CN=x,C=NO,SN=1', 'order'],
    [digest('sha1').toString('hex'), 'fingerprint'],
    [
      digest('sha256')
        .toString('hex')
        .toUpperCase()
        .replaceAll(/..(?!$)/g, '$&:'),
      'fingerprint',
    ],
    [`SHA256:${digest('sha256').toString('base64').replace('=', '')}`, 'fingerprint'],
    [digest('sha256').toString('base64url'), 'fingerprint'],
    ['AB'.repeat(20), undefined],
    ['PSDNO-FSA-123456', 'identifier'],
    [UUID, 'identifier'],
    [UUID.replaceAll('-', ''), 'identifier'],
    ['tpp-client@example.test', 'identifier'],
    ['https://tpp.example.test/keys/1', 'identifier'],
    ['{{keyId}}', undefined],
    ['SN=,CA=CN=x', undefined],
    ['SN=1;CA=CN=x', undefined],
    ['sn=1,ca=CN=x', undefined],
    ['SN=1', undefined],
    ['CN=Test Issuing CA,C=NO', undefined],
    ['SN=12G,CA=CN=x', undefined],
    ['', undefined],
  ])('refuses %j', (keyId, cause) => {
    expect(readKeyId(keyId)).toBeUndefined();
    expect(detectKeyId(keyId, REQUEST_PROFILE.keyId, SEAL).cause).toBe(cause);
  });

  it('tells no fingerprint where there is no certificate to compare it with', () => {
    expect(detectKeyId(digest('sha256').toString('hex'), REQUEST_PROFILE.keyId, undefined).cause).not.toBe(
      'fingerprint',
    );
  });
});
