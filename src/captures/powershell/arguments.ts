import { isAt, matchAt, textAt } from '../../core/scan.ts';
import { holdTo } from '../limits.ts';
import { escaped, readString } from './strings.ts';
import {
  lookup,
  type ReadValue,
  readOperand,
  type Script,
  skipBlanks,
  unknownFrom,
  type Value,
} from './values.ts';

/** One argument of a command. */
export interface Argument {
  readonly value: Value;
  /** Begins without a quote, so a hyphen makes it a parameter. */
  readonly isBare: boolean;
  /** `@name`: the parameters are in the table of that name. */
  readonly splatted?: string;
}

const REDIRECTION = /[0-9*]?>>?(?:&[0-9]|[ \t]*[^\s;|]+)?/y;
const SPLAT = /@([A-Za-z_]\w*)(?![\w.])/y;
const BARE = /[^\s;|&(){},"'`$@]+/y;
const END = /[\r\n;|)}#]|&&/y;

/** The arguments of a command, up to the end of its statement. */
export function readArguments(
  script: Script,
  start: number,
): { given: Argument[]; end: number; endedBy: string } {
  const { octets } = script;
  const given: Argument[] = [];
  let position = start;
  while (position < octets.length && !isAt(END, octets, position)) {
    const redirection = textAt(REDIRECTION, octets, position);
    if (redirection !== undefined) position += redirection.length;
    else {
      const { argument, end } = readArgument(script, position);
      given.push(argument);
      holdTo('words', given.length);
      position = end;
    }
    position = skipBlanks(octets, position);
  }
  return { given, end: position, endedBy: octets[position] ?? '' };
}

function readArgument(script: Script, start: number): { argument: Argument; end: number } {
  const { octets } = script;
  const [splat, name] = matchAt(SPLAT, octets, start) ?? [];
  if (splat !== undefined && name !== undefined) {
    const value: Value = { kind: 'unknown', literal: splat };
    return { argument: { value, isBare: true, splatted: name }, end: start + splat.length };
  }
  const isBare = !/["'(@$[]/.test(octets[start] ?? '');
  const whole = isBare ? undefined : readOperand(script, start, 0);
  if (whole !== undefined && isArgumentEnd(octets, whole.end)) {
    return { argument: { value: whole.value, isBare }, end: whole.end };
  }
  const { value, end } = readGlued(script, start);
  if (isArgumentEnd(octets, end) && end > start) return { argument: { value, isBare }, end };
  const { value: unknown, end: behind } = unknownFrom(octets, start);
  const last = octets[behind] === ',' ? behind + 1 : behind;
  return { argument: { value: unknown, isBare: false }, end: Math.max(last, start + 1) };
}

function isArgumentEnd(octets: string, position: number): boolean {
  return (
    position >= octets.length ||
    /[\s;|)}]/.test(octets[position] ?? '') ||
    /^`[ \t]*\r?\n/.test(octets.slice(position, position + 20))
  );
}

/** Text and strings without blanks between them are one argument. */
function readGlued(script: Script, start: number): ReadValue {
  const { octets } = script;
  const pieces: string[] = [];
  const unknown: string[] = [];
  let position = start;
  while (!isArgumentEnd(octets, position)) {
    const piece = readPiece(script, position);
    if (piece === undefined) break;
    pieces.push(piece.text);
    unknown.push(...piece.unknown);
    holdTo('expansions', unknown.length);
    position = piece.end;
  }
  return { value: { kind: 'text', text: pieces.join(''), unknown }, end: position };
}

function readPiece(script: Script, start: number) {
  const { octets } = script;
  const bare = textAt(BARE, octets, start) ?? (/[@{}]/.test(octets[start] ?? '') ? octets[start] : undefined);
  const string = readString(octets, start, lookup(script));
  if (string !== undefined) return string;
  if (bare !== undefined) return { text: bare, unknown: [], end: start + bare.length };
  if (octets[start] === '`') return escaped(octets, start);
  const variable = octets[start] === '$' ? textAt(VARIABLE, octets, start) : undefined;
  if (variable === undefined) return undefined;
  const value = lookup(script)(variable.slice(1));
  const end = start + variable.length;
  return value === undefined ? { text: variable, unknown: [variable], end } : { ...value, end };
}

const VARIABLE = /\$(?:env:)?[A-Za-z_]\w*(?:\.\w+)*/iy;
