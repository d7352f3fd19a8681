import { createHash, createPublicKey, generateKeyPairSync, X509Certificate } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { verify } from '../../src/signing/verify.ts';
import { der, derInteger, derOid } from '../support/der-writer.ts';
import { rsaKeys, spkiOf } from '../support/keys.ts';
import { firstOf, ISSUER, made, NOW, PRIVATE_KEY, SEAL, type Unseen } from './stack.ts';
import { base64, certificate, date, pem, rfc, sent, withKey } from './unseen-header.ts';

/** Keys that are not sought for but written: nobody signs with them. */
const bits = (key: Uint8Array) => der(0x03, Buffer.of(0), key);
const number = (octets: number) => derInteger(BigInt(`0x${'9d'.repeat(octets)}`));
const DSA = der(
  0x30,
  der(0x30, derOid('1.2.840.10040.4.1'), der(0x30, number(256), number(32), number(255))),
  bits(number(254)),
);
/** The octets of an RSA key behind the identifier of keys for PSS. */
const PSS = der(
  0x30,
  der(0x30, derOid('1.2.840.113549.1.1.10')),
  bits(rsaKeys().publicKey.export({ type: 'pkcs1', format: 'der' })),
);
const P256 = spkiOf(generateKeyPairSync('ec', { namedCurve: 'P-256' }));
const ED25519 = spkiOf(generateKeyPairSync('ed25519'));

const DATES: readonly Unseen[] = [
  ['X-Date for Date', 'date-missing', { headers: { Date: null, 'X-Date': rfc } }],
  ['a day that is not', 'date-format other', date('Fri, 31 Feb 2026 08:30:00 GMT')],
  ['24:00', 'date-format other', date(rfc.replace(/\d\d:\d\d:\d\d/, '24:00:00'))],
  ['tomorrow', 'date-skew', date(new Date(NOW + 86_400_000).toUTCString())],
];

const CERTIFICATES: readonly Unseen[] = [
  ['null', 'certificate-unparseable', certificate('null')],
  [
    'PEM with tabs, as nginx passes it on',
    'certificate-format-tolerated pem-spaces',
    certificate(pem.trim().replaceAll('\n', '\t')),
  ],
  [
    'Base64 of the PEM file with CRLF',
    'certificate-format-tolerated base64-of-pem',
    certificate(Buffer.from(pem.replaceAll('\n', '\r\n')).toString('base64')),
  ],
  [
    'PEM in a form',
    'certificate-format-tolerated percent-encoded',
    certificate(encodeURIComponent(pem).replaceAll('%20', '+')),
  ],
  ['\\r\\n for newlines', 'certificate-format literal-newline', certificate(pem.replaceAll('\n', '\\r\\n'))],
  [
    'the header twice',
    'certificate-format several',
    sent((headers) => [...headers, ...headers.filter(([name]) => name === 'TPP-Signature-Certificate')]),
  ],
  [
    'the private key as Base64',
    'certificate-format private-key',
    certificate(PRIVATE_KEY.export({ type: 'pkcs1', format: 'der' }).toString('base64')),
  ],
  [
    'certificate and key with a comma',
    'certificate-format private-key',
    certificate(`${base64},${PRIVATE_KEY.export({ type: 'pkcs8', format: 'der' }).toString('base64')}`),
  ],
  ['P-384', 'certificate-format ec-key', withKey(spkiOf(generateKeyPairSync('ec', { namedCurve: 'P-384' })))],
  ['Ed25519', 'certificate-format ec-key', withKey(ED25519)],
  ['a DSA key', 'certificate-format', withKey(DSA)],
  ['an RSA key for PSS alone', 'certificate-format', withKey(PSS)],
];

const all: readonly Unseen[] = [...DATES, ...CERTIFICATES];

describe('headers as the programs of TPPs and gateways write them [G4-unseen-header, G2-certificate-forms]', () => {
  it.each(all.map((one) => [one[0], one] as const))('%s', (_, [, expected, parts, options]) => {
    expect(firstOf(parts, options)).toBe(expected);
  });

  it('are valid as the stack writes them, and its certificate is one that node reads', () => {
    expect(firstOf({})).toBe('valid');
    expect(new X509Certificate(SEAL).issuer).toContain(ISSUER[3]?.[0]?.[2]);
    expect(createHash('sha256').update(SEAL).digest('hex')).toHaveLength(64);
  });

  it('count as valid only where RSA was checked', () => {
    for (const [title, , parts] of all) {
      const { valid, facts } = verify(made(parts), { at: NOW, clock: () => 0, recovery: false });
      expect([title, valid && facts.rsa !== 'verified']).toEqual([title, false]);
    }
  });
});

describe('a key that is not RSA [G5-rsa-only]', () => {
  it.each([
    ['dsa', DSA],
    ['rsa-pss', PSS],
    ['ec', P256],
    ['ed25519', ED25519],
  ])('is an error, since nothing of the signature is checked then: %s', (type, spki) => {
    expect(createPublicKey({ key: spki, type: 'spki', format: 'der' }).asymmetricKeyType).toBe(type);
    const request = made(withKey(spki));
    const { valid, certificate: sent_, facts } = verify(request, { at: NOW });
    expect([valid, facts.rsa]).toEqual([false, 'not-checked']);
    // The same for one that is given in place of the header.
    const given = sent_ ?? undefined;
    expect(given && verify(made(), { at: NOW, certificate: given }).valid).toBe(false);
  });
});
