import { describe, expect, it } from 'vitest';
import { digestOf, firstOf, JSON_BODY, PSU_ID, REQUEST_ID, type Unseen } from './stack.ts';
import { date, hex, lines, value } from './unseen-string.ts';

const all: readonly Unseen[] = [
  [
    'x-request-id in upper case',
    'signature-invalid-value case',
    value('x-request-id', () => REQUEST_ID.toUpperCase()),
  ],
  [
    'psu-id in lower case',
    'signature-invalid-value case',
    { ...value('psu-id', (text) => text.toLowerCase()), headers: { 'PSU-ID': PSU_ID.toUpperCase() } },
  ],
  [
    'x-request-id in braces',
    'signature-invalid-value reencoded',
    value('x-request-id', (text) => `{${text}}`),
  ],
  [
    'x-request-id without dashes',
    'signature-invalid-value reencoded',
    value('x-request-id', (text) => text.replaceAll('-', '')),
  ],
  [
    'x-request-id with dashes where none were sent',
    'signature-invalid-value reencoded',
    {
      ...value('x-request-id', () => REQUEST_ID),
      headers: { 'X-Request-ID': REQUEST_ID.replaceAll('-', '') },
    },
  ],
  [
    'x-request-id as Java prints a list',
    'signature-invalid-value reencoded',
    value('x-request-id', (text) => `[${text}]`),
  ],
  [
    'every value as Java prints a list',
    'signature-invalid-value reencoded',
    lines((name, text) => `${name}: [${text}]`),
  ],
  [
    'every value as Python prints bytes',
    'signature-invalid-value reencoded',
    lines((name, text) => `${name}: b'${text}'`),
  ],
  [
    'redirect URI encoded',
    'signature-invalid-value reencoded',
    value('tpp-redirect-uri', encodeURIComponent),
  ],
  [
    'redirect URI decoded',
    'signature-invalid-value reencoded',
    value('tpp-redirect-uri', decodeURIComponent),
  ],
  [
    'redirect URI with a blank as plus',
    'signature-invalid-value reencoded',
    value('tpp-redirect-uri', (text) => text.replace('%20', '+')),
  ],
  [
    'redirect URI with a slash behind the host',
    'signature-invalid-value reencoded',
    {
      ...value('tpp-redirect-uri', (text) => `${text}/`),
      headers: { 'TPP-Redirect-URI': 'https://tpp.example.test' },
    },
  ],
  [
    'redirect URI with escaped ampersands',
    'signature-invalid-value reencoded',
    value('tpp-redirect-uri', (text) => text.replaceAll('&', '&amp;')),
  ],
  [
    'redirect URI with &, = escaped by Gson',
    'signature-invalid-value reencoded',
    value('tpp-redirect-uri', (text) => text.replaceAll('&', '\\u0026').replaceAll('=', '\\u003d')),
  ],
  [
    'redirect URI with its host made lower case by a library',
    'signature-invalid-value case',
    {
      ...value('tpp-redirect-uri', (text) => text.replace('TPP', 'tpp')),
      headers: { 'TPP-Redirect-URI': 'https://TPP.example.test/cB' },
    },
  ],
  [
    'Date with +0000, as DateFormatter of Java',
    'signature-invalid-value reencoded',
    value('date', (text) => text.replace('GMT', '+0000')),
  ],
  ['Date in ISO 8601', 'signature-invalid-value reencoded', date((time) => time.toISOString())],
  [
    'Date in ISO 8601 without milliseconds',
    'signature-invalid-value reencoded',
    date((time) => time.toISOString().replace('.000', '')),
  ],
  [
    'Date of another zone',
    'signature-invalid-value reencoded',
    value('date', (text) => text.replace(' 08:', ' 10:').replace('GMT', '+0200')),
  ],
  [
    'Date as RFC 850 writes it',
    'signature-invalid-value reencoded',
    value('date', (text) => text.replace('Wed', 'Wednesday').replace('14 Oct 2026', '14-Oct-26')),
  ],
  [
    'Date as asctime writes it',
    'signature-invalid-value reencoded',
    value('date', (text) => text.replace(/^Wed, 14 Oct 2026 (.*) GMT$/, 'Wed Oct 14 $1 2026')),
  ],
  [
    'Date of Date.toString in JavaScript',
    'signature-invalid-value reencoded',
    value('date', (text) =>
      text.replace(/^Wed, 14 Oct 2026 (.*) GMT$/, 'Wed Oct 14 2026 $1 GMT+0000 (Coordinated Universal Time)'),
    ),
  ],
  [
    'Date in seconds since 1970',
    'signature-invalid-value reencoded',
    date((time) => String(time.getTime() / 1000)),
  ],
  [
    'Date a second earlier',
    'signature-invalid-value replaced',
    date((time) => new Date(time.getTime() - 1000).toUTCString()),
  ],
  [
    'Date of a request built a minute before it was sent',
    'signature-invalid-value replaced',
    date((time) => new Date(time.getTime() - 55_000).toUTCString()),
  ],
  [
    'Date two hours away',
    'signature-invalid-value replaced',
    date((time) => new Date(time.getTime() + 7_200_000).toUTCString()),
  ],
  [
    'Digest without SHA-256=',
    'signature-invalid-value reencoded',
    value('digest', (text) => text.replace('SHA-256=', '')),
  ],
  [
    'Digest with its name in lower case',
    'signature-invalid-value case',
    value('digest', (text) => text.replace('SHA', 'sha')),
  ],
  [
    'Digest in hexadecimal',
    'signature-invalid-value reencoded',
    value('digest', () => `SHA-256=${hex(JSON_BODY)}`),
  ],
  [
    'Digest with = escaped by Gson',
    'signature-invalid-value reencoded',
    value('digest', (text) => text.replaceAll('=', '\\u003d')),
  ],
  ['Digest of nothing', 'signature-invalid-value replaced', value('digest', () => digestOf(''))],
  ['an empty psu-id', 'signature-invalid-value replaced', value('psu-id', () => '')],
  ['undefined for psu-id', 'signature-invalid-value replaced', value('psu-id', () => 'undefined')],
  [
    'psu-id and x-request-id mistaken for each other',
    'signature-invalid-value replaced',
    value('psu-id', () => REQUEST_ID),
  ],
  ['a blank behind psu-id', 'signature-invalid-value untrimmed', value('psu-id', (text) => `${text} `)],
  [
    'a value sent and signed with its blanks',
    'signature-invalid-value untrimmed',
    { ...value('psu-id', () => `  ${PSU_ID} `), headers: { 'PSU-ID': `  ${PSU_ID} ` } },
  ],
  [
    'a value that ended its line in a file',
    'signature-invalid-value untrimmed',
    value('psu-id', (text) => `${text}\n`),
  ],
  [
    'another x-request-id',
    'signature-invalid unknown',
    value('x-request-id', () => '11111111-2222-4333-8444-555555555555'),
  ],
];

describe('values that libraries and gateways change after signing [G4-unseen-string]', () => {
  it.each(all.map((one) => [one[0], one] as const))('%s', (_, [, expected, parts, options]) => {
    expect(firstOf(parts, options)).toBe(expected);
  });
});
