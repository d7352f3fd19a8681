import { describe, expect, it } from 'vitest';
import { parseRules } from '../src/cli/spec-rules.ts';
import { citationsOf, placesBy } from './support/citations.ts';
import { sources } from './support/sources.ts';
import { specPages } from './support/spec-pages.ts';

const ids = specPages()
  .flatMap(parseRules)
  .map(({ id }) => id);
const defined = new Set(ids);

/** Examples in the tests of how rules and titles are read, and ids that `explain` refuses. */
const MADE_UP = new Set(
  ['A-b', 'C-a', 'D4-a', 'D4-b', 'D4-c', 'D4-d', 'G1-d', 'S10-b'].concat('D4-amonut', 'C-nothing-that-is'),
);

describe('rules and their citations [A-rules, A-spec]', () => {
  it('are defined once', () => {
    expect(ids.filter((id, place) => ids.indexOf(id) !== place)).toEqual([]);
  });

  it('name rules that are defined', () => {
    const isOurs = (path: string) =>
      /^(src|commands|bin|test|docs|bench|scripts)\/|^[A-Z]+\.md$/.test(path) && !path.endsWith('.png');
    const places = placesBy(sources(isOurs), ({ text }) => citationsOf(text));
    const unknown = [...places].filter(([id]) => !defined.has(id) && !MADE_UP.has(id));
    expect(unknown.map(([id, paths]) => `${id}: ${paths.join(', ')}`)).toEqual([]);
  });
});
