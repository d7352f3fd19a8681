import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sanitizeForTerminal, sanitizeJson } from '../../src/cli/sanitize.ts';

const acting = [
  { name: 'C0', text: '\u001b[31m', shown: '\\u001b[31m' },
  { name: 'a line end', text: 'a\r\nb', shown: 'a\\u000d\\u000ab' },
  { name: 'DEL', text: '\u007f', shown: '\\u007f' },
  { name: 'C1', text: '\u009b2J', shown: '\\u009b2J' },
  { name: 'a bidirectional override', text: 'a\u202eb', shown: 'a\\u202eb' },
  { name: 'a bidirectional isolate', text: '\u2066x\u2069', shown: '\\u2066x\\u2069' },
  { name: 'a line separator', text: 'a\u2028b\u2029c', shown: 'a\\u2028b\\u2029c' },
  { name: 'a lone high surrogate', text: '\ud83d!', shown: '\\ud83d!' },
  { name: 'a lone low surrogate', text: '!\ude00', shown: '!\\ude00' },
];

describe('foreign text on a terminal and in a log [S10-foreign-text]', () => {
  it.each(acting)('makes $name visible', ({ text, shown }) => {
    expect(sanitizeForTerminal(text)).toBe(shown);
  });

  it('leaves letters of any language, symbols and whole surrogate pairs as they are', () => {
    expect(sanitizeForTerminal('Kjøp på Bærum, 漢字 €')).toBe('Kjøp på Bærum, 漢字 €');
    expect(sanitizeForTerminal('😀')).toBe('😀');
  });

  it('cuts what is too long and says how much is missing', () => {
    expect(sanitizeForTerminal('abcdefgh', 5)).toBe('abcde… (3 more characters)');
    expect(sanitizeForTerminal('abcde', 5)).toBe('abcde');
    expect(sanitizeForTerminal('x'.repeat(100_000)).length).toBeLessThan(2_100);
  });

  it('lets nothing through that acts on a terminal, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be there
        return !/[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/.test(
          sanitizeForTerminal(text),
        );
      }),
    );
  });
});

describe('foreign text in JSON [S10-foreign-text]', () => {
  it.each(acting)('escapes $name and keeps its value', ({ text }) => {
    const json = sanitizeJson({ text });
    expect(json).toMatch(/^[\n\x20-\x7e]*$/);
    expect(JSON.parse(json)).toEqual({ text });
  });

  it('prints a value that reads back the same, whatever it holds', () => {
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: 'binary' }), (value) => {
        expect(JSON.parse(sanitizeJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });
});
