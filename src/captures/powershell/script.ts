import { isAt, matchAt, matchText, readMatch } from '../../core/scan.ts';
import { type CaptureNote, createChangedNote } from '../capture.ts';
import { assertWithinLimit, readPieces } from '../octets.ts';
import type { Commands, ShellCommand } from '../shell/commands.ts';
import type { Word } from '../shell/word.ts';
import {
  convertToText,
  lookup,
  type ReadValue,
  readEscape,
  readExpression,
  readOperand,
  readString,
  readUnknown,
  type Script,
  skipBlanks,
  skipLines,
  type Value,
} from './values.ts';

export interface PowerShellCommand {
  readonly name: string;
  readonly given: readonly Argument[];
  readonly start: number;
  /** The values of variables at this position. */
  readonly variables: ReadonlyMap<string, Value>;
  readonly endedBy: string;
  /** The position after the command. */
  readonly end: number;
}

const ASSIGNMENT =
  /\$(?:(?:script|global|local|private):)?([A-Za-z_]\w*)[ \t]*(?:\[[^\]\r\n=]{1,40}\][ \t]*)?=(?!=)/iy;
const MEMBER = /\$([A-Za-z_]\w*)\.([A-Za-z_]\w*)[ \t]*=(?!=)/y;
const ENTRY = /\$([A-Za-z_]\w*)\[[ \t]*(["'])([^"'\r\n]{1,200})\2[ \t]*\][ \t]*=(?!=)/y;
const ADD = /\$([A-Za-z_]\w*)(?:\.Headers)?\.Add\(/iy;
const ADD_COOKIE =
  /\$([A-Za-z_]\w*)\.Cookies\.Add\(\(New-Object (?:System\.)?Net\.Cookie\(["']((?:[^"'`\r\n]|`.){1,4096})["'],\s?["']((?:[^"'`\r\n]|`.){0,65536})["']/iy;
const WORD = /[A-Za-z_.\\/:~][\w.\\/:~-]*/y;
const CALL = /&[ \t]*(["']?)([\w.\\/:~ -]{1,200})\1/y;
/** Matches keywords before a block or a condition, whose content is parsed too. */
const KEYWORDS = /(?:try|catch|finally|if|else|elseif|foreach|while|do|return|begin|process|end)(?![\w-])/iy;

/**
 * Reads the requested commands of a script, with the values of variables at each. Nothing is executed: an expression
 * other than plain text stays as written.
 * @throws Fault INPUT_INVALID
 * @see C-verify-powershell
 */
export function readScript(
  octets: string,
  isWanted: (name: string) => boolean,
  most = Number.POSITIVE_INFINITY,
): PowerShellCommand[] {
  const script: Script = { octets, variables: new Map() };
  const commands: PowerShellCommand[] = [];
  let position = 0;
  for (let taken = 0; position < octets.length && commands.length < most; taken += 1) {
    assertWithinLimit('words', taken);
    position = skipLines(octets, position);
    const command = readCommand(script, position, isWanted);
    if (command !== undefined) commands.push(command);
    position = command?.end ?? readStatement(script, position);
  }
  return commands;
}

function readStatement(script: Script, start: number): number {
  const { octets, variables } = script;
  const [entry, table = '', , key = ''] = matchAt(ENTRY, octets, start) ?? [];
  if (entry !== undefined) return setEntry(script, table, key, start + entry.length);
  const [member, owner = '', name = ''] = matchAt(MEMBER, octets, start) ?? [];
  if (member !== undefined) return setEntry(script, owner, name, start + member.length);
  const [assignment, variable = ''] = matchAt(ASSIGNMENT, octets, start) ?? [];
  if (assignment !== undefined) {
    const from = skipLines(octets, start + assignment.length);
    variables.delete(variable.toLowerCase());
    if (isAt(WORD, octets, from) || isAt(CALL, octets, from)) return from;
    const { value, end } = readExpression(script, from);
    if (value.kind !== 'unknown') variables.set(variable.toLowerCase(), value);
    return Math.max(end, from);
  }
  return readAddition(script, start) ?? skipOther(octets, start);
}

function setEntry(script: Script, variable: string, key: string, start: number): number {
  const { value, end } = readExpression(script, skipLines(script.octets, start));
  addEntry(script, variable, key, value);
  return end;
}

/** Adds an entry to a table, or to a session, of which nothing else is known. */
function addEntry({ variables }: Script, variable: string, key: string, value: Value): void {
  const name = variable.toLowerCase();
  const table = variables.get(name);
  const before = table?.kind === 'table' ? table.entries : [];
  const others = before.filter(([one]) => one.toLowerCase() !== key.toLowerCase() || key === COOKIE);
  variables.set(name, { kind: 'table', entries: [...others, [key, value]] });
  assertWithinLimit('requests', others.length);
}

/** The key of a session's cookies; no header has this name. */
export const COOKIE = 'cookie pair';

function readAddition(script: Script, start: number): number | undefined {
  const { octets } = script;
  const [cookie, session = '', name = '', value = ''] = matchAt(ADD_COOKIE, octets, start) ?? [];
  if (cookie !== undefined) {
    const text = `${name}=${value}`.replaceAll(/`(.)/g, '$1');
    addEntry(script, session, COOKIE, { kind: 'text', text, unknown: [] });
    return readUnknown(octets, start + cookie.length).end + 2;
  }
  const [addition, table = ''] = matchAt(ADD, octets, start) ?? [];
  if (addition === undefined) return undefined;
  const key = readExpression(script, skipLines(octets, start + addition.length));
  const comma = skipLines(octets, key.end);
  if (octets[comma] !== ',' || key.value.kind !== 'text') return readUnknown(octets, start).end;
  const { value: added, end } = readExpression(script, skipLines(octets, comma + 1));
  addEntry(script, table, key.value.text, added);
  return end + 1;
}

/** Returns the position after brackets, operators and keywords, else after the statement. */
function skipOther(octets: string, start: number): number {
  const keyword = matchText(KEYWORDS, octets, start);
  if (keyword !== undefined) return start + keyword.length;
  if (/[(){}|&,]/.test(octets[start] ?? '')) return start + 1;
  return Math.max(readUnknown(octets, start).end, start + 1);
}

function readCommand(
  script: Script,
  start: number,
  isWanted: (name: string) => boolean,
): PowerShellCommand | undefined {
  const { octets } = script;
  const [called, , inCall] = matchAt(CALL, octets, start) ?? [];
  const name = inCall?.trimEnd() ?? matchText(WORD, octets, start);
  if (name === undefined || !isWanted(name)) return undefined;
  const from = skipBlanks(octets, start + (called?.length ?? name.length));
  const { given, end, endedBy } = readArguments(script, from);
  return { name, given, start, endedBy, end, variables: new Map(script.variables) };
}

/** One argument of a command. */
export interface Argument {
  readonly value: Value;
  /** True if it begins without a quote, so that a hyphen makes it a parameter. */
  readonly isBare: boolean;
  /** The name in `@name`: the table of that name contains the parameters. */
  readonly splatted?: string;
}

const REDIRECTION = /[0-9*]?>>?(?:&[0-9]|[ \t]*[^\s;|]+)?/y;
const SPLAT = /@([A-Za-z_]\w*)(?![\w.])/y;
const BARE = /[^\s;|&(){},"'`$@]+|[@{}]/y;
const END = /[\r\n;|)}#]|&&/y;

/** Reads the arguments of a command up to the end of its statement. */
function readArguments(script: Script, start: number): { given: Argument[]; end: number; endedBy: string } {
  const { octets } = script;
  const given: Argument[] = [];
  let position = start;
  while (position < octets.length && !isAt(END, octets, position)) {
    const redirection = matchText(REDIRECTION, octets, position);
    if (redirection !== undefined) position += redirection.length;
    else {
      const { argument, end } = readArgument(script, position);
      given.push(argument);
      assertWithinLimit('words', given.length);
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
  const { value: unknown, end: behind } = readUnknown(octets, start);
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

/** Reads text and strings without blanks between them as one argument. */
function readGlued(script: Script, start: number): ReadValue {
  const { octets } = script;
  const { end, ...text } = readPieces(octets, start, (position) =>
    isArgumentEnd(octets, position) ? undefined : readPiece(script, position),
  );
  return { value: { kind: 'text', ...text }, end };
}

function readPiece(script: Script, start: number) {
  const { octets } = script;
  const known = readString(script, start) ?? readMatch(BARE, octets, start);
  if (known !== undefined) return known;
  if (octets[start] === '`') return readEscape(octets, start);
  const variable = octets[start] === '$' ? matchText(VARIABLE, octets, start) : undefined;
  if (variable === undefined) return undefined;
  const value = lookup(script, variable.slice(1));
  const end = start + variable.length;
  return value === undefined ? { text: variable, unknown: [variable], end } : { ...value, end };
}

const VARIABLE = /\$(?:env:)?[A-Za-z_]\w*(?:\.\w+)*/iy;

const CURL = /(?:^|[/\\])curl(?:\.exe)?$/i;

/**
 * Reads the curl command of a PowerShell script as words. Nothing is executed.
 * @throws Fault INPUT_INVALID
 * @see C-verify-curl-shells
 */
export function readPowerShellCommands(
  octets: string,
  isWanted: (command: ShellCommand) => boolean,
): Commands {
  const [found] = readScript(octets, (name) => CURL.test(name), 1);
  if (found === undefined) return { commands: [], rest: '' };
  const { words, notes } = applyQuoteRules(found.given.map(({ value }) => asWord(value)));
  const name: Word = { text: found.name, expansions: [], isBare: true };
  const command: ShellCommand = { words: [name, ...words], endedBy: found.endedBy };
  if (!isWanted(command)) return { commands: [], rest: '' };
  return { commands: [command], rest: octets.slice(found.end), notes };
}

function asWord(value: Value): Word {
  const { text, unknown } = convertToText(value);
  return { text, expansions: unknown.map((literal) => ({ literal, isPattern: false })), isBare: false };
}

const HAS_QUOTE = /(?:^|[^\\])(?:\\\\)*"/;
/**
 * Matches a quote that programs on Windows read as escaped: of the preceding backslashes, every second one is an
 * escape.
 */
const ESCAPED_QUOTE = /((?:\\\\)*)\\"/g;

/**
 * Applies the quoting rules. Windows PowerShell and PowerShell before 7.3 drop double quotes inside an argument of a
 * program unless a backslash precedes each; later versions pass both. If all have one, the text was written for the
 * former.
 */
function applyQuoteRules(words: readonly Word[]): { words: readonly Word[]; notes: CaptureNote[] } {
  const quoted = words.filter(({ text }) => text.includes('"'));
  if (quoted.length === 0) return { words, notes: [] };
  if (quoted.some(({ text }) => HAS_QUOTE.test(text))) return { words, notes: [] };
  return {
    words: words.map((word) => ({
      ...word,
      text: word.text.replaceAll(
        ESCAPED_QUOTE,
        (_, doubled: string) => `${doubled.slice(doubled.length / 2)}"`,
      ),
    })),
    notes: [UNESCAPED],
  };
}

const REMEDY =
  'Put the body in a file and use --data-binary "@body.json", which all versions send unchanged.';
const UNESCAPED = createChangedNote(
  'body',
  'The double quotes have backslashes, as Windows PowerShell needs them. PowerShell 7.3 and later send the backslashes too.',
  REMEDY,
);
