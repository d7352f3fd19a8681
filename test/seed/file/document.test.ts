import { describe, expect, it } from 'vitest';
import { parseSeed } from '../../../src/seed/file/document.ts';

function faultsOf(text: string) {
  const parsing = parseSeed(text, 'world.yaml');
  return parsing.ok
    ? []
    : parsing.faults.map(({ place, message }) => `${place.line}:${place.column} ${message}`);
}

const aliases = (count: number) => `a: &a x\nb: [${Array.from({ length: count }, () => '*a').join(', ')}]\n`;

describe('the YAML of a seed file [S12-yaml, C-seed-checked]', () => {
  it.each([
    ['a directive', '%YAML 1.2\n---\na: 1', "1:1 Directives (lines that begin with %) aren't allowed."],
    [
      'a tag directive',
      '%TAG ! tag:x,2000:\n---\na: 1',
      "1:1 Directives (lines that begin with %) aren't allowed.",
    ],
    ['a tag', 'a: 1\nb: !!str 2', "2:10 The tag tag:yaml.org,2002:str isn't allowed."],
    ['a tag of a list', 'a: !x [1]', "1:7 The tag !x isn't allowed."],
    ['a merge key', 'a: &a { x: 1 }\nb:\n  <<: *a', "3:3 Merge keys (<<) aren't allowed."],
    ['an alias of nothing', 'a: *nope', '1:4 Nothing is named &nope.'],
    ['over 100 aliases', aliases(101), '2:5 There are more than 100 aliases (*name).'],
    [
      'aliases in aliases',
      'a: &a [x]\nb: &b [*a, *a, *a, *a, *a, *a]\nc: &c [*b, *b, *b, *b, *b, *b]\nd: [*c, *c, *c]',
      '2:8 There are more than 100 aliases (*name).',
    ],
    ['a repeated key', 'a: 1\nb: 2\na: 3', '3:1 This key stands twice in the same place.'],
    ['a repeated key of JSON', '{"a": 1, "a": 2}', '1:10 This key stands twice in the same place.'],
    ['a second document', 'a: 1\n---\nb: 2', '2:1 A second document begins here.'],
    ['a tab', 'a:\n\tb: 1', '2:1 The indentation has a tab.'],
  ])('is refused with %s', (_, text, fault) => {
    expect(faultsOf(text)).toContain(fault);
  });

  // To look each of them up first is a walk through the whole file for each.
  it('is refused with any number of aliases', () => {
    expect(faultsOf(aliases(20_000))).toEqual(['2:5 There are more than 100 aliases (*name).']);
  });

  // The library looks for each anchor among all others: 20,000 took more than a minute.
  it('is refused with more than 100 anchors, whatever they name, at the one too many', () => {
    const keys = (count: number) =>
      Array.from({ length: count }, (_, at) => `? &a${at} k${at}\n: 1\n`).join('');
    expect(faultsOf(keys(20_000))).toEqual(['201:3 There are more than 100 anchors (&name).']);
    expect(faultsOf(keys(100))).toEqual([]);
    const list = Array.from({ length: 101 }, (_, at) => `&a${at} 1`).join(', ');
    expect(faultsOf(`a: [${list}]`)).toEqual([
      expect.stringMatching(/^1:\d+ There are more than 100 anchors/),
    ]);
    // What looks like one within a text isn't.
    expect(faultsOf(`${'- "x &a"\n- x &b\n'.repeat(200)}`)).toEqual([]);
  });

  it('is refused where it is deeper than 64 levels, and never ends the program', () => {
    expect(faultsOf(`a: ${'['.repeat(65)}`)).toEqual(['1:68 This is more than 64 levels deep.']);
    expect(faultsOf(`a: ${'['.repeat(2_000_000)}`)).toEqual(['1:68 This is more than 64 levels deep.']);
    expect(faultsOf(`${'- '.repeat(100_000)}a`)).toEqual(['1:129 This is more than 64 levels deep.']);
    const steps = Array.from({ length: 3000 }, (_, at) => `${' '.repeat(at)}-\n`).join('');
    expect(faultsOf(steps)).toEqual([expect.stringContaining('levels')]);
  });

  it('may have 100 aliases, comments and anchors', () => {
    expect(faultsOf(aliases(100))).toEqual([]);
    expect(faultsOf('# a world\nversion: 1 # the first')).toEqual([]);
  });

  it('keeps texts that other YAML turns into something else', () => {
    const parsing = parseSeed('a: NO\nb: 2026-01-01\nc: 1_000\nd: "0123"', 'w');
    expect(parsing.ok && parsing.document.value).toEqual({ a: 'NO', b: '2026-01-01', c: '1_000', d: '0123' });
  });

  it('tells where a member stands, through aliases too, else what is around it', () => {
    const parsing = parseSeed(
      'customers:\n  - name: Kari\n    accounts: &a\n      - bban: x\n  - accounts: *a\n',
      'w',
    );
    if (!parsing.ok) throw new Error('not read');
    const at = (...path: PropertyKey[]) => {
      const { line, column } = parsing.document.placeOf(path);
      return [line, column];
    };
    expect(at('customers', 0, 'accounts', 0, 'bban')).toEqual([4, 9]);
    expect(at('customers', 1, 'accounts', 0, 'bban')).toEqual([4, 9]);
    expect(at('customers', 1, 'number')).toEqual([5, 5]);
    expect(at('agreements')).toEqual([1, 1]);
  });
});

describe('a seed file that ends in .json [C-seed-json-file]', () => {
  const told = (text: string) => {
    const parsing = parseSeed(text, 'World.JSON');
    return parsing.ok
      ? []
      : parsing.faults.map(({ place, message }) => `${place.line}:${place.column} ${message}`);
  };

  it.each([
    ['{"version": 1,\n "customers": [],\n}', `3:1 This isn't JSON: "}" can't stand here.`],
    ['{"version": 1,\n customers: []}', `2:2 This isn't JSON: "customers" can't stand here.`],
    ['{"version": 1, "customers": [', "1:30 This isn't JSON: it ends too early."],
    ['version: 1\n', `1:1 This isn't JSON: "version" can't stand here.`],
    ['{"version": 1} # a world', `1:16 This isn't JSON: "#" can't stand here.`],
    ['', "1:1 This isn't JSON: it ends too early."],
  ])('%j is told as JSON, with line and column', (text, fault) => {
    expect(told(text)).toEqual([fault]);
  });

  it('is read as JSON is, and a repeated key is told as in YAML', () => {
    expect(told('{"version": 1}')).toEqual([]);
    expect(told('{"a": 1, "a": 2}')).toEqual(['1:10 This key stands twice in the same place.']);
  });
});
