import { matchAt, textAt } from '../../core/scan.ts';
/**
 * What bash makes of the text between `$'` and `'`. A NUL ends the piece, as a string of C does.
 * @see Bash Reference Manual 3.1.2.4
 * @see C-verify-curl-words
 */
export function decodeAnsiC(octets: string): string {
  const pieces: string[] = [];
  let position = 0;
  while (position < octets.length) {
    const backslash = octets.indexOf('\\', position);
    if (backslash < 0) break;
    pieces.push(octets.slice(position, backslash));
    const { text, end } = decodeEscape(octets, backslash + 1);
    if (text === '\0') return pieces.join('');
    pieces.push(text);
    position = end;
  }
  return pieces.join('') + octets.slice(position);
}

const LETTERS: Readonly<Record<string, string>> = {
  a: '\x07',
  b: '\b',
  e: '\x1b',
  E: '\x1b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  '\\': '\\',
  "'": "'",
  '"': '"',
  '?': '?',
};

const OCTAL = /[0-7]{1,3}/y;
/** Not in the manual: any number of digits, of which the last two count; none is NUL. */
const BRACED_HEXADECIMAL = /x\{([0-9A-Fa-f]*)\}?/y;
const HEXADECIMAL = /x([0-9A-Fa-f]{1,2})/y;
const CODE_POINT = /u([0-9A-Fa-f]{1,4})|U([0-9A-Fa-f]{1,8})/y;

interface Escape {
  readonly text: string;
  readonly end: number;
}

/** `start` is the place after the backslash. What is no escape keeps its backslash. */
function decodeEscape(octets: string, start: number): Escape {
  const letter = octets[start] ?? '';
  const decoded =
    letter >= '0' && letter <= '7' ? decodeOctal(octets, start) : DECODERS[letter]?.(octets, start);
  if (decoded !== undefined) return decoded;
  const plain = LETTERS[letter];
  return { text: plain ?? `\\${letter}`, end: start + 1 };
}

const DECODERS: Readonly<Record<string, (octets: string, start: number) => Escape | undefined>> = {
  x: decodeHexadecimal,
  u: decodeCodePoint,
  U: decodeCodePoint,
  c: decodeControl,
};

function decodeOctal(octets: string, start: number): Escape {
  const digits = textAt(OCTAL, octets, start) ?? '0';
  return { text: octet(Number.parseInt(digits, 8)), end: start + digits.length };
}

function decodeHexadecimal(octets: string, start: number): Escape | undefined {
  const match = matchAt(BRACED_HEXADECIMAL, octets, start) ?? matchAt(HEXADECIMAL, octets, start);
  if (match === undefined) return undefined;
  const [whole, digits = ''] = match;
  return { text: octet(Number.parseInt(digits.slice(-2) || '0', 16)), end: start + whole.length };
}

function decodeCodePoint(octets: string, start: number): Escape | undefined {
  const match = matchAt(CODE_POINT, octets, start);
  if (match === undefined) return undefined;
  const [whole, short, long = ''] = match;
  return { text: utf8(Number.parseInt(short ?? long, 16)), end: start + whole.length };
}

/** `\cX`; `\c\\` is Control-backslash. */
function decodeControl(octets: string, start: number): Escape {
  const key = octets[start + 1];
  if (key === undefined) return { text: '\\c', end: start + 1 };
  const isDoubled = key === '\\' && octets[start + 2] === '\\';
  const control = key === '?' ? 0x7f : key.toUpperCase().charCodeAt(0) & 0x1f;
  return { text: octet(control), end: start + (isDoubled ? 3 : 2) };
}

function octet(value: number): string {
  return String.fromCharCode(value & 0xff);
}

/** UTF-8 as bash writes it: surrogates and numbers beyond Unicode too, nothing for more than 31 bits. */
function utf8(codePoint: number): string {
  if (codePoint < 0x80) return octet(codePoint);
  if (codePoint > 0x7fffffff) return '';
  let rest = codePoint;
  let tail = '';
  let room = 0x40;
  while (rest >= room) {
    tail = octet(0x80 | (rest & 0x3f)) + tail;
    rest = Math.floor(rest / 0x40);
    room = tail.length === 1 ? 0x20 : room / 2;
  }
  return octet((0xff00 >> (tail.length + 1)) | rest) + tail;
}
