import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { firstOf, ISSUER_TEXT, KEY_ID, SEAL, type Unseen } from './stack.ts';
import { by, issuer, ORG, ordered, reversed, serial } from './unseen-key-id.ts';

const SERIALS: readonly Unseen[] = [
  ['strictly by RFC 2253', 'valid', by(KEY_ID)],
  ['lower case', 'keyid-style lowercase', serial('a1b2c3d4e5f6')],
  ['colons, as openssl x509 -text', 'keyid-style colons', serial('a1:b2:c3:d4:e5:f6')],
  ['colons in upper case, as browsers', 'keyid-style colons', serial('A1:B2:C3:D4:E5:F6')],
  ['blanks, as certutil', 'keyid-style colons', serial('A1 B2 C3 D4 E5 F6')],
  ['dashes, as BitConverter of .NET', 'keyid-style colons', serial('A1-B2-C3-D4-E5-F6')],
  ['the sign octet kept, as forge', 'keyid-style leading-zero', serial('00a1b2c3d4e5f6')],
  ['the sign octet kept', 'keyid-style leading-zero', serial('00A1B2C3D4E5F6')],
  ['filled with zeros', 'keyid-style leading-zero', serial('0000000000A1B2C3D4E5F6')],
  ['0x, as hex() of Python', 'keyid-style 0x', serial('0xa1b2c3d4e5f6')],
  ['0X', 'keyid-style 0x', serial('0XA1B2C3D4E5F6')],
  ['decimal', 'keyid-mismatch decimal-serial', serial(String(0xa1b2c3d4e5f6))],
  ['octets in reverse, as GetSerialNumber of .NET', 'keyid-mismatch unknown', serial('F6E5D4C3B2A1')],
  ['another', 'keyid-mismatch other-certificate', serial('A1B2C3D4E5F7')],
  ['empty', 'keyid-format', serial('')],
  ['quotes', 'keyid-format', by(`SN='A1B2C3D4E5F6',CA=${ISSUER_TEXT}`)],
  ['Base64', 'keyid-format', serial('obLD1OX2')],
  ['CA first', 'keyid-format order', by(`CA=${ISSUER_TEXT},SN=A1B2C3D4E5F6`)],
  ['CA first, with a blank', 'keyid-format order', by(`CA=${ISSUER_TEXT}, SN=A1B2C3D4E5F6`)],
  ['the SHA-1 fingerprint', 'keyid-format fingerprint', by(createHash('sha1').update(SEAL).digest('hex'))],
  [
    'the SHA-256 fingerprint with colons',
    'keyid-format fingerprint',
    by(
      createHash('sha256')
        .update(SEAL)
        .digest('hex')
        .toUpperCase()
        .replaceAll(/..(?!$)/g, '$&:'),
    ),
  ],
  [
    'the SHA-256 fingerprint as sha256: and hexadecimal',
    'keyid-format fingerprint',
    by(`sha256:${createHash('sha256').update(SEAL).digest('hex')}`),
  ],
  [
    'the thumbprint of JWT',
    'keyid-format fingerprint',
    by(createHash('sha256').update(SEAL).digest('base64url')),
  ],
  ['a name of the own choice', 'keyid-format identifier', by('rsa-key-1')],
  ['a URL', 'keyid-format identifier', by('https://tpp.example.test/seal.pem')],
  ['lower-case sn and ca', 'keyid-format', by(KEY_ID.replace('SN=', 'sn=').replace('CA=', 'ca='))],
  ['no CA=', 'keyid-format', by(KEY_ID.replace('CA=', ''))],
  ['a semicolon', 'keyid-format', by(KEY_ID.replace(',CA', ';CA'))],
  ['all of it percent-encoded', 'keyid-format', by(encodeURIComponent(KEY_ID))],
  ['a blank behind the comma', 'keyid-style comma-space', by(KEY_ID.replace(',CA', ', CA'))],
];

const WRITTEN: readonly Unseen[] = [
  [
    'openssl -nameopt RFC2253',
    'keyid-style orgid-name',
    issuer(ordered('organizationIdentifier=NTRNO-999999990')),
  ],
  ['toString of Java', 'keyid-style comma-space', issuer(ordered('OID.2.5.4.97=NTRNO-999999990', ', '))],
  [
    'X509Certificate2.Issuer of .NET',
    'keyid-style comma-space',
    issuer(ordered('OID.2.5.4.97=NTRNO-999999990', ', ')),
  ],
  ['rfc4514_string of Python', 'keyid-style orgid-string', issuer(ordered('2.5.4.97=NTRNO-999999990'))],
  ['OID. before the number', 'keyid-style orgid-string', issuer(ordered('OID.2.5.4.97=NTRNO-999999990'))],
  [
    'hexadecimal in upper case',
    'keyid-style hex-upper',
    issuer(ordered(ORG.replace('0c0f4e54524e4f2d', '0C0F4E54524E4F2D'))),
  ],
  ['as a PrintableString', 'keyid-style string-tag', issuer(ordered(ORG.replace('#0c', '#13')))],
  [
    'names in lower case, as LDAP',
    'keyid-style lowercase',
    issuer(ordered(ORG).replace(/^CN/, 'cn').replace(',O=', ',o=').replace(',C=', ',c=')),
  ],
  [
    'blanks beside equals signs, copied from a browser',
    'keyid-style comma-space',
    issuer(ordered(ORG).replaceAll('=', ' = ')),
  ],
  ['blanks as %20', 'keyid-style percent', issuer(ISSUER_TEXT.replaceAll(' ', '%20'))],
  ['encodeURIComponent', 'keyid-style percent', issuer(encodeURIComponent(ISSUER_TEXT))],
  [
    'URLEncoder of Java',
    'keyid-style percent',
    issuer(encodeURIComponent(ISSUER_TEXT).replaceAll('%20', '+')),
  ],
  [
    'the signer that portals publish',
    'keyid-style portal-signer',
    issuer('CN=Example Qualified CA 1,O=Example Trust Services AS,C=NO'),
  ],
  [
    'quotes around values, as RFC 1779 allows',
    'keyid-style',
    issuer(ordered(ORG).replace('CN=Example Qualified CA 1', 'CN="Example Qualified CA 1"')),
  ],
  ['semicolons', 'keyid-style', issuer(ordered(ORG, ';'))],
  [
    'X500Name of BouncyCastle',
    'keyid-mismatch reversed',
    issuer(reversed('organizationIdentifier=NTRNO-999999990')),
  ],
  ['X500Name of older BouncyCastle', 'keyid-mismatch reversed', issuer(reversed(ORG))],
  [
    'openssl 3.2 without options',
    'keyid-mismatch reversed',
    issuer(reversed('organizationIdentifier=NTRNO-999999990', ', ')),
  ],
  [
    'openssl 3.0 without options',
    'keyid-mismatch spaces',
    issuer(reversed('organizationIdentifier=NTRNO-999999990', ', ').replaceAll('=', ' = ')),
  ],
  [
    'openssl -nameopt compat, PHP',
    'keyid-mismatch slash',
    issuer(`/${reversed('organizationIdentifier=NTRNO-999999990', '/')}`),
  ],
  [
    'slashes and the last part first',
    'keyid-mismatch slash',
    issuer(`/${ordered('organizationIdentifier=NTRNO-999999990', '/')}`),
  ],
  [
    'the subject',
    'keyid-mismatch subject',
    issuer('CN=Example TPP Seal,2.5.4.97=#0c105053444e4f2d4653412d313233343536,O=Example TPP AS,C=NO'),
  ],
  [
    'the subject in reverse',
    'keyid-mismatch subject',
    issuer('C=NO,O=Example TPP AS,2.5.4.97=#0c105053444e4f2d4653412d313233343536,CN=Example TPP Seal'),
  ],
  [
    'the subject with slashes',
    'keyid-mismatch subject',
    issuer('/C=NO/O=Example TPP AS/organizationIdentifier=PSDNO-FSA-123456/CN=Example TPP Seal'),
  ],
  [
    'the subject with spaces',
    'keyid-mismatch subject',
    issuer('CN=Example TPP Seal, OID.2.5.4.97=PSDNO-FSA-123456, O=Example TPP AS, C=NO'),
  ],
  ['a name alone', 'keyid-mismatch unknown', issuer('Example Qualified CA 1')],
  ['the common name alone', 'keyid-mismatch unknown', issuer('CN=Example Qualified CA 1')],
  ['another authority', 'keyid-mismatch unknown', issuer('CN=Another CA,O=Example Trust Services AS,C=NO')],
  [
    'the parts in the order of Go',
    'keyid-mismatch unknown',
    issuer(`CN=Example Qualified CA 1,O=Example Trust Services AS,C=NO,${ORG}`),
  ],
  ['another spelling', 'keyid-mismatch unknown', issuer(ISSUER_TEXT.replace('Qualified', 'qualified'))],
  ['a line end of node', 'keyid-mismatch unknown', issuer(reversed(ORG, '\\n'))],
];

const all: readonly Unseen[] = [...SERIALS, ...WRITTEN];

describe('keyIds as the libraries of TPPs write them [G4-unseen-key-id]', () => {
  it.each(all.map((one) => [one[0], one] as const))('%s', (_, [, expected, parts_]) => {
    // Octets beyond ASCII are sent as they are: that warning is not what is looked at.
    const request = { ...parts_, value: (value: string) => Buffer.from(value).toString('latin1') };
    const found = firstOf(request);
    expect(found === 'encoded-word-format raw' ? firstOf({ ...parts_, value: asWord }) : found).toBe(
      expected,
    );
  });
});

const asWord = (value: string) => `=?utf-8?B?${Buffer.from(value).toString('base64')}?=`;
