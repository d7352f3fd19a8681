import { lengthAt, matchAt, textAt } from '../../core/scan.ts';
import { placeIn, unreadable } from '../unreadable.ts';

interface ReadText {
  readonly text: string;
  readonly end: number;
}

const LETTERS: Readonly<Record<string, string>> = {
  ...{ n: '\n', r: '\r', t: '\t', b: '\b', f: '\f', v: '\v', '0': '\0' },
};
const HEXADECIMAL = /x([0-9A-Fa-f]{2})|u([0-9A-Fa-f]{4})|u\{([0-9A-Fa-f]{1,6})\}/y;
const LINE_END = /\r\n|[\n\r\u2028\u2029]/y;

/** What the escape says that begins at a backslash. */
export function readEscape(text: string, start: number): ReadText {
  const [whole, two, four, braced] = matchAt(HEXADECIMAL, text, start + 1) ?? [];
  if (whole !== undefined) {
    const code = Number.parseInt(two ?? four ?? braced ?? '', 16);
    if (code <= 0x10ffff) return { text: String.fromCodePoint(code), end: start + 1 + whole.length };
  }
  const lineEnd = textAt(LINE_END, text, start + 1);
  if (lineEnd !== undefined) return { text: '', end: start + 1 + lineEnd.length };
  const letter = text[start + 1] ?? '';
  return { text: Object.hasOwn(LETTERS, letter) ? (LETTERS[letter] ?? '') : letter, end: start + 2 };
}

const PLAIN: Readonly<Record<string, RegExp>> = { '"': /[^"\\\n\r]+/y, "'": /[^'\\\n\r]+/y };

/** A string in single or double quotes. @throws Fault INPUT_INVALID for one that its line doesn't close */
export function readQuoted(text: string, start: number): ReadText {
  const { isClosed, ...read } = scanQuoted(text, start);
  if (isClosed) return read;
  throw unclosed(text, start);
}

/** The same, or what stands up to the line end that doesn't close it. */
export function scanQuoted(text: string, start: number): ReadText & { readonly isClosed: boolean } {
  const quote = text[start] ?? '';
  const plain = PLAIN[quote] as RegExp;
  const pieces: string[] = [];
  let position = start + 1;
  while (position < text.length && text[position] !== quote) {
    const piece = textAt(plain, text, position);
    if (piece === undefined && text[position] !== '\\') break;
    const read =
      piece === undefined ? readEscape(text, position) : { text: piece, end: position + piece.length };
    pieces.push(read.text);
    position = read.end;
  }
  const isClosed = text[position] === quote;
  return { text: pieces.join(''), end: isClosed ? position + 1 : position, isClosed };
}

export function unclosed(text: string, start: number): Error {
  const place = placeIn(
    Buffer.from(text, 'utf8').toString('latin1'),
    Buffer.byteLength(text.slice(0, start)),
  );
  return unreadable(
    `The ${text[start]} at ${place} isn't closed.`,
    'Copy the whole call, up to its last bracket. In a string, write a line end as \\n.',
  );
}

const BLANKS = /(?:\s+|\/\/[^\n]*)+/y;

/** The place behind blanks and comments. */
export function skipBlanks(text: string, start: number): number {
  let position = start;
  for (;;) {
    position += lengthAt(BLANKS, text, position);
    if (!text.startsWith('/*', position)) return position;
    const close = text.indexOf('*/', position + 2);
    if (close < 0) throw unclosed(text, position);
    position = close + 2;
  }
}

const OPENERS: Readonly<Record<string, string>> = { '(': ')', '{': '}', '[': ']' };
const PLAIN_CODE = /[^"'`(){}[\],;/\n]+/y;

/** The place behind an expression that isn't read: a comma, a semicolon or a bracket ends it. */
export function skipExpression(text: string, start: number): number {
  const open: string[] = [];
  let position = start;
  while (position < text.length) {
    const character = text[position] ?? '';
    if (open.length === 0 && /[,;)}\]]/.test(character)) return position;
    if (OPENERS[character] !== undefined) open.push(OPENERS[character]);
    else if (character === open.at(-1)) open.pop();
    position = behind(text, position, character);
  }
  return position;
}

function behind(text: string, position: number, character: string): number {
  if (character === '"' || character === "'") return readQuoted(text, position).end;
  if (character === '`') return templateEnd(text, position);
  if (character === '/') return Math.max(skipBlanks(text, position), position + 1);
  return position + (textAt(PLAIN_CODE, text, position)?.length ?? 1);
}

const PLAIN_IN_TEMPLATE = /[^`\\$]+/y;

/** Behind the backtick that closes the template; what is in `${…}` is gone over without its own templates. */
export function templateEnd(text: string, start: number): number {
  let position = start + 1;
  while (position < text.length) {
    const character = text[position];
    if (character === '`') return position + 1;
    if (character === '\\') position = readEscape(text, position).end;
    else if (text.startsWith('${', position)) position = placeholderEnd(text, position);
    else position += textAt(PLAIN_IN_TEMPLATE, text, position)?.length ?? 1;
  }
  throw unclosed(text, start);
}

/** Behind the brace that closes `${`. */
export function placeholderEnd(text: string, start: number): number {
  let depth = 1;
  for (let position = start + 2; position < text.length; position += 1) {
    const character = text[position];
    if (character === '{') depth += 1;
    if (character === '}') depth -= 1;
    if (depth === 0) return position + 1;
    if (character === '"' || character === "'") position = readQuoted(text, position).end - 1;
  }
  throw unclosed(text, start);
}
