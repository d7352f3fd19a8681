import { matchAt, textAt } from '../../core/scan.ts';
import { placeIn, unreadable } from '../unreadable.ts';

export interface ReadText {
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
