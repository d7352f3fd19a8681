import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { firstOf, ISSUER_TEXT, SEAL, type Unseen } from './stack.ts';
import { by, issuer, ORG, reversed, serial } from './unseen-key-id.ts';

const SERIALS: readonly Unseen[] = [
  ['dashes, as BitConverter of .NET', 'keyid-style colons', serial('A1-B2-C3-D4-E5-F6')],
  ['octets in reverse, as GetSerialNumber of .NET', 'keyid-mismatch unknown', serial('F6E5D4C3B2A1')],
  ['CA first, with a blank', 'keyid-format order', by(`CA=${ISSUER_TEXT}, SN=A1B2C3D4E5F6`)],
  [
    'the SHA-256 fingerprint as sha256: and hexadecimal',
    'keyid-format fingerprint',
    by(`sha256:${createHash('sha256').update(SEAL).digest('hex')}`),
  ],
];

const WRITTEN: readonly Unseen[] = [
  [
    'URLEncoder of Java',
    'keyid-style percent',
    issuer(encodeURIComponent(ISSUER_TEXT).replaceAll('%20', '+')),
  ],
  ['another authority', 'keyid-mismatch unknown', issuer('CN=Another CA,O=Example Trust Services AS,C=NO')],
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
