import { describe, expect, it } from 'vitest';
import { showWhitespace, splitLines } from '../../src/signatures/difference-text.ts';

describe('text with what cannot be seen [C-verify-visible]', () => {
  it.each([
    ['a blank', 'date: x ', 'date:·x·'],
    ['a line end', 'a\r\nb\n', 'a\\r\\nb\\n'],
    ['a tab', 'a\tb', 'a\\tb'],
    ["a backslash, so that a written \\n isn't supported for a line end", 'a\\nb', 'a\\\\nb'],
    ['an octet beyond ASCII', 'K\xc3\xa5re', 'K\\xC3\\xA5re'],
    ['what acts on a terminal', '\u001b[31m\u202e', '\\u001b[31m\\u202e'],
  ])('shows %s', (_, text, shown) => {
    expect(showWhitespace(text)).toBe(shown);
  });

  it('is cut into lines that keep their ends', () => {
    expect(splitLines('a\nb\n\nc')).toEqual(['a\n', 'b\n', '\n', 'c']);
    expect(splitLines('a\n')).toEqual(['a\n']);
    expect(splitLines('')).toEqual([]);
  });
});
