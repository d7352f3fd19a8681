import { isAt, lengthAt, matchAt, textAt } from '../../core/scan.ts';
import { utf8Octets } from '../octets.ts';
import { holdTo, holdToGrowth, placeIn, unreadable } from '../unreadable.ts';
import { type PowerShellText, readString } from './strings.ts';

/** What an expression says, as far as it says it without being run. */
export type Value =
  | (PowerShellText & { readonly kind: 'text'; readonly isBytes?: boolean })
  | { readonly kind: 'table'; readonly entries: (readonly [key: string, value: Value])[] }
  | { readonly kind: 'unknown'; readonly literal: string };

/** A script as far as it has been read. */
export interface Script {
  readonly octets: string;
  /** By their names in lower case. */
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
const ENCODE = /\[(?:System\.)?(?:uri|Net\.WebUtility|Web\.HttpUtility)\]/iy;
const KEY = /[\w.-]+/y;

export function skipBlanks(octets: string, start: number): number {
  return start + lengthAt(BLANKS, octets, start);
}

export function skipLines(octets: string, start: number): number {
  return start + lengthAt(BLANKS_AND_LINES, octets, start);
}

/** What a variable says in text; undefined where that isn't known. */
export function lookup({ variables }: Script): (name: string) => PowerShellText | undefined {
  return (name) => {
    const value = variables.get(name.toLowerCase());
    return value?.kind === 'text' ? value : undefined;
  };
}

/** An expression, up to what can't belong to it; one that isn't plain from its text is `unknown`, with that text. */
export function readExpression(script: Script, start: number, depth = 0): ReadValue {
  holdTo('codeDepth', depth);
  const first = readOperand(script, start, depth);
  const sum = first === undefined ? undefined : readSum(script, first, depth);
  const end = sum === undefined ? start : skipBlanks(script.octets, sum.end);
  if (sum !== undefined && /[\r\n;,)}#]|^$/.test(script.octets[end] ?? '')) return sum;
  return unknownFrom(script.octets, start);
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

/** One operand; undefined for what only running would tell. Also an argument of a command. */
export function readOperand(script: Script, start: number, depth: number): ReadValue | undefined {
  const { octets } = script;
  const string = readString(octets, start, lookup(script));
  if (string !== undefined) {
    const { text, unknown, end } = string;
    return behind(octets, { value: { kind: 'text', text, unknown }, end });
  }
  if (octets.startsWith('@{', start)) return readTable(script, start + 2, depth + 1);
  if (octets[start] === '(') return readGroup(script, start, depth + 1);
  if (octets[start] === '$') return readVariable(script, start);
  if (octets[start] === '[') return readTyped(script, start, depth + 1);
  const number = textAt(NUMBER, octets, start);
  return number === undefined ? undefined : textValue(number, start + number.length);
}

/** A method or member of a value is for the run. */
function behind(octets: string, read: ReadValue): ReadValue | undefined {
  return octets[read.end] === '.' || octets[read.end] === '[' ? undefined : read;
}

function readGroup(script: Script, start: number, depth: number): ReadValue | undefined {
  const { octets } = script;
  const { value, end } = readExpression(script, skipLines(octets, start + 1), depth);
  const close = skipLines(octets, end);
  if (octets[close] !== ')') return undefined;
  return behind(octets, { value, end: close + 1 });
}

const CONSTANTS: Readonly<Record<string, string>> = { true: 'True', false: 'False', null: '' };

function readVariable(script: Script, start: number): ReadValue | undefined {
  const [whole, name = ''] = matchAt(VARIABLE, script.octets, start) ?? [];
  if (whole === undefined) return undefined;
  const key = name.toLowerCase();
  const end = start + whole.length;
  const value = script.variables.get(key);
  if (value !== undefined) return behind(script.octets, { value, end });
  return Object.hasOwn(CONSTANTS, key) ? textValue(CONSTANTS[key] ?? '', end) : undefined;
}

function readTyped(script: Script, start: number, depth: number): ReadValue | undefined {
  const { octets } = script;
  const cast = textAt(CAST, octets, start);
  if (cast !== undefined) return readOperand(script, start + cast.length, depth);
  const [character, code = ''] = matchAt(CHARACTER, octets, start) ?? [];
  if (character !== undefined)
    return textValue(utf8Octets(String.fromCharCode(Number(code))), start + character.length);
  const call = textAt(GET_BYTES, octets, start);
  if (call === undefined || isAt(ENCODE, octets, start)) return undefined;
  const { value, end } = readExpression(script, skipLines(octets, start + call.length), depth);
  const close = skipLines(octets, end);
  if (value.kind !== 'text' || octets[close] !== ')') return undefined;
  return { value: { ...value, isBytes: true }, end: close + 1 };
}

/** `@{ "Name" = value; Name = value }`, an entry on a line or between semicolons. */
function readTable(script: Script, start: number, depth: number): ReadValue {
  const { octets } = script;
  const entries: [string, Value][] = [];
  let position = skipLines(octets, start);
  while (octets[position] !== '}') {
    const key = readKey(script, position);
    const equals = key === undefined ? position : skipBlanks(octets, key.end);
    if (key === undefined || octets[equals] !== '=') throw noTable(octets, position);
    const { value, end } = readExpression(script, skipLines(octets, equals + 1), depth);
    entries.push([key.text, value]);
    holdTo('headerLines', entries.length);
    position = skipLines(octets, end);
    if (position === end && octets[position] !== '}') throw noTable(octets, position);
  }
  return { value: { kind: 'table', entries }, end: position + 1 };
}

function readKey(script: Script, start: number): { text: string; end: number } | undefined {
  const string = readString(script.octets, start, lookup(script));
  if (string !== undefined) return string;
  const text = textAt(KEY, script.octets, start);
  return text === undefined ? undefined : { text, end: start + text.length };
}

function noTable(octets: string, position: number): Error {
  return unreadable(
    `The table @{…} has no name = value at ${placeIn(octets, position)}.`,
    'Write @{ "Name" = "value" }, with all entries.',
  );
}

const OPENERS: Readonly<Record<string, string>> = { '(': ')', '{': '}', '[': ']' };
const NO_END = /[^"'@(){}[\]\r\n;,`#]+/y;

/** The text of an expression that isn't read: up to what ends it outside of quotes and brackets. */
export function unknownFrom(octets: string, start: number): ReadValue {
  const open: string[] = [];
  let position = start;
  while (position < octets.length) {
    const character = octets[position] ?? '';
    const opener = OPENERS[character];
    if (open.length === 0 && /[\r\n;,)}\]]/.test(character)) break;
    if (opener !== undefined) open.push(opener);
    else if (character === open.at(-1)) open.pop();
    const string = readString(octets, position, () => undefined);
    const plain = textAt(NO_END, octets, position)?.length;
    position = string?.end ?? position + (plain ?? (character === '`' ? 2 : 1));
  }
  return { value: { kind: 'unknown', literal: octets.slice(start, position).trimEnd() }, end: position };
}

function textValue(text: string, end: number): ReadValue {
  return { value: { kind: 'text', text, unknown: [] }, end };
}
