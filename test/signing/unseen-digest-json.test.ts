import { describe, expect, it } from 'vitest';
import { VERIFY_SEARCH } from '../../src/signing/budget.ts';
import { verify } from '../../src/signing/verify.ts';
import { firstOf, JSON_BODY, type Made, made, NOW, type Unseen } from './stack.ts';
import { by, compact, gson, hashed, pretty, sorted } from './unseen-digest.ts';

const REWRITTEN: readonly Unseen[] = [
  [
    'Python hashed json.dumps, the client sent it compact',
    'digest-mismatch reserialised',
    hashed(by('plain')),
  ],
  ['the same in UTF-8', 'digest-mismatch reserialised', hashed(by('utf8'))],
  [
    'requests sent json.dumps, the compact text was hashed',
    'digest-mismatch reserialised',
    hashed(JSON_BODY, by('utf8')),
  ],
  ['pretty-printed by two blanks', 'digest-mismatch reserialised', hashed(by('indent 2'))],
  ['pretty-printed by four blanks and escaped', 'digest-mismatch reserialised', hashed(by('indent 4 ascii'))],
  ['pretty-printed by tabs', 'digest-mismatch reserialised', hashed(by('indent tab'))],
  ['line breaks without indentation', 'digest-mismatch reserialised', hashed(by('indent 0'))],
  [
    'pretty-printed with CRLF and a final one, as .NET writes on Windows',
    'digest-mismatch reserialised',
    hashed(`${pretty.replaceAll('\n', '\r\n')}\r\n`, compact),
  ],
  ['Gson did so in what was sent', 'digest-mismatch reserialised', hashed(JSON_BODY, gson(JSON_BODY))],
  ['a blank after the last brace was cut', 'digest-mismatch reserialised', hashed(`${JSON_BODY} `)],
  [
    'a blank after the last brace was sent',
    'digest-mismatch reserialised',
    hashed(JSON_BODY, `${JSON_BODY} `),
  ],
  [
    'JSON in a string, serialised twice',
    'digest-mismatch reserialised',
    hashed(JSON_BODY, JSON.stringify(JSON_BODY)),
  ],
  ['letters composed otherwise (NFD)', 'digest-mismatch reserialised', hashed(JSON_BODY.normalize('NFD'))],
];

const ORDERED: readonly Unseen[] = [
  ['sort_keys in Python', 'digest-mismatch key-order', hashed(sorted)],
  ['sort_keys and the default separators', 'digest-mismatch key-order', hashed(by('sorted'))],
  ['sort_keys, the default separators, UTF-8', 'digest-mismatch key-order', hashed(by('sorted utf8'))],
  ['sort_keys and indentation', 'digest-mismatch key-order', hashed(by('sorted indent 4'))],
  [
    'the last member moved to the front',
    'digest-mismatch key-order',
    hashed('{"g":7,"a":1,"b":2,"c":3,"d":4,"e":5,"f":6}', '{"a":1,"b":2,"c":3,"d":4,"e":5,"f":6,"g":7}'),
  ],
  [
    'the first member moved to the end, among many',
    'digest-mismatch key-order',
    hashed(
      '{"b":2,"c":3,"d":4,"e":5,"f":6,"g":7,"h":8,"i":9,"j":10,"a":1}',
      '{"a":1,"b":2,"c":3,"d":4,"e":5,"f":6,"g":7,"h":8,"i":9,"j":10}',
    ),
  ],
  [
    'two members exchanged, pretty-printed both times',
    'digest-mismatch key-order',
    hashed(
      '{\n  "c": 3,\n  "b": 2,\n  "a": 1,\n  "d": 4\n}',
      '{\n  "a": 1,\n  "b": 2,\n  "c": 3,\n  "d": 4\n}',
    ),
  ],
  [
    'the members of an inner object, the default separators of Python',
    'digest-mismatch key-order',
    hashed('{"a": 1, "i": {"y": 2, "x": 1}, "c": [1, 2]}', '{"a": 1, "i": {"x": 1, "y": 2}, "c": [1, 2]}'),
  ],
];

const all: readonly Unseen[] = [...REWRITTEN, ...ORDERED];

const cut = (bytes: number, length?: number): Made => {
  const sent = Buffer.from(JSON_BODY).subarray(0, -bytes);
  return { ...hashed(JSON_BODY, sent), headers: { 'Content-Length': String(length ?? sent.length) } };
};

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

describe('JSON that was written anew after hashing, or before [G4-unseen-digest]', () => {
  it.each(all.map((one) => [one[0], one] as const))('%s', (_, [, expected, parts, options]) => {
    expect(firstOf(parts, options)).toBe(expected);
  });
});
