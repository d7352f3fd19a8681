import { describe, expect, it } from 'vitest';
import { verify } from '../../src/signing/verify.ts';
import { firstOf, type Made, made, NOW, type Unseen } from './stack.ts';
import { replaced, sent, value } from './unseen-header.ts';

const all: readonly Unseen[] = [
  ['no quotes', 'signature-header-format unquoted', replaced('"', '')],
  ['single quotes', 'signature-header-format unquoted', replaced('"', "'")],
  [
    'quotes of a text processor',
    'signature-header-format smart-quotes',
    value((text) => Buffer.from(text.replaceAll(/"([^"]*)"/g, '“$1”')).toString('latin1')),
  ],
  [
    'algorithm alone without quotes',
    'signature-header-format unquoted',
    replaced('"rsa-sha256"', 'rsa-sha256'),
  ],
  [
    'backslashes before the quotes, from JSON',
    'signature-header-format backslash-quotes',
    replaced('"', '\\"'),
  ],
  ['Signature before it', 'signature-header-format scheme-prefix', value((text) => `Signature ${text}`)],
  [
    'the name of the header before it',
    'signature-header-format scheme-prefix',
    value((text) => `Signature: ${text}`),
  ],
  [
    'algorithm twice',
    'signature-header-format duplicate-parameter',
    value((text) => `${text},algorithm="rsa-sha256"`),
  ],
  [
    'the header twice',
    'signature-header-format duplicate-parameter',
    sent((headers) => [...headers, ...headers.filter(([name]) => name === 'Signature')]),
  ],
  ['blanks behind commas', 'signature-header-format', replaced('",', '", ')],
  ['a line for each parameter, folded', 'signature-header-format', replaced('",', '",\r\n ')],
  [
    'blanks beside equals signs',
    'signature-header-format',
    replaced(/(keyId|algorithm|headers|signature)=/g, '$1 = '),
  ],
  ['semicolons', 'signature-header-format', replaced('",', '";')],
  ['blanks for commas', 'signature-header-format', replaced('",', '" ')],
  ['a comma at the end', 'signature-header-format', value((text) => `${text},`)],
  ['JSON', 'signature-header-format', value(() => '{"keyId":"SN=1,CA=CN=x","algorithm":"rsa-sha256"}')],
  ['percent-encoding', 'signature-header-format', value(encodeURIComponent)],
  ['keyid in lower case', 'signature-header-format', replaced('keyId=', 'keyid=')],
  ['no signature parameter', 'signature-header-format', replaced(/,signature="[^"]*"/g, '')],
  [
    'another order',
    'valid',
    value((text) =>
      text
        .split(/,(?=algorithm|headers|signature)/)
        .toReversed()
        .join(','),
    ),
  ],
  [
    'created and expires',
    'valid',
    value((text) => text.replace(',headers', ',created=1760430600,expires=1760430900,headers')),
  ],
  ['an unknown parameter', 'valid', value((text) => text.replace(',headers', ',version="1.1",headers'))],
  ['no headers', 'headers-missing', replaced(/,headers="[^"]*"/g, '')],
  [
    'commas in headers',
    'headers-format commas',
    { list: 'date,digest,x-request-id,psu-id,tpp-redirect-uri' },
  ],
  [
    'semicolons in headers',
    'headers-format commas',
    { list: 'date;digest;x-request-id;psu-id;tpp-redirect-uri' },
  ],
  [
    'the list as Java prints it',
    'headers-format commas',
    { list: '[date, digest, x-request-id, psu-id, tpp-redirect-uri]' },
  ],
  [
    'capitals in headers',
    'headers-format upper-case',
    { list: 'Date Digest X-Request-ID PSU-ID TPP-Redirect-URI' },
  ],
  [
    'one capital in headers',
    'headers-format upper-case',
    { list: 'Date digest x-request-id psu-id tpp-redirect-uri' },
  ],
  ['two blanks in headers', 'headers-format', { list: 'date  digest x-request-id psu-id tpp-redirect-uri' }],
  ['an empty headers', 'headers-format', { list: '' }],
  [
    'a name twice in headers',
    'headers-format',
    { list: 'date digest x-request-id psu-id tpp-redirect-uri date' },
  ],
  [
    'names with colons in headers',
    'headers-format',
    { list: 'date: digest: x-request-id: psu-id: tpp-redirect-uri:' },
  ],
  ['SHA256withRSA', 'algorithm-unexpected java-name', { algorithm: 'SHA256withRSA' }],
  ['SHA256WithRSAEncryption', 'algorithm-unexpected java-name', { algorithm: 'SHA256WithRSAEncryption' }],
  ['SHA-256withRSA', 'algorithm-unexpected java-name', { algorithm: 'SHA-256withRSA' }],
  ['hs2019', 'algorithm-unexpected hs2019', { algorithm: 'hs2019' }],
  ['RSA-SHA512', 'algorithm-unexpected rsa-sha512', { algorithm: 'RSA-SHA512' }],
  ['RS256', 'algorithm-unexpected other', { algorithm: 'RS256' }],
  ['RSA-SHA256', 'algorithm-unexpected other', { algorithm: 'RSA-SHA256' }],
  ['sha256', 'algorithm-unexpected other', { algorithm: 'sha256' }],
  ['rsa-v1_5-sha256 of RFC 9421', 'algorithm-unexpected other', { algorithm: 'rsa-v1_5-sha256' }],
  ['an empty algorithm', 'algorithm-unexpected other', { algorithm: '' }],
  ['no algorithm', 'algorithm-missing', replaced(/,algorithm="[^"]*"/g, '')],
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
