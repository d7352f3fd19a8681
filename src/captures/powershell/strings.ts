import { matchAt, textAt } from '../../core/scan.ts';
import { utf8Octets } from '../octets.ts';
import { expansionEnd, lineEndAt } from '../shell/word.ts';
import { excerpt, placeIn, readPieces, unreadable } from '../unreadable.ts';

/** Text as octets, and what in it only PowerShell could tell, as it stands there. */
export interface PowerShellText {
  readonly text: string;
  readonly unknown: readonly string[];
}

/** What a variable says, where the script says it before; undefined where not. */
type Lookup = (name: string) => PowerShellText | undefined;

interface ReadString extends PowerShellText {
  readonly end: number;
}

const HERE = /@(["'])[ \t]*\r?\n/y;

/** The string that begins here, of any of the four kinds; undefined where none does. */
export function readString(octets: string, start: number, lookup: Lookup): ReadString | undefined {
  const character = octets[start];
  if (character === "'") return singleQuoted(octets, start);
  if (character === '"') return expandable(octets, start + 1, endOfQuoted(octets, start), lookup);
  if (character !== '@') return undefined;
  const [whole, quote] = matchAt(HERE, octets, start) ?? [];
  return whole === undefined ? undefined : hereString(octets, start + whole.length, quote === '"', lookup);
}

const SINGLE_QUOTED = /'([^']*(?:''[^']*)*)'/y;

function singleQuoted(octets: string, start: number): ReadString {
  const [whole, inner = ''] = matchAt(SINGLE_QUOTED, octets, start) ?? [];
  if (whole === undefined) throw unclosed(octets, start, "'");
  return known(inner.replaceAll("''", "'"), start + whole.length);
}

/** The quote that ends what begins here: not one that is escaped, doubled, or within `$(…)`. */
function endOfQuoted(octets: string, start: number): number {
  for (let position = start + 1; position < octets.length; ) {
    const character = octets[position];
    if (character === '`') position += 2;
    else if (character === '$' && octets[position + 1] === '(')
      position = expansionEnd(octets, position, true) ?? position + 1;
    else if (character !== '"') position += 1;
    else if (octets[position + 1] === '"') position += 2;
    else return position;
  }
  throw unclosed(octets, start, '"');
}

/** From the line behind `@"` to the line end before `"@`. */
function hereString(octets: string, start: number, isExpandable: boolean, lookup: Lookup): ReadString {
  const closer = isExpandable ? '"@' : "'@";
  const isEmpty = octets.startsWith(closer, start);
  const close = isEmpty ? start : octets.indexOf(`\n${closer}`, start - 1);
  if (close < 0) throw unclosed(octets, start, closer);
  const end = close + (isEmpty ? 0 : 1) + closer.length;
  const textEnd = Math.max(start, octets[close - 1] === '\r' && !isEmpty ? close - 1 : close);
  if (!isExpandable) return known(octets.slice(start, textEnd), end);
  return { ...expandable(octets, start, textEnd, lookup, true), end };
}

const PLAIN = /[^`$"]+/y;
const CHARACTERS = /(?:\$\(\[char\](?:0x[0-9A-Fa-f]{1,4}|[0-9]{1,5})\)){1,10000}/iy;
const CODE_UNIT = /0x[0-9A-Fa-f]+|[0-9]+/gi;
const VARIABLE = /\$(?:([A-Za-z_]\w*)(?!:[A-Za-z_])|\{(\w+)\})/y;
const SCOPED = /\$[A-Za-z]+:\w+/y;

function expandable(
  octets: string,
  start: number,
  textEnd: number,
  lookup: Lookup,
  isHere = false,
): ReadString {
  const whole = octets.slice(0, textEnd);
  const { text, unknown } = readPieces(octets, start, (position) =>
    position < textEnd ? nextPiece(whole, position, lookup, isHere) : undefined,
  );
  return { text, unknown, end: textEnd + 1 };
}

function nextPiece(octets: string, start: number, lookup: Lookup, isHere: boolean): ReadString {
  const plain = textAt(PLAIN, octets, start);
  if (plain !== undefined) return known(plain, start + plain.length);
  if (octets[start] === '`') return escaped(octets, start);
  if (octets[start] === '"') return known('"', start + (octets[start + 1] === '"' && !isHere ? 2 : 1));
  return variable(octets, start, lookup);
}

/** `$([char]248)` is how browsers write what isn't ASCII, one for each unit of UTF-16. */
function variable(octets: string, start: number, lookup: Lookup): ReadString {
  const characters = textAt(CHARACTERS, octets, start);
  if (characters !== undefined) {
    const units = characters.match(CODE_UNIT) ?? [];
    const text = units.map((code) => String.fromCharCode(Number(code))).join('');
    return known(utf8Octets(text), start + characters.length);
  }
  const [named, bare, braced] = matchAt(VARIABLE, octets, start) ?? [];
  if (named !== undefined) {
    const value = lookup(bare ?? braced ?? '');
    return { ...(value ?? { text: named, unknown: [named] }), end: start + named.length };
  }
  const scoped = textAt(SCOPED, octets, start)?.length;
  const isSubexpression = octets[start + 1] === '(' || octets[start + 1] === '{';
  const subexpression = isSubexpression ? expansionEnd(octets, start, true) : undefined;
  const end = scoped === undefined ? (subexpression ?? start + 1) : start + scoped;
  const text = octets.slice(start, end);
  return { text, unknown: text === '$' ? [] : [text], end };
}

const ESCAPES: Readonly<Record<string, string>> = {
  ...{ '0': '\0', a: '\x07', b: '\b', e: '\x1b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' },
};
const CODE_POINT = /`u\{([0-9A-Fa-f]{1,6})\}/y;

/** What a backtick makes of what is behind it: itself, but for some letters. */
export function escaped(octets: string, start: number): ReadString {
  const [whole, digits = ''] = matchAt(CODE_POINT, octets, start) ?? [];
  if (whole !== undefined && Number.parseInt(digits, 16) <= 0x10ffff)
    return known(utf8Octets(String.fromCodePoint(Number.parseInt(digits, 16))), start + whole.length);
  const lineEnd = lineEndAt(octets, start + 1);
  if (lineEnd > 0) return known(octets.slice(start + 1, start + 1 + lineEnd), start + 1 + lineEnd);
  const next = octets[start + 1] ?? '';
  return known(Object.hasOwn(ESCAPES, next) ? (ESCAPES[next] ?? '') : next, start + 2);
}

function known(text: string, end: number): ReadString {
  return { text, unknown: [], end };
}

function unclosed(octets: string, start: number, closer: string): Error {
  return unreadable(
    `${excerpt(octets.slice(start))} at ${placeIn(octets, start)} isn't closed: ${closer} is missing.`,
    'Copy the whole command.',
  );
}
