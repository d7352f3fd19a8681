import { lengthAt, matchAt } from '../../core/scan.ts';
import { holdTo } from '../limits.ts';
import { changedNote } from '../notes.ts';
import {
  type CmdLine,
  ESCAPED_QUOTE,
  OF_BROWSER,
  readCmdLine,
  refuseUnclosed,
  VARIABLE,
} from './cmd-line.ts';
import type { Commands, ShellCommand } from './commands.ts';
import type { Expansion, Word } from './word.ts';

const MENDED = changedNote(
  { part: 'header' },
  'Some browsers escape double quotes for cmd so that cmd changes the text. It is read as the browser meant it.',
  'Copy the request again with a newer browser, or copy it for bash.',
);

/** In a word of a browser, not in front of a quote: the program would get both. */
const DOUBLED_BACKSLASH = /\ue001"(?:[^"\\]|\\["\\]){0,65536}?\\\\(?=[^"\\])/;
const HALVED = changedNote(
  { part: 'header' },
  'The browser doubled backslashes, which the Windows command prompt keeps. Each pair is read as one.',
  'Compare what was sent, or copy the request for bash.',
);

/**
 * Splits text into commands and words as the Windows command prompt and the programs it starts do, up to the command
 * that is wanted. Nothing is run.
 * @throws Fault INPUT_INVALID
 * @see C-verify-curl-shells
 */
export function readCmdCommands(octets: string, isWanted: (command: ShellCommand) => boolean): Commands {
  const commands: ShellCommand[] = [];
  const mends = octets.includes(ESCAPED_QUOTE);
  let position = 0;
  for (let taken = 0; position < octets.length; taken += 1) {
    holdTo('words', taken);
    const line = readCmdLine(octets, position, mends);
    position = line.end;
    const command = asCommand(line);
    if (command.words.length === 0) continue;
    commands.push(command);
    if (!isWanted(command)) continue;
    refuseUnclosed(octets, line);
    const notes = [
      ...(line.isMended ? [MENDED] : []),
      ...(DOUBLED_BACKSLASH.test(line.text) ? [HALVED] : []),
    ];
    return { commands, rest: octets.slice(position), notes };
  }
  return { commands, rest: '' };
}

function asCommand({ text, endedBy, input }: CmdLine): ShellCommand {
  const words = readArguments(text.replace(/^[@(\s]+/, '')).map(asWord);
  return {
    words,
    endedBy,
    ...(input === undefined ? {} : { input: { kind: 'file', name: asWord(input) } }),
  };
}

function asWord(marked: string): Word {
  if (!marked.includes(VARIABLE)) return { text: marked, expansions: [], isBare: false };
  const text = marked.replaceAll(VARIABLE, '%');
  const literals = marked.match(/\ue000[^%\ue000]*%/g) ?? [];
  holdTo('expansions', literals.length);
  const expansions = literals.map((one): Expansion => ({ literal: `%${one.slice(1)}`, isPattern: false }));
  return { text, expansions, isBare: false };
}

const BLANKS = /[ \t]+/y;
const UNQUOTED = /[^ \t"\\]+/y;
const QUOTED = /[^"\\]+/y;
const BACKSLASHES = /(\\+)("?)/y;

/**
 * The words of a command line, as the C library of Windows makes them: a backslash counts before quotes only, and two
 * quotes within quotes are one.
 * @see https://learn.microsoft.com/cpp/c-language/parsing-c-command-line-arguments
 */
function readArguments(line: string): string[] {
  const found: string[] = [];
  let position = skip(BLANKS, line, 0);
  while (position < line.length) {
    const { text, end } = readArgument(line, position);
    found.push(text);
    holdTo('words', found.length);
    position = skip(BLANKS, line, end);
  }
  return found;
}

function readArgument(line: string, start: number): { text: string; end: number } {
  const pieces: string[] = [];
  if (line[start] === OF_BROWSER) return ofBrowser(line, start + 2);
  let isQuoted = false;
  let position = start;
  while (position < line.length && (isQuoted || !/[ \t]/.test(line[position] ?? ''))) {
    const end = skip(isQuoted ? QUOTED : UNQUOTED, line, position);
    pieces.push(line.slice(position, end));
    position = end;
    if (line[position] === '\\') {
      const { text, length } = backslashes(line, position);
      pieces.push(text);
      position += length;
    } else if (line[position] === '"') {
      const isDoubled = isQuoted && line[position + 1] === '"';
      if (isDoubled) pieces.push('"');
      else isQuoted = !isQuoted;
      position += isDoubled ? 2 : 1;
    }
  }
  return { text: pieces.join(''), end: position };
}

const UNESCAPED = /[^"\\]+/y;

/** A word whose every quote and backslash has a backslash in front. */
function ofBrowser(line: string, start: number): { text: string; end: number } {
  const pieces: string[] = [];
  let position = start;
  while (position < line.length && line[position] !== '"') {
    const end = skip(UNESCAPED, line, position);
    pieces.push(line.slice(position, end));
    position = end;
    if (line[position] !== '\\') continue;
    pieces.push(line[position + 1] ?? '');
    position += 2;
  }
  return { text: pieces.join(''), end: position + 1 };
}

/** Before a quote two are one, and one takes the quote as it is; before anything else they are themselves. */
function backslashes(line: string, start: number): { text: string; length: number } {
  const [, run = '', quote = ''] = matchAt(BACKSLASHES, line, start) ?? [];
  if (quote === '') return { text: run, length: run.length };
  const isTaken = run.length % 2 === 1;
  const half = run.slice(0, Math.floor(run.length / 2));
  return { text: isTaken ? `${half}"` : half, length: run.length + (isTaken ? 1 : 0) };
}

function skip(pattern: RegExp, line: string, start: number): number {
  return start + lengthAt(pattern, line, start);
}
