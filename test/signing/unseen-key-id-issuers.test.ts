import { describe, expect, it } from 'vitest';
import { firstOf, ISSUER, ISSUER_TEXT, SUBJECT, sealOf, type Unseen } from './stack.ts';
import { C, from, mail, named, quoted, several, utf16 } from './unseen-key-id.ts';

const OTHERS: readonly Unseen[] = [
  ['a multi-valued part', 'valid', from(several, 'OU=Seals+CN=A\\+B,C=NO')],
  ['its values exchanged, as openssl', 'keyid-style', from(several, 'CN=A\\+B+OU=Seals,C=NO')],
  ['its values with spaces, as Java', 'keyid-style comma-space', from(several, 'OU=Seals + CN="A+B", C=NO')],
  ['its values exchanged and in reverse', 'keyid-mismatch reversed', from(several, 'C=NO,CN=A\\+B+OU=Seals')],
  ['a BMPString', 'valid', from(named(0x1e, utf16('Grøn CA')), 'CN=Grøn CA,C=NO')],
  [
    'a BMPString as Java garbles it',
    'keyid-style',
    from(named(0x1e, utf16('CA 1')), 'CN=\\00C\\00A\\00 \\001,C=NO'),
  ],
  ['a BMPString of openssl', 'keyid-style', from(named(0x1e, utf16('Grøn CA')), 'CN=Gr\\C3\\B8n CA,C=NO')],
  ['a T61String', 'valid', from(named(0x14, Buffer.from('Grøn CA', 'latin1')), 'CN=Grøn CA,C=NO')],
  [
    'a T61String of openssl',
    'keyid-style',
    from(named(0x14, Buffer.from('Grøn CA', 'latin1')), 'CN=Gr\\C3\\B8n CA,C=NO'),
  ],
  ['a NumericString', 'valid', from(named(0x12, '2026 1'), 'CN=2026 1,C=NO')],
  ['an IA5String as hexadecimal', 'keyid-style', from(named(0x16, 'CA'), 'CN=#16024341,C=NO')],
  ['blanks at both ends', 'valid', from(named(0x0c, ' CA '), 'CN=\\ CA\\ ,C=NO')],
  ['blanks at both ends in quotes', 'keyid-style', from(named(0x0c, ' CA '), 'CN=" CA ",C=NO')],
  [
    'blanks at both ends as hexadecimal escapes',
    'keyid-style',
    from(named(0x0c, ' CA '), 'CN=\\20CA\\20,C=NO'),
  ],
  ['a literal %20', 'valid', from(named(0x0c, 'Test%20CA'), 'CN=Test%20CA,C=NO')],
  [
    'a literal %20 that was decoded',
    'keyid-mismatch unknown',
    from(named(0x0c, 'Test%20CA'), 'CN=Test CA,C=NO'),
  ],
  [
    'a literal %20 that was encoded',
    'keyid-style percent',
    from(named(0x0c, 'Test%20CA'), 'CN=Test%2520CA,C=NO'),
  ],
  ['a number sign first', 'valid', from(named(0x0c, '#1 CA'), 'CN=\\#1 CA,C=NO')],
  [
    'a mail address',
    'valid',
    from(mail, 'CN=CA,1.2.840.113549.1.9.1=#160f6361406578616d706c652e74657374,C=NO'),
  ],
  [
    'a mail address, as openssl',
    'keyid-style orgid-name',
    from(mail, 'CN=CA,emailAddress=ca@example.test,C=NO'),
  ],
  ['a mail address, as .NET', 'keyid-style comma-space', from(mail, 'CN=CA, E=ca@example.test, C=NO')],
  ['a mail address, as BouncyCastle', 'keyid-mismatch reversed', from(mail, 'C=NO,E=ca@example.test,CN=CA')],
  [
    'quotes, commas and backslashes',
    'valid',
    from(quoted, 'CN=CA\\; \\<1\\>,O=Bank\\, Sons & Co \\"Trust\\" \\\\ GmbH,C=NO'),
  ],
  [
    'the same in quotes, as Java',
    'keyid-style comma-space',
    from(quoted, 'CN="CA; <1>", O="Bank, Sons & Co \\"Trust\\" \\\\ GmbH", C=NO'),
  ],
  [
    'the same with doubled quotes, as .NET',
    'keyid-style comma-space',
    from(quoted, 'CN=CA; <1>, O="Bank, Sons & Co ""Trust"" \\ GmbH", C=NO'),
  ],
  [
    'the same without any escape',
    'keyid-style portal-signer',
    from(quoted, 'CN=CA; <1>,O=Bank, Sons & Co "Trust" \\ GmbH,C=NO'),
  ],
  [
    'the same without any escape in reverse',
    'keyid-mismatch reversed',
    from(quoted, 'C=NO,O=Bank, Sons & Co "Trust" \\ GmbH,CN=CA; <1>'),
  ],
  [
    'S for ST, as .NET and forge',
    'keyid-style',
    from([C, [['2.5.4.8', 0x0c, 'Oslo']], [['2.5.4.3', 0x0c, 'CA']]], 'CN=CA,S=Oslo,C=NO'),
  ],
  [
    'types of extended validation by their names',
    'keyid-style orgid-name',
    from(
      [
        [['1.3.6.1.4.1.311.60.2.1.3', 0x13, 'NO']],
        [['2.5.4.15', 0x0c, 'Private']],
        [['2.5.4.3', 0x0c, 'CA']],
      ],
      'CN=CA,businessCategory=Private,jurisdictionC=NO',
    ),
  ],
  [
    'a type nobody knows',
    'valid',
    from([C, [['1.3.6.1.4.1.99999.1', 0x0c, 'x']]], '1.3.6.1.4.1.99999.1=#0c0178,C=NO'),
  ],
  [
    'a type nobody knows as text',
    'keyid-style orgid-string',
    from([C, [['1.3.6.1.4.1.99999.1', 0x0c, 'x']]], '1.3.6.1.4.1.99999.1=x,C=NO'),
  ],
];

const OTHER_SERIALS: readonly Unseen[] = [
  [
    'a negative number',
    'valid',
    { certificate: sealOf({ serial: -0xa1b2n }), keyId: `SN=-A1B2,CA=${ISSUER_TEXT}` },
  ],
  [
    'a negative number by its octets',
    'keyid-style',
    { certificate: sealOf({ serial: -0xa1b2n }), keyId: `SN=FF5E4E,CA=${ISSUER_TEXT}` },
  ],
  ['one digit', 'valid', { certificate: sealOf({ serial: 7n }), keyId: `SN=7,CA=${ISSUER_TEXT}` }],
  [
    'one digit in two',
    'keyid-style leading-zero',
    { certificate: sealOf({ serial: 7n }), keyId: `SN=07,CA=${ISSUER_TEXT}` },
  ],
  ['the highest bit', 'valid', { certificate: sealOf({ serial: 0xffn }), keyId: `SN=FF,CA=${ISSUER_TEXT}` }],
  [
    'the highest bit, read as a sign by Java',
    'keyid-mismatch unknown',
    { certificate: sealOf({ serial: 0xf1b2n }), keyId: `SN=-E4E,CA=${ISSUER_TEXT}` },
  ],
  [
    'digits that are hexadecimal too',
    'keyid-mismatch decimal-serial',
    { certificate: sealOf({ serial: 40865n }), keyId: `SN=40865,CA=${ISSUER_TEXT}` },
  ],
  [
    'the issuer being the subject',
    'valid',
    {
      certificate: sealOf({ issuer: SUBJECT, subject: ISSUER }),
      keyId:
        'SN=A1B2C3D4E5F6,CA=CN=Example TPP Seal,2.5.4.97=#0c105053444e4f2d4653412d313233343536,O=Example TPP AS,C=NO',
    },
  ],
];

const all: readonly Unseen[] = [...OTHERS, ...OTHER_SERIALS];

describe('keyIds of unusual issuers and serial numbers [G4-unseen-key-id]', () => {
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
