import { describe, expect, it } from 'vitest';
import { specRules } from '../src/explain/rules/pages.ts';
import { citationsOf, placesBy } from './support/citations.ts';
import { adrs, rulesLineFaults } from './support/reasons.ts';
import { placed } from './support/rule-index.ts';
import { sources } from './support/sources.ts';
import { specPages } from './support/spec-pages.ts';
import { suites, suitesOf } from './support/suites.ts';

const rules = placed(specPages().flatMap(specRules));
const built = rules.filter(({ marks }) => !marks.includes('not built') && !marks.includes('fact'));
const defined = new Set(rules.map(({ id }) => id));
const cited = suites();

/** Examples in the tests of how rules and titles are read. */
const MADE_UP = new Set(['A-b', 'C-a', 'D4-a', 'D4-b', 'D4-c', 'D4-d', 'G1-d', 'S10-b']);
/** Ids that are none, which `explain` refuses. */
const MISTYPED = new Set(['D4-amonut', 'C-nothing-that-is']);

/** Built rules that no code of the program can cite, by the reason. */
const WITHOUT_CODE: Readonly<Record<string, readonly string[]>> = {
  'what all code must be: a test reads every file': [
    'A-default-exports',
    'A-import-table',
    'A-no-cycles',
    'A-no-fetch',
    'A-no-private-keys',
    'A-no-vectors-in-src',
    'A-offline-no-socket',
    'A-tls-always-checked',
  ],
  'about how it is tested': [
    'A-any-clock',
    'A-browser-unloosened',
    'A-by-the-clock',
    'A-colour-same-text',
    'A-contract-reading',
    'A-fixed-seed',
    'A-interop',
    'A-model-apart',
    'A-mutations',
    'A-no-skipped-tests',
    'A-process-untouched',
    'A-program-in-process',
    'A-rules',
    'A-soak',
    'A-standard-contract',
    'A-surface',
    'A-transcripts',
    'D4-kid-random',
    'D4-life-model',
    'D4-products-model',
    'D5-basket-model',
  ],
  'about documents': ['A-docs-run', 'A-docs-true', 'A-no-npx', 'C-ci', 'G4-documented'],
};

describe('citations of rules [A-rules]', () => {
  it('name rules that are defined', () => {
    const isOurs = (path: string) => /^(src|commands|bin|test|docs|bench|scripts)\/|^[A-Z]+\.md$/.test(path);
    const places = placesBy(sources(isOurs), ({ text }) => citationsOf(text));
    const unknown = [...places].filter(([id]) => !defined.has(id) && !MADE_UP.has(id) && !MISTYPED.has(id));
    expect(unknown.map(([id, paths]) => `${id}: ${paths.join(', ')}`)).toEqual([]);
  });

  it('stand in each top-level describe, at the end of the title', () => {
    const without = cited.filter(({ ids }) => ids.length === 0 || ids.some((id) => !defined.has(id)));
    expect(without.map(({ path, title }) => `${path}: ${title}`)).toEqual([]);
  });

  it('stand in each file of tests', () => {
    const files = sources((path) => path.endsWith('.test.ts')).map(({ path }) => path);
    expect(files.filter((path) => !cited.some((suite) => suite.path === path))).toEqual([]);
  });
});

describe('reasons in docs/adr [A-rules]', () => {
  it('name rules that are defined, in one line below the title', () => {
    expect(adrs().flatMap((adr) => rulesLineFaults(adr, defined))).toEqual([]);
  });

  it('are refused where the line names no rule, stands elsewhere or is not sorted', () => {
    const faults = (text: string) => rulesLineFaults({ path: 'x', text }, new Set(['C-a', 'D4-a']));
    expect(faults('# 1. One\n\nRules: C-a, D4-a\n\n## Context\n')).toEqual([]);
    expect(faults('# 1. One\n\n## Context\n')).toEqual([]);
    expect(faults('# 1. One\n\nRules: C-a, D4_b\n\n## Context\n')).toEqual(['x: no rule D4_b']);
    expect(faults('# 1. One\n\nRules: D4-a, C-a\n\n## Context\n')).toEqual(['x: sorted, each id once']);
    const misplaced = ['x: one line, directly below the title'];
    expect(faults('# 1. One\n\n## Context\n\nRules: C-a\n')).toEqual(misplaced);
    expect(faults('# 1. One\n\nRules: C-a\n\n## Context\n\nRules: D4-a\n')).toEqual(misplaced);
  });
});

describe('rules that are built [A-rules]', () => {
  it('have a test', () => {
    expect(built.filter(({ tests }) => tests.length === 0).map(({ id }) => id)).toEqual([]);
  });

  it('are cited by the code that keeps them, but for those that no code can cite', () => {
    const without = built.filter(({ code }) => code.length === 0).map(({ id }) => id);
    expect(without.toSorted()).toEqual(Object.values(WITHOUT_CODE).flat().toSorted());
  });

  it('and no others, of those that are not built', () => {
    const rest = rules.filter(({ marks }) => marks.includes('not built'));
    expect(rest.filter(({ tests }) => tests.length > 0).map(({ id }) => id)).toEqual([]);
  });
});

describe('how titles are read [A-rules]', () => {
  it('on their own line, with quotes inside and by table', () => {
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
