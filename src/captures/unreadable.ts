import { Fault } from '../errors.ts';
import { textOf } from './octets.ts';

/** What is said of input that is no request that we can read. @see C-verify-hostile */
export function unreadable(message: string, hint: string): Fault {
  return new Fault('INPUT_INVALID', message, { hint });
}

const EXCERPT_CHARACTERS = 60;

/** The beginning of octets, in double quotes and on one line. */
export function excerpt(octets: string): string {
  return JSON.stringify(beginning(octets));
}

/** The same without the quotes, for text that brings its own. */
export function shown(octets: string): string {
  return excerpt(octets).slice(1, -1).replaceAll('\\"', '"').replaceAll('\\\\', '\\');
}

function beginning(octets: string): string {
  const characters = [...textOf(octets.slice(0, 4 * EXCERPT_CHARACTERS))];
  const isCut = characters.length > EXCERPT_CHARACTERS || octets.length > 4 * EXCERPT_CHARACTERS;
  return characters.slice(0, EXCERPT_CHARACTERS).join('') + (isCut ? '…' : '');
}

/** `line 3, column 7`, both from one; the column counts characters. */
export function placeIn(octets: string, offset: number): string {
  const before = octets.slice(0, offset);
  const lineStart = before.lastIndexOf('\n') + 1;
  return `line ${before.split('\n').length}, column ${[...textOf(before.slice(lineStart))].length + 1}`;
}

/** More than any request has; beyond them the input is something else. @see S12-captures-hostile */
const LIMITS = {
  /** Words and operators of a text for the shell. */
  words: 10_000,
  /** Parts of one word that the shell would replace. */
  expansions: 1_000,
  urlOctets: 65_536,
  headerLines: 10_000,
  /** Requests of a file of an HTTP client. */
  requests: 1_000,
  jsonDepth: 1_000,
  /** Brackets within brackets of program code. */
  codeDepth: 64,
} as const;

const NAMES: Readonly<Record<keyof typeof LIMITS, string>> = {
  words: 'words',
  expansions: 'variables in one word',
  urlOctets: 'characters in the URL',
  headerLines: 'header lines',
  requests: 'requests',
  jsonDepth: 'levels of JSON',
  codeDepth: 'levels of brackets',
};

/** @throws Fault INPUT_INVALID for more than the limit */
export function holdTo(limit: keyof typeof LIMITS, count: number): void {
  if (count <= LIMITS[limit]) return;
  throw unreadable(
    `There are more than ${LIMITS[limit]} ${NAMES[limit]}.`,
    'Pass only the request you want to check.',
  );
}

const MIB = 1024 * 1024;

/**
 * Values that stand for others many times over would become longer than any memory.
 * @throws Fault INPUT_INVALID where text made of what stands in a capture is far longer than the capture
 * @see S12-captures-hostile
 */
export function holdToGrowth(made: number, written: number): void {
  if (made <= MIB + 2 * written) return;
  throw unreadable('The variables of the text make it too long.', 'Pass only the request you want to check.');
}

/** A part of a text between quotes, and what in it only its program could tell. */
interface Piece {
  readonly text: string;
  readonly unknown: readonly string[];
  readonly end: number;
}

/**
 * Puts a text together, held to the limits as it grows.
 * @param written all that the capture says
 * @param next the piece that begins at a place; undefined where the text ends
 * @see S12-captures-hostile
 */
export function readPieces(
  written: string,
  start: number,
  next: (position: number) => Piece | undefined,
): Piece {
  const pieces: string[] = [];
  const unknown: string[] = [];
  let length = 0;
  let end = start;
  for (let piece = next(end); piece !== undefined; piece = next(end)) {
    pieces.push(piece.text);
    unknown.push(...piece.unknown);
    holdTo('expansions', unknown.length);
    length += piece.text.length;
    holdToGrowth(length, written.length);
    end = piece.end;
  }
  return { text: pieces.join(''), unknown, end };
}
