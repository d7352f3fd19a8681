import { describe, expect, it } from 'vitest';
import { parseSeed } from '../../src/seed/document.ts';

function faultsOf(text: string) {
  const parsing = parseSeed(text, 'world.yaml');
  return parsing.ok
    ? []
    : parsing.faults.map(({ place, message }) => `${place.line}:${place.column} ${message}`);
}

describe('the YAML of a seed file [S12-yaml, C-seed-checked]', () => {
  it.each([
    ['a directive', '%YAML 1.2\n---\na: 1', "1:1 Directives (lines that begin with %) aren't allowed."],
    [
      'a tag directive',
      '%TAG ! tag:x,2000:\n---\na: 1',
      "1:1 Directives (lines that begin with %) aren't allowed.",
    ],
    ['a tag', 'a: 1\nb: !!str 2', "2:4 The tag !!str isn't allowed."],
    ['a tag of a list', 'a: !x [1]', "1:4 The tag !x isn't allowed."],
    ['an alias', 'a: *nope', "1:4 Anchors and aliases (&name, *name) aren't allowed."],
    ['an anchor', 'a: [&x 1]', "1:5 Anchors and aliases (&name, *name) aren't allowed."],
    ['a repeated key', 'a: 1\nb: 2\na: 3', '3:1 This key appears twice.'],
    ['a repeated key of JSON', '{"a": 1, "a": 2}', '1:10 This key appears twice.'],
    ['a second document', 'a: 1\n---\nb: 2', '2:1 A second document begins here.'],
    ['a tab', 'a:\n\tb: 1', '2:1 The indentation has a tab.'],
  ])('is refused with %s', (_, text, fault) => {
    expect(faultsOf(text)).toContain(fault);
  });

  it('may have texts and comments that look like anchors, aliases, tags and directives', () => {
    expect(faultsOf('# &a *b\n- "x &a"\n- x *b\n- |\n  &a\n  !b\n- "%"\n')).toEqual([]);
  });

  it('is refused where it is deeper than 64 levels, and never ends the program', () => {
    expect(faultsOf(`a: ${'['.repeat(65)}`)).toEqual(['1:68 This is more than 64 levels deep.']);
    expect(faultsOf(`a: ${'['.repeat(2_000_000)}`)).toEqual(['1:68 This is more than 64 levels deep.']);
    expect(faultsOf(`${'- '.repeat(100_000)}a`)).toEqual(['1:129 This is more than 64 levels deep.']);
    const steps = Array.from({ length: 3000 }, (_, at) => `${' '.repeat(at)}-\n`).join('');
    expect(faultsOf(steps)).toEqual([expect.stringContaining('levels')]);
  });

  it('keeps texts that other YAML turns into something else', () => {
    const parsing = parseSeed('a: NO\nb: 2026-01-01\nc: 1_000\nd: "0123"', 'w');
    expect(parsing.ok && parsing.document.value).toEqual({ a: 'NO', b: '2026-01-01', c: '1_000', d: '0123' });
  });

  it('tells where a member stands, else what is around it', () => {
    const parsing = parseSeed(
      'customers:\n  - name: Kari\n    accounts:\n      - bban: x\n  - accounts: []\n',
      'w',
    );
    if (!parsing.ok) throw new Error('not read');
    const at = (...path: PropertyKey[]) => {
      const { line, column } = parsing.document.placeOf(path);
      return [line, column];
    };
    expect(at('customers', 0, 'accounts', 0, 'bban')).toEqual([4, 9]);
    expect(at('customers', 1, 'accounts', 0, 'bban')).toEqual([5, 5]);
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
    expect(told('{"a": 1, "a": 2}')).toEqual(['1:10 This key appears twice.']);
  });
});
