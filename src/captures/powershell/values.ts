import { matchAt, matchLength, matchText, readMatch } from '../../core/scan.ts';
import {
  assertWithinLimit,
  createUnreadable,
  encodeUtf8,
  formatPlace,
  holdToGrowth,
  quoteExcerpt,
  readPieces,
} from '../octets.ts';
import { findExpansionEnd, measureLineEnd } from '../shell/word.ts';

/** The value of an expression, as far as it is known without execution. */
export type Value =
  | (PowerShellText & { readonly kind: 'text'; readonly isBytes?: boolean })
  | { readonly kind: 'table'; readonly entries: (readonly [key: string, value: Value])[] }
  | { readonly kind: 'unknown'; readonly literal: string };

/** Converts a value to text; one that isn't text stays as written. */
export function convertToText(value: Value): PowerShellText {
  if (value.kind === 'text') return value;
  const literal = value.kind === 'unknown' ? value.literal : '@{…}';
  return { text: literal, unknown: [literal] };
}

/** A script, as far as it has been read. */
export interface Script {
  readonly octets: string;
  /** The variables by lower-case name. */
  readonly variables: Map<string, Value>;
}

export interface ReadValue {
  readonly value: Value;
  readonly end: number;
}

const BLANKS = /(?:[ \t]+|`[ \t]{0,20}\r?\n)+/y;
const BLANKS_AND_LINES = /(?:[\s;]+|`\r?\n|#[^\n]*)+/y;
const NUMBER = /-?[0-9]+(?:\.[0-9]+)?(?![\w.])/y;
const VARIABLE = /\$(?:(?:script|global|local|private):)?([A-Za-z_]\w*)(?![:\w])/iy;
const CAST = /\[(?:string|byte\[\]|uri|ordered|hashtable|pscustomobject)\][ \t]*(?=[@"'$([])/iy;
const GET_BYTES = /\[(?:System\.)?Text\.Encoding\]::(?:UTF8|Default)\.GetBytes\(/iy;
const CHARACTER = /\[char\]([0-9]{1,5})/iy;
const KEY = /[\w.-]+/y;

export function skipBlanks(octets: string, start: number): number {
  return start + matchLength(BLANKS, octets, start);
}

export function skipLines(octets: string, start: number): number {
  return start + matchLength(BLANKS_AND_LINES, octets, start);
}

/** Returns the text of a variable if the script sets it earlier. */
export function lookup({ variables }: Script, name: string): PowerShellText | undefined {
  const value = variables.get(name.toLowerCase());
  return value?.kind === 'text' ? value : undefined;
}

/**
 * Reads an expression up to text that can't belong to it; one that its text doesn't determine is `unknown`, with that
 * text.
 */
export function readExpression(script: Script, start: number, depth = 0): ReadValue {
  assertWithinLimit('codeDepth', depth);
  const first = readOperand(script, start, depth);
  const sum = first === undefined ? undefined : readSum(script, first, depth);
  const end = sum === undefined ? start : skipBlanks(script.octets, sum.end);
  if (sum !== undefined && /[\r\n;,)}#]|^$/.test(script.octets[end] ?? '')) return sum;
  return readUnknown(script.octets, start);
}

function readSum(script: Script, first: ReadValue, depth: number): ReadValue {
  let { value, end } = first;
  for (;;) {
    const plus = skipBlanks(script.octets, end);
    if (script.octets[plus] !== '+' || value.kind !== 'text') return { value, end };
    const next = readOperand(script, skipLines(script.octets, plus + 1), depth);
    if (next?.value.kind !== 'text') return { value, end };
    const { text, unknown } = next.value;
    value = { kind: 'text', text: value.text + text, unknown: [...value.unknown, ...unknown] };
    holdToGrowth(value.text.length, script.octets.length);
    end = next.end;
  }
}

/** Reads one operand, also an argument of a command; returns undefined if only execution would show its value. */
export function readOperand(script: Script, start: number, depth: number): ReadValue | undefined {
  const { octets } = script;
  const string = readString(script, start);
  if (string !== undefined) {
    const { end, ...text } = string;
    return readBehind(octets, { value: { kind: 'text', ...text }, end });
  }
  if (octets.startsWith('@{', start)) return readTable(script, start + 2, depth + 1);
  if (octets[start] === '(') return readGroup(script, start, depth + 1);
  if (octets[start] === '$') return readVariable(script, start);
  if (octets[start] === '[') return readTyped(script, start, depth + 1);
  const number = matchText(NUMBER, octets, start);
  return number === undefined ? undefined : createTextValue(number, start + number.length);
}

/** Returns undefined for a method or member of a value, which needs execution. */
function readBehind(octets: string, read: ReadValue): ReadValue | undefined {
  return octets[read.end] === '.' || octets[read.end] === '[' ? undefined : read;
}

function readGroup(script: Script, start: number, depth: number): ReadValue | undefined {
  const { octets } = script;
  const { value, end } = readExpression(script, skipLines(octets, start + 1), depth);
  const close = skipLines(octets, end);
  if (octets[close] !== ')') return undefined;
  return readBehind(octets, { value, end: close + 1 });
}

const CONSTANTS: Readonly<Record<string, string>> = { true: 'True', false: 'False', null: '' };

function readVariable(script: Script, start: number): ReadValue | undefined {
  const [whole, name = ''] = matchAt(VARIABLE, script.octets, start) ?? [];
  if (whole === undefined) return undefined;
  const key = name.toLowerCase();
  const end = start + whole.length;
  const value = script.variables.get(key);
  if (value !== undefined) return readBehind(script.octets, { value, end });
  return Object.hasOwn(CONSTANTS, key) ? createTextValue(CONSTANTS[key] ?? '', end) : undefined;
}

function readTyped(script: Script, start: number, depth: number): ReadValue | undefined {
  const { octets } = script;
  const cast = matchText(CAST, octets, start);
  if (cast !== undefined) return readOperand(script, start + cast.length, depth);
  const [character, code = ''] = matchAt(CHARACTER, octets, start) ?? [];
  if (character !== undefined)
    return createTextValue(encodeUtf8(String.fromCharCode(Number(code))), start + character.length);
  const call = matchText(GET_BYTES, octets, start);
  if (call === undefined) return undefined;
  const { value, end } = readExpression(script, skipLines(octets, start + call.length), depth);
  const close = skipLines(octets, end);
  if (value.kind !== 'text' || octets[close] !== ')') return undefined;
  return { value: { ...value, isBytes: true }, end: close + 1 };
}

/** Reads `@{ "Name" = value; Name = value }`, with entries on lines or separated by semicolons. */
function readTable(script: Script, start: number, depth: number): ReadValue {
  const { octets } = script;
  const entries: [string, Value][] = [];
  let position = skipLines(octets, start);
  while (octets[position] !== '}') {
    const key = readKey(script, position);
    const equals = key === undefined ? position : skipBlanks(octets, key.end);
    if (key === undefined || octets[equals] !== '=') throw createNoTable(octets, position);
    const { value, end } = readExpression(script, skipLines(octets, equals + 1), depth);
    entries.push([key.text, value]);
    assertWithinLimit('headerLines', entries.length);
    position = skipLines(octets, end);
    if (position === end && octets[position] !== '}') throw createNoTable(octets, position);
  }
  return { value: { kind: 'table', entries }, end: position + 1 };
}

function readKey(script: Script, start: number): { text: string; end: number } | undefined {
  return readString(script, start) ?? readMatch(KEY, script.octets, start);
}

function createNoTable(octets: string, position: number): Error {
  return createUnreadable(
    `The table @{…} has no name = value at ${formatPlace(octets, position)}.`,
    'Write @{ "Name" = "value" }, with all entries.',
  );
}

const OPENERS: Readonly<Record<string, string>> = { '(': ')', '{': '}', '[': ']' };
const NONE: Script['variables'] = new Map();
const NO_END = /[^"'@(){}[\]\r\n;,`#]+/y;

/** Reads the text of an expression that isn't evaluated, up to its end outside of quotes and brackets. */
export function readUnknown(octets: string, start: number): ReadValue {
  const open: string[] = [];
  let position = start;
  while (position < octets.length) {
    const character = octets[position] ?? '';
    const opener = OPENERS[character];
    if (open.length === 0 && /[\r\n;,)}\]]/.test(character)) break;
    if (opener !== undefined) open.push(opener);
    else if (character === open.at(-1)) open.pop();
    const string = readString({ octets, variables: NONE }, position);
    const plain = matchText(NO_END, octets, position)?.length;
    position = string?.end ?? position + (plain ?? (character === '`' ? 2 : 1));
  }
  return { value: { kind: 'unknown', literal: octets.slice(start, position).trimEnd() }, end: position };
}

function createTextValue(text: string, end: number): ReadValue {
  return { value: { kind: 'text', text, unknown: [] }, end };
}

/** Text as bytes, with the parts as written that only PowerShell could evaluate. */
interface PowerShellText {
  readonly text: string;
  readonly unknown: readonly string[];
}

interface ReadString extends PowerShellText {
  readonly end: number;
}

const HERE = /@(["'])[ \t]*\r?\n/y;

/** Reads a string of any of the four kinds; returns undefined if none begins here. */
export function readString(script: Script, start: number): ReadString | undefined {
  const { octets } = script;
  const character = octets[start];
  if (character === "'") return singleQuoted(octets, start);
  if (character === '"') return readExpandable(script, start + 1, endOfQuoted(octets, start));
  if (character !== '@') return undefined;
  const [whole, quote] = matchAt(HERE, octets, start) ?? [];
  return whole === undefined ? undefined : readHereString(script, start + whole.length, quote === '"');
}

const SINGLE_QUOTED = /'([^']*(?:''[^']*)*)'/y;

function singleQuoted(octets: string, start: number): ReadString {
  const [whole, inner = ''] = matchAt(SINGLE_QUOTED, octets, start) ?? [];
  if (whole === undefined) throw createUnclosed(octets, start, "'");
  return createKnown(inner.replaceAll("''", "'"), start + whole.length);
}

/** Finds the closing quote; skips escaped and doubled quotes and those inside `$(…)`. */
function endOfQuoted(octets: string, start: number): number {
  for (let position = start + 1; position < octets.length; ) {
    const character = octets[position];
    if (character === '`') position += 2;
    else if (character === '$' && octets[position + 1] === '(')
      position = findExpansionEnd(octets, position, true) ?? position + 1;
    else if (character !== '"') position += 1;
    else if (octets[position + 1] === '"') position += 2;
    else return position;
  }
  throw createUnclosed(octets, start, '"');
}

/** Reads a here-string from the line after `@"` to the line end before `"@`. */
function readHereString(script: Script, start: number, isExpandable: boolean): ReadString {
  const { octets } = script;
  const closer = isExpandable ? '"@' : "'@";
  const isEmpty = octets.startsWith(closer, start);
  const close = isEmpty ? start : octets.indexOf(`\n${closer}`, start - 1);
  if (close < 0) throw createUnclosed(octets, start, closer);
  const end = close + (isEmpty ? 0 : 1) + closer.length;
  const textEnd = Math.max(start, octets[close - 1] === '\r' && !isEmpty ? close - 1 : close);
  if (!isExpandable) return createKnown(octets.slice(start, textEnd), end);
  return { ...readExpandable(script, start, textEnd, true), end };
}

const PLAIN = /[^`$"]+/y;
const CHARACTERS = /(?:\$\(\[char\](?:0x[0-9A-Fa-f]{1,4}|[0-9]{1,5})\)){1,10000}/iy;
const CODE_UNIT = /0x[0-9A-Fa-f]+|[0-9]+/gi;
const VARIABLE_IN_TEXT = /\$(?:([A-Za-z_]\w*)(?!:[A-Za-z_])|\{(\w+)\})/y;
const SCOPED = /\$[A-Za-z]+:\w+/y;

function readExpandable(script: Script, start: number, textEnd: number, isHere = false): ReadString {
  const whole = { ...script, octets: script.octets.slice(0, textEnd) };
  const read = readPieces(script.octets, start, (position) =>
    position < textEnd ? readPiece(whole, position, isHere) : undefined,
  );
  return { ...read, end: textEnd + 1 };
}

function readPiece(script: Script, start: number, isHere: boolean) {
  const { octets } = script;
  const plain = readMatch(PLAIN, octets, start);
  if (plain !== undefined) return plain;
  if (octets[start] === '`') return readEscape(octets, start);
  if (octets[start] === '"') return createKnown('"', start + (octets[start + 1] === '"' && !isHere ? 2 : 1));
  return readVariableInText(script, start);
}

/** Reads a variable, or `$([char]248)`, as browsers write each UTF-16 unit of a character beyond ASCII. */
function readVariableInText(script: Script, start: number): ReadString {
  const { octets } = script;
  const characters = matchText(CHARACTERS, octets, start);
  if (characters !== undefined) {
    const units = characters.match(CODE_UNIT) ?? [];
    const text = units.map((code) => String.fromCharCode(Number(code))).join('');
    return createKnown(encodeUtf8(text), start + characters.length);
  }
  const [named, bare, braced] = matchAt(VARIABLE_IN_TEXT, octets, start) ?? [];
  if (named !== undefined) {
    const value = lookup(script, bare ?? braced ?? '');
    return { ...(value ?? { text: named, unknown: [named] }), end: start + named.length };
  }
  const scoped = matchText(SCOPED, octets, start)?.length;
  const isSubexpression = octets[start + 1] === '(' || octets[start + 1] === '{';
  const subexpression = isSubexpression ? findExpansionEnd(octets, start, true) : undefined;
  const end = scoped === undefined ? (subexpression ?? start + 1) : start + scoped;
  const text = octets.slice(start, end);
  return { text, unknown: text === '$' ? [] : [text], end };
}

const ESCAPES: Readonly<Record<string, string>> = {
  ...{ '0': '\0', a: '\x07', b: '\b', e: '\x1b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' },
};
const CODE_POINT = /`u\{([0-9A-Fa-f]{1,6})\}/y;

/** Reads a backtick escape: the character itself, except for some letters. */
export function readEscape(octets: string, start: number): ReadString {
  const [whole, digits = ''] = matchAt(CODE_POINT, octets, start) ?? [];
  if (whole !== undefined && Number.parseInt(digits, 16) <= 0x10ffff)
    return createKnown(encodeUtf8(String.fromCodePoint(Number.parseInt(digits, 16))), start + whole.length);
  const lineEnd = measureLineEnd(octets, start + 1);
  if (lineEnd > 0) return createKnown(octets.slice(start + 1, start + 1 + lineEnd), start + 1 + lineEnd);
  const next = octets[start + 1] ?? '';
  return createKnown(Object.hasOwn(ESCAPES, next) ? (ESCAPES[next] ?? '') : next, start + 2);
}

function createKnown(text: string, end: number): ReadString {
  return { text, unknown: [], end };
}

function createUnclosed(octets: string, start: number, closer: string): Error {
  return createUnreadable(
    `${quoteExcerpt(octets.slice(start))} at ${formatPlace(octets, start)} isn't closed: ${closer} is missing.`,
    'Copy the whole command.',
  );
}
