import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  brotliCompressSync,
  brotliDecompressSync,
  deflateSync,
  gunzipSync,
  gzipSync,
  inflateSync,
} from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { VERIFY_SEARCH } from '../../src/signing/budget.ts';
import { verify } from '../../src/signing/verify.ts';
import {
  digestOf,
  firstOf,
  JSON_BODY,
  listUnseen,
  type Made,
  made,
  NOW,
  sha256,
  type Unseen,
} from './stack.ts';

/** What Python's json module makes of the body, by the arguments of dumps. */
const python: Readonly<Record<string, string>> = JSON.parse(
  execFileSync(
    'python3',
    [
      '-c',
      `
import json, sys
value = json.loads(sys.argv[1])
ways = {
  'plain': {}, 'compact': {'separators': (',', ':')}, 'compact utf8': {'separators': (',', ':'), 'ensure_ascii': False},
  'utf8': {'ensure_ascii': False}, 'sorted': {'sort_keys': True}, 'sorted utf8': {'sort_keys': True, 'ensure_ascii': False},
  'sorted compact': {'sort_keys': True, 'separators': (',', ':')},
  'sorted compact utf8': {'sort_keys': True, 'separators': (',', ':'), 'ensure_ascii': False},
  'indent 2': {'indent': 2, 'ensure_ascii': False}, 'indent 4': {'indent': 4, 'ensure_ascii': False},
  'indent 4 ascii': {'indent': 4}, 'indent tab': {'indent': '\\t', 'ensure_ascii': False}, 'indent 0': {'indent': 0, 'ensure_ascii': False},
  'sorted indent 4': {'indent': 4, 'sort_keys': True},
}
print(json.dumps({name: json.dumps(value, **way) for name, way in ways.items()}))
`,
      JSON_BODY,
    ],
    { encoding: 'utf8' },
  ),
);
const by = (name: string) => {
  const text = python[name];
  if (text === undefined) throw new Error(`python3 made no ${name}`);
  return text;
};
const parsed = JSON.parse(JSON_BODY);
const compact = JSON.stringify(parsed);
const pretty = JSON.stringify(parsed, null, 2);
const lower = (hex: string) => hex;
const escaped = (text: string, characters: RegExp, unit = lower) =>
  text.replaceAll(
    characters,
    (character) => `\\u${unit(character.charCodeAt(0).toString(16).padStart(4, '0'))}`,
  );
const inStrings = (text: string, change: (inner: string) => string) =>
  text.replaceAll(/"((?:[^"\\]|\\.)*)"/g, (_, inner: string) => `"${change(inner)}"`);
const gson = (text: string) => inStrings(text, (inner) => escaped(inner, /[<>&='\u2028\u2029]/g));
const utf16 = (text: string) => Buffer.from(text, 'utf16le');
const utf16be = (text: string) => utf16(text).swap16();
const windows1252 = (text: string) =>
  Buffer.from(
    [...text].map((character) => ({ '€': 0x80, '’': 0x92, '–': 0x96 })[character] ?? character.charCodeAt(0)),
  );
const EURO = '{"creditorName":"Kåre’s – €"}';
const hashed = (over: string | Uint8Array, body: string | Uint8Array = JSON_BODY) => ({
  body,
  hashed: over,
});
const sha = (name: string, bytes: string) => createHash(name).update(bytes).digest();
const digest = (value: string) => ({ headers: { Digest: value } });
const mark = '\ufeff';
const decompress = (bytes: Uint8Array, coding: string) => {
  const undo = { gzip: gunzipSync, deflate: inflateSync, br: brotliDecompressSync }[coding];
  try {
    return undo?.(bytes);
  } catch {
    return undefined;
  }
};
const compress = (bytes: Uint8Array, coding: string, level: number) =>
  coding === 'gzip' ? gzipSync(bytes, { level }) : deflateSync(bytes, { level });
const recovery = { hashedBytes: 5e8, milliseconds: 100, bytes: 1024 * 1024, decompress, compress };
const sorted = by('sorted compact');
const cut = (bytes: number, length?: number): Made => {
  const sent = Buffer.from(JSON_BODY).subarray(0, -bytes);
  return { ...hashed(JSON_BODY, sent), headers: { 'Content-Length': String(length ?? sent.length) } };
};

const all: Unseen = {
  'digest-mismatch hex': {
    'hexadecimal of SHA-512': digest(`SHA-512=${sha('sha512', JSON_BODY).toString('hex')}`),
    'hexadecimal with dashes, as BitConverter of .NET': digest(
      `SHA-256=${sha256(JSON_BODY)
        .toString('hex')
        .toUpperCase()
        .replaceAll(/..(?!$)/g, '$&-')}`,
    ),
  },
  'digest-mismatch base64-of-hex': {
    'Base64 of hexadecimal and LF': digest(
      `SHA-256=${Buffer.from(`${sha256(JSON_BODY).toString('hex')}\n`).toString('base64')}`,
    ),
  },
  'digest-format no-algorithm': {
    'the hash alone in hexadecimal': digest(sha256(JSON_BODY).toString('hex')),
  },
  'digest-format wrong-label': {
    'SHA-1 labelled SHA-256': digest(`SHA-256=${sha('sha1', JSON_BODY).toString('base64')}`),
  },
  'digest-format lower-case': {
    'lower case beside a right one': digest(
      `sha-256=${sha256(JSON_BODY).toString('base64')},SHA-512=${sha('sha512', JSON_BODY).toString('base64')}`,
    ),
  },
  'digest-format': { nothing: digest('') },
  valid: {
    'an unknown algorithm beside a known one': digest(
      `MD5=${sha('md5', JSON_BODY).toString('base64')}, ${digestOf(JSON_BODY)}`,
    ),
  },
  'digest-mismatch reserialised': {
    'Python hashed json.dumps, the client sent it compact': hashed(by('plain')),
    'the same in UTF-8': hashed(by('utf8')),
    'requests sent json.dumps, the compact text was hashed': hashed(JSON_BODY, by('utf8')),
    'pretty-printed by two blanks': hashed(by('indent 2')),
    'pretty-printed by four blanks and escaped': hashed(by('indent 4 ascii')),
    'pretty-printed by tabs': hashed(by('indent tab')),
    'line breaks without indentation': hashed(by('indent 0')),
    'pretty-printed with CRLF and a final one, as .NET writes on Windows': hashed(
      `${pretty.replaceAll('\n', '\r\n')}\r\n`,
      compact,
    ),
    'Gson did so in what was sent': hashed(JSON_BODY, gson(JSON_BODY)),
    'a blank after the last brace was cut': hashed(`${JSON_BODY} `),
    'a blank after the last brace was sent': hashed(JSON_BODY, `${JSON_BODY} `),
    'JSON in a string, serialised twice': hashed(JSON_BODY, JSON.stringify(JSON_BODY)),
    'letters composed otherwise (NFD)': hashed(JSON_BODY.normalize('NFD')),
  },
  'digest-mismatch key-order': {
    'sort_keys in Python': hashed(sorted),
    'sort_keys and the default separators': hashed(by('sorted')),
    'sort_keys, the default separators, UTF-8': hashed(by('sorted utf8')),
    'sort_keys and indentation': hashed(by('sorted indent 4')),
    'the last member moved to the front': hashed(
      '{"g":7,"a":1,"b":2,"c":3,"d":4,"e":5,"f":6}',
      '{"a":1,"b":2,"c":3,"d":4,"e":5,"f":6,"g":7}',
    ),
    'the first member moved to the end, among many': hashed(
      '{"b":2,"c":3,"d":4,"e":5,"f":6,"g":7,"h":8,"i":9,"j":10,"a":1}',
      '{"a":1,"b":2,"c":3,"d":4,"e":5,"f":6,"g":7,"h":8,"i":9,"j":10}',
    ),
    'two members exchanged, pretty-printed both times': hashed(
      '{\n  "c": 3,\n  "b": 2,\n  "a": 1,\n  "d": 4\n}',
      '{\n  "a": 1,\n  "b": 2,\n  "c": 3,\n  "d": 4\n}',
    ),
    'the members of an inner object, the default separators of Python': hashed(
      '{"a": 1, "i": {"y": 2, "x": 1}, "c": [1, 2]}',
      '{"a": 1, "i": {"x": 1, "y": 2}, "c": [1, 2]}',
    ),
  },
  'digest-mismatch latin1': {
    'ISO 8859-1 sent': hashed(JSON_BODY, Buffer.from(JSON_BODY, 'latin1')),
    'windows-1252 hashed': hashed(windows1252(EURO), EURO),
    'UTF-16 with its mark, as PowerShell writes files': hashed(utf16(mark + JSON_BODY)),
    'big-endian UTF-16 with its mark, as getBytes("UTF-16") of Java': hashed(utf16be(mark + JSON_BODY)),
    'UTF-16 sent': hashed(JSON_BODY, utf16(JSON_BODY)),
    'replacement characters sent for what could not be decoded': hashed(
      Buffer.from('{"name":"Kåre"}', 'latin1').toString('utf8'),
      Buffer.from('{"name":"Kåre"}', 'latin1'),
    ),
  },
  'digest-mismatch trailing-newline': {
    'a final CRLF sent': hashed(JSON_BODY, `${JSON_BODY}\r\n`),
    'two final LF sent': hashed(JSON_BODY, `${JSON_BODY}\n\n`),
    'the blank and CRLF of echo in cmd.exe sent': hashed(JSON_BODY, `${JSON_BODY} \r\n`),
  },
  'digest-mismatch missing-newline': {
    'two final LF hashed': hashed(`${JSON_BODY}\n\n`),
    'the blank and CRLF of echo in cmd.exe hashed': hashed(`${JSON_BODY} \r\n`),
    'a mark and a final CRLF hashed, as Set-Content of PowerShell writes': hashed(`${mark}${JSON_BODY}\r\n`),
  },
  'digest-mismatch content-encoding': {
    'gzip sent and not declared': [hashed(JSON_BODY, gzipSync(JSON_BODY)), { recovery }],
    'deflate sent, the text hashed': [
      { ...hashed(JSON_BODY, deflateSync(JSON_BODY)), headers: { 'Content-Encoding': 'deflate' } },
      { recovery },
    ],
    'br sent, the text hashed': [
      { ...hashed(JSON_BODY, brotliCompressSync(JSON_BODY)), headers: { 'Content-Encoding': 'br' } },
      { recovery },
    ],
  },
  'digest-mismatch not-searched': {
    'gzip sent where nobody can undo it': {
      ...hashed(JSON_BODY, gzipSync(JSON_BODY)),
      headers: { 'Content-Encoding': 'gzip' },
    },
  },
  'digest-mismatch encoded': {
    'percent-encoding sent, as a form': hashed(
      JSON_BODY,
      new URLSearchParams([['', JSON_BODY]]).toString().slice(1),
    ),
  },
  'digest-mismatch empty-object': {
    'null hashed for no body': hashed('null', ''),
    '"" hashed for no body': hashed('""', ''),
    '{} hashed for a body': hashed('{}'),
  },
};

it.each(
  listUnseen(all),
)('Digest and body as the programs of TPPs and the gateways before a bank write them: %s [G4-unseen-digest]', (_, expected, parts, options) => {
  expect(firstOf(parts, options)).toBe(expected);
});

describe('a body that ends in the middle of its JSON [G4-cut-body]', () => {
  const said = (parts: Made) =>
    verify(made(parts), { at: NOW, clock: () => 0, recovery: VERIFY_SEARCH })
      .findings.filter(({ code }) => code === 'digest-mismatch')
      .map(({ cause, message }) => `${cause}: ${message}`);

  it('is proved to be cut by the hash where only what closes it is missing', () => {
    expect(said(cut(1))).toEqual([expect.stringContaining('body-lost')]);
    expect(said(cut(1))).toEqual([expect.stringContaining('its end, }, was hashed, but not sent.')]);
    const nested = { ...hashed('{"a":{"b":"ø"}}', '{"a":{"b":"ø') };
    expect(said(nested)).toEqual([expect.stringContaining('its end, "}}, was hashed')]);
  });

  it.each([2, 5, 9, 40, 100])('is cut by its JSON alone where more is missing: %i bytes', (bytes) => {
    expect(said(cut(bytes))).toEqual([
      expect.stringContaining("body-lost: Digest isn't the hash of the body that was sent. The body is cut"),
    ]);
  });

  it('is said to be counted in characters only where Content-Length has its length', () => {
    const whole = '{"name":"Åse","a":"ø"}}';
    const two = { hashed: whole.replace('}}', '}'), body: '{"name":"Åse","a":"ø' };
    const length = (bytes: number) => ({ headers: { 'Content-Length': String(bytes) } });
    const bytes = Buffer.byteLength(two.body);
    expect(said({ ...two, ...length(bytes) })).toEqual([
      expect.stringContaining('Content-Length counts characters'),
    ]);
    expect(said({ ...two, ...length(bytes + 2) }).join()).not.toContain('characters');
  });

  it.each([
    ['complete JSON', '{"a":1}', '{"b":1}'],
    ['broken JSON', '{"a":1,}', '{"b":1}'],
    ['text', 'a=1', '{"b":1}'],
    ['one closing bracket too many', '{"a":1}}', '{"b":1}'],
  ])('is not one that ends: %s', (_, body, hash) => {
    expect(said({ body, hashed: hash }).join()).not.toContain('cut');
  });
});
