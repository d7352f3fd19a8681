import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseStrictJson } from '../../src/wire/strict-json.ts';

function faultOf(text: string) {
  const json = parseStrictJson(text);
  return json.ok ? undefined : json.fault;
}

function nested(depth: number): string {
  return '['.repeat(depth) + ']'.repeat(depth);
}

/** Members that are left of them; fewer where a key was repeated. */
function membersRead(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const inner = Object.values(value).reduce((sum: number, member) => sum + membersRead(member), 0);
  return (Array.isArray(value) ? 0 : Object.keys(value).length) + inner;
}

const keys = fc.constantFrom('a', 'b', '__proto__', 'constructor', '', 'ø', '"', '\\', 'a.b', 'a[0]', ':,{}');
const values = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.string({ unit: 'binary' }),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(keys, tie('value'), { maxKeys: 4 }),
  ),
})).value;

const texts = fc
  .tuple(values, fc.constantFrom(undefined, 1, '\t', '\r\n'))
  .map(([value, indent]) => JSON.stringify(value, null, indent));

/** A text with one character put in, taken out or put in the place of another. */
const damaged = fc
  .tuple(
    texts,
    fc.nat(),
    fc.constantFrom('', '"', '\\', ',', ':', '{', '}', '[', ']', '0', 'a', ' '),
    fc.boolean(),
  )
  .map(([text, place, character, replace]) => {
    const at = place % (text.length + 1);
    return text.slice(0, at) + character + text.slice(at + (replace ? 1 : 0));
  });

describe('strict JSON [D2-bad-json, D2-json-place, S12-repeated-key]', () => {
  it('takes what JSON.parse takes, with the same value, when no key is repeated', () => {
    fc.assert(
      fc.property(texts, (text) => {
        expect(parseStrictJson(text)).toEqual({ ok: true, value: JSON.parse(text) });
      }),
    );
  });

  it('refuses what JSON.parse refuses, and repeated keys, and nothing else', () => {
    fc.assert(
      fc.property(damaged, (text) => {
        let value: unknown;
        try {
          value = JSON.parse(text);
        } catch {
          expect(faultOf(text)).toMatchObject({ kind: 'syntax' });
          return;
        }
        const repeats = text.replace(/"(?:\\.|[^"\\])*"/gs, '').split(':').length - 1 > membersRead(value);
        expect(faultOf(text)?.kind).toBe(repeats ? 'repeated-key' : undefined);
      }),
      { numRuns: 500 },
    );
  });

  it.each([
    ['', 'is empty'],
    [' ', 'ends too early, at line 1, column 2'],
    ['{', 'ends too early, at line 1, column 2'],
    ['{"a":"b', 'ends too early, at line 1, column 8'],
    ['{"a":1,}', 'has "}" at line 1, column 8'],
    ["{'a':1}", `has "'" at line 1, column 2`],
    ['{"a":1}{', 'has "{" at line 1, column 8'],
    ['{"a":1}\r\n{"b":2}', 'has "{" at line 2, column 1'],
    ['\ufeff{}', 'has a byte order mark (U+FEFF) at line 1, column 1'],
    ['// a\n{}', 'has "/" at line 1, column 1'],
    ['{"a":01}', 'has "1" at line 1, column 7'],
    ['{\n  "a": NaN\n}', 'has "NaN" at line 2, column 8'],
    ['{"a" "b"}', `has '"' at line 1, column 6`],
    ['{"\u{1f600}å":True}', 'has "True" at line 1, column 7'],
    ['"\n"', 'has a line break at line 1, column 2'],
    ['["\t"]', 'has a tab at line 1, column 3'],
    ['["\u0007"]', 'has U+0007 at line 1, column 3'],
    ['["\\x41"]', 'has "\\" at line 1, column 3'],
    ['[1,\u00a02]', 'has U+00A0 at line 1, column 4'],
    ['[\u201ca\u201d]', 'has "\u201c" at line 1, column 2'],
  ])('refuses %j: it %s', (text, where) => {
    expect(faultOf(text)).toEqual({ kind: 'syntax', where });
  });

  it.each([
    ['{"a":1,"a":1}', 'a'],
    ['{"a":1,"\\u0061":2}', 'a'],
    ['{"\\u00f8":1,"ø":2}', 'ø'],
    ['{"a\\"b":1,"a\\u0022b":2}', 'a"b'],
    ['{"a":{"b":1,"c":2,"b":3}}', 'a.b'],
    ['{"a":[{"b":1},{"b":1,"b":2}]}', 'a[1].b'],
    ['[{"a":1},[0,{"b":[1,2],"c":"]}","b":3}]]', '[1][1].b'],
    ['{"a":{"x":1},"b":[],"a":{}}', 'a'],
    ['{"__proto__":1,"__proto__":2}', '__proto__'],
    ['{"":1,"":2}', ''],
  ])('names the repeated key of %s', (text, path) => {
    expect(faultOf(text)).toEqual({ kind: 'repeated-key', path });
  });

  it.each([
    '{"a":{"a":1},"b":{"a":1}}',
    '[{"a":1},{"a":1}]',
    '{"a":"a","b":"\\"a\\":1"}',
    '{"a":1,"A":2}',
  ])('takes %s, where each key stands once in its object', (text) => {
    expect(faultOf(text)).toBeUndefined();
  });
});

describe('depth of strict JSON [S12-json-depth]', () => {
  it.each([
    ['lists', 33, nested],
    ['objects', 33, (depth: number) => `${'{"a":'.repeat(depth - 1)}{}${'}'.repeat(depth - 1)}`],
    ['both', 34, (depth: number) => `${'[{"a":'.repeat(depth / 2)}1${'}]'.repeat(depth / 2)}`],
  ])('is 32 at most, of %s', (_, beyond, text) => {
    expect(faultOf(text(32))).toBeUndefined();
    expect(faultOf(text(beyond))).toEqual({ kind: 'depth' });
  });

  it('is not reached by brackets in strings, nor by one list after another', () => {
    expect(faultOf(JSON.stringify(nested(100)))).toBeUndefined();
    expect(faultOf(`[${Array(100).fill('[]').join()}]`)).toBeUndefined();
  });
});

it.each([
  '__proto__',
  'constructor',
  'prototype',
])('keys that name a prototype: %s is an own member like any other [S12-prototype-keys]', (key) => {
  const json = parseStrictJson(`{"${key}":{"polluted":true}}`);
  if (!json.ok) throw new Error(json.fault.kind);
  const value = json.value as object;
  expect(Object.keys(value)).toEqual([key]);
  expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
  expect((value as { polluted?: unknown }).polluted).toBeUndefined();
  expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
});
