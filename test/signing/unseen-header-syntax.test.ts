import { describe, expect, it } from 'vitest';
import { verify } from '../../src/signing/verify.ts';
import { firstOf, type Made, made, NOW, type Unseen } from './stack.ts';
import { replaced, sent, value } from './unseen-header.ts';

const all: readonly Unseen[] = [
  [
    'algorithm alone without quotes',
    'signature-header-format unquoted',
    replaced('"rsa-sha256"', 'rsa-sha256'),
  ],
  ['a line for each parameter, folded', 'signature-header-format', replaced('",', '",\r\n ')],
  [
    'blanks beside equals signs',
    'signature-header-format',
    replaced(/(keyId|algorithm|headers|signature)=/g, '$1 = '),
  ],
  ['blanks for commas', 'signature-header-format', replaced('",', '" ')],
  ['JSON', 'signature-header-format', value(() => '{"keyId":"SN=1,CA=CN=x","algorithm":"rsa-sha256"}')],
  ['keyid in lower case', 'signature-header-format', replaced('keyId=', 'keyid=')],
  [
    'names with colons in headers',
    'headers-format',
    { list: 'date: digest: x-request-id: psu-id: tpp-redirect-uri:' },
  ],
];

describe('the parameters of Signature as the programs of TPPs write them [G4-unseen-header]', () => {
  it.each(all.map((one) => [one[0], one] as const))('%s', (_, [, expected, parts, options]) => {
    expect(firstOf(parts, options)).toBe(expected);
  });
});

/** Every finding but those of headers the operation asks for, as the code and its last sentence. */
function said(parts: Made): readonly string[] {
  return verify(made(parts), { at: NOW, clock: () => 0 }).findings.map(
    ({ code, message }) => `${code}: ${message.split(/(?<=\.) /).at(-1)}`,
  );
}

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
