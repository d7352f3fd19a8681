import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareLines } from '../../src/signatures/difference-text.ts';

function sideOf(diff: ReturnType<typeof compareLines>, side: 'expected' | 'found'): string[] {
  return diff.filter((one) => one.side === 'both' || one.side === side).map(({ line }) => line);
}

const lines = fc.array(fc.constantFrom('date: 1\n', 'digest: 2\n', 'psu-id: 3\n', 'x: 4'), { maxLength: 8 });

describe('the difference of two texts by lines [C-verify-differences]', () => {
  it('holds both texts, whatever they are', () => {
    fc.assert(
      fc.property(lines, lines, (expected, found) => {
        const diff = compareLines(expected, found);
        expect(sideOf(diff, 'expected')).toEqual(expected);
        expect(sideOf(diff, 'found')).toEqual(found);
      }),
    );
  });

  it('has no difference between equal texts', () => {
    fc.assert(
      fc.property(lines, (text) => {
        expect(compareLines(text, text).filter(({ side }) => side !== 'both')).toEqual([]);
      }),
    );
  });

  it('keeps the common lines around one that was changed', () => {
    expect(compareLines(['a\n', 'b\n', 'c'], ['a\n', 'B\n', 'c'])).toEqual([
      { side: 'both', line: 'a\n' },
      { side: 'expected', line: 'b\n' },
      { side: 'found', line: 'B\n' },
      { side: 'both', line: 'c' },
    ]);
  });

  it('shows very long texts one after the other', () => {
    const long = Array.from({ length: 201 }, (_, place) => `${place}\n`);
    const diff = compareLines(long, long);
    expect(diff.map(({ side }) => side)).toEqual([...long.map(() => 'expected'), ...long.map(() => 'found')]);
  });
});
