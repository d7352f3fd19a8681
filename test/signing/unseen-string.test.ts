import { describe, expect, it } from 'vitest';
import {
  firstOf,
  JSON_BODY,
  type Line,
  PSU_ID,
  REQUEST_ID,
  sha256,
  TARGET,
  type Unseen,
  written,
} from './stack.ts';
import { hex, lines, NAMES, reordered, target, twice, value, whole } from './unseen-string.ts';

/** What the battery and the breaks don't build. */
const all: readonly Unseen[] = [
  [
    'Date alone with its capital',
    'signature-invalid original-case',
    lines((name, text) => `${name === 'date' ? 'Date' : name}: ${text}`),
  ],
  ['values with bars between them', 'signature-invalid values-only', lines((_, text) => text, '|')],
  [
    'the hash of the body without its name',
    'signature-invalid body-only',
    { string: () => sha256(JSON_BODY).toString('base64') },
  ],
  [
    'an absent header signed as null',
    'signature-invalid line-added',
    reordered((all) => [...all.slice(0, 4), ['psu-corporate-id', 'null'], ...all.slice(4)]),
  ],
  ['sha256sum, which ends its line', 'signature-double-hash', whole((text) => `${hex(text)}\n`)],
  ['the hash of the string and a newline', 'signature-double-hash', whole((text) => sha256(`${text}\n`))],
  [
    'hexadecimal with colons',
    'signature-encoding hex',
    { encode: (bytes) => bytes.toString('hex').replaceAll(/..(?!$)/g, '$&:') },
  ],
  [
    'percent-encoding',
    'signature-encoding',
    { encode: (bytes) => encodeURIComponent(bytes.toString('base64')) },
  ],
  [
    'the fragment of the URL',
    'signature-invalid-target',
    target(() => `post ${TARGET}#top`),
    { fragment: '#top' },
  ],
  [
    'without the fragment on the request line',
    'signature-invalid-target',
    target(() => 'post /v1/payments/x', '/v1/payments/x#top'),
  ],
  ['host and path', 'signature-invalid-target absolute', target(() => `post bank.example.test${TARGET}`)],
  ['the method with a capital', 'signature-invalid-target upper-method', target(() => `Post ${TARGET}`)],
  [
    'without its first slash',
    'signature-invalid-target prefix',
    target(() => 'post v1/payments/x', '/v1/payments/x'),
  ],
  ['two blanks', 'signature-invalid-target', target(() => `post  ${TARGET}`)],
  ['a blank behind', 'signature-invalid-target', target((text) => `${text} `)],
  [
    'its name without parentheses',
    'signature-invalid-target',
    { ...lines((name, text) => `${name.replaceAll(/[()]/g, '')}: ${text}`), names: NAMES },
  ],
  [
    'the last of two signed',
    'signature-invalid-duplicate',
    twice((all) => written(all.map(([name, text]): Line => [name, name === 'psu-id' ? 'two' : text]))),
  ],
  [
    'both signed, joined with a comma alone',
    'signature-invalid-duplicate',
    twice((all) => written(all.map(([name, text]): Line => [name, name === 'psu-id' ? 'one,two' : text]))),
  ],
  [
    'both signed, each on its line',
    'signature-invalid-duplicate',
    twice((all) =>
      written(
        all.flatMap(([name, text]): Line[] =>
          name === 'psu-id'
            ? [
                [name, 'one'],
                [name, 'two'],
              ]
            : [[name, text]],
        ),
      ),
    ),
  ],
  [
    'both signed as they should be',
    'valid',
    twice((all) => written(all.map(([name, text]): Line => [name, name === 'psu-id' ? 'one, two' : text]))),
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
  ['an empty psu-id', 'signature-invalid-value replaced', value('psu-id', () => '')],
  [
    'psu-id and x-request-id mistaken for each other',
    'signature-invalid-value replaced',
    value('psu-id', () => REQUEST_ID),
  ],
  [
    'a value sent and signed with its blanks',
    'signature-invalid-value untrimmed',
    { ...value('psu-id', () => `  ${PSU_ID} `), headers: { 'PSU-ID': `  ${PSU_ID} ` } },
  ],
];

describe('signing strings as the programs of TPPs build them [G4-unseen-string]', () => {
  it.each(all.map((one) => [one[0], one] as const))('%s', (_, [, expected, parts, options]) => {
    expect(firstOf(parts, options)).toBe(expected);
  });
});
