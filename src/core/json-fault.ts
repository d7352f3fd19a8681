import { matchLength } from './scan.ts';

const BLANKS = /[ \t\r\n]*/y;
const SCALAR = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?|true|false|null/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9A-Fa-f]{4})/y;

/** The expected next token. */
type ExpectedToken = 'value' | 'value or ]' | 'name' | 'name or }' | 'colon' | 'comma or end';

/**
 * Returns the offset at which text stops being JSON: the messages of JSON.parse do not always contain it, and quote the
 * text. Without recursion: input may be nested a million deep.
 * @see RFC 8259
 * @see C-verify-json-place
 */
export function jsonFaultAt(text: string): number {
  const open: ('{' | '[')[] = [];
  let expected: ExpectedToken = 'value';
  let position = skip(text, 0);
  for (;;) {
    const taken = take(text, position, expected, open);
    if (typeof taken === 'number') return taken;
    position = skip(text, taken.end);
    expected = taken.expected;
    if (open.length === 0 && expected === 'comma or end') return position;
  }
}

/** The end of the token that was read, or the position of a syntax error. */
type TokenResult = { readonly end: number; readonly expected: ExpectedToken } | number;

function take(text: string, position: number, expected: ExpectedToken, open: ('{' | '[')[]): TokenResult {
  const character = text[position];
  const innermost = open.at(-1);
  const closes = (character === '}' && innermost === '{') || (character === ']' && innermost === '[');
  const mayClose =
    expected === 'comma or end' || expected === (character === '}' ? 'name or }' : 'value or ]');
  if (closes && mayClose) {
    open.pop();
    return { end: position + 1, expected: 'comma or end' };
  }
  if (expected === 'colon') return character === ':' ? { end: position + 1, expected: 'value' } : position;
  if (expected === 'comma or end') {
    return character === ',' && innermost !== undefined
      ? { end: position + 1, expected: innermost === '{' ? 'name' : 'value' }
      : position;
  }
  const isName = expected === 'name' || expected === 'name or }';
  if (!isName && (character === '{' || character === '[')) {
    open.push(character);
    return { end: position + 1, expected: character === '{' ? 'name or }' : 'value or ]' };
  }
  return takeScalar(text, position, isName);
}

function takeScalar(text: string, position: number, isName: boolean): TokenResult {
  const expected = isName ? 'colon' : 'comma or end';
  if (text[position] === '"') return takeString(text, position, expected);
  const length = isName ? 0 : matchLength(SCALAR, text, position);
  return length === 0 ? position : { end: position + length, expected };
}

/**
 * Reads a string. The fault of an unclosed string is at the end of the text, that of an invalid character at the
 * character.
 */
function takeString(text: string, start: number, expected: ExpectedToken): TokenResult {
  for (let position = start + 1; position < text.length; ) {
    const character = text[position] ?? '';
    if (character === '"') return { end: position + 1, expected };
    const length = character === '\\' ? matchLength(ESCAPE, text, position) : Number(character >= ' ');
    if (length === 0) return position;
    position += length;
  }
  return text.length;
}

function skip(text: string, position: number): number {
  return position + matchLength(BLANKS, text, position);
}
