import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ID, malformedRows, readRules, suites, suitesOf } from './support/rules.ts';
import { ROOT, sources } from './support/sources.ts';

const document = readFileSync(join(ROOT, 'docs', 'rules.md'), 'utf8');
const rules = readRules(document);
const known = new Set(rules.map(({ id }) => id));
const cited = suites();

describe('docs/rules.md [A-rules]', () => {
  it('holds rows of five cells, each with a proper id', () => {
    expect(malformedRows(document)).toEqual([]);
    expect(rules.length).toBeGreaterThan(0);
  });

  it('names a rule again only for another test', () => {
    const rows = rules.map(({ id, tests }) => `${id}: ${tests.join(', ')}`);
    expect(rows.filter((row, index) => rows.indexOf(row) !== index)).toEqual([]);
  });

  it('names code and tests that are there', () => {
    const paths = rules.flatMap(({ id, code, tests }) => [...code, ...tests].map((path) => ({ id, path })));
    expect(paths.filter(({ path }) => !existsSync(join(ROOT, path)))).toEqual([]);
    expect(rules.filter(({ code, tests }) => code.length === 0 || tests.length === 0)).toEqual([]);
  });

  it('names tests that cite the rule', () => {
    const silent = rules.flatMap(({ id, tests }) =>
      tests
        .filter((path) => !cited.some((suite) => suite.path === path && suite.ids.includes(id)))
        .map((path) => `${id} is not cited in ${path}`),
    );
    expect(silent).toEqual([]);
  });
});

describe('every test cites its rules [A-rules]', () => {
  it('in each top-level describe, at the end of the title', () => {
    const without = cited.filter(({ ids }) => ids.length === 0 || ids.some((id) => !ID.test(id)));
    expect(without.map(({ path, title }) => `${path}: ${title}`)).toEqual([]);
  });

  it('and has such a describe in each file', () => {
    const files = sources((path) => path.endsWith('.test.ts')).map(({ path }) => path);
    expect(files.filter((path) => !cited.some((suite) => suite.path === path))).toEqual([]);
  });

  it('by an id that docs/rules.md has', () => {
    const unknown = cited.flatMap(({ path, ids }) =>
      ids.filter((id) => !known.has(id)).map((id) => `${id}, cited in ${path}, has no row`),
    );
    expect([...new Set(unknown)]).toEqual([]);
  });
});

describe('how rules and citations are read [A-rules]', () => {
  it('reads rows, whatever quotes their cells', () => {
    const table = [
      '| id | source | rule | code | test |',
      '|---|---|---|---|---|',
      '| `S10-foreign-text` | safety.md § 10 | made visible \\| escaped | `src/a.ts`, src/b.ts | test/a.test.ts |',
      '| broken | row |',
    ].join('\n');
    expect(readRules(table)).toEqual([
      {
        id: 'S10-foreign-text',
        source: 'safety.md § 10',
        rule: 'made visible \\| escaped',
        code: ['src/a.ts', 'src/b.ts'],
        tests: ['test/a.test.ts'],
      },
    ]);
    expect(malformedRows(table)).toEqual(['| broken | row |']);
  });

  it('reads titles on their own line, with quotes inside and by table', () => {
    const text = [
      `describe('one [C-a, S10-b]', () => {`,
      `  describe('inner', () => {`,
      `describe(\n  "it's two [D4-c]",\n`,
      `describe.each([[1], [2]])('three %i [G1-d]', () => {`,
      `describe('four', () => {`,
    ].join('\n');
    expect(suitesOf({ path: 'x', text }).map(({ ids }) => ids)).toEqual([
      ['C-a', 'S10-b'],
      ['D4-c'],
      ['G1-d'],
      [],
    ]);
  });
});
