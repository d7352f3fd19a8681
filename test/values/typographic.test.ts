import { describe, expect, it } from 'vitest';
import { describeRemedy, findFirstUnprocessable, TYPOGRAPHIC } from '../../src/values/text.ts';
import { textFault } from '../../src/wire/field.ts';

const all = [...TYPOGRAPHIC].map(([codePoint, row]) => ({
  ...row,
  codePoint,
  code: `U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}`,
}));

describe('typographic characters [C-typographic, D2-characters]', () => {
  it.each(all)('$code, $name, is refused with what to write in its place', ({
    codePoint,
    code,
    name,
    instead,
  }) => {
    const text = `Leie ${String.fromCodePoint(codePoint)} mai`;
    const told = `has a character that can't be processed, ${code} at position 6: ${name}; `;
    expect(textFault(text, 140)?.replace(told, '')).toMatch(/^(?:remove it|write .+ instead)$/);
    expect(findFirstUnprocessable(text.replace(String.fromCodePoint(codePoint), instead))).toBeUndefined();
  });

  it('are told for each dash, quote and space that the bank refuses, and for none that it takes', () => {
    const looks = /^[\p{Pd}\p{Pi}\p{Pf}\p{Zs}]$/u;
    // Of the scripts in which Norwegian texts are written: below the CJK blocks.
    const common = Array.from({ length: 0x2100 }, (_, codePoint) => codePoint).filter((codePoint) =>
      looks.test(String.fromCodePoint(codePoint)),
    );
    const refused = common.filter(
      (codePoint) => findFirstUnprocessable(String.fromCodePoint(codePoint)) !== undefined,
    );
    const elsewhere = [0x058a, 0x05be, 0x1400, 0x1680, 0x1806, 0x2000, 0x2001];
    expect(refused.filter((one) => !TYPOGRAPHIC.has(one) && !elsewhere.includes(one))).toEqual([]);
    expect(
      all.filter(({ codePoint }) => findFirstUnprocessable(String.fromCodePoint(codePoint)) === undefined),
    ).toEqual([]);
  });

  it.each([
    ['a\u030a', 'an accent separate from its letter; write å as one character (NFC)'],
    ['o\u0308', 'an accent separate from its letter; write ö as one character (NFC)'],
    // Together they are a letter that the bank does not take either.
    ['m\u0301', 'an accent; remove it'],
    ['1\u0301', 'an accent; remove it'],
  ])('an accent apart from its letter is told: %j', (text, advice) => {
    expect(textFault(text, 5)).toContain(advice);
  });

  it('say nothing about what has no place in a text at all', () => {
    expect(describeRemedy(0x1f381, 'a')).toBeUndefined();
    expect(textFault('🎁', 5)).toBe("has a character that can't be processed, U+1F381 at position 1");
  });
});
