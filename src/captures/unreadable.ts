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
