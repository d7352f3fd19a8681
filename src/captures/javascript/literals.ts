import { matchAt, matchLength, matchText, readMatch } from '../../core/scan.ts';
import { assertWithinLimit, createUnreadable, formatPlace, holdToGrowth, readPieces } from '../octets.ts';

const NAME = /[A-Za-z_$][\w$]*/y;
const STRINGIFY = /JSON\s{0,9}\.\s{0,9}stringify\s{0,9}\(/y;
const NEW = /new\s{1,9}(?:globalThis\.|window\.)?(Headers|URLSearchParams|URL|Request)\s{0,9}\(/y;
const KEYWORDS: Readonly<Record<string, null | boolean | undefined>> = {
  null: null,
  true: true,
  false: false,
  undefined: undefined,
};

/**
 * Reads an expression up to text that can't belong to it; one that its text doesn't determine is `unknown`, with that
 * text.
 */
export function readValue(program: Program, start: number, depth = 0): ReadJs {
  assertWithinLimit('codeDepth', depth);
  const read = readOperand(program, start, depth);
  const sum = read === undefined ? undefined : readSum(program, read, depth);
  if (sum !== undefined) {
    holdToSize(sum.value, program.text);
    const end = skipBlanks(program.text, sum.end);
    const isEnd = end >= program.text.length || /[,;)}\]:]/.test(program.text[end] ?? '');
    const isNewLine =
      program.text.slice(sum.end, end).includes('\n') && !/[.?([+*/%&|<>=-]/.test(program.text[end] ?? '');
    if (isEnd || isNewLine) return sum;
  }
  const end = skipExpression(program.text, start);
  return { value: { kind: 'unknown', literal: program.text.slice(start, end).trim() }, end };
}

function readSum(program: Program, first: ReadJs, depth: number): ReadJs {
  let { value, end } = first;
  for (;;) {
    if (program.isPrinted) end += matchLength(CUT_OFF, program.text, end);
    const plus = skipBlanks(program.text, end);
    const left = isString(value) ? convertToText(value) : undefined;
    if (program.text[plus] !== '+' || left === undefined) return { value, end };
    const next = readOperand(program, skipBlanks(program.text, plus + 1), depth);
    const right = next === undefined ? undefined : convertToText(next.value);
    if (next === undefined || right === undefined) return { value, end };
    value = { kind: 'text', text: left.text + right.text, unknown: [...left.unknown, ...right.unknown] };
    holdToSize(value, program.text);
    end = next.end;
  }
}

function isString(value: JsValue): boolean {
  return value.kind === 'text' || (value.kind === 'plain' && typeof value.value === 'string');
}

/** Reads an operand; returns undefined if only execution would show its value. */
function readOperand(program: Program, start: number, depth: number): ReadJs | undefined {
  const { text, isPrinted = false } = program;
  if (isPrinted && !/["'`]/.test(text[start] ?? '')) return readPrinted(program, start, depth + 1);
  switch (text[start]) {
    case '"':
    case "'":
      return createPlainValue(readQuoted(text, start));
    case '`':
      return readTemplate(program, start);
    case '{':
      return readObject(program, start, depth + 1);
    case '[':
      return readList(program, start, depth + 1);
    case '(':
      return readGroup(program, start, depth + 1);
    default:
      return (
        readNumber(text, start) ??
        readStringify(program, start, depth + 1) ??
        readNew(program, start, depth + 1) ??
        readName(program, start)
      );
  }
}

/** Matches the beginning of `<ref *1> ClientRequest {`, `Object [AxiosHeaders] {`, `[Object: null prototype] {`. */
const BEFORE_BRACE =
  /(?:<ref \*[0-9]+> )?(?:[A-Za-z_$][\w$.]{0,80}(?:\([0-9]+\))? |\[[\w$: ]{1,80}\] ){0,4}(?=\{)/y;
const LIST =
  /(?:[A-Za-z_$][\w$.]{0,80}\([0-9]+\) )?\[(?!(?:Function|class|Object|Array|Circular|Getter|Setter|Symbol|[A-Z]\w{1,80}\]))/y;
/** Matches a bare value up to its end, with the brackets and angles that Node prints in it. */
const BARE =
  /(?:\[[^[\]\r\n]{0,300}(?:\[[^[\]\r\n]{0,100}\][^[\]\r\n]{0,100})?\]|<[^<>\r\n]{0,400}>|[^,}\]\r\n[<])+/y;
const CUT_OFF = /\s*\.\.\. [0-9]+ more characters/y;

/** Reads a value other than a string as Node prints it (util.inspect); a bare one stays as printed. */
function readPrinted(program: Program, start: number, depth: number): ReadJs | undefined {
  const { text } = program;
  const brace = start + matchLength(BEFORE_BRACE, text, start);
  if (text[brace] === '{') return readObject(program, brace, depth);
  const list = matchLength(LIST, text, start);
  if (list > 0) return readList(program, start + list - 1, depth);
  const bare = readMatch(BARE, text, start);
  return bare && { value: { kind: 'unknown', literal: bare.text.trim() }, end: bare.end };
}

function readObject(program: Program, start: number, depth: number): ReadJs {
  const { text } = program;
  const entries: Entry[] = [];
  const unknown: string[] = [];
  const end = readParts(text, start, '}', (position) => {
    const spread = readSpread(program, position);
    const { entry, end } = spread ?? readEntry(program, position, depth);
    if (spread !== undefined) entries.push(...spread.entries);
    else if (entry !== undefined) entries.push(entry);
    else unknown.push(text.slice(position, end).trim());
    assertWithinLimit('headerLines', entries.length + unknown.length);
    return end;
  });
  return { value: { kind: 'object', entries, unknown }, end };
}

/** Reads the parts between brackets, with commas between them; returns the position after the closing bracket. */
function readParts(text: string, opener: number, closer: string, read: (position: number) => number): number {
  let position = skipBlanks(text, opener + 1);
  while (position < text.length && text[position] !== closer)
    position = skipSeparator(text, read(position), closer, opener);
  if (text[position] !== closer) throw createUnclosed(text, opener);
  return position + 1;
}

const SPREAD = /\.\.\.\s{0,9}([A-Za-z_$][\w$]*)(?=\s{0,99}[,}])/y;

/** Reads the entries of a constant that is spread into an object. */
function readSpread(
  { text, constants }: Program,
  start: number,
): { entries: readonly Entry[]; entry?: Entry; end: number } | undefined {
  const [whole, name = ''] = matchAt(SPREAD, text, start) ?? [];
  const value = constants.get(name);
  if (whole === undefined || value?.kind !== 'object' || value.unknown.length > 0) return undefined;
  return { entries: value.entries, end: start + whole.length };
}

/** Reads `name: value`, `"name": value` or `name`; a spread, a method or a computed name isn't an entry. */
function readEntry(program: Program, start: number, depth: number): { entry?: Entry; end: number } {
  const { text, constants } = program;
  const isQuoted = text[start] === '"' || text[start] === "'";
  const name = isQuoted ? readQuoted(text, start) : readBareName(text, start);
  const colon = name === undefined ? start : skipBlanks(text, name.end);
  if (name !== undefined && text[colon] === ':') {
    const { value, end } = readValue(program, skipBlanks(text, colon + 1), depth);
    return { entry: [name.text, value], end };
  }
  const end = skipExpression(text, start);
  if (name === undefined || isQuoted || !/[,}]/.test(text[colon] ?? '')) return { end };
  return { entry: [name.text, constants.get(name.text) ?? { kind: 'unknown', literal: name.text }], end };
}

function readBareName(text: string, start: number): { text: string; end: number } | undefined {
  return readMatch(NAME, text, start) ?? readMatch(/[0-9]+/y, text, start);
}

function readList(program: Program, start: number, depth: number): ReadJs {
  const { given: items, end } = readArguments(program, start + 1, depth, ']');
  return { value: { kind: 'list', items }, end };
}

/**
 * Returns the position after a comma or at the closing bracket; other text means that an earlier bracket isn't closed.
 */
function skipSeparator(text: string, end: number, closer: string, start: number): number {
  const position = skipBlanks(text, end);
  if (text[position] === ',') return skipBlanks(text, position + 1);
  if (text[position] === closer) return position;
  throw createUnclosed(text, start);
}

function readGroup(program: Program, start: number, depth: number): ReadJs | undefined {
  const { value, end } = readValue(program, skipBlanks(program.text, start + 1), depth);
  const close = skipBlanks(program.text, end);
  return program.text[close] === ')' ? { value, end: close + 1 } : undefined;
}

/** Reads the result of JSON.stringify, byte by byte; with unknown parts it stays as written. */
function readStringify(program: Program, start: number, depth: number): ReadJs | undefined {
  const call = matchText(STRINGIFY, program.text, start);
  if (call === undefined) return undefined;
  const { given, end } = readArguments(program, start + call.length, depth);
  const [value, replacer, indent] = given;
  const isIndent = indent === undefined || indent.kind === 'plain';
  const isPlain = replacer === undefined || (replacer.kind === 'plain' && replacer.value == null);
  const unknown = value === undefined ? [] : listUnknown(value);
  if (value === undefined || unknown.length > 0 || !isIndent || !isPlain) {
    const literal = program.text.slice(start, end);
    return { value: { kind: 'text', text: literal, unknown: unknown.length > 0 ? unknown : [literal] }, end };
  }
  const space =
    indent?.kind === 'plain' && (typeof indent.value === 'number' || typeof indent.value === 'string')
      ? indent.value
      : undefined;
  return { value: { kind: 'plain', value: JSON.stringify(convertToData(value), undefined, space) }, end };
}

export const NOTHING: JsValue = { kind: 'object', entries: [], unknown: [] };

function readNew(program: Program, start: number, depth: number): ReadJs | undefined {
  const [call, name] = matchAt(NEW, program.text, start) ?? [];
  if (call === undefined) return undefined;
  const { given, end } = readArguments(program, start + call.length, depth);
  const [value = NOTHING] = given;
  if (given.length > 1 || name === 'Request') return undefined;
  if (name === 'Headers') return { value, end };
  const text = convertToText(value)?.text;
  if (listUnknown(value).length > 0) return undefined;
  if (name === 'URL') return text === undefined ? undefined : { value: { kind: 'plain', value: text }, end };
  return { value: { kind: 'form', text: new URLSearchParams(text ?? listPairs(value)).toString() }, end };
}

function listPairs(value: JsValue): [string, string][] {
  const entries = value.kind === 'object' ? value.entries : [];
  const pairs = value.kind === 'list' ? value.items.map((one): Entry => readPair(one)) : entries;
  return pairs.map(([name, one]) => [name, convertToText(one)?.text ?? '']);
}

/** Reads `["name", value]`. */
export function readPair(value: JsValue): Entry {
  const [name, one] = value.kind === 'list' ? value.items : [];
  return [name === undefined ? '' : (convertToText(name)?.text ?? ''), one ?? { kind: 'plain', value: '' }];
}

/** Reads the arguments of a call, or the items of a list, and returns the position after them. */
export function readArguments(
  program: Program,
  start: number,
  depth = 0,
  closer = ')',
): { given: JsValue[]; end: number } {
  const given: JsValue[] = [];
  const end = readParts(program.text, start - 1, closer, (position) => {
    const { value, end } = readValue(program, position, depth);
    given.push(value);
    assertWithinLimit('headerLines', given.length);
    return end;
  });
  return { given, end };
}

function readName({ text, constants }: Program, start: number): ReadJs | undefined {
  const name = matchText(NAME, text, start);
  if (name === undefined || /[.([?]/.test(text[start + name.length] ?? '')) return undefined;
  const end = start + name.length;
  if (Object.hasOwn(KEYWORDS, name)) return { value: { kind: 'plain', value: KEYWORDS[name] }, end };
  const constant = constants.get(name);
  return constant === undefined ? undefined : { value: constant, end };
}

/** The program text, and the values of its constants. */
export interface Program {
  readonly text: string;
  readonly constants: ReadonlyMap<string, JsValue>;
  /** True if the text is what Node prints of a value. */
  readonly isPrinted?: boolean;
}

interface ReadJs {
  readonly value: JsValue;
  readonly end: number;
}

const NUMBER = /[+-]?(?:0x[0-9a-f]+|(?:[0-9][0-9_]*)?\.?[0-9][0-9_]*\.?(?:e[+-]?[0-9]+)?)(?![\w$])/iy;
function createPlainValue({ text, end }: { readonly text: string; readonly end: number }): ReadJs {
  return { value: { kind: 'plain', value: text }, end };
}

function readNumber(text: string, start: number): ReadJs | undefined {
  const digits = matchText(NUMBER, text, start) ?? '';
  const value =
    digits === '' || /^[+-]?0[0-9]/.test(digits) ? Number.NaN : Number(digits.replaceAll('_', ''));
  return Number.isNaN(value) ? undefined : { value: { kind: 'plain', value }, end: start + digits.length };
}

const PLAIN_LINES = /[^`\\$\r]+/y;

function readTemplate(program: Program, start: number): ReadJs {
  const { text } = program;
  const read = readPieces(text, start + 1, (position) => {
    if (position >= text.length || text[position] === '`') return undefined;
    return readMatch(PLAIN_LINES, text, position) ?? readTemplatePiece(program, position);
  });
  if (text[read.end] !== '`') throw createUnclosed(text, start);
  return { value: { kind: 'text', text: read.text, unknown: read.unknown }, end: read.end + 1 };
}

/** Reads a piece of a template; its line ends are LF whatever the file has. */
function readTemplatePiece({ text, constants }: Program, start: number) {
  if (text[start] === '\\') return readEscape(text, start);
  if (text[start] === '\r') return { text: text[start + 1] === '\n' ? '' : '\n', end: start + 1 };
  if (!text.startsWith('${', start)) return { text: '$', end: start + 1 };
  const end = placeholderEnd(text, start);
  const literal = text.slice(start, end);
  const constant = constants.get(literal.slice(2, -1).trim());
  const known = constant === undefined ? undefined : convertToText(constant);
  return known === undefined ? { text: literal, unknown: [literal], end } : { ...known, end };
}

/** The value of an expression, as far as it is known without execution. */
export type JsValue =
  | { readonly kind: 'plain'; readonly value: string | number | boolean | null | undefined }
  /** Text with parts that are known only at run time; they stay as written. */
  | { readonly kind: 'text'; readonly text: string; readonly unknown: readonly string[] }
  | { readonly kind: 'object'; readonly entries: readonly Entry[]; readonly unknown: readonly string[] }
  | { readonly kind: 'list'; readonly items: readonly JsValue[] }
  /** `new URLSearchParams(…)`. */
  | { readonly kind: 'form'; readonly text: string }
  | { readonly kind: 'unknown'; readonly literal: string };

export type Entry = readonly [name: string, value: JsValue];

/** Returns a member; of several with the same name, the last. */
export function getMember(value: JsValue | undefined, name: string): JsValue | undefined {
  return value?.kind === 'object' ? value.entries.findLast(([one]) => one === name)?.[1] : undefined;
}

/** Converts a value to a JavaScript string with its unknown parts; returns undefined for an object or list. */
export function convertToText(value: JsValue): { text: string; unknown: readonly string[] } | undefined {
  if (value.kind === 'plain') return { text: String(value.value), unknown: [] };
  if (value.kind === 'text') return value;
  if (value.kind === 'form') return { text: value.text, unknown: [] };
  return value.kind === 'unknown' ? { text: value.literal, unknown: [value.literal] } : undefined;
}

/** Lists the parts of a value that are known only at run time. */
export function listUnknown(value: JsValue): readonly string[] {
  if (value.kind === 'object')
    return [...value.unknown, ...value.entries.flatMap(([, one]) => listUnknown(one))];
  if (value.kind === 'list') return value.items.flatMap(listUnknown);
  return convertToText(value)?.unknown ?? [];
}

interface Size {
  readonly characters: number;
  readonly depth: number;
}

const NO_SIZE: Size = { characters: 1, depth: 0 };
/** The cache of constant sizes. */
const sizes = new WeakMap<JsValue, Size>();

function measureSize(value: JsValue): Size {
  if (value.kind === 'plain') return { characters: String(value.value).length, depth: 0 };
  if (value.kind === 'unknown') return { characters: value.literal.length, depth: 0 };
  if (value.kind === 'text' || value.kind === 'form') return { characters: value.text.length, depth: 0 };
  const known = sizes.get(value);
  if (known !== undefined) return known;
  const parts = value.kind === 'list' ? value.items : value.entries.map(([, one]) => one);
  const size = parts.map(measureSize).reduce(
    (whole, part) => ({
      characters: whole.characters + part.characters + 1,
      depth: Math.max(whole.depth, part.depth + 1),
    }),
    NO_SIZE,
  );
  sizes.set(value, size);
  return size;
}

/**
 * Limits the size of a value built from constants.
 * @throws Fault INPUT_INVALID if it is much longer than the text, or nested too deep
 */
export function holdToSize(value: JsValue, text: string): void {
  const { characters, depth } = measureSize(value);
  holdToGrowth(characters, text.length);
  assertWithinLimit('codeDepth', depth);
}

/** Converts a value for `JSON.stringify`; requires that no part is unknown. */
export function convertToData(value: JsValue): unknown {
  if (value.kind === 'plain') return value.value;
  if (value.kind === 'list') return value.items.map(convertToData);
  if (value.kind !== 'object') return value.kind === 'form' ? {} : convertToText(value)?.text;
  const data: Record<string, unknown> = {};
  for (const [name, one] of value.entries)
    Object.defineProperty(data, name, { value: convertToData(one), enumerable: true, configurable: true });
  return data;
}

interface ReadText {
  readonly text: string;
  readonly end: number;
}

const LETTERS: Readonly<Record<string, string>> = {
  ...{ n: '\n', r: '\r', t: '\t', b: '\b', f: '\f', v: '\v', '0': '\0' },
};
const HEXADECIMAL = /x([0-9A-Fa-f]{2})|u([0-9A-Fa-f]{4})|u\{([0-9A-Fa-f]{1,6})\}/y;
const LINE_END = /\r\n|[\n\r\u2028\u2029]/y;

/** Decodes the escape at a backslash. */
function readEscape(text: string, start: number): ReadText {
  const [whole, two, four, braced] = matchAt(HEXADECIMAL, text, start + 1) ?? [];
  if (whole !== undefined) {
    const code = Number.parseInt(two ?? four ?? braced ?? '', 16);
    if (code <= 0x10ffff) return { text: String.fromCodePoint(code), end: start + 1 + whole.length };
  }
  const lineEnd = matchText(LINE_END, text, start + 1);
  if (lineEnd !== undefined) return { text: '', end: start + 1 + lineEnd.length };
  const letter = text[start + 1] ?? '';
  return { text: Object.hasOwn(LETTERS, letter) ? (LETTERS[letter] ?? '') : letter, end: start + 2 };
}

const PLAIN: Readonly<Record<string, RegExp>> = { '"': /[^"\\\n\r]+/y, "'": /[^'\\\n\r]+/y };

/** Reads a string in single or double quotes. @throws Fault INPUT_INVALID if it isn't closed on its line */
export function readQuoted(text: string, start: number): ReadText {
  const { isClosed, ...read } = scanQuoted(text, start);
  if (isClosed) return read;
  throw createUnclosed(text, start);
}

/** Reads a string in quotes; an unclosed one ends at the line end. */
export function scanQuoted(text: string, start: number): ReadText & { readonly isClosed: boolean } {
  const quote = text[start] ?? '';
  const read = readPieces(text, start + 1, (position) => {
    if (text[position] === '\\') return readEscape(text, position);
    return readMatch(PLAIN[quote] as RegExp, text, position);
  });
  const isClosed = text[read.end] === quote;
  return { text: read.text, end: isClosed ? read.end + 1 : read.end, isClosed };
}

export function createUnclosed(text: string, start: number): Error {
  const place = formatPlace(
    Buffer.from(text, 'utf8').toString('latin1'),
    Buffer.byteLength(text.slice(0, start)),
  );
  return createUnreadable(
    `The ${text[start]} at ${place} isn't closed.`,
    'Copy the whole call, up to its last bracket. In a string, write a line end as \\n.',
  );
}

const BLANKS = /(?:\s+|\/\/[^\n]*)+/y;

/** Returns the position after blanks and comments. */
export function skipBlanks(text: string, start: number): number {
  let position = start;
  for (;;) {
    position += matchLength(BLANKS, text, position);
    if (!text.startsWith('/*', position)) return position;
    const close = text.indexOf('*/', position + 2);
    if (close < 0) throw createUnclosed(text, position);
    position = close + 2;
  }
}

const OPENERS: Readonly<Record<string, string>> = { '(': ')', '{': '}', '[': ']' };
const PLAIN_CODE = /[^"'`(){}[\],;/\n]+/y;

/** Returns the position after an expression that isn't parsed: a comma, semicolon or bracket ends it. */
function skipExpression(text: string, start: number): number {
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
  if (character === '`') return findTemplateEnd(text, position);
  if (character === '/') return Math.max(skipBlanks(text, position), position + 1);
  return position + (matchText(PLAIN_CODE, text, position)?.length ?? 1);
}

const PLAIN_IN_TEMPLATE = /[^`\\$]+/y;

/** Returns the position after the backtick that closes the template; templates nested in `${…}` aren't parsed. */
export function findTemplateEnd(text: string, start: number): number {
  let position = start + 1;
  while (position < text.length) {
    const character = text[position];
    if (character === '`') return position + 1;
    if (character === '\\') position = readEscape(text, position).end;
    else if (text.startsWith('${', position)) position = placeholderEnd(text, position);
    else position += matchText(PLAIN_IN_TEMPLATE, text, position)?.length ?? 1;
  }
  throw createUnclosed(text, start);
}

/** Returns the position after the brace that closes `${`. */
export function placeholderEnd(text: string, start: number): number {
  let depth = 1;
  for (let position = start + 2; position < text.length; position += 1) {
    const character = text[position];
    if (character === '{') depth += 1;
    if (character === '}') depth -= 1;
    if (depth === 0) return position + 1;
    if (character === '"' || character === "'") position = readQuoted(text, position).end - 1;
  }
  throw createUnclosed(text, start);
}
