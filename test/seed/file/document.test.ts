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
