import { describe, expect, it } from 'vitest';
import type { Header, HttpRequest } from '../../src/message.ts';
import { verify } from '../../src/signing/verify.ts';
import { sweep } from '../support/sweep.ts';
import { processorTime, verifySoon } from './soon.ts';
import { AT, BODY, handmade, makeTpp, paymentRequest, sentWith } from './tpp.ts';

const tpp = makeTpp();
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

describe('a hostile body [G2-hostile-bodies]', () => {
  it.each([...bodies, ...trees])('gets its finding soon: %s', (_, body) => {
    const { findings } = verifySoon(withBody(body), { recovery: SHORT });
    expect(findings).toMatchObject([{ code: 'digest-mismatch' }]);
  });
});

describe('a string that nobody signed [G2-hostile-strings]', () => {
  const names = (count: number) => Array.from({ length: count }, (_, place) => `x-h${place}`);
  const other = (count: number, value: string) =>
    handmade(tpp, {
      names: ['date', ...names(count)],
      headers: Object.fromEntries(names(count).map((name) => [name, value])),
      build: () => 'something else',
    });
  const cases: readonly (readonly [string, HttpRequest])[] = [
    ...['a', '%20', 'a b', 'é', '/a', '&'].flatMap((piece) =>
      sweep([8000, 2000, 200], (length) => length === 8000).map(
        (length) => [`20 values of ${length} × ${piece}`, other(20, long(piece, length))] as const,
      ),
    ),
    ...['a', '/a', '?a', '%2F', 'é'].flatMap((piece) =>
      sweep([8000, 500], (length) => length === 8000).map((length) => {
        const request = handmade(tpp, { names: ['(request-target)', 'date'], build: () => 'something else' });
        return [
          `a target of ${length} × ${piece}`,
          { ...request, target: `/${long(piece, length)}` },
        ] as const;
      }),
    ),
    ['100 short values', other(99, 'v')],
    ['100 long values', other(99, long('v', 8000))],
  ];

  it.each(cases)('is given up soon: %s', (_, request) => {
    expect(verifySoon(request, { recovery: SHORT }).valid).toBe(false);
  });
});
