import { matchLength, matchText, readMatch } from '../../core/scan.ts';
import {
  createUnreadable,
  describeInvisible,
  formatPlace,
  INVISIBLE,
  quoteExcerpt,
  readPieces,
} from '../octets.ts';

/** The supported shells. */
export type Shell = 'bash' | 'cmd' | 'powershell';

/** An expansion as written. */
export interface Expansion {
  readonly literal: string;
  /** True for unquoted pattern characters, which the shell expands to files or several words. */
  readonly isPattern: boolean;
  /** True for `<NAME>`, a placeholder that bash parses as two redirections. */
  readonly isPlaceholder?: boolean;
}

/** One word of a command as the command gets it: without quotes, expansions as written. */
export interface Word {
  /** One character per byte. */
  readonly text: string;
  readonly expansions: readonly Expansion[];
  /** True if no part was quoted. */
  readonly isBare: boolean;
}

/** A piece of a word: its text, its end, and the expansions in it. */
interface Piece {
  readonly text: string;
  readonly end: number;
  readonly isBare?: boolean;
  readonly unknown?: readonly Expansion[];
}

/** Replaces a quoted byte if only unquoted ones count. */
const QUOTED = '\0';
const BARE = /[^ \t\r\n'"\\$`;&|()<>^]+/y;

/**
 * Reads the word at a position and returns the position after it; returns undefined if none begins there.
 * @see C-verify-curl-words
 */
export function readWord(octets: string, start: number): { word: Word; end: number } | undefined {
  const bare: string[] = [];
  refuseForeignShell(octets, start);
  const { text, unknown, end } = readPieces(octets, start, (position) => {
    const piece = readPiece(octets, position);
    if (piece !== undefined) bare.push(piece.isBare ? piece.text : QUOTED.repeat(piece.text.length));
    return piece;
  });
  if (end === start) return undefined;
  const literal = octets.slice(start, end);
  const expansions = isPattern(bare.join('')) ? [...unknown, { literal, isPattern: true }] : unknown;
  return { word: { text, expansions, isBare: text === literal }, end };
}

function readPiece(octets: string, start: number): Piece | undefined {
  switch (octets[start]) {
    case "'":
      return readSingleQuoted(octets, start);
    case '"':
      return readDoubleQuoted(octets, start);
    case '\\':
      return measureBrokenContinuation(octets, start) > 0 ? undefined : readEscape(octets, start);
    case '$':
      if (octets[start + 1] === "'") return readAnsiC(octets, start);
      if (octets[start + 1] === '"') return readDoubleQuoted(octets, start + 1);
      return readExpansion(octets, start, false) ?? { text: '$', end: start + 1 };
    case '`':
      refuseForeignShell(octets, start);
      return readExpansion(octets, start, false);
    case '^':
      return readCarets(octets, start);
    default:
      return (
        createExpansion(octets, start, findSubstitutionEnd(octets, start)) ??
        createExpansion(octets, start, findPlaceholderEnd(octets, start), true) ??
        readBareText(octets, start)
      );
  }
}

/**
 * Matches a placeholder in upper case, or in any case unless a file name follows directly, as in `<body.json>out.json`.
 */
const PLACEHOLDER = /<(?:[A-Z][A-Z0-9_ -]{0,60}|[A-Za-z][A-Za-z0-9_ -]{0,60}(?=>(?:[\s:/.,;'"?&]|$)))>/y;

/** Returns the position after a placeholder `<NAME>` at a position; undefined for none. @see C-verify-placeholders */
export function findPlaceholderEnd(octets: string, start: number): number | undefined {
  const length = octets[start] === '<' ? matchText(PLACEHOLDER, octets, start)?.length : undefined;
  return length === undefined ? undefined : start + length;
}

/** Creates the piece of an expansion, as written; returns undefined if it has no end. */
function createExpansion(
  octets: string,
  start: number,
  end: number | undefined,
  isPlaceholder?: true,
): Piece | undefined {
  if (end === undefined) return undefined;
  const text = octets.slice(start, end);
  return { text, end, unknown: [{ literal: text, isPattern: false, isPlaceholder }] };
}

/**
 * Returns the length of a backslash with following blanks and line end, which ends the command in bash; 0 for other
 * text.
 */
export function measureBrokenContinuation(octets: string, position: number): number {
  return octets[position] === '\\' ? matchLength(BLANKS_AND_LINE_END, octets, position + 1) : 0;
}

const BLANKS_AND_LINE_END = /(?:[ \t]|\xc2\xa0){1,100}\r?\n/y;

/** Reads carets, which are plain text in bash; before some bytes they are the escapes of another shell. */
function readCarets(octets: string, start: number): Piece {
  const carets = readMatch(/\^+/y, octets, start) ?? { text: '', end: start };
  refuseForeignShell(octets, carets.end - 1);
  return carets;
}

function readBareText(octets: string, start: number): Piece | undefined {
  const bare = readMatch(BARE, octets, start);
  if (bare !== undefined) {
    const invisible = INVISIBLE.exec(bare.text)?.index;
    if (invisible !== undefined) refuseForeignShell(octets, start + invisible);
    return { ...bare, isBare: true };
  }
  const isOctet = octets[start] === '\r' && octets[start + 1] !== '\n';
  return isOctet ? { text: '\r', end: start + 1 } : undefined;
}

function readSingleQuoted(octets: string, start: number): Piece {
  const end = octets.indexOf("'", start + 1);
  if (end < 0) throw createUnclosed(octets, start, "'");
  return { text: octets.slice(start + 1, end), end: end + 1 };
}

/** Reads a backslash: with a line end it is removed, at the end of the text it is literal. */
function readEscape(octets: string, start: number): Piece {
  const lineEnd = measureLineEnd(octets, start + 1);
  if (lineEnd > 0) return { text: '', end: start + 1 + lineEnd };
  const next = octets[start + 1];
  return next === undefined ? { text: '\\', end: start + 1 } : { text: next, end: start + 2 };
}

function readAnsiC(octets: string, start: number): Piece {
  let position = start + 2;
  while (position < octets.length && octets[position] !== "'") position += octets[position] === '\\' ? 2 : 1;
  if (position >= octets.length) throw createUnclosed(octets, start, "'");
  return { text: decodeAnsiC(octets.slice(start + 2, position)), end: position + 1 };
}

function readExpansion(octets: string, start: number, isQuoted: boolean): Piece | undefined {
  return createExpansion(octets, start, findExpansionEnd(octets, start, isQuoted));
}

function readDoubleQuoted(octets: string, start: number): Piece {
  const quoted = readQuoted(octets, start + 1, { until: '"', escapes: '$`"\\' });
  if (octets[quoted.end] !== '"') throw createUnclosed(octets, start, '"');
  return { ...quoted, end: quoted.end + 1 };
}

const SPECIAL_IN_QUOTES = /[^\\$`"]+/y;

/**
 * Reads text as inside double quotes, up to an ending byte: a backslash escapes only `escapes` and line ends.
 * @see Bash Reference Manual 3.1.2.3
 */
export function readQuoted(
  octets: string,
  start: number,
  { until, escapes }: { readonly until: string; readonly escapes: string },
): Required<Omit<Piece, 'isBare'>> {
  return readPieces(octets, start, (position) => {
    if (position >= octets.length || octets[position] === until) return undefined;
    return readMatch(SPECIAL_IN_QUOTES, octets, position) ?? readQuotedPiece(octets, position, escapes);
  });
}

function readQuotedPiece(octets: string, start: number, escapes: string): Piece {
  const character = octets[start] ?? '';
  if (character !== '\\') return readExpansion(octets, start, true) ?? { text: character, end: start + 1 };
  const lineEnd = measureLineEnd(octets, start + 1);
  if (lineEnd > 0) return { text: '', end: start + 1 + lineEnd };
  const next = octets[start + 1] ?? '';
  return { text: next !== '' && escapes.includes(next) ? next : `\\${next}`, end: start + 1 + next.length };
}

/** Returns the length of the line end at a position, or 0. */
export function measureLineEnd(octets: string, position: number): number {
  if (octets[position] === '\n') return 1;
  return octets[position] === '\r' && octets[position + 1] === '\n' ? 2 : 0;
}

function createUnclosed(octets: string, start: number, quote: string): Error {
  const found = `${quoteExcerpt(octets.slice(start))} at ${formatPlace(octets, start)}`;
  return createUnreadable(
    `The quote ${quote} of ${found} isn't closed.`,
    'Copy the whole command, up to the last quote.',
  );
}

/**
 * Returns true if the shell would expand an unquoted word: file names (`* ? […]`), braces (`{a,b}`, `{1..3}`), a home
 * folder (`~`). Quoted bytes are NUL here.
 * @see Bash Reference Manual 3.5.1, 3.5.2, 3.5.8
 * @see C-verify-curl-expansions
 */
function isPattern(bare: string): boolean {
  const bracket = bare.indexOf('[');
  const isFilePattern = /[*?]/.test(bare) || (bracket >= 0 && bare.indexOf(']', bracket + 2) >= 0);
  return isFilePattern || isBracePattern(bare) || bare.startsWith('~') || HOME_IN_ASSIGNMENT.test(bare);
}

/** Matches a home folder directly after the first equals sign, or after any colon, of an assignment. */
const HOME_IN_ASSIGNMENT = /^[A-Za-z_][A-Za-z0-9_]*=(?:~|.*:~)/s;

const SEQUENCE = /^(?:-?[0-9]+\.\.-?[0-9]+|[A-Za-z]\.\.[A-Za-z])(?:\.\.-?[0-9]+)?$/;
const LONGEST_SEQUENCE = 80;

/**
 * Returns true for a comma between an opening and a closing brace; a closing brace without either is text, and so is a
 * leading `{}`.
 */
function isBracePattern(word: string): boolean {
  if (!word.includes('}')) return false;
  const bare = word.startsWith('{}') ? word.slice(2) : word;
  let level = 0;
  let lastOpen: number | undefined;
  let levelOfComma: number | undefined;
  for (let position = 0; position < bare.length; position += 1) {
    const character = bare[position];
    if (character === '{') {
      lastOpen = position;
      level += 1;
    } else if (character === ',' && lastOpen !== undefined) {
      levelOfComma = level;
    } else if (character === '}') {
      if (level === levelOfComma || isSequence(bare, lastOpen, position)) return true;
      level -= 1;
    }
  }
  return false;
}

function isSequence(bare: string, open: number | undefined, end: number): boolean {
  if (open === undefined || end - open > LONGEST_SEQUENCE) return false;
  return SEQUENCE.test(bare.slice(open + 1, end));
}

const COPY_AS_BASH =
  "Copy it for bash: 'Copy as cURL (bash)' in a browser, shell or bash in other tools. Or rewrite it with single quotes.";

/** The patterns of text that bash would interpret differently than intended; the place replaces `…`. */
const FOREIGN: readonly (readonly [sign: RegExp, message: string, hint: string])[] = [
  // A caret before a line end or a double quote: cmd continues a line and escapes a quote with it.
  [/\^(?:\r?\n|\^?["%&|<>{}])/y, 'This command is for the Windows command prompt (^ at …).', COPY_AS_BASH],
  [/`[ \t]*\r?\n/y, 'This command is for PowerShell (` at …).', COPY_AS_BASH],
  [
    new RegExp(INVISIBLE, 'y'),
    "There's {} at …. A shell reads it as text.",
    'Replace it with a plain space, or remove it.',
  ],
  // Typographic quotes and dashes as UTF-8 bytes, as word processors and chat programs write them.
  [
    /\xe2\x80[\x90-\x9f]/y,
    'The quote or dash at … is typographic. A shell reads it as text.',
    'Replace such characters with straight quotes and hyphens.',
  ],
];

/** Rejects text for another shell. @throws Fault INPUT_INVALID */
function refuseForeignShell(octets: string, position: number): void {
  for (const [sign, message, hint] of FOREIGN) {
    const found = matchText(sign, octets, position);
    if (found !== undefined)
      throw createUnreadable(
        message.replace('{}', describeInvisible(found)).replace('…', formatPlace(octets, position)),
        hint,
      );
  }
}

interface OpenBracket {
  readonly closer: ')' | '}' | ']' | '`' | '"';
  /** True inside double quotes, where single quotes are literal. */
  readonly isQuoted: boolean;
}

const NAME = /[A-Za-z_][A-Za-z0-9_]*|[0-9@*#?$!-]/y;

/**
 * Returns the position after the expansion at a position; undefined if none begins there, as with a single `$`. The
 * content isn't evaluated.
 * @see C-verify-curl-expansions
 */
export function findExpansionEnd(octets: string, start: number, isQuoted: boolean): number | undefined {
  if (octets[start] === '`') return findEnd(octets, start, 1, { closer: '`', isQuoted });
  if (octets[start] !== '$') return undefined;
  const next = octets[start + 1];
  if (next === '(') return findEnd(octets, start, 2, { closer: ')', isQuoted: false });
  if (next === '{') return findEnd(octets, start, 2, { closer: '}', isQuoted });
  if (next === '[') return findEnd(octets, start, 2, { closer: ']', isQuoted });
  const name = matchText(NAME, octets, start + 1);
  return name === undefined ? undefined : start + 1 + name.length;
}

/** Finds the end of `<(` and `>(`, which are literal inside double quotes. */
function findSubstitutionEnd(octets: string, start: number): number | undefined {
  const isOpened = (octets[start] === '<' || octets[start] === '>') && octets[start + 1] === '(';
  return isOpened ? findEnd(octets, start, 2, { closer: ')', isQuoted: false }) : undefined;
}

/** Finds the end with an explicit stack: input may be nested a million levels deep. */
function findEnd(octets: string, start: number, length: number, outermost: OpenBracket): number {
  const open = [outermost];
  let position = start + length;
  while (position < octets.length) {
    const innermost = open.at(-1) ?? outermost;
    const character = octets[position];
    if (character === innermost.closer) {
      open.pop();
      if (open.length === 0) return position + 1;
      position += 1;
    } else if (character === '\\') position += 2;
    else if (innermost.closer === '`') position += 1;
    else position = advancePosition(octets, position, open, innermost);
  }
  throw createUnreadable(
    `${quoteExcerpt(octets.slice(start))} at ${formatPlace(octets, start)} isn't closed: ${open.at(-1)?.closer} is missing.`,
    'Copy the whole command.',
  );
}

/** Skips one piece: opening brackets go on the stack, single quotes are skipped. */
function advancePosition(
  octets: string,
  position: number,
  open: OpenBracket[],
  { closer, isQuoted }: OpenBracket,
): number {
  const [first, second] = [octets[position], octets[position + 1]];
  if (first === "'" && !isQuoted) return octets.indexOf("'", position + 1) + 1 || octets.length;
  if (first === '$' && (second === '(' || second === '{')) {
    open.push(second === '(' ? { closer: ')', isQuoted: false } : { closer: '}', isQuoted });
    return position + 2;
  }
  if (first === '`') open.push({ closer: '`', isQuoted });
  if (first === '"') open.push({ closer: '"', isQuoted: true });
  if (first === '(' && closer === ')') open.push({ closer: ')', isQuoted: false });
  return position + 1;
}

/**
 * Matches the escapes of `$'…'`; any other letter keeps its backslash. Braced digits may be any number, of which the
 * last two count.
 */
const ESCAPE =
  /\\(?:([0-7]{1,3})|x\{([0-9A-Fa-f]*)\}?|x([0-9A-Fa-f]{1,2})|(?:u([0-9A-Fa-f]{1,4})|U([0-9A-Fa-f]{1,8}))|c(\\\\|[\s\S])|([\s\S]))/g;
const LETTERS: Readonly<Record<string, string>> = {
  ...{ a: '\x07', b: '\b', e: '\x1b', E: '\x1b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' },
  ...{ '\\': '\\', "'": "'", '"': '"', '?': '?' },
};
/** Replaces a NUL from an escape; no byte is this character. */
const END = '\ue000';

/**
 * Decodes the text between `$'` and `'` as bash does. A NUL ends the piece, as in a C string.
 * @see Bash Reference Manual 3.1.2.4
 * @see C-verify-curl-words
 */
function decodeAnsiC(octets: string): string {
  const decoded = octets.replaceAll(ESCAPE, (whole, ...groups: (string | undefined)[]) => {
    const [octal, braced, hex, short, long, key, letter] = groups;
    const text =
      letter === undefined ? decodeNumber({ octal, braced, hex, key }) : (LETTERS[letter] ?? whole);
    return (short ?? long) === undefined ? text : encodeUtf8(Number.parseInt(short ?? long ?? '', 16));
  });
  return decoded.split(END, 1)[0] ?? '';
}

type Digits = Readonly<Record<'octal' | 'braced' | 'hex' | 'key', string | undefined>>;

/** Decodes a numeric escape. `key` is that of `\cX`; `\c\\` is Control-backslash. */
function decodeNumber({ octal, braced, hex, key }: Digits): string {
  if (octal !== undefined) return createOctet(Number.parseInt(octal, 8));
  if (key === undefined) return createOctet(Number.parseInt(hex ?? (braced?.slice(-2) || '0'), 16));
  return createOctet(key === '?' ? 0x7f : key.toUpperCase().charCodeAt(0) & 0x1f);
}

function createOctet(value: number): string {
  return (value & 0xff) === 0 ? END : String.fromCharCode(value & 0xff);
}

/** Encodes UTF-8 as bash does: also surrogates and numbers beyond Unicode, nothing for more than 31 bits. */
function encodeUtf8(codePoint: number): string {
  if (codePoint < 0x80) return createOctet(codePoint);
  if (codePoint > 0x7fffffff) return '';
  let rest = codePoint;
  let tail = '';
  let room = 0x40;
  while (rest >= room) {
    tail = createOctet(0x80 | (rest & 0x3f)) + tail;
    rest = Math.floor(rest / 0x40);
    room = tail.length === 1 ? 0x20 : room / 2;
  }
  return createOctet((0xff00 >> (tail.length + 1)) | rest) + tail;
}
