import { describe, expect, it } from 'vitest';
import type { Header, HttpRequest } from '../../src/message.ts';
import { verify } from '../../src/signing/verify.ts';
import { sweep } from '../support/sweep.ts';
import { processorTime, verifySoon } from './soon.ts';
import { AT, BODY, handmade, makeTpp, paymentRequest, sentWith } from './tpp.ts';

const tpp = makeTpp();
/** Just below what is read of a Signature header. */
const LONG = 60_000;
const repeated = (text: string, length = LONG) =>
  text.repeat(Math.ceil(length / text.length)).slice(0, length);
const REST = 'algorithm="rsa-sha256",headers="date",signature="AAAA"';
const keyId = (text: string) => `keyId="${text}",${REST}`;
const issuer = (text: string) => keyId(`SN=1,CA=${text}`);
const parameters = (headers: string, signature: string) =>
  `keyId="${tpp.keyId}",algorithm="rsa-sha256",headers="${headers}",signature="${signature}"`;

function nested(levels: number): string {
  let text = keyId(tpp.keyId);
  for (let level = 0; level < levels; level += 1)
    text = `=?utf-8?B?${Buffer.from(text).toString('base64')}?=`;
  return text;
}

/** Shapes in which a regular expression would go back and forth, or a list grow. */
const VALUES: Readonly<Record<string, string>> = {
  'blanks after a quote in keyId': `keyId="SN=1,CA=CN=a"${repeated(' ')}x,${REST}`,
  'blanks after many quotes in keyId': `keyId="SN=1,CA=CN=a${repeated(`"${' '.repeat(200)}`)}x,${REST}`,
  'quotes and commas in keyId': issuer(`CN=a${repeated('",')}x`),
  'quotes and names in keyId': issuer(`CN=a${repeated('",a')}x`),
  'quoted attributes in keyId': issuer(`CN=a${repeated('",OU="')}x`),
  'blanks before an equals sign': `keyId${repeated('\t')}`,
  'blanks after the scheme': `Signature${repeated(' ')}`,
  'letters after the scheme': `Signature: ${repeated('a')}`,
  'commas and blanks without quotes': `keyId=${repeated(', ')}`,
  'names without quotes': `keyId=${repeated(',keyId')}`,
  'thousands of parameters': repeated('a="b",'),
  'thousands of equals signs': repeated('a='),
  'a serial of 60,000 digits': keyId(`SN=${repeated('F')},CA=CN=a`),
  'a serial of colons': keyId(`SN=${repeated('A:', 250)}G,CA=CN=a`),
  'a serial of zeros': keyId(`SN=${repeated('0', 250)},CA=CN=a`),
  'a fingerprint that is none': keyId(repeated('AA:', 127)),
  'many values in one part': issuer(`${repeated('C=a+', 8000)}C=a`),
  'many parts': issuer(`${repeated('C=a,', 8000)}C=a`),
  'many parts with slashes': issuer(repeated('/C=a', 8000)),
  'slashes alone': issuer(repeated('/a', 8000)),
  'percent signs': issuer(`CN=${repeated('%41')}`),
  'percent signs that are no UTF-8': issuer(`CN=${repeated('%c3')}`),
  backslashes: issuer(`CN=${repeated('\\', 8000)}`),
  'escaped quotes': issuer(`CN=${repeated('\\"', 8000)}`),
  'backslashes after an escaped quote': `keyId=\\"${repeated('\\')}a`,
  'blanks after a single quote': `keyId='${repeated(' ')}x`,
  'blanks after a typographic quote': `keyId = \u201c${repeated(' ')}x`,
  'hexadecimal of no end': issuer(`CN=#${repeated('0c', 8000)}`),
  'blanks around equals signs': issuer(repeated('CN = a , ', 8000)),
  'a signature of 60,000 characters': parameters('date', repeated('A')),
  'a signature of hexadecimal': parameters('date', repeated('ab')),
  'a signature of blanks': parameters('date', repeated('A ')),
  'a signature of escaped line ends': parameters('date', repeated('\\r\\n')),
  'thousands of names': parameters(repeated('a '), 'AAAA'),
  'a MiB of names': parameters(repeated('date ', 1024 * 1024), 'AAAA'),
  'names of blanks': parameters(repeated(' '), 'AAAA'),
  'names of commas': parameters(repeated(',;'), 'AAAA'),
  'names of hyphens': parameters(`${repeated('a-')}!`, 'AAAA'),
  'names of parentheses': parameters(repeated('(a'), 'AAAA'),
  'thousands of encoded-words': repeated('=?utf-8?B?QUFB?= '),
  'thousands of Q words': repeated('=?utf-8?Q?=41?= '),
  'a charset for each word': Array.from({ length: 3000 }, (_, count) => `=?c${count}?B?QUFB?=`).join(''),
  'encoded-words inside': `x${repeated('=?utf-8?B?QUFB?= ')}`,
  'encoded-words in encoded-words': nested(18),
  'an encoded-word without an end': `=?utf-8?B?${repeated('QUFB')}`,
  'beginnings of encoded-words': repeated('=?'),
  'beginnings with a charset': `x${repeated('=?a')}`,
  'beginnings with an encoding': `x${repeated('=?a?b?')}`,
  'one Q word': `=?utf-8?Q?${repeated('=41')}?=`,
  'one broken Q word': `=?utf-8?Q?${repeated('=4')}?=`,
  'folded lines': repeated('\r\n '),
  'octets that are no UTF-8': repeated('\xff\xc3'),
  'halves of surrogate pairs': repeated('\ud800'),
  'a MiB of quotes': repeated('"', 1024 * 1024),
};

describe('a hostile Signature header [G2-hostile-headers]', () => {
  it.each(Object.entries(VALUES))('gets findings soon: %s', (_, value) => {
    const request = handmade(tpp, { wrap: () => value });
    const { valid, findings } = verifySoon(request, { recovery: false });
    expect(valid).toBe(false);
    expect(findings.length).toBeLessThan(40);
    expect(verifySoon(request).valid).toBe(false);
  });

  it.each([
    [64 * 1024, false],
    [64 * 1024 + 1, true],
  ])('is not read where it is longer than 64 KiB: %i characters, %s', (length, isTooLong) => {
    const value = `${parameters('date', 'AAAA')},rest="`;
    const request = handmade(tpp, { wrap: () => `${value}${'a'.repeat(length - value.length - 1)}"` });
    const messages = verifySoon(request, { recovery: false }).findings.map(({ message }) => message);
    expect(messages.some((text) => text.includes("It's longer than 65536 characters."))).toBe(isTooLong);
  });
});

const MEBIBYTE = 1024 * 1024;
const long = (text: string, length = MEBIBYTE) =>
  text.repeat(Math.ceil(length / text.length)).slice(0, length);

/** A fifth of the time that a search may take: how long one step of it may take shows in what is over. */
const SHORT = { hashedBytes: 5e8, milliseconds: 20, bytes: MEBIBYTE };

const TEXTS: Readonly<Record<string, string>> = {
  letters: long('a'),
  blanks: `a${long(' ')}b`,
  quotes: long('",'),
  'word starts': long('=?'),
  words: long('=?utf-8?B?QUFB?= '),
  backslashes: long('\\'),
  commas: long(','),
  colons: long(':'),
  hyphens: long('-'),
  'line ends': long('\r\n '),
  octets: Buffer.from(Array.from({ length: MEBIBYTE }, (_, place) => (place * 7919) % 251)).toString(
    'latin1',
  ),
  'lone surrogates': long('\ud800é'),
  'PEM starts': long('-----BEGIN CERTIFICATE-----'),
  percents: long('%41'),
  base64: long('MIIB'),
  digests: long('sha-256=:A:,'),
};

const DIGEST = `SHA-256=${Buffer.alloc(32).toString('base64')}`;

function withBody(body: string | Uint8Array): HttpRequest {
  return handmade(tpp, { request: paymentRequest({ body: Buffer.from(body) }), headers: { Digest: DIGEST } });
}

function withMore(count: number, header: (place: number) => Header): HttpRequest {
  const request = handmade(tpp);
  return {
    ...request,
    headers: [...request.headers, ...Array.from({ length: count }, (_, place) => header(place))],
  };
}

const MANY = 100_000;
const hostile: Record<string, HttpRequest> = {
  'an empty request': { method: '', target: '', headers: [['', '']], body: new Uint8Array() },
  'no header': { ...handmade(tpp), headers: [] },
  '100,000 times PSU-ID': withMore(MANY, (place) => ['psu-id', `v${place}`]),
  '100,000 times PSU-ID without a value': withMore(MANY, () => ['psu-id', '']),
  '100,000 times Date': withMore(MANY, () => ['date', 'x']),
  '100,000 times Digest': withMore(MANY, () => ['digest', 'x']),
  '100,000 times Signature': withMore(MANY, () => ['signature', 'x']),
  '100,000 times the certificate': withMore(MANY, () => ['tpp-signature-certificate', 'x']),
};
/** Of each header what its own reader goes through again and again when it is written carelessly. */
const AWKWARD: Readonly<Record<string, readonly (keyof typeof TEXTS)[]>> = {
  Signature: ['quotes', 'words', 'backslashes', 'octets'],
  'TPP-Signature-Certificate': ['PEM starts', 'percents', 'base64'],
  Date: ['colons', 'blanks'],
  Digest: ['digests', 'commas'],
  'PSU-ID': ['blanks', 'lone surrogates'],
};
const texts = sweep(
  Object.keys(TEXTS).flatMap((text) =>
    [...Object.keys(AWKWARD), 'target'].map((header) => ({ header, text })),
  ),
  ({ header, text }) => (AWKWARD[header] ?? ['percents']).includes(text),
);
for (const { header, text } of texts) {
  const value = TEXTS[text] ?? '';
  hostile[`${header} of ${text}`] =
    header === 'target'
      ? { ...handmade(tpp, { names: ['(request-target)'] }), target: value }
      : handmade(tpp, { sent: sentWith(header, value) });
}

describe('hostile input [S12-signature-search, G2-hostile]', () => {
  it.each(Object.entries(hostile))('gets findings soon: %s', (_, request) => {
    const { valid, findings } = verifySoon(request, { recovery: SHORT });
    expect(valid).toBe(false);
    expect(findings.map(({ message }) => message).join()).not.toMatch(/Error:|\n\s+at /);
  });

  it('is nothing to an honest request: 100,000 other headers, each once', () => {
    expect(verifySoon(withMore(MANY, (place) => [`x-${place}`, 'v'])).verdict).toBe('valid');
  });

  it('is searched for at most 20 ms and 64 KiB where the server says so', () => {
    const recovery = { hashedBytes: 5e8, milliseconds: 20, bytes: 64 * 1024 };
    const twelve = Object.fromEntries(Array.from({ length: 12 }, (_, count) => [`k${count}`, count]));
    // The least of some: whoever collects garbage meanwhile uses the processor too.
    const times = Array.from({ length: 4 }, () => {
      const start = processorTime();
      verify(withBody(JSON.stringify(twelve)), { at: AT, recovery, clock: processorTime });
      return processorTime() - start;
    });
    expect(Math.min(...times)).toBeLessThan(60);
    const large = handmade(tpp, {
      request: paymentRequest({ body: Buffer.alloc(65 * 1024, BODY) }),
      headers: { Digest: DIGEST },
    });
    expect(verify(large, { at: AT, recovery }).findings[0]).toMatchObject({
      code: 'digest-mismatch',
      cause: 'not-searched',
    });
  });

  it('cannot make two lines of one value', () => {
    const request = handmade(tpp, {
      headers: { 'PSU-ID': 'a\ntpp-redirect-uri: b' },
      names: ['date', 'digest', 'x-request-id', 'psu-id', 'tpp-redirect-uri'],
    });
    const { verdict, findings } = verify(request, { at: AT });
    expect(verdict).toBe('signature-invalid');
    expect(findings[0]?.header).toBe('psu-id');
  });
});

/** Bodies as long as a server takes and as long as anybody's, by a piece that is repeated. */
const PIECES: Readonly<Record<string, string>> = {
  brackets: '[',
  'opened members': '{"a":[',
  quotes: '"',
  backslashes: '\\',
  'escaped quotes': '"\\"',
  'letters beyond ASCII': 'é',
  'escaped letters': '\\u00e5',
  slashes: '/',
  'line ends': '\n',
  'two line ends': '\r\n',
  blanks: ' ',
  digits: '1',
  exponents: '1e',
};
const LENGTHS = sweep([400_000, 60_000], (length) => length === 400_000);
const shapes: Readonly<Record<string, (piece: string, length: number) => string>> = {
  '': (piece, length) => long(piece, length),
  ' inside': (piece, length) => `a${long(piece, length - 2)}b`,
  ' in a string': (piece, length) => `"${long(piece, length - 6)}"`,
};
/** Each piece in one shape, the longest: what takes the square of its length shows there. */
const bodies = sweep(
  Object.entries(PIECES).flatMap(([name, piece]) =>
    Object.entries(shapes).map(([where, shape]) => ({ name: `${name}${where}`, piece, shape })),
  ),
  (_, place) => place % 3 === Math.floor(place / 3) % 3,
).flatMap(({ name, piece, shape }) =>
  LENGTHS.map((length) => [`${length} of ${name}`, shape(piece, length)] as const),
);
const trees: readonly (readonly [string, string | Uint8Array])[] = LENGTHS.flatMap((length) => [
  [`an array of ${length} characters`, `[${long('1,', length - 3)}1]`] as const,
  [`numbers of ${length} characters`, `[${long('1e5,', length - 4)}1]`] as const,
  [
    `members of ${length} characters`,
    `{${Array.from({ length: length / 12 }, (_, place) => `"k${place}":0`)}}`,
  ] as const,
  [`blanks of ${length} characters in JSON`, `{"a":${long(' ', length)}1}`] as const,
  [`${length} octets that are no UTF-8`, Buffer.alloc(length, 0xc3)] as const,
  [`${length} NULs`, Buffer.alloc(length)] as const,
]);

it.each([...bodies, ...trees])('a hostile body gets its finding soon: %s [G2-hostile-bodies]', (_, body) => {
  const { findings } = verifySoon(withBody(body), { recovery: SHORT });
  expect(findings).toMatchObject([{ code: 'digest-mismatch' }]);
});

const names = (count: number) => Array.from({ length: count }, (_, place) => `x-h${place}`);
const other = (count: number, value: string) =>
  handmade(tpp, {
    names: ['date', ...names(count)],
    headers: Object.fromEntries(names(count).map((name) => [name, value])),
    build: () => 'something else',
  });

it.each<readonly [string, HttpRequest]>([
  ...['a', '%20', 'a b', 'é', '/a', '&'].flatMap((piece) =>
    sweep([8000, 2000, 200], (length) => length === 8000).map(
      (length) => [`20 values of ${length} × ${piece}`, other(20, long(piece, length))] as const,
    ),
  ),
  ...['a', '/a', '?a', '%2F', 'é'].flatMap((piece) =>
    sweep([8000, 500], (length) => length === 8000).map((length) => {
      const request = handmade(tpp, { names: ['(request-target)', 'date'], build: () => 'something else' });
      return [`a target of ${length} × ${piece}`, { ...request, target: `/${long(piece, length)}` }] as const;
    }),
  ),
  ['100 short values', other(99, 'v')],
  ['100 long values', other(99, long('v', 8000))],
])('a string that nobody signed is given up soon: %s [G2-hostile-strings]', (_, request) => {
  expect(verifySoon(request, { recovery: SHORT }).valid).toBe(false);
});
