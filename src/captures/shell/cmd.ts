import { matchAt, matchLength, matchText, readMatch } from '../../core/scan.ts';
import { createChangedNote } from '../capture.ts';
import { assertWithinLimit, createUnreadable, formatPlace, readPieces } from '../octets.ts';
import type { Commands, ShellCommand } from './commands.ts';
import { type Expansion, measureLineEnd, type Word } from './word.ts';

const MENDED = createChangedNote(
  'header',
  'Some browsers escape double quotes for cmd so that cmd changes the text. It is read as the browser meant it.',
  'Copy the request again with a newer browser, or copy it for bash.',
);

/** Matches a doubled backslash in a browser's word that doesn't precede a quote: the program would get both. */
const DOUBLED_BACKSLASH = /\ue001"(?:[^"\\]|\\["\\]){0,65536}?\\\\(?=[^"\\])/;
const HALVED = createChangedNote(
  'header',
  'The browser doubled backslashes, which the Windows command prompt keeps. Each pair is read as one.',
  'Compare what was sent, or copy the request for bash.',
);

/**
 * Splits text into commands and words as the Windows command prompt and the programs it starts do, up to the requested
 * command. Nothing is executed.
 * @throws Fault INPUT_INVALID
 * @see C-verify-curl-shells
 */
export function readCmdCommands(octets: string, isWanted: (command: ShellCommand) => boolean): Commands {
  const commands: ShellCommand[] = [];
  const mends = octets.includes(ESCAPED_QUOTE);
  let position = 0;
  for (let taken = 0; position < octets.length; taken += 1) {
    assertWithinLimit('words', taken);
    const line = readCmdLine(octets, position, mends);
    position = line.position;
    const text = line.pieces.join('');
    const command = parseCommand(text, line);
    if (command.words.length === 0) continue;
    commands.push(command);
    if (!isWanted(command)) continue;
    refuseUnclosed(line);
    const notes = [...(line.isMended ? [MENDED] : []), ...(DOUBLED_BACKSLASH.test(text) ? [HALVED] : [])];
    return { commands, rest: octets.slice(position), notes };
  }
  return { commands, rest: '' };
}

function parseCommand(text: string, { endedBy = '', input }: CmdLine): ShellCommand {
  const words = readArguments(text.replace(/^[@(\s]+/, '')).map(createWord);
  return {
    words,
    endedBy,
    input: input === undefined ? undefined : { kind: 'file', name: createWord(input) },
  };
}

function createWord(marked: string): Word {
  if (!marked.includes(VARIABLE)) return { text: marked, expansions: [], isBare: false };
  const text = marked.replaceAll(VARIABLE, '%');
  const literals = marked.match(/\ue000[^%\ue000]*%/g) ?? [];
  assertWithinLimit('expansions', literals.length);
  const expansions = literals.map((one): Expansion => ({ literal: `%${one.slice(1)}`, isPattern: false }));
  return { text, expansions, isBare: false };
}

const BLANKS = /[ \t]+/y;
const UNQUOTED = /[^ \t"\\]+/y;
const QUOTED = /[^"\\]+/y;
const BACKSLASHES = /(\\+)("?)/y;

/**
 * Splits a command line into words as the C library of Windows does: a backslash escapes only before quotes, and two
 * quotes inside quotes are one.
 * @see https://learn.microsoft.com/cpp/c-language/parsing-c-command-line-arguments
 */
function readArguments(line: string): string[] {
  const found: string[] = [];
  let position = matchLength(BLANKS, line, 0);
  while (position < line.length) {
    const { text, end } = readArgument(line, position);
    found.push(text);
    assertWithinLimit('words', found.length);
    position = end + matchLength(BLANKS, line, end);
  }
  return found;
}

function readArgument(line: string, start: number): { text: string; end: number } {
  if (line[start] === OF_BROWSER) return readBrowserEscape(line, start + 2);
  let isQuoted = false;
  return readPieces(line, start, (position) => {
    const character = line[position] ?? '';
    if (character === '' || (!isQuoted && /[ \t]/.test(character))) return undefined;
    if (character === '\\') return readBackslashes(line, position);
    if (character !== '"') return readMatch(isQuoted ? QUOTED : UNQUOTED, line, position);
    const isDoubled = isQuoted && line[position + 1] === '"';
    isQuoted = isDoubled || !isQuoted;
    return { text: isDoubled ? '"' : '', end: position + (isDoubled ? 2 : 1) };
  });
}

/** Matches a word in which a backslash precedes every quote and backslash. */
const OF_BROWSER_WORD = /((?:[^"\\]|\\[\s\S]?)*)"?/y;

function readBrowserEscape(line: string, start: number): { text: string; end: number } {
  const [whole = '', inner = ''] = matchAt(OF_BROWSER_WORD, line, start) ?? [];
  return { text: inner.replaceAll(/\\([\s\S]?)/g, '$1'), end: start + whole.length };
}

/**
 * Reads a run of backslashes: before a quote, each pair is one backslash and a single one escapes the quote; elsewhere
 * they are literal.
 */
function readBackslashes(line: string, start: number): { text: string; end: number } {
  const [, run = '', quote] = matchAt(BACKSLASHES, line, start) ?? [];
  const end = start + run.length;
  if (quote !== '"') return { text: run, end };
  const half = run.slice(0, Math.floor(run.length / 2));
  return run.length % 2 === 1 ? { text: `${half}"`, end: end + 1 } : { text: half, end };
}

/** The mark of a variable; no text contains it, since it isn't a byte. */
const VARIABLE = '\ue000';
/** The mark before a word that a browser wrote, with all backslashes doubled. */
const OF_BROWSER = '\ue001';

const PLAIN = /[^"^%&|<>\r\n]+/y;
const NAME = /%([A-Za-z_][A-Za-z0-9_.]{0,62}(?::[^%\r\n]{1,80})?)%/y;
const REDIRECTION = /(?:>>?|<)[ \t]*(&[0-9]|"[^"\r\n]*"|[^\s&|<>^"]+)/y;
const OPERATOR = /&&?|\|\|?/y;
/** Matches a digit that names the stream of a redirection. */
const STREAM = /(?:^|[ \t])[0-9]$/;

/** One command of the Windows command prompt as the program gets it: on one line, without escapes. */
interface CmdLine {
  readonly octets: string;
  /** The read position; at the end, the position after the command. */
  position: number;
  /** The pieces of the line; `VARIABLE` replaces the `%` that begins a variable. */
  readonly pieces: string[];
  /** The position of an open quote; at the end, of one that its line doesn't close. */
  quote: number | undefined;
  /** The file in `< file`. */
  input: string | undefined;
  /** True if a word may need repair. */
  readonly mends: boolean;
  /** True if a word was repaired that a browser escaped wrongly for cmd. */
  isMended: boolean;
  /** The operator that ended the command; undefined at the end of the text. */
  endedBy: string | undefined;
}

/**
 * Reads the command at a position: a caret escapes the next byte, or continues the line; inside quotes it is literal.
 * @see C-verify-curl-shells
 */
function readCmdLine(octets: string, position: number, mends: boolean): CmdLine {
  const line: CmdLine = {
    ...{ octets, position, pieces: [], quote: undefined, input: undefined },
    ...{ mends, isMended: false, endedBy: undefined },
  };
  while (line.position < octets.length && line.endedBy === undefined) line.position = takeNext(line);
  return line;
}

function takeNext(reading: CmdLine): number {
  const { octets, position } = reading;
  const plain = matchText(PLAIN, octets, position);
  if (plain !== undefined) return take(reading, plain, plain.length);
  const lineEnd = measureLineEnd(octets, position);
  if (lineEnd > 0) return end(reading, '\n', lineEnd);
  const character = octets[position] ?? '';
  if (character === '"') return takeQuote(reading);
  if (character === '%') return takePercent(reading);
  if (reading.quote !== undefined) return take(reading, character, 1);
  return character === '^' ? takeCaret(reading) : takeOperator(reading, character);
}

function take(reading: CmdLine, text: string, length: number): number {
  reading.pieces.push(text);
  return reading.position + length;
}

function end(reading: CmdLine, endedBy: string, length: number): number {
  reading.endedBy = endedBy;
  return reading.position + length;
}

function takeQuote(reading: CmdLine): number {
  const { octets, position, quote } = reading;
  const mended = reading.mends && quote === undefined ? readRepairedWord(octets, position) : undefined;
  reading.isMended ||= mended !== undefined;
  if (mended !== undefined) return take(reading, mended.text, mended.length);
  reading.quote = quote === undefined ? position : undefined;
  return take(reading, '"', 1);
}

/**
 * Matches `"^{^\^"a^\^"^}"`, which Chrome has written: escaped as outside of quotes, but between two unescaped quotes.
 */
const MISQUOTED = /"((?:[^"^%\r\n]|\^[^\r\n]){1,65536})"(?=[ \t\r\n]|$)/y;
const ESCAPED_QUOTE = '^\\^"';
/** Matches a character that Chrome escapes with a caret, without the caret. */
const WITHOUT_CARET = /(?:^|[^^])[^\w\s\-:=+~'/.,?;()*`&^\x80-\xff]/;

function readRepairedWord(octets: string, start: number): { text: string; length: number } | undefined {
  const [whole, inner = ''] = matchAt(MISQUOTED, octets, start) ?? [];
  if (whole === undefined || !inner.includes('^') || WITHOUT_CARET.test(inner)) return undefined;
  return { text: `${OF_BROWSER}"${inner.replaceAll(/\^([^\r\n])/g, '$1')}"`, length: whole.length };
}

/** Reads a percent sign: in a batch file `%%` is one; `%C3%A5` is text. */
function takePercent(reading: CmdLine): number {
  const { octets, position } = reading;
  if (octets[position + 1] === '%') return take(reading, '%', 2);
  const [whole, name = ''] = matchAt(NAME, octets, position) ?? [];
  const behind = octets.slice(position + (whole?.length ?? 0), position + (whole?.length ?? 0) + 2);
  const isEncoded = /^[0-9A-Fa-f]{2}/.test(name) && (name.length === 2 || /^[0-9A-Fa-f]{2}/.test(behind));
  if (whole === undefined || isEncoded) return take(reading, '%', 1);
  return take(reading, VARIABLE + whole.slice(1), whole.length);
}

/** Reads a caret. At the end of a line it escapes the byte after the line end, even another line end. */
function takeCaret(reading: CmdLine): number {
  const { octets, position } = reading;
  const lineEnd = measureLineEnd(octets, position + 1);
  const next = position + 1 + lineEnd;
  const second = measureLineEnd(octets, next);
  if (second > 0) return take(reading, '\n', 1 + lineEnd + second);
  const isOfBrowser = octets[next] === '"' && lineEnd === 0 && /[ \t]/.test(octets[position - 1] ?? '');
  return take(reading, (isOfBrowser ? OF_BROWSER : '') + (octets[next] ?? ''), next + 1 - position);
}

function takeOperator(reading: CmdLine, character: string): number {
  const { octets, position, pieces } = reading;
  const operator = matchText(OPERATOR, octets, position);
  if (operator !== undefined) return end(reading, operator, operator.length);
  const [whole, file = ''] = matchAt(REDIRECTION, octets, position) ?? [];
  if (whole === undefined) return take(reading, character, 1);
  const last = pieces.pop() ?? '';
  pieces.push(STREAM.test(last) ? last.slice(0, -1) : last);
  if (character === '<') reading.input = file.replaceAll('"', '');
  return position + whole.length;
}

/** Rejects an unclosed quote. @throws Fault INPUT_INVALID */
function refuseUnclosed({ octets, quote: unclosed }: CmdLine): void {
  if (unclosed === undefined) return;
  throw createUnreadable(
    `The quote " at ${formatPlace(octets, unclosed)} isn't closed on its line, where the Windows command prompt ends the command.`,
    'Put the body in a file and use --data-binary @body.json, or copy the command for bash.',
  );
}
