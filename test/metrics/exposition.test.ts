import { describe, expect, it } from 'vitest';
import { type Family, formatFamilies } from '../../src/metrics/exposition.ts';
import { Histogram } from '../../src/metrics/requests.ts';
import { parseExposition } from '../support/exposition.ts';

const gauge = (value: number, labels = {}): Family => ({
  name: 'a_gauge',
  help: 'A gauge.',
  type: 'gauge',
  samples: [{ labels, value }],
});

describe('the text format [C-metrics]', () => {
  it('has HELP, TYPE and a line for each sample, with an end', () => {
    expect(formatFamilies([gauge(1.5, { listener: 'site' }), { ...gauge(2), name: 'b_gauge' }])).toBe(
      '# HELP a_gauge A gauge.\n# TYPE a_gauge gauge\na_gauge{listener="site"} 1.5\n' +
        '# HELP b_gauge A gauge.\n# TYPE b_gauge gauge\nb_gauge 2\n',
    );
  });

  it('leaves out what has no sample, so that no family is bare', () => {
    expect(formatFamilies([{ ...gauge(1), samples: [] } as Family])).toBe('');
  });

  it.each([
    ['a "quote"'],
    ['back\\slash'],
    ['a line\nmore'],
    ['\\n'],
    ['\\'],
    ['"},x{a="'],
  ])('has %j of a label and a help as it was, once it is read again', (odd) => {
    const families = parseExposition(
      formatFamilies([{ ...gauge(1, { label: odd, other: 'x' }), help: odd }]),
    );
    const family = families.get('a_gauge');
    expect([family?.help, family?.samples[0]?.labels]).toEqual([odd, { label: odd, other: 'x' }]);
  });

  it.each([
    [0],
    [1e-7],
    [1e21],
    [123456789.5],
    [Number.POSITIVE_INFINITY],
    [Number.NEGATIVE_INFINITY],
  ])('has %d as a number that is read the same', (value) => {
    expect(parseExposition(formatFamilies([gauge(value)])).get('a_gauge')?.samples[0]?.value).toBe(value);
  });
});

describe('a histogram [C-metrics]', () => {
  const shown = (values: readonly number[]) => {
    const histogram = new Histogram([1, 2, 4]);
    for (const value of values) histogram.observe(value);
    const family: Family = {
      ...{ name: 'sizes', help: 'Sizes.', type: 'histogram' },
      samples: [{ labels: { listener: 'site' }, histogram }],
    };
    const { samples = [] } = parseExposition(formatFamilies([family])).get('sizes') ?? {};
    return samples.map(({ value }) => value);
  };

  it('counts at each bound what is at most so large, the bound itself too', () => {
    // Of 1, 2, 4, +Inf; the sum; the count.
    expect(shown([1, 1.5, 2, 2.1, 4, 4.1, 1000])).toEqual([1, 3, 5, 7, 1014.7, 7]);
  });

  it('is whole before anything was seen', () => {
    expect(shown([])).toEqual([0, 0, 0, 0, 0, 0]);
  });
});
