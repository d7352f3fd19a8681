import { describe, expect, it } from 'vitest';
import { countCodePoints, findFirstUnprocessable } from '../../src/values/text.ts';

const SINGLES = [0x2019, 0x201c, 0x201d, 0x2013, 0x2026, 0x20ac];

describe('processable characters [D2-processable-characters, I-unprocessable-character]', () => {
  it('are U+0020–007E, U+00A0–024F and ’ “ ” – … €, and no others', () => {
    for (let codePoint = 0; codePoint <= 0x10ffff; codePoint += 1) {
      const listed =
        (codePoint >= 0x20 && codePoint <= 0x7e) ||
        (codePoint >= 0xa0 && codePoint <= 0x24f) ||
        SINGLES.includes(codePoint);
      if ((findFirstUnprocessable(String.fromCodePoint(codePoint)) === undefined) !== listed) {
        expect.fail(`U+${codePoint.toString(16)} is ${listed ? 'refused' : 'taken'}`);
      }
    }
  });

  it.each(['', 'Lønn for april', 'Ærlig Øy Å', 'ÿ Ā ɏ', '’“”–…€'])('takes %j', (text) => {
    expect(findFirstUnprocessable(text)).toBeUndefined();
  });

  it.each([
    ['gave 🎁 til deg', 0x1f381, 6],
    ['🎁', 0x1f381, 1],
    ['a\tb', 0x9, 2],
    ['a\nb', 0xa, 2],
    ['a\u007f', 0x7f, 2],
    ['a\u0085', 0x85, 2],
    ['æøå\ud83c', 0xd83c, 4],
    ['\udf81 x', 0xdf81, 1],
    ['e\u0301', 0x301, 2],
    ['ab‘c', 0x2018, 3],
    ['𝒳🎁', 0x1d4b3, 1],
  ])('names the first other one in %j', (text, codePoint, position) => {
    expect(findFirstUnprocessable(text)).toEqual({ codePoint, position });
  });
});

it.each([
  ['', 0],
  ['Lønn', 4],
  ['🎁🎁', 2],
  ['\ud83c', 1],
  ['e\u0301', 2],
])('lengths of text of %j count code points [D2-lengths]', (text, length) => {
  expect(countCodePoints(text)).toBe(length);
});
