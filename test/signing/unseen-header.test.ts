import { createHash, createPublicKey, generateKeyPairSync, X509Certificate } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Header } from '../../src/message.ts';
import { verify } from '../../src/signing/verify.ts';
import { der, derInteger, derOid } from '../support/der-writer.ts';
import { rsaKeys, spkiOf } from '../support/keys.ts';
import {
  firstOf,
  ISSUER,
  listUnseen,
  type Made,
  made,
  NOW,
  PRIVATE_KEY,
  SEAL,
  sealOf,
  type Unseen,
} from './stack.ts';

/** The headers of a signed request as the programs of TPPs, and the gateways before a bank, write them. */

const value = (change: (value: string) => string): Made => ({ value: change });
const replaced = (from: string | RegExp, to: string): Made => value((text) => text.replaceAll(from, to));
const word = (text: string, charset = 'utf-8') => `=?${charset}?B?${Buffer.from(text).toString('base64')}?=`;
const certificate = (text: string | null): Made => ({
  headers: { 'TPP-Signature-Certificate': text },
});
const sent = (change: (headers: readonly Header[]) => readonly Header[]): Made => ({ way: change });
const date = (text: string | null): Made => ({ headers: { Date: text } });
const rfc = new Date(NOW).toUTCString();
const base64 = SEAL.toString('base64');
const wrapped = base64.replaceAll(/.{64}(?=.)/g, '$&\n');
const pem = `-----BEGIN CERTIFICATE-----\n${wrapped}\n-----END CERTIFICATE-----\n`;
const withKey = (spki: Uint8Array): Made => ({ certificate: sealOf({ spki }) });
/** Every finding but those of headers the operation asks for, as the code and its last sentence. */
function said(parts: Made): readonly string[] {
  return verify(made(parts), { at: NOW, clock: () => 0 }).findings.map(
    ({ code, message }) => `${code}: ${message.split(/(?<=\.) /).at(-1)}`,
  );
}
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

const all: Unseen = {
  'signature-header-format unquoted': {
    'algorithm alone without quotes': replaced('"rsa-sha256"', 'rsa-sha256'),
  },
  'signature-header-format': {
    'a line for each parameter, folded': replaced('",', '",\r\n '),
    'blanks beside equals signs': replaced(/(keyId|algorithm|headers|signature)=/g, '$1 = '),
    'blanks for commas': replaced('",', '" '),
    JSON: value(() => '{"keyId":"SN=1,CA=CN=x","algorithm":"rsa-sha256"}'),
    'keyid in lower case': replaced('keyId=', 'keyid='),
  },
  'headers-format': {
    'names with colons in headers': { list: 'date: digest: x-request-id: psu-id: tpp-redirect-uri:' },
  },
  'signature-missing': {
    'an empty Signature': value(() => ''),
    'a bearer token in Authorization': sent((headers) =>
      headers.map(([name, text]) => (name === 'Signature' ? ['Authorization', 'Bearer x'] : [name, text])),
    ),
  },
  'signature-missing in-authorization-header': {
    'the same with two blanks and in lower case': sent((headers) =>
      headers.map(([name, text]) =>
        name === 'Signature' ? ['authorization', `signature  ${text}`] : [name, text],
      ),
    ),
  },
  'encoded-word-format charset': {
    'UTF-8 named ISO 8859-1': value((text) => word(`${text},note="ø"`, 'iso-8859-1')),
  },
  'encoded-word-format': { 'an unknown encoding': value((text) => word(text).replace('?B?', '?base64?')) },
  'date-missing': { 'X-Date for Date': { headers: { Date: null, 'X-Date': rfc } } },
  'date-format other': {
    'a day that is not': date('Fri, 31 Feb 2026 08:30:00 GMT'),
    '24:00': date(rfc.replace(/\d\d:\d\d:\d\d/, '24:00:00')),
  },
  'date-skew': { tomorrow: date(new Date(NOW + 86_400_000).toUTCString()) },
  'certificate-unparseable': { null: certificate('null') },
  'certificate-format-tolerated pem-spaces': {
    'PEM with tabs, as nginx passes it on': certificate(pem.trim().replaceAll('\n', '\t')),
  },
  'certificate-format-tolerated base64-of-pem': {
    'Base64 of the PEM file with CRLF': certificate(
      Buffer.from(pem.replaceAll('\n', '\r\n')).toString('base64'),
    ),
  },
  'certificate-format-tolerated percent-encoded': {
    'PEM in a form': certificate(encodeURIComponent(pem).replaceAll('%20', '+')),
  },
  'certificate-format literal-newline': {
    '\\r\\n for newlines': certificate(pem.replaceAll('\n', '\\r\\n')),
  },
  'certificate-format several': {
    'the header twice': sent((headers) => [
      ...headers,
      ...headers.filter(([name]) => name === 'TPP-Signature-Certificate'),
    ]),
  },
  'certificate-format private-key': {
    'the private key as Base64': certificate(
      PRIVATE_KEY.export({ type: 'pkcs1', format: 'der' }).toString('base64'),
    ),
    'certificate and key with a comma': certificate(
      `${base64},${PRIVATE_KEY.export({ type: 'pkcs8', format: 'der' }).toString('base64')}`,
    ),
  },
  'certificate-format ec-key': {
    'P-384': withKey(spkiOf(generateKeyPairSync('ec', { namedCurve: 'P-384' }))),
    Ed25519: withKey(ED25519),
  },
  'certificate-format': {
    'a DSA key': withKey(DSA),
    'an RSA key for PSS alone': withKey(PSS),
  },
};

describe('headers as the programs of TPPs and gateways write them [G4-unseen-header, G2-certificate-forms]', () => {
  it.each(listUnseen(all))('%s', (_, expected, parts, options) => {
    expect(firstOf(parts, options)).toBe(expected);
  });

  it('are valid as the stack writes them, and its certificate is one that node reads', () => {
    expect(firstOf({})).toBe('valid');
    expect(new X509Certificate(SEAL).issuer).toContain(ISSUER[3]?.[0]?.[2]);
    expect(createHash('sha256').update(SEAL).digest('hex')).toHaveLength(64);
  });

  it('count as valid only where RSA was checked', () => {
    for (const [title, , parts] of listUnseen(all)) {
      const { valid, facts } = verify(made(parts), { at: NOW, clock: () => 0, recovery: false });
      expect([title, valid && facts.rsa !== 'verified']).toEqual([title, false]);
    }
  });
});

describe('one faulty element of Signature [G4-element-by-element]', () => {
  it.each<[string, Made, string]>([
    ['a name in parentheses', replaced(',headers=', ',(expires)=12,headers='), '(expires)=12'],
    ['a word', replaced(',signature=', ',rsa,signature='), 'rsa'],
    ['a word at the end', value((text) => `${text},rsa`), 'rsa'],
    ['a word at the beginning', value((text) => `x:1,${text}`), 'x:1'],
    ['a colon', replaced(',headers=', ',created: 1,headers='), 'created: 1'],
    ['characters behind a quote', replaced('"rsa-sha256"', '"rsa-sha256"x'), 'x'],
  ])('is named, and the others are read: %s', (_, parts, element) => {
    const message = `This element isn't a key="value" pair: ${element}.`;
    expect(said(parts)).toEqual([`signature-header-format: ${message}`]);
  });

  it.each<[string, Made]>([
    ['between two', replaced(',headers=', ',,headers=')],
    ['several', replaced(',headers=', ', ,, headers=')],
    ['at the beginning', value((text) => `,${text}`)],
  ])('is named where it is empty: %s', (_, parts) => {
    const errors = said(parts).filter((text) => !text.includes('space beside'));
    expect(errors).toEqual(["signature-header-format: There's an empty element: a comma too many."]);
  });

  it.each<[string, Made, string]>([
    ['at the beginning of one', replaced('headers="', 'headers=""'), 'headers'],
    ['at the end of one', replaced('",signature', '"",signature'), 'headers'],
    ['at the end of Base64', value((text) => `${text}"`), 'signature'],
    ['around keyId', value((text) => text.replace(/^keyId="(.*)",alg/, 'keyId=""$1"",alg')), 'keyId'],
    ['around all', replaced('"', '""'), 'keyId, algorithm, headers, signature'],
  ])('is named where its quote is doubled: %s', (_, parts, names) => {
    expect(said(parts)).toEqual([`signature-header-format: The quote of ${names} is doubled.`]);
  });

  it.each([
    '\\u0022',
    '\\\\u0022',
    '\\x22',
  ])('is named where quotes and Base64 are escaped as %s', (quote) => {
    const parts = value((text) => text.replaceAll('"', quote).replaceAll('+', '\\u002B'));
    expect(said(parts)).toEqual([`signature-header-format: The quotes are written ${quote}.`]);
  });
});

describe('a header that is missing [G4-near-header]', () => {
  const renamed = (name: string, other: string) =>
    sent((headers) => headers.map(([one, text]) => [one === name ? other : one, text]));
  it.each([
    ['TPP-Redirect-URI', 'TPP-Redirect-URL', 'tpp-redirect-uri'],
    ['TPP-Redirect-URI', 'TPP_Redirect_URI', 'tpp-redirect-uri'],
    ['X-Request-ID', 'X-RequestID', 'x-request-id'],
    ['Digest', 'X-Digest', 'digest'],
    ['Date', 'X-Date', 'date'],
  ])('is looked for by nearly its name: %s as %s', (name, other, wanted) => {
    const near = `The request has ${other.toLowerCase()}, which may be a misspelling of ${wanted}.`;
    expect(said(renamed(name, other))).toContain(`listed-header-absent: ${near}`);
  });

  it.each([
    ['TPP-Redirect-URI', 'TPP-Nok-Redirect-URI'],
    ['PSU-ID', 'X-Correlation'],
  ])('is no misspelling of another: %s and %s', (name, other) => {
    expect(said(renamed(name, other)).join()).not.toContain('misspelling');
  });
});

it.each([
  ['dsa', DSA],
  ['rsa-pss', PSS],
  ['ec', P256],
  ['ed25519', ED25519],
])('a key that is not RSA is an error, since nothing of the signature is checked then: %s [G5-rsa-only]', (type, spki) => {
  expect(createPublicKey({ key: spki, type: 'spki', format: 'der' }).asymmetricKeyType).toBe(type);
  const { valid, certificate: sent_, facts } = verify(made(withKey(spki)), { at: NOW });
  expect([valid, facts.rsa]).toEqual([false, 'not-checked']);
  // The same for one that is given in place of the header.
  const given = sent_ ?? undefined;
  expect(given && verify(made(), { at: NOW, certificate: given }).valid).toBe(false);
});
