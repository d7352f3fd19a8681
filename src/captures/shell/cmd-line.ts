import { matchAt, textAt } from '../../core/scan.ts';
import { placeIn, unreadable } from '../unreadable.ts';
import { lineEndAt } from './word.ts';

/** One command of the Windows command prompt, as the program gets it: in one line, its escapes gone. */
export interface CmdLine {
  /** `VARIABLE` stands for the `%` that begins a variable. */
  readonly text: string;
  /** What ended it; empty at the end of the text. */
  readonly endedBy: string;
  /** The file of `< file`. */
  readonly input?: string;
  /** A word that a browser escaped so that cmd would change it. */
  readonly isMended: boolean;
  /** Where a quote begins that its line doesn't close. */
  readonly unclosed?: number;
  /** The place behind it. */
  readonly end: number;
}

/** No octet, so no text has it. */
export const VARIABLE = '\ue000';
/** In front of a word that a browser wrote, all of whose backslashes are doubled. */
export const OF_BROWSER = '\ue001';

const PLAIN = /[^"^%&|<>\r\n]+/y;
const NAME = /%([A-Za-z_][A-Za-z0-9_.]{0,62}(?::[^%\r\n]{1,80})?)%/y;
const REDIRECTION = /(?:>>?|<)[ \t]*(&[0-9]|"[^"\r\n]*"|[^\s&|<>^"]+)/y;
const OPERATOR = /&&?|\|\|?/y;
/** In front of a digit that names the stream of a redirection. */
const STREAM = /(?:^|[ \t])[0-9]$/;

interface Reading {
  readonly octets: string;
  position: number;
  readonly pieces: string[];
  quote: number | undefined;
  input: string | undefined;
  /** Whether a word may have to be mended. */
  readonly mends: boolean;
  isMended: boolean;
  endedBy: string | undefined;
}

/**
 * The command that begins here: a caret takes the next octet as it is, or goes on in the next line; in quotes it is
 * itself.
 * @see C-verify-curl-shells
 */
export function readCmdLine(octets: string, start: number, mends: boolean): CmdLine {
  const reading: Reading = {
    ...{ octets, position: start, pieces: [], quote: undefined, input: undefined },
    ...{ mends, isMended: false, endedBy: undefined },
  };
  while (reading.position < octets.length && reading.endedBy === undefined) takeNext(reading);
  const { pieces, quote, input, isMended, endedBy = '', position } = reading;
  return {
    ...{ text: pieces.join(''), endedBy, isMended, end: position },
    ...(input === undefined ? {} : { input }),
    ...(quote === undefined ? {} : { unclosed: quote }),
  };
}

function takeNext(reading: Reading): void {
  const { octets, position } = reading;
  const plain = textAt(PLAIN, octets, position);
  if (plain !== undefined) {
    take(reading, plain, plain.length);
    return;
  }
  const lineEnd = lineEndAt(octets, position);
  if (lineEnd > 0) {
    end(reading, '\n', lineEnd);
    return;
  }
  const character = octets[position] ?? '';
  if (character === '"') takeQuote(reading);
  else if (character === '%') takePercent(reading);
  else if (reading.quote !== undefined) take(reading, character, 1);
  else if (character === '^') takeCaret(reading);
  else takeOperator(reading, character);
}

function take(reading: Reading, text: string, length: number): void {
  reading.pieces.push(text);
  reading.position += length;
}

function end(reading: Reading, endedBy: string, length: number): void {
  reading.endedBy = endedBy;
  reading.position += length;
}

function takeQuote(reading: Reading): void {
  const { octets, position, quote } = reading;
  const mended = reading.mends && quote === undefined ? mendedWord(octets, position) : undefined;
  if (mended !== undefined) {
    reading.isMended = true;
    take(reading, mended.text, mended.length);
    return;
  }
  reading.quote = quote === undefined ? position : undefined;
  take(reading, '"', 1);
}

/** Chrome has written `"^{^\^"a^\^"^}"`: escaped as outside of quotes, but between two that are not. */
const MISQUOTED = /"((?:[^"^%\r\n]|\^[^\r\n]){1,65536})"(?=[ \t\r\n]|$)/y;
export const ESCAPED_QUOTE = '^\\^"';
/** What Chrome puts a caret before, without one. */
const WITHOUT_CARET = /(?:^|[^^])[^\w\s\-:=+~'/.,?;()*`&^\x80-\xff]/;

function mendedWord(octets: string, start: number): { text: string; length: number } | undefined {
  const [whole, inner = ''] = matchAt(MISQUOTED, octets, start) ?? [];
  if (whole === undefined || !inner.includes('^') || WITHOUT_CARET.test(inner)) return undefined;
  return { text: `${OF_BROWSER}"${inner.replaceAll(/\^([^\r\n])/g, '$1')}"`, length: whole.length };
}

/** In a file of commands `%%` is one; `%C3%A5` is text. */
function takePercent(reading: Reading): void {
  const { octets, position } = reading;
  if (octets[position + 1] === '%') {
    take(reading, '%', 2);
    return;
  }
  const [whole, name = ''] = matchAt(NAME, octets, position) ?? [];
  const behind = octets.slice(position + (whole?.length ?? 0), position + (whole?.length ?? 0) + 2);
  const isEncoded = /^[0-9A-Fa-f]{2}/.test(name) && (name.length === 2 || /^[0-9A-Fa-f]{2}/.test(behind));
  if (whole === undefined || isEncoded) {
    take(reading, '%', 1);
    return;
  }
  take(reading, VARIABLE + whole.slice(1), whole.length);
}

/** At the end of a line the octet behind the line end is the one that is taken as it is, a line end too. */
function takeCaret(reading: Reading): void {
  const { octets, position } = reading;
  const lineEnd = lineEndAt(octets, position + 1);
  const next = position + 1 + lineEnd;
  const second = lineEndAt(octets, next);
  if (second > 0) {
    take(reading, '\n', 1 + lineEnd + second);
    return;
  }
  const isOfBrowser = octets[next] === '"' && lineEnd === 0 && /[ \t]/.test(octets[position - 1] ?? '');
  take(reading, (isOfBrowser ? OF_BROWSER : '') + (octets[next] ?? ''), next + 1 - position);
}

function takeOperator(reading: Reading, character: string): void {
  const { octets, position, pieces } = reading;
  const operator = textAt(OPERATOR, octets, position);
  if (operator !== undefined) {
    end(reading, operator, operator.length);
    return;
  }
  const [whole, file = ''] = matchAt(REDIRECTION, octets, position) ?? [];
  if (whole === undefined) {
    take(reading, character, 1);
    return;
  }
  const last = pieces.pop() ?? '';
  pieces.push(STREAM.test(last) ? last.slice(0, -1) : last);
  if (character === '<') reading.input = file.replaceAll('"', '');
  reading.position += whole.length;
}

/** @throws Fault INPUT_INVALID */
export function refuseUnclosed(octets: string, { unclosed }: CmdLine): void {
  if (unclosed === undefined) return;
  throw unreadable(
    `The quote " at ${placeIn(octets, unclosed)} isn't closed on its line, where the Windows command prompt ends the command.`,
    'Put the body in a file and use --data-binary @body.json, or copy the command for bash.',
  );
}
