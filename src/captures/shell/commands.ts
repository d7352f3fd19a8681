import { lengthAt, matchAt, textAt } from '../../core/scan.ts';
import { type CaptureNote, changedNote } from '../capture.ts';
import { holdTo, placeIn } from '../unreadable.ts';
import {
  brokenContinuation,
  type Expansion,
  lineEndAt,
  placeholderEnd,
  readQuoted,
  readWord,
  type Word,
} from './word.ts';

/** What a command reads at its standard input, as far as the text says it. */
export type StandardInput =
  | { readonly kind: 'text'; readonly text: string; readonly expansions: readonly Expansion[] }
  | { readonly kind: 'file'; readonly name: Word }
  /** The output of the command before it. */
  | { readonly kind: 'pipe'; readonly from: ShellCommand };

/** A simple command: what stands between `;`, `&`, `|`, parentheses and line ends. */
export interface ShellCommand {
  readonly words: readonly Word[];
  readonly input?: StandardInput | undefined;
  /** What ended it: an operator or a line end; empty at the end of the text. */
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
  /** Where the first backslash stands that blanks follow, and then a line end. */
  broken?: number;
  /** Here-documents whose text begins on the next line. */
  readonly documents: HereDocument[];
}

export interface Commands {
  readonly commands: readonly ShellCommand[];
  /** What was not read. */
  readonly rest: string;
  /** What was read otherwise than it stands there. */
  readonly notes?: readonly CaptureNote[];
}

/**
 * Splits text into commands and words as bash does, and runs nothing. It ends behind the command that is wanted:
 * what follows need not be for a shell.
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
    holdTo('words', taken);
    // A here-document stands on the lines behind.
    if (reading.isFound && reading.documents.length === 0) break;
  }
  finish(reading, '');
  readHereDocuments(octets, octets.length, reading.documents);
  const { commands, position, broken } = reading;
  const notes = broken === undefined ? [] : [brokenNote(octets, broken)];
  return { commands, rest: octets.slice(position), notes };
}

/** @see C-verify-broken-continuation */
function brokenNote(octets: string, position: number): CaptureNote {
  return changedNote(
    'target',
    `A blank follows the backslash at ${placeIn(octets, position)}. bash ends the command there and runs the next lines as commands of their own. Here the command is read on.`,
    'Remove the blanks behind each backslash at the end of a line.',
  );
}

function finish(reading: Reading, endedBy: string): void {
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

/** Blanks, a comment, a line that goes on. */
function takeBlank(reading: Reading): boolean {
  const { octets, position } = reading;
  const broken = brokenContinuation(octets, position);
  if (broken > 0) reading.broken ??= position;
  const behind = octets[position] === '\\' ? broken || lineEndAt(octets, position + 1) : 0;
  reading.position += behind > 0 ? 1 + behind : lengthAt(BLANK, octets, position);
  return reading.position > position;
}

const BLANK = /[ \t]+|#[^\n]*/y;

function takeLineEnd(reading: Reading): boolean {
  const length = lineEndAt(reading.octets, reading.position);
  if (length === 0) return false;
  const documents = reading.documents.splice(0);
  reading.position = readHereDocuments(reading.octets, reading.position + length, documents);
  // A line end after `|` does not end anything.
  if (reading.command.words.length > 0) finish(reading, '\n');
  return true;
}

const REDIRECTION = /([0-9]*)(&>>?|<<<|<<-?|<&|<>|>>|>&|>\||[<>](?!\())/y;

/** Only where the standard input comes from is kept. */
function takeRedirection(reading: Reading): boolean {
  if (placeholderEnd(reading.octets, reading.position) !== undefined) return false;
  const [whole, descriptor = '', operator = ''] =
    matchAt(REDIRECTION, reading.octets, reading.position) ?? [];
  if (whole === undefined) return false;
  const behind = reading.position + whole.length;
  const start = behind + lengthAt(/[ \t]*/y, reading.octets, behind);
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
  const operator = textAt(OPERATOR, reading.octets, reading.position);
  if (operator === undefined) return false;
  reading.position += operator.length;
  finish(reading, operator);
  return true;
}

function takeWord(reading: Reading): void {
  const read = readWord(reading.octets, reading.position);
  reading.position = read?.end ?? reading.position + 1;
  if (read !== undefined) reading.command.words.push(read.word);
}

/** A here-document that was announced, with `<<` and its delimiter. */
interface HereDocument {
  readonly delimiter: string;
  /** The delimiter was quoted: nothing in the text is replaced. */
  readonly isLiteral: boolean;
  readonly withoutTabs: boolean;
  /** Whose standard input it is. */
  readonly command: OpenCommand;
}

/** Reads the texts that begin here, one after the other; the place behind the last. */
function readHereDocuments(octets: string, start: number, documents: readonly HereDocument[]): number {
  let position = start;
  for (const document of documents) {
    const { text, end } = readText(octets, position, document);
    position = end;
    const plain = { text, expansions: [] };
    const read = document.isLiteral ? plain : readQuoted(text, 0, { until: '', escapes: '$`\\' });
    document.command.input = { kind: 'text', text: read.text, expansions: read.expansions };
  }
  return position;
}

/** As bash does, a delimiter that never comes is taken as the end of the text. */
function readText(
  octets: string,
  start: number,
  { delimiter, withoutTabs }: HereDocument,
): { readonly text: string; readonly end: number } {
  let position = start;
  let textEnd = octets.length;
  while (position < octets.length && textEnd === octets.length) {
    const first = position + (withoutTabs ? lengthAt(/\t*/y, octets, position) : 0);
    const behind = first + delimiter.length;
    const isDelimiter =
      octets.startsWith(delimiter, first) && (behind >= octets.length || lineEndAt(octets, behind) > 0);
    if (isDelimiter) textEnd = position;
    const lineEnd = octets.indexOf('\n', position);
    position = lineEnd < 0 ? octets.length : lineEnd + 1;
  }
  const text = octets.slice(start, textEnd);
  return { text: withoutTabs ? text.replaceAll(/^\t+/gm, '') : text, end: position };
}
