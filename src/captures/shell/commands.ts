import { isAt, matchAt, matchLength, matchText } from '../../core/scan.ts';
import { type CaptureNote, createChangedNote } from '../capture.ts';
import { assertWithinLimit, createUnreadable, formatPlace } from '../octets.ts';
import {
  type Expansion,
  findPlaceholderEnd,
  measureBrokenContinuation,
  measureLineEnd,
  readQuoted,
  readWord,
  type Shell,
  type Word,
} from './word.ts';

/** The standard input of a command, as far as the text contains it. */
export type StandardInput =
  | { readonly kind: 'text'; readonly text: string; readonly expansions: readonly Expansion[] }
  | { readonly kind: 'file'; readonly name: Word }
  /** The output of the previous command. */
  | { readonly kind: 'pipe'; readonly from: ShellCommand };

/** A simple command: the text between `;`, `&`, `|`, parentheses and line ends. */
export interface ShellCommand {
  readonly words: readonly Word[];
  readonly input?: StandardInput | undefined;
  /** The operator or line end that ended it; empty at the end of the text. */
  readonly endedBy: string;
}

type OpenCommand = { words: Word[]; input?: StandardInput; endedBy: string };

interface Reading {
  readonly octets: string;
  position: number;
  command: OpenCommand;
  readonly commands: ShellCommand[];
  readonly isWanted: (command: ShellCommand) => boolean;
  isFound: boolean;
  /** The position of the first backslash followed by blanks and a line end. */
  broken?: number;
  /** The here-documents whose text begins on the next line. */
  readonly documents: HereDocument[];
}

export interface Commands {
  readonly commands: readonly ShellCommand[];
  /** The rest of the text, not parsed. */
  readonly rest: string;
  /** Notes about text that was read differently than written. */
  readonly notes?: readonly CaptureNote[];
}

/**
 * Splits text into commands and words as bash does, without executing anything. Stops after the requested command: the
 * following text may not be shell code.
 * @see C-verify-curl-words
 */
export function readCommands(octets: string, isWanted: (command: ShellCommand) => boolean): Commands {
  const command = { words: [], endedBy: '' };
  const empty = { commands: [], documents: [], isFound: false };
  const reading: Reading = { octets, position: 0, command, isWanted, ...empty };
  for (let taken = 0; reading.position < octets.length; ) {
    if (takeBlank(reading)) continue;
    const isTaken = takeLineEnd(reading) || takeRedirection(reading) || takeOperator(reading);
    if (!isTaken) takeWord(reading);
    taken += 1;
    assertWithinLimit('words', taken);
    // The text of a here-document is on the following lines.
    if (reading.isFound && reading.documents.length === 0) break;
  }
  finalize(reading, '');
  readHereDocuments(octets, octets.length, reading.documents);
  const { commands, position, broken } = reading;
  const notes = broken === undefined ? [] : [noteBroken(octets, broken)];
  return { commands, rest: octets.slice(position), notes };
}

/** Notes a line continuation that a blank after the backslash breaks. @see C-verify-broken-continuation */
function noteBroken(octets: string, position: number): CaptureNote {
  return createChangedNote(
    'target',
    `A blank follows the backslash at ${formatPlace(octets, position)}. bash ends the command there and runs the next lines as commands of their own. Here the command is read on.`,
    'Remove the blanks behind each backslash at the end of a line.',
  );
}

function finalize(reading: Reading, endedBy: string): void {
  const { command } = reading;
  command.endedBy = endedBy;
  if (command.words.length > 0) {
    reading.commands.push(command);
    reading.isFound ||= reading.isWanted(command);
  }
  const isPiped = endedBy === '|' || endedBy === '|&';
  reading.command = { words: [], endedBy: '' };
  if (isPiped) reading.command.input = { kind: 'pipe', from: command };
}

/** Skips blanks, a comment, a line continuation. */
function takeBlank(reading: Reading): boolean {
  const { octets, position } = reading;
  const broken = measureBrokenContinuation(octets, position);
  if (broken > 0) reading.broken ??= position;
  const behind = octets[position] === '\\' ? broken || measureLineEnd(octets, position + 1) : 0;
  reading.position += behind > 0 ? 1 + behind : matchLength(BLANK, octets, position);
  return reading.position > position;
}

const BLANK = /[ \t]+|#[^\n]*/y;

function takeLineEnd(reading: Reading): boolean {
  const length = measureLineEnd(reading.octets, reading.position);
  if (length === 0) return false;
  const documents = reading.documents.splice(0);
  reading.position = readHereDocuments(reading.octets, reading.position + length, documents);
  // A line end after `|` doesn't end the command.
  if (reading.command.words.length > 0) finalize(reading, '\n');
  return true;
}

const REDIRECTION = /([0-9]*)(&>>?|<<<|<<-?|<&|<>|>>|>&|>\||[<>](?!\())/y;

/** Reads a redirection; only that of the standard input is stored. */
function takeRedirection(reading: Reading): boolean {
  if (findPlaceholderEnd(reading.octets, reading.position) !== undefined) return false;
  const [whole, descriptor = '', operator = ''] =
    matchAt(REDIRECTION, reading.octets, reading.position) ?? [];
  if (whole === undefined) return false;
  const behind = reading.position + whole.length;
  const start = behind + matchLength(/[ \t]*/y, reading.octets, behind);
  const target = readWord(reading.octets, start);
  reading.position = target?.end ?? start;
  if (target === undefined || !/^0*$/.test(descriptor)) return true;
  const { word } = target;
  const { command, documents } = reading;
  if (operator === '<') command.input = { kind: 'file', name: word };
  if (operator === '<<<')
    command.input = { kind: 'text', text: `${word.text}\n`, expansions: word.expansions };
  const withoutTabs = operator === '<<-';
  if (operator === '<<' || withoutTabs)
    documents.push({ command, delimiter: word.text, isLiteral: !word.isBare, withoutTabs });
  return true;
}

const OPERATOR = /;;&?|;|&&|\|\||\|&|[&|()]/y;

function takeOperator(reading: Reading): boolean {
  const operator = matchText(OPERATOR, reading.octets, reading.position);
  if (operator === undefined) return false;
  reading.position += operator.length;
  finalize(reading, operator);
  return true;
}

function takeWord(reading: Reading): void {
  const read = readWord(reading.octets, reading.position);
  reading.position = read?.end ?? reading.position + 1;
  if (read !== undefined) reading.command.words.push(read.word);
}

/** A here-document announced by `<<` and its delimiter. */
interface HereDocument {
  readonly delimiter: string;
  /** True if the delimiter was quoted, so that the text has no expansions. */
  readonly isLiteral: boolean;
  readonly withoutTabs: boolean;
  /** The command that reads it. */
  readonly command: OpenCommand;
}

/** Reads the here-documents at a position in order; returns the position after the last. */
function readHereDocuments(octets: string, start: number, documents: readonly HereDocument[]): number {
  let position = start;
  for (const document of documents) {
    const { text, end } = readText(octets, position, document);
    position = end;
    const read = document.isLiteral ? undefined : readQuoted(text, 0, { until: '', escapes: '$`\\' });
    document.command.input = { kind: 'text', text: read?.text ?? text, expansions: read?.unknown ?? [] };
  }
  return position;
}

/** Reads the text up to the delimiter; without one it ends with the input, as in bash. */
function readText(octets: string, start: number, { delimiter, withoutTabs }: HereDocument) {
  let position = start;
  let textEnd = octets.length;
  while (position < octets.length && textEnd === octets.length) {
    const first = position + (withoutTabs ? matchLength(/\t*/y, octets, position) : 0);
    const behind = first + delimiter.length;
    const isDelimiter =
      octets.startsWith(delimiter, first) && (behind >= octets.length || measureLineEnd(octets, behind) > 0);
    if (isDelimiter) textEnd = position;
    const lineEnd = octets.indexOf('\n', position);
    position = lineEnd < 0 ? octets.length : lineEnd + 1;
  }
  const text = octets.slice(start, textEnd);
  return { text: withoutTabs ? text.replaceAll(/^\t+/gm, '') : text, end: position };
}

export interface DetectedShell {
  readonly shell: Shell;
  /** True if its line continuations exist only in that shell. */
  readonly isSure?: boolean;
  /** The reason why another shell is possible. */
  readonly doubt?: string;
}

const NAMES: Readonly<Record<Shell, string>> = {
  bash: 'bash (\\)',
  cmd: 'the Windows command prompt (^)',
  powershell: 'PowerShell (`)',
};

const CURL = /(?:^|[\s;&|(@/\\`])(?:curl(?:\.exe)?)(?=["']?[\s\\^`])/i;

/**
 * Detects the shell of a curl command: by the continuation of its first line, else by text outside of quotes that the
 * other shells don't have; bash if nothing decides.
 * @throws Fault INPUT_INVALID for line continuations of two shells
 * @see C-verify-curl-shells
 */
export function detectShell(octets: string): DetectedShell {
  const start = CURL.exec(octets)?.index ?? 0;
  const continued = detectContinuations(octets, start);
  if (continued.size > 1) {
    const kinds = [...continued].map((shell) => NAMES[shell]).join(' and for ');
    throw createUnreadable(
      `It isn't clear which shell this command is for: its lines continue as for ${kinds}.`,
      'Copy the command again, all of it for one shell.',
    );
  }
  const [first] = continued;
  if (first !== undefined) return { shell: first, isSure: true };
  if (octets[start] === '`') return { shell: 'bash' };
  if (POWERSHELL_BEFORE.test(octets.slice(0, start))) return { shell: 'powershell' };
  return detectByWords(octets, start);
}

const POWERSHELL_BEFORE = /(?:^|\n)[ \t]*\$(?:env:)?[A-Za-z_]\w*[ \t]*=[ \t]|(?:^|\n)[ \t]*\[[A-Za-z]/i;
const LINE_ENDS: readonly [Shell, RegExp][] = [
  ['bash', /\\(?:[ \t]|\xc2\xa0)*\r?$/],
  ['cmd', /\^\r?$/],
  ['powershell', /(?:^|[ \t])`[ \t]*\r?$/],
];
const LONGEST_END = 200;

/** Detects the shells of the line continuations from a position. */
function detectContinuations(octets: string, start: number): ReadonlySet<Shell> {
  const found = new Set<Shell>();
  for (let position = start + 1; position < octets.length; ) {
    const lineEnd = octets.indexOf('\n', position);
    if (lineEnd < 0) break;
    const line = octets.slice(Math.max(position, lineEnd - LONGEST_END), lineEnd);
    const shell = LINE_ENDS.find(([, pattern]) => pattern.test(line))?.[0];
    if (shell === undefined) break;
    found.add(shell);
    position = lineEnd + 1;
  }
  return found;
}

const SKIPPED = /[^'"\\^`%;|&\r\n$@]+/y;
const VARIABLE_OF_CMD = /%[A-Za-z_]\w{2,40}%/y;
/** Matches a here-string, an environment variable or a splatted table. */
const OF_POWERSHELL = /@['"][ \t]*\r?\n|\$env:|\$\(\[char\]|@\{/iy;

const POWERSHELL: DetectedShell = { shell: 'powershell' };
const PERCENTS: DetectedShell = {
  shell: 'cmd',
  doubt:
    'Because of names in percent signs, the command is read as Windows cmd reads it. bash would keep them.',
};
const DOUBLED: DetectedShell = {
  shell: 'cmd',
  doubt: 'Because of doubled quotes, the command is read as Windows cmd reads it. bash would drop them.',
};

/** Finds the first byte outside of quotes, or directly inside them, that has a meaning in only one shell. */
function detectByWords(octets: string, start: number): DetectedShell {
  let hasSingle = false;
  for (let position = start + 1; position < octets.length; ) {
    const character = octets[position] ?? '';
    const next = octets[position + 1] ?? '';
    if (character === '^' && /["%&|<>{}\r\n^]/.test(next)) return { shell: 'cmd' };
    if (character === '`' && /["$`\r\n]/.test(next) && !isPaired(octets, position))
      return { shell: 'powershell' };
    if (isAt(OF_POWERSHELL, octets, position)) return { shell: 'powershell' };
    if (character === '\n' || character === ';' || character === '|') return { shell: 'bash' };
    if (!hasSingle && isAt(VARIABLE_OF_CMD, octets, position)) return PERCENTS;
    if (character === '"') {
      const { told, end } = scanDoubleQuotes(octets, position, hasSingle);
      if (told !== undefined) return told;
      position = end;
    } else if (character === "'") {
      hasSingle = true;
      const close = octets.indexOf("'", position + 1);
      const end = close < 0 ? octets.length : close;
      // `'{\"a\":1}'` after curl.exe: in Windows PowerShell, programs need escaped quotes.
      const isExe = /^.?curl\.exe/i.test(octets.slice(start, start + 10));
      if (isExe && octets.slice(position, end).includes('\\"')) return { shell: 'powershell' };
      position = end + 1;
    } else position += character === '\\' ? 2 : Math.max(1, matchLength(SKIPPED, octets, position));
  }
  return { shell: 'bash' };
}

/** Scans double quotes: `"{""a"":1}"` has doubled quotes in cmd and empty strings in bash. */
function scanDoubleQuotes(
  octets: string,
  start: number,
  hasSingle: boolean,
): { told?: DetectedShell; end: number } {
  let isInBackticks = false;
  for (let position = start + 1; position < octets.length; position += 1) {
    const character = octets[position];
    if (character === '\\') position += 1;
    else if (character === '`') {
      if (!isInBackticks && octets[position + 1] === '"') return { told: POWERSHELL, end: position };
      isInBackticks = !isInBackticks;
    } else if (character === '%' && !hasSingle && isAt(VARIABLE_OF_CMD, octets, position))
      return { told: PERCENTS, end: position };
    else if (isAt(OF_POWERSHELL, octets, position) && character === '$')
      return { told: POWERSHELL, end: position };
    else if (character === '"') {
      const isDoubled = octets[position + 1] === '"' && position > start + 1 && !hasSingle;
      return isDoubled ? { told: DOUBLED, end: position } : { end: position + 1 };
    }
  }
  return { end: octets.length };
}

const LONGEST_COMMAND = 500;

/** Returns true if another backtick follows on the line: bash has a command between the two. */
function isPaired(octets: string, position: number): boolean {
  return /^[^\n`]*`/.test(octets.slice(position + 1, position + LONGEST_COMMAND));
}
