import { expect, it } from 'vitest';
import {
  firstOf,
  JSON_BODY,
  type Line,
  listUnseen,
  type Made,
  PSU_ID,
  REQUEST_ID,
  sha256,
  TARGET,
  type Unseen,
  written,
} from './stack.ts';

/** Signing strings and signatures as the programs of TPPs get them wrong. */

const lines = (change: (name: string, value: string) => string, joint = '\n'): Made => ({
  string: (all) => all.map(([name, value]) => change(name, value)).join(joint),
});
const whole = (change: (text: string) => string | Uint8Array): Made => ({
  string: (all) => change(written(all)),
});
const value = (header: string, change: (value: string) => string): Made => ({
  string: (all) => written(all.map(([name, text]): Line => [name, name === header ? change(text) : text])),
});
const reordered = (order: (all: readonly Line[]) => readonly Line[]): Made => ({
  string: (all) => written(order(all)),
});
const NAMES = ['(request-target)', 'date', 'digest', 'x-request-id', 'psu-id', 'tpp-redirect-uri'];
const target = (change: (target: string) => string, path = TARGET): Made => ({
  ...value('(request-target)', change),
  names: NAMES,
  target: path,
});
const twice = (
  string: NonNullable<Made['string']>,
  name = 'PSU-ID',
  first = 'one',
  second = 'two',
): Made => ({
  headers: { [name]: first },
  string,
  way: (headers) => [...headers, [name.toLowerCase(), second]],
});
const hex = (text: string) => sha256(text).toString('hex');

const all: Unseen = {
  'signature-invalid original-case': {
    'Date alone with its capital': lines((name, text) => `${name === 'date' ? 'Date' : name}: ${text}`),
  },
  'signature-invalid values-only': { 'values with bars between them': lines((_, text) => text, '|') },
  'signature-invalid body-only': {
    'the hash of the body without its name': { string: () => sha256(JSON_BODY).toString('base64') },
  },
  'signature-invalid line-added': {
    'an absent header signed as null': reordered((all) => [
      ...all.slice(0, 4),
      ['psu-corporate-id', 'null'],
      ...all.slice(4),
    ]),
  },
  'signature-double-hash': {
    'sha256sum, which ends its line': whole((text) => `${hex(text)}\n`),
    'the hash of the string and a newline': whole((text) => sha256(`${text}\n`)),
  },
  'signature-encoding hex': {
    'hexadecimal with colons': { encode: (bytes) => bytes.toString('hex').replaceAll(/..(?!$)/g, '$&:') },
  },
  'signature-encoding': {
    'percent-encoding': { encode: (bytes) => encodeURIComponent(bytes.toString('base64')) },
  },
  'signature-invalid-target': {
    'the fragment of the URL': [target(() => `post ${TARGET}#top`), { fragment: '#top' }],
    'without the fragment on the request line': target(() => 'post /v1/payments/x', '/v1/payments/x#top'),
    'two blanks': target(() => `post  ${TARGET}`),
    'a blank behind': target((text) => `${text} `),
    'its name without parentheses': {
      ...lines((name, text) => `${name.replaceAll(/[()]/g, '')}: ${text}`),
      names: NAMES,
    },
  },
  'signature-invalid-target absolute': { 'host and path': target(() => `post bank.example.test${TARGET}`) },
  'signature-invalid-target upper-method': { 'the method with a capital': target(() => `Post ${TARGET}`) },
  'signature-invalid-target prefix': {
    'without its first slash': target(() => 'post v1/payments/x', '/v1/payments/x'),
  },
  'signature-invalid-duplicate': {
    'the last of two signed': twice((all) =>
      written(all.map(([name, text]): Line => [name, name === 'psu-id' ? 'two' : text])),
    ),
    'both signed, joined with a comma alone': twice((all) =>
      written(all.map(([name, text]): Line => [name, name === 'psu-id' ? 'one,two' : text])),
    ),
    'both signed, each on its line': twice((all) =>
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
  },
  valid: {
    'both signed as they should be': twice((all) =>
      written(all.map(([name, text]): Line => [name, name === 'psu-id' ? 'one, two' : text])),
    ),
  },
  'signature-invalid-value reencoded': {
    'x-request-id with dashes where none were sent': {
      ...value('x-request-id', () => REQUEST_ID),
      headers: { 'X-Request-ID': REQUEST_ID.replaceAll('-', '') },
    },
    'every value as Java prints a list': lines((name, text) => `${name}: [${text}]`),
    'every value as Python prints bytes': lines((name, text) => `${name}: b'${text}'`),
    'redirect URI with &, = escaped by Gson': value('tpp-redirect-uri', (text) =>
      text.replaceAll('&', '\\u0026').replaceAll('=', '\\u003d'),
    ),
  },
  'signature-invalid-value case': {
    'redirect URI with its host made lower case by a library': {
      ...value('tpp-redirect-uri', (text) => text.replace('TPP', 'tpp')),
      headers: { 'TPP-Redirect-URI': 'https://TPP.example.test/cB' },
    },
  },
  'signature-invalid-value replaced': {
    'an empty psu-id': value('psu-id', () => ''),
    'psu-id and x-request-id mistaken for each other': value('psu-id', () => REQUEST_ID),
  },
  'signature-invalid-value untrimmed': {
    'a value sent and signed with its blanks': {
      ...value('psu-id', () => `  ${PSU_ID} `),
      headers: { 'PSU-ID': `  ${PSU_ID} ` },
    },
  },
};

it.each(
  listUnseen(all),
)('signing strings as the programs of TPPs build them: %s [G4-unseen-string]', (_, expected, parts, options) => {
  expect(firstOf(parts, options)).toBe(expected);
});
