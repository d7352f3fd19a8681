import { describe, expect, it } from 'vitest';
import { firstOf, ISSUER_TEXT, sealOf, type Unseen } from './stack.ts';
import { from, mail, named, quoted, several, utf16 } from './unseen-key-id.ts';

const OTHERS: readonly Unseen[] = [
  ['its values exchanged, as openssl', 'keyid-style', from(several, 'CN=A\\+B+OU=Seals,C=NO')],
  ['a BMPString', 'valid', from(named(0x1e, utf16('Grøn CA')), 'CN=Grøn CA,C=NO')],
  ['a T61String', 'valid', from(named(0x14, Buffer.from('Grøn CA', 'latin1')), 'CN=Grøn CA,C=NO')],
  ['an IA5String as hexadecimal', 'keyid-style', from(named(0x16, 'CA'), 'CN=#16024341,C=NO')],
  ['blanks at both ends in quotes', 'keyid-style', from(named(0x0c, ' CA '), 'CN=" CA ",C=NO')],
  [
    'a literal %20 that was decoded',
    'keyid-mismatch unknown',
    from(named(0x0c, 'Test%20CA'), 'CN=Test CA,C=NO'),
  ],
  ['a number sign first', 'valid', from(named(0x0c, '#1 CA'), 'CN=\\#1 CA,C=NO')],
  ['a mail address, as .NET', 'keyid-style comma-space', from(mail, 'CN=CA, E=ca@example.test, C=NO')],
  ['a mail address, as BouncyCastle', 'keyid-mismatch reversed', from(mail, 'C=NO,E=ca@example.test,CN=CA')],
  [
    'the same with doubled quotes, as .NET',
    'keyid-style comma-space',
    from(quoted, 'CN=CA; <1>, O="Bank, Sons & Co ""Trust"" \\ GmbH", C=NO'),
  ],
  [
    'the same without any escape in reverse',
    'keyid-mismatch reversed',
    from(quoted, 'C=NO,O=Bank, Sons & Co "Trust" \\ GmbH,CN=CA; <1>'),
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
  [
    'the highest bit, read as a sign by Java',
    'keyid-mismatch unknown',
    { certificate: sealOf({ serial: 0xf1b2n }), keyId: `SN=-E4E,CA=${ISSUER_TEXT}` },
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
