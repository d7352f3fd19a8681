import type { Header } from '../../message.ts';
import { trimBlanks } from '../../octets.ts';
import type { CaptureNote } from '../capture.ts';
import { INVISIBLE, nameInvisible, replaceInvisible } from '../invisible.ts';
import { holdTo } from '../limits.ts';
import { changedNote, inHeader } from '../notes.ts';
import { excerpt, unreadable } from '../unreadable.ts';

interface HeaderLines {
  readonly headers: readonly Header[];
  /** `:method` and its like, which HTTP/2 has in place of the request line. */
  readonly pseudo: ReadonlyMap<string, string>;
  readonly notes: readonly CaptureNote[];
}

const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
/** The rest of a Base64 value that was broken into lines without indenting them, or a line of PEM around it. */
const REST_OF_BASE64 =
  /^(?:(?:[A-Za-z0-9+/_-]{4,}|[A-Za-z0-9+/_-]{2,3}(?==))={0,2}(?:".*)?|-----(?:BEGIN|END) [A-Z ]+-----"?)$/;

/** `:method POST`, as some tools show it. */
const PSEUDO_WITHOUT_COLON = /^(:[a-z]{1,20})[ \t]+(?![ \t:])/;

/** What is said of a line that is no header. */
interface LineWords {
  /** ` at line 3, column 1` */
  readonly where: (index: number) => string;
  readonly hint: string;
}

/**
 * Header lines without their line ends. A value keeps all its octets but one blank after the colon.
 * @throws Fault INPUT_INVALID for a line that is no header
 * @see RFC 9112 §5
 */
export function readHeaderLines(lines: readonly string[], { where, hint }: LineWords): HeaderLines {
  holdTo('headerLines', lines.length);
  const headers: [name: string, value: string][] = [];
  const pseudo = new Map<string, string>();
  const notes: CaptureNote[] = [];
  const unseen: [name: string, character: string][] = [];
  let noted: Header | undefined;
  for (const [index, given] of lines.entries()) {
    const { line: visible, invisible } = withoutInvisible(given);
    const line = visible.replace(PSEUDO_WITHOUT_COLON, '$1: ');
    const last = headers.at(-1);
    const colon = line.indexOf(':', 1);
    const written = line.slice(0, Math.max(colon, 0));
    const name = trimBlanks(written);
    if (last !== undefined && (/^[ \t]/.test(line) || (colon < 0 && REST_OF_BASE64.test(line)))) {
      last[1] = `${last[1]} ${trimBlanks(line)}`;
      if (noted !== last) notes.push(foldedNote(last[0]));
      noted = last;
    } else if (name.startsWith(':') && TOKEN.test(name.slice(1))) {
      pseudo.set(name.toLowerCase(), trimBlanks(line.slice(colon + 1)));
    } else if (TOKEN.test(name)) {
      headers.push([name, line.slice(line[colon + 1] === ' ' ? colon + 2 : colon + 1)]);
      if (invisible !== undefined) unseen.push([name, invisible]);
      if (name !== written) notes.push(blankNote(name));
    } else {
      throw unreadable(
        `${excerpt(line)}${where(index)} isn't a header. Headers have the form "Name: value".`,
        hint,
      );
    }
  }
  return { headers, pseudo, notes: [...notes, ...invisibleNotes(unseen)] };
}

/**
 * Reads a no-break space as a space and leaves out zero-width characters, in the name and around the value. What stands
 * within the value may have been sent and stays.
 * @see C-verify-invisible
 */
function withoutInvisible(given: string): { line: string; invisible?: string } {
  const found = INVISIBLE.exec(given)?.[0];
  if (found === undefined) return { line: given };
  const [whole, before = '', value = '', after = ''] = AROUND_VALUE.exec(given) ?? [];
  const line =
    whole === undefined
      ? replaceInvisible(given)
      : `${replaceInvisible(before)}${value}${replaceInvisible(after)}`;
  return { line, invisible: found };
}

/** Name, colon and blanks; value; blanks. Blanks are visible ones, no-break spaces and zero-width characters. */
const AROUND_VALUE =
  /^([^:]{0,200}:(?:[ \t]|\xc2\xa0|\xe2\x80[\x8b-\x8d\xaf]|\xe2\x81\xa0|\xef\xbb\xbf)*)(.*?)((?:[ \t]|\xc2\xa0|\xe2\x80[\x8b-\x8d\xaf]|\xe2\x81\xa0|\xef\xbb\xbf){0,100})$/s;

function invisibleNotes(unseen: readonly (readonly [name: string, character: string])[]): CaptureNote[] {
  const [first, ...others] = unseen;
  if (first === undefined) return [];
  const [name, character] = first;
  const more = others.length === 0 ? '' : ` So have ${others.length} more.`;
  const message = `The line of ${name} has ${nameInvisible(character)}.${more} Around a value it's read as a space or left out; within a value it's kept.`;
  return [changedNote(inHeader(name), message, REPLACE_INVISIBLE)];
}

const REPLACE_INVISIBLE =
  "Use a plain space, or none. If that's how the request was sent, correct the program; else copy it as plain text.";

/** Of a value over several lines, which was read as one. @see C-verify-http-folds */
function foldedNote(name: string): CaptureNote {
  return changedNote(
    inHeader(name),
    `The value of ${name} is split over several lines, which servers refuse. It's read as one line.`,
    `Send ${name} on one line: encode without line breaks (openssl base64 -A, base64 -w0).`,
  );
}

function blankNote(name: string): CaptureNote {
  return changedNote(
    inHeader(name),
    `There's a space between ${name} and its colon, which servers refuse. It's ignored.`,
    'Remove the space.',
  );
}
