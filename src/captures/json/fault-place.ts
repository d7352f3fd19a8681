const BLANKS = /[ \t\r\n]*/y;
const SCALAR = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?|true|false|null/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9A-Fa-f]{4})/y;

/** What may come next. */
type Expected = 'value' | 'value or ]' | 'name' | 'name or }' | 'colon' | 'comma or end';

/**
 * Where text stops to be JSON: the messages of JSON.parse do not always say it, and quote the text.
 * Without recursion: input may be nested a million deep.
 * @see RFC 8259
 */
export function jsonFaultAt(text: string): number {
  const open: ('{' | '[')[] = [];
  let expected: Expected = 'value';
  let position = skip(text, 0);
  for (;;) {
    const taken = take(text, position, expected, open);
    if (taken === undefined) return position;
    position = skip(text, taken.end);
    expected = taken.expected;
    if (open.length === 0 && expected === 'comma or end') return position;
  }
}

function take(
  text: string,
  position: number,
  expected: Expected,
  open: ('{' | '[')[],
): { end: number; expected: Expected } | undefined {
  const character = text[position];
  const innermost = open.at(-1);
  const closes = (character === '}' && innermost === '{') || (character === ']' && innermost === '[');
  const mayClose =
    expected === 'comma or end' || expected === (character === '}' ? 'name or }' : 'value or ]');
  if (closes && mayClose) {
    open.pop();
    return { end: position + 1, expected: 'comma or end' };
  }
  if (expected === 'colon') return character === ':' ? { end: position + 1, expected: 'value' } : undefined;
  if (expected === 'comma or end') {
    return character === ',' && innermost !== undefined
      ? { end: position + 1, expected: innermost === '{' ? 'name' : 'value' }
      : undefined;
  }
  const isName = expected === 'name' || expected === 'name or }';
  if (!isName && (character === '{' || character === '[')) {
    open.push(character);
    return { end: position + 1, expected: character === '{' ? 'name or }' : 'value or ]' };
  }
  return takeScalar(text, position, isName);
}

function takeScalar(
  text: string,
  position: number,
  isName: boolean,
): { end: number; expected: Expected } | undefined {
  const expected = isName ? 'colon' : 'comma or end';
  if (text[position] === '"') {
    const end = stringEnd(text, position);
    return end === undefined ? undefined : { end, expected };
  }
  const length = isName ? 0 : lengthAt(SCALAR, text, position);
  return length === 0 ? undefined : { end: position + length, expected };
}

/** Undefined for a string that is not closed, or holds what it may not. */
function stringEnd(text: string, start: number): number | undefined {
  for (let position = start + 1; position < text.length; ) {
    const character = text[position] ?? '';
    if (character === '"') return position + 1;
    const length = character === '\\' ? lengthAt(ESCAPE, text, position) : Number(character >= ' ');
    if (length === 0) return undefined;
    position += length;
  }
  return undefined;
}

function skip(text: string, position: number): number {
  return position + lengthAt(BLANKS, text, position);
}

function lengthAt(pattern: RegExp, text: string, position: number): number {
  pattern.lastIndex = position;
  return pattern.exec(text)?.[0].length ?? 0;
}
