import { describe, expect, it } from 'vitest';
import { firstOf, type Unseen } from './stack.ts';
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
