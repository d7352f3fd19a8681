import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { specRules } from '../src/cli/spec-rules.ts';
import { citationsOf } from './support/citations.ts';
import { placesOf, sources } from './support/sources.ts';
import { anchorsOf, MARKS, malformedRules, specPages } from './support/spec-pages.ts';

const pages = specPages();
const rules = pages.flatMap(specRules);
const byId = new Map(rules.map((rule) => [rule.id, rule]));

describe('docs/spec [A-spec]', () => {
  it('defines each rule once, in a form that programs read', () => {
    const ids = rules.map(({ id }) => id);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
    expect(pages.flatMap(malformedRules)).toEqual([]);
    expect(rules.length).toBeGreaterThan(800);
  });

  it('says of each whose it is', () => {
    const odd = rules.filter(
      ({ marks }) =>
        marks.some((mark) => !MARKS.has(mark)) ||
        !marks.some((mark) => mark.length === 1) ||
        marks.length > 3,
    );
    expect(odd.map(({ id, marks }) => `${id}: ${marks.join(', ')}`)).toEqual([]);
  });

  it('has text and a heading for each', () => {
    expect(
      rules.filter(({ text, heading }) => text.length < 10 || heading === '').map(({ id }) => id),
    ).toEqual([]);
  });

  it('has links that lead to a heading, and those of an id to where it is defined', () => {
    const texts = new Map(
      sources((path) => path.endsWith('.md')).map(({ path, text }) => [path, anchorsOf(text)]),
    );
    const wrong = pages.flatMap(({ path, text }) =>
      [...text.matchAll(/\[([^\]]+)\]\((?!https?:)([^)#\s]*)#([^)\s]+)\)/g)].flatMap(
        ([link, label = '', target, anchor = '']) => {
          const page = target ? join(dirname(path), target) : path;
          const heading = texts.get(page)?.get(anchor);
          const ids = citationsOf(label);
          const strays = ids.filter((id) => byId.get(id)?.page !== page || byId.get(id)?.heading !== heading);
          return heading === undefined || strays.length > 0 ? [`${path}: ${link}`] : [];
        },
      ),
    );
    expect(wrong).toEqual([]);
  });

  it('quotes no document from outside but where it says that they are', () => {
    const outside =
      /(interface|decisions|signing|safety|cli|seed-file|architecture|performance|style)\.md §|\.\.\/shared/;
    const places = placesOf(
      outside,
      pages.map((page) => ({ ...page, code: '' })),
      'text',
    );
    expect(places.filter((place) => !place.startsWith('docs/spec/README.md'))).toEqual([]);
  });
});

describe('how docs/spec is read [A-spec]', () => {
  it('reads paragraphs with what follows a colon, and rows', () => {
    const text = [
      '# Page',
      '',
      '## Amounts',
      '',
      '**D4-a** [I, O] One',
      'sentence.',
      '',
      '**D4-b** [O, not built] A list:',
      '',
      '```text',
      'x',
      '',
      'y',
      '```',
      '',
      '| id | mark | rule |',
      '|---|---|---|',
      '| **D4-c** | P | A row. | more |',
      '| **D4-d** no row |',
    ].join('\n');
    const page = 'docs/spec/x.md';
    expect(specRules({ path: page, text })).toEqual([
      { id: 'D4-a', marks: ['I', 'O'], text: 'One\nsentence.', heading: 'Amounts', page },
      {
        id: 'D4-b',
        marks: ['O', 'not built'],
        text: 'A list:\n\n```text\nx\n\ny\n```',
        heading: 'Amounts',
        page,
      },
      { id: 'D4-c', marks: ['P'], text: 'A row. | more', heading: 'Amounts', page },
    ]);
    expect(malformedRules({ path: page, text })).toEqual([`${page}: | **D4-d** no row |`]);
  });
});
