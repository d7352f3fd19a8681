import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { paint } from '../../src/cli/output-style.ts';
import {
  compareLines,
  formatBodyDifference,
  formatDifference,
} from '../../src/signatures/difference-text.ts';

const plain = await paint(false);

describe('what should stand somewhere beside what does [C-verify-differences]', () => {
  it('is nothing where neither is known, or both are struck out alike [C-verify-share]', () => {
    expect(formatDifference(undefined, undefined, plain)).toEqual([]);
    expect(formatDifference('SHA-256=<44>', 'SHA-256=<44>', plain)).toEqual([]);
  });

  it('shows both, blanks and line ends visible', () => {
    expect(formatDifference('date: x\ndigest: y', 'date: x\r\ndigest: y', plain)).toEqual([
      '- expected, + found',
      '- date:·x\\n',
      '+ date:·x\\r\\n',
      '         ^ character 8',
      '  digest:·y',
    ]);
  });

  it('shows one alone', () => {
    expect(formatDifference('rsa-sha256', undefined, plain)).toEqual(['- expected', '- rsa-sha256']);
    expect(formatDifference(undefined, 'hs2019', plain)).toEqual(['+ found', '+ hs2019']);
  });

  it('shows of very long lines what is around the first difference', () => {
    const certificate = 'A'.repeat(1000);
    expect(formatDifference(certificate, `${'A'.repeat(500)}B${'A'.repeat(499)}`, plain)).toEqual([
      '- expected, + found',
      `- …${'A'.repeat(160)}…`,
      `+ …${'A'.repeat(40)}B${'A'.repeat(119)}…`,
      `${' '.repeat(43)}^ character 501`,
    ]);
  });

  it('marks the first difference below it where there is room, else by its number alone', () => {
    const marked = (width: number) => formatDifference('SHA-256=abc', 'SHA-256=aXc', plain, width).at(-1);
    expect(marked(40)).toBe('           ^ character 10');
    expect(marked(20)).toBe('  character 10');
  });

  it('marks nothing where a line was only left out or added: the line itself is the mark', () => {
    expect(formatDifference('a: 1\nb: 2', 'a: 1\n', plain)).toEqual([
      '- expected, + found',
      '  a:·1\\n',
      '- b:·2',
    ]);
  });

  it('keeps the sides of a Digest in the body below it: what was sent is -, what was hashed is +', () => {
    const difference = { offset: 1, line: 1, column: 2, expected: '{ }', found: '{}', same: 1 };
    expect(formatBodyDifference(difference, plain)).toEqual([
      'Body: - was sent, + was hashed',
      '- {}',
      '+ {·}',
      '   ^ byte 2, line 1, column 2',
    ]);
  });
});

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
