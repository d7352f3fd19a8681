import { createHash, createPublicKey, generateKeyPairSync, X509Certificate } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { verify } from '../../src/signing/verify.ts';
import { der, derInteger, derOid } from '../support/der-writer.ts';
import { rsaKeys, rsaPublicKey, spkiOf } from '../support/keys.ts';
import { firstOf, ISSUER, made, NOW, PRIVATE_KEY, SEAL, type Unseen } from './stack.ts';
import { base64, certificate, date, keyPem, pem, rfc, sent, withKey, wrapped } from './unseen-header.ts';

/** Keys that are not sought for but written: nobody signs with them. */
const bits = (key: Uint8Array) => der(0x03, Buffer.of(0), key);
const number = (octets: number) => derInteger(BigInt(`0x${'9d'.repeat(octets)}`));
const DSA = der(
  0x30,
  der(0x30, derOid('1.2.840.10040.4.1'), der(0x30, number(256), number(32), number(255))),
  bits(number(254)),
);
const RSA = spkiOf(rsaKeys());
/** The octets of an RSA key behind the identifier of keys for PSS. */
const PSS = der(
  0x30,
  der(0x30, derOid('1.2.840.113549.1.1.10')),
  bits(rsaKeys().publicKey.export({ type: 'pkcs1', format: 'der' })),
);
const P256 = spkiOf(generateKeyPairSync('ec', { namedCurve: 'P-256' }));
const ED25519 = spkiOf(generateKeyPairSync('ed25519'));

const DATES: readonly Unseen[] = [
  ['no Date', 'date-missing', date(null)],
  ['X-Date for Date', 'date-missing', { headers: { Date: null, 'X-Date': rfc } }],
  ['toISOString of JavaScript', 'date-format iso', date('2026-10-14T08:30:00.000Z')],
  ['isoformat of Python', 'date-format iso', date('2026-10-14T10:30:00.123456+02:00')],
  ['LocalDateTime of Java', 'date-format iso', date('2026-10-14T08:30:00')],
  ['a date and a clock', 'date-format iso', date('2026-10-14 08:30:00')],
  ['basic ISO 8601', 'date-format iso', date('20261014T083000Z')],
  ['+0000, as date -R and DateTimeFormatter', 'date-format offset', date(rfc.replace('GMT', '+0000'))],
  ['-0000 of formatdate in Python', 'date-format offset', date(rfc.replace('GMT', '-0000'))],
  ['+0200', 'date-format offset', date(rfc.replace('08:', '10:').replace('GMT', '+0200'))],
  ['CEST', 'date-format offset', date(rfc.replace('GMT', 'CEST'))],
  ['UTC', 'date-format offset', date(rfc.replace('GMT', 'UTC'))],
  ['GMT+0200', 'date-format offset', date(rfc.replace('GMT', 'GMT+0200'))],
  ['GMT+02:00', 'date-format offset', date(rfc.replace('GMT', 'GMT+02:00'))],
  [
    'Date.toString of JavaScript',
    'date-format offset',
    date('Wed Oct 14 2026 10:30:00 GMT+0200 (Central European Summer Time)'),
  ],
  ['toString of java.util.Date', 'date-format offset', date('Wed Oct 14 10:30:00 CEST 2026')],
  ['another weekday', 'date-format weekday', date(rfc.replace('Wed', 'Tue'))],
  ['RFC 850', 'date-format other', date('Wednesday, 14-Oct-26 08:30:00 GMT')],
  ['asctime', 'date-format other', date('Wed Oct 14 08:30:00 2026')],
  ['no weekday', 'date-format other', date(rfc.slice(5))],
  ['the weekday in full', 'date-format other', date(rfc.replace('Wed', 'Wednesday'))],
  ['a one-digit hour', 'date-format other', date(rfc.replace(' 08:', ' 8:'))],
  ['no seconds', 'date-format other', date(rfc.replace(/:\d\d GMT/, ' GMT'))],
  ['milliseconds', 'date-format other', date(rfc.replace(' GMT', '.000 GMT'))],
  ['no zone', 'date-format other', date(rfc.slice(0, -4))],
  ['gmt', 'date-format other', date(rfc.replace('GMT', 'gmt'))],
  ['names in Norwegian', 'date-format other', date('on., 14 okt. 2026 08:30:00 GMT')],
  ['seconds since 1970', 'date-format other', date(String(NOW / 1000))],
  ['a day that is not', 'date-format other', date('Fri, 31 Feb 2026 08:30:00 GMT')],
  ['24:00', 'date-format other', date(rfc.replace(/\d\d:\d\d:\d\d/, '24:00:00'))],
  ['empty', 'date-format other', date('')],
  ['a minute and a second ago', 'date-skew', date(new Date(NOW - 61_000).toUTCString())],
  ['tomorrow', 'date-skew', date(new Date(NOW + 86_400_000).toUTCString())],
  ['half an hour', 'date-skew', date(new Date(NOW + 1_800_000).toUTCString())],
  ['the hour of Oslo in summer', 'date-skew-timezone', date(new Date(NOW + 7_200_000 + 5_000).toUTCString())],
  ['summer time forgotten', 'date-skew-timezone', date(new Date(NOW - 3_600_000).toUTCString())],
  ['twelve hours by AM and PM', 'date-skew-timezone', date(new Date(NOW + 43_200_000).toUTCString())],
];

const CERTIFICATES: readonly Unseen[] = [
  ['no certificate', 'certificate-missing', certificate(null)],
  ['an empty one', 'certificate-missing', certificate(' ')],
  ['half of it', 'certificate-unparseable', certificate(base64.slice(0, 400))],
  ['the first character lost', 'certificate-unparseable', certificate(base64.slice(1))],
  ['a path', 'certificate-unparseable', certificate('/etc/ssl/seal.pem')],
  ['null', 'certificate-unparseable', certificate('null')],
  ['hexadecimal', 'certificate-unparseable', certificate(SEAL.toString('hex'))],
  ['a public key', 'certificate-unparseable public-key', certificate(RSA.toString('base64'))],
  ['PEM on one line', 'certificate-format-tolerated pem-one-line', certificate(pem.replaceAll('\n', ''))],
  [
    'PEM with spaces for newlines',
    'certificate-format-tolerated pem-spaces',
    certificate(pem.replaceAll('\n', ' ').trim()),
  ],
  [
    'PEM with tabs, as nginx passes it on',
    'certificate-format-tolerated pem-spaces',
    certificate(pem.trim().replaceAll('\n', '\t')),
  ],
  [
    'Base64 with spaces for newlines',
    'certificate-format-tolerated pem-spaces',
    certificate(wrapped.replaceAll('\n', ' ')),
  ],
  [
    'Base64 of the PEM file',
    'certificate-format-tolerated base64-of-pem',
    certificate(Buffer.from(pem).toString('base64')),
  ],
  [
    'Base64 of the PEM file with CRLF',
    'certificate-format-tolerated base64-of-pem',
    certificate(Buffer.from(pem.replaceAll('\n', '\r\n')).toString('base64')),
  ],
  ['base64url', 'certificate-format-tolerated base64url', certificate(SEAL.toString('base64url'))],
  [
    'encodeURIComponent',
    'certificate-format-tolerated percent-encoded',
    certificate(encodeURIComponent(base64)),
  ],
  [
    'PEM escaped by nginx',
    'certificate-format-tolerated percent-encoded',
    certificate(encodeURIComponent(pem)),
  ],
  [
    'PEM in a form',
    'certificate-format-tolerated percent-encoded',
    certificate(encodeURIComponent(pem).replaceAll('%20', '+')),
  ],
  [
    '\\n for newlines, from JSON',
    'certificate-format literal-newline',
    certificate(pem.replaceAll('\n', '\\n')),
  ],
  ['\\r\\n for newlines', 'certificate-format literal-newline', certificate(pem.replaceAll('\n', '\\r\\n'))],
  ['Base64 with \\n', 'certificate-format literal-newline', certificate(wrapped.replaceAll('\n', '\\n'))],
  ['a chain in PEM', 'certificate-format several', certificate(`${pem}${pem}`.replaceAll('\n', ' ').trim())],
  ['two with a comma', 'certificate-format several', certificate(`${base64},${base64}`)],
  [
    'the header twice',
    'certificate-format several',
    sent((headers) => [...headers, ...headers.filter(([name]) => name === 'TPP-Signature-Certificate')]),
  ],
  ['Base64 of a chain', 'certificate-format several', certificate(Buffer.from(pem + pem).toString('base64'))],
  ['the private key', 'certificate-format private-key', certificate(keyPem.replaceAll('\n', ' ').trim())],
  [
    'the private key as Base64',
    'certificate-format private-key',
    certificate(PRIVATE_KEY.export({ type: 'pkcs1', format: 'der' }).toString('base64')),
  ],
  [
    'key and certificate in one file',
    'certificate-format private-key',
    certificate(`${keyPem}${pem}`.replaceAll('\n', ' ').trim()),
  ],
  [
    'certificate and key with a comma',
    'certificate-format private-key',
    certificate(`${base64},${PRIVATE_KEY.export({ type: 'pkcs8', format: 'der' }).toString('base64')}`),
  ],
  ['P-256', 'certificate-format ec-key', withKey(P256)],
  ['P-384', 'certificate-format ec-key', withKey(spkiOf(generateKeyPairSync('ec', { namedCurve: 'P-384' })))],
  ['Ed25519', 'certificate-format ec-key', withKey(ED25519)],
  ['RSA of 1024 bits', 'certificate-format key-size', withKey(spkiOf({ publicKey: rsaPublicKey(1024) }))],
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
