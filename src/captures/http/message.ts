import { trimBlanks } from '../../core/octets.ts';
import { matchAt, matchLength } from '../../core/scan.ts';
import { getHeader, getHeaderValues, type Header } from '../../message.ts';
import { type CaptureNote, createChangedNote, createIncompleteNote, findAnswerDate } from '../capture.ts';
import { readReformatted } from '../json/parse.ts';
import {
  assertWithinLimit,
  createUnreadable,
  decodeUtf8,
  describeInvisible,
  formatPlace,
  INVISIBLE,
  quoteExcerpt,
  replaceInvisible,
  withoutLineEnds,
} from '../octets.ts';

interface Head {
  /** Absent if the headers begin with those of HTTP/2, such as `:method`. */
  readonly requestLine?: RequestLine;
  /** The header lines without their line ends. */
  readonly lines: readonly string[];
  /** The start position of each header line. */
  readonly starts: readonly number[];
  /** The start position of the body. */
  readonly end: number;
}

/**
 * Reads the request line and the header lines at a position, up to the empty line.
 * @throws Fault INPUT_INVALID if no request begins there
 */
export function readHead(octets: string, start: number): Head {
  const first = readLine(octets, start);
  if (first.text.startsWith(':')) return readLines(octets, start);
  const requestLine = readRequestLine(first.text);
  if (requestLine === undefined) throw createNoRequest(octets, start, first.text);
  if (requestLine.hasVersion) return { requestLine, ...readLines(octets, first.next) };
  return readClientHead(octets, first.next, requestLine);
}

/**
 * Reads the head in a file of an HTTP client, where the query may continue on indented lines and comments may occur
 * between headers.
 * @see C-verify-http-client-files
 */
function readClientHead(octets: string, start: number, requestLine: RequestLine): Head {
  const pieces = [requestLine.target];
  let position = start;
  for (
    let line = readLine(octets, position);
    /^[ \t]+[?&/]/.test(line.text);
    line = readLine(octets, position)
  ) {
    pieces.push(line.text.replace(/^[ \t]+/, ''));
    position = line.next;
  }
  const { lines, starts, end } = readLines(octets, position);
  const kept = lines.map((text) => !/^(?:#|\/\/)/.test(text));
  return {
    requestLine: { ...requestLine, target: pieces.join('') },
    lines: lines.filter((_, index) => kept[index]),
    starts: starts.filter((_, index) => kept[index]),
    end,
  };
}

function readLines(octets: string, start: number): Pick<Head, 'lines' | 'starts' | 'end'> {
  const lines: string[] = [];
  const starts: number[] = [];
  let position = start;
  while (position < octets.length) {
    const { text, next } = readLine(octets, position);
    const isInvisible = text.length < 100 && INVISIBLE.test(text) && replaceInvisible(text).trim() === '';
    if (text === '' || isInvisible) return { lines, starts, end: next };
    // The next request of a file may follow without an empty line.
    if (text.startsWith('###')) break;
    lines.push(text);
    starts.push(position);
    assertWithinLimit('headerLines', lines.length);
    position = next;
  }
  return { lines, starts, end: position };
}

function readLine(octets: string, start: number): { text: string; next: number } {
  const lineEnd = octets.indexOf('\n', start);
  const end = lineEnd < 0 ? octets.length : lineEnd;
  const text = octets.slice(start, octets[end - 1] === '\r' && end > start ? end - 1 : end);
  return { text, next: lineEnd < 0 ? end : end + 1 };
}

function createNoRequest(octets: string, start: number, line: string): Error {
  const where = formatPlace(octets, start);
  if (/^HTTP\/[0-9]/.test(line)) {
    return createUnreadable(`This is a response, not a request (at ${where}).`, 'Start at the request line.');
  }
  return createUnreadable(
    `${quoteExcerpt(line)} at ${where} isn't a request line.`,
    'An HTTP request begins with one: POST /v1/payments HTTP/1.1.',
  );
}

export interface RequestLine {
  readonly method: string;
  /** The target as written: origin-form, absolute-form or `*`. */
  readonly target: string;
  /** False if the version is missing. Files of HTTP clients may omit it, and also the method. */
  readonly hasVersion: boolean;
}

const VERSION = / +HTTP\/[0-9](?:\.[0-9])?$/;
/** Matches a method. A log line begins with the digits of a time. */
const METHOD = /^(?![0-9])([!#$%&'*+.^_`|~0-9A-Za-z-]+) +(?! )/;
const WITHOUT_VERSION = /^[A-Z]+ +(?:[Hh][Tt][Tt][Pp][Ss]?:\/\/|\/|\*$|\{\{)/;
const ABSOLUTE = /^https?:\/\//i;

/** Parses a request line; returns undefined for other text. @see C-verify-http */
export function readRequestLine(line: string): RequestLine | undefined {
  const end = line.length - (VERSION.exec(line.slice(-20))?.[0].length ?? 0);
  const hasVersion = end < line.length;
  const [whole, method] = METHOD.exec(line) ?? [];
  if (whole === undefined || method === undefined) {
    return ABSOLUTE.test(line) ? { method: 'GET', target: line.slice(0, end), hasVersion } : undefined;
  }
  const target = line.slice(whole.length, end);
  const isTarget = hasVersion ? target !== '' : WITHOUT_VERSION.test(line);
  return isTarget ? { method, target, hasVersion } : undefined;
}

const PARTS = /^(https?):\/\/([^/?#]*)([^#]*)/i;

/** Splits a target into its parts; a target with a server is reduced to path and query. */
export function splitTarget(target: string): { target: string; origin?: string; host?: string } {
  const [, scheme = '', authority = '', rest = ''] = PARTS.exec(target) ?? [];
  if (scheme === '') return { target };
  const host = authority.slice(authority.lastIndexOf('@') + 1);
  const path = rest.startsWith('/') ? rest : `/${rest}`;
  if (host === '')
    throw createUnreadable(
      `The URL ${quoteExcerpt(target)} has no host.`,
      'Use the whole URL: https://bank.example/v1/…',
    );
  // A variable as the host leaves the server unknown.
  return /\{\{|[<>$]/.test(host)
    ? { target: path }
    : { target: path, host, origin: `${scheme.toLowerCase()}://${host.toLowerCase()}` };
}

export function appendQuery(url: string, query: string): string {
  return `${url}${url.includes('?') ? '&' : '?'}${query}`;
}

/** Joins a base and a relative URL as axios does. */
export function joinUrls(base: string, url: string): string {
  if (base === '' || /^(?:[a-z][a-z0-9+.-]*:)?\/\//i.test(url)) return url;
  return url === '' ? base : `${base.replace(/\/?\/$/, '')}/${url.replace(/^\/{1,100}/, '')}`;
}

/** Adds Host as the first header if a host is known and there is no such header. */
export function withHost(headers: readonly Header[], host: string | undefined): readonly Header[] {
  const isThere = getHeader(headers, 'host') !== undefined;
  return host === undefined || isThere ? headers : [['Host', host], ...headers];
}

const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
/** Matches the rest of a Base64 value that was broken into lines without indentation, or a PEM line around it. */
const REST_OF_BASE64 =
  /^(?:(?:[A-Za-z0-9+/_-]{4,}|[A-Za-z0-9+/_-]{2,3}(?==))={0,2}(?:".*)?|-----(?:BEGIN|END) [A-Z ]+-----"?)$/;

/** Matches `:method POST`, as some tools print it. */
const PSEUDO_WITHOUT_COLON = /^(:[a-z]{1,20})[ \t]+(?![ \t:])/;

/** Texts for messages about a line that isn't a header. */
interface LineWords {
  /** The position in words, such as ` at line 3, column 1`. */
  readonly where: (index: number) => string;
  readonly hint: string;
}

/** Creates the messages for header lines that begin at these positions of a text. */
export function describeLines(octets: string, starts: readonly number[]): LineWords {
  return {
    where: (index) => ` at ${formatPlace(octets, starts[index] ?? 0)}`,
    hint: 'Put an empty line between headers and body, and each header on one line.',
  };
}

/**
 * Parses header lines without their line ends. A value keeps all its bytes except one blank after the colon.
 * @throws Fault INPUT_INVALID for a line that isn't a header
 * @see RFC 9112 §5
 */
export function readHeaderLines(
  lines: readonly string[],
  { where, hint }: LineWords,
): { headers: readonly Header[]; pseudo: ReadonlyMap<string, string>; notes: readonly CaptureNote[] } {
  assertWithinLimit('headerLines', lines.length);
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
      if (noted !== last) notes.push(noteFolded(last[0]));
      noted = last;
    } else if (name.startsWith(':') && TOKEN.test(name.slice(1))) {
      pseudo.set(name.toLowerCase(), trimBlanks(line.slice(colon + 1)));
    } else if (TOKEN.test(name)) {
      headers.push([name, line.slice(line[colon + 1] === ' ' ? colon + 2 : colon + 1)]);
      if (invisible !== undefined) unseen.push([name, invisible]);
      if (name !== written) notes.push(noteBlank(name));
    } else {
      throw createUnreadable(
        `${quoteExcerpt(line)}${where(index)} isn't a header. Headers have the form "Name: value".`,
        hint,
      );
    }
  }
  return { headers, pseudo, notes: [...notes, ...noteInvisible(unseen)] };
}

/** Reads header lines at a position, up to the empty line. @throws Fault INPUT_INVALID for a line that isn't a header */
export function readHeaderBlock(octets: string, start: number) {
  const { lines, starts, end } = readLines(octets, start);
  return { ...readHeaderLines(lines, describeLines(octets, starts)), end, lines };
}

/**
 * Replaces no-break spaces by spaces and removes zero-width characters, in the name and around the value. Those inside
 * the value may have been sent and stay.
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

/**
 * Matches name, colon and blanks, the value, and trailing blanks. Blanks include no-break spaces and zero-width
 * characters.
 */
const AROUND_VALUE =
  /^([^:]{0,200}:(?:[ \t]|\xc2\xa0|\xe2\x80[\x8b-\x8d\xaf]|\xe2\x81\xa0|\xef\xbb\xbf)*)(.*?)((?:[ \t]|\xc2\xa0|\xe2\x80[\x8b-\x8d\xaf]|\xe2\x81\xa0|\xef\xbb\xbf){0,100})$/s;

function noteInvisible(unseen: readonly (readonly [name: string, character: string])[]): CaptureNote[] {
  const [first, ...others] = unseen;
  if (first === undefined) return [];
  const [name, character] = first;
  const more = others.length === 0 ? '' : ` So have ${others.length} more.`;
  const message = `The line of ${name} has ${describeInvisible(character)}.${more} Around a value it's read as a space or left out; within a value it's kept.`;
  return [createChangedNote({ header: name }, message, REPLACE_INVISIBLE)];
}

const REPLACE_INVISIBLE =
  "Use a plain space, or none. If that's how the request was sent, correct the program; else copy it as plain text.";

/** Notes a value that was joined from several lines. @see C-verify-http-folds */
function noteFolded(name: string): CaptureNote {
  return createChangedNote(
    { header: name },
    `The value of ${name} is split over several lines, which servers refuse. It's read as one line.`,
    `Send ${name} on one line: encode without line breaks (openssl base64 -A, base64 -w0).`,
  );
}

function noteBlank(name: string): CaptureNote {
  return createChangedNote(
    { header: name },
    `There's a space between ${name} and its colon, which servers refuse. It's ignored.`,
    'Remove the space.',
  );
}

interface HttpBody {
  readonly octets: string;
  /** The position after the body. */
  readonly end: number;
  /** The Date of the response that follows. */
  readonly answeredAt?: number | undefined;
  readonly notes: readonly CaptureNote[];
}

/** Matches the separator between requests in a file of an HTTP client. */
const SEPARATOR = /^###/m;
/** Matches the response that some programs print after the request. */
const ANSWER = /^HTTP\/[0-9](?:\.[0-9])? [1-5][0-9]{2}(?: [^\r\n]*)?\r?$/m;
const LONGEST_HEAD = 65_536;

/**
 * Reads the body after the headers, which end at `start`: by Transfer-Encoding, by Content-Length, or else up to the
 * end.
 * @see RFC 9112 §6.3
 * @see C-verify-http-body
 */
export function readHttpBody(octets: string, start: number, headers: readonly Header[]): HttpBody {
  if (/\bchunked\b/i.test(getHeaderValues(headers, 'transfer-encoding').join(','))) {
    return readChunkedBody(octets, start);
  }
  const lengths = new Set(getHeaderValues(headers, 'content-length').map((value) => value.trim()));
  const [length = ''] = lengths;
  if (lengths.size === 1 && /^[0-9]{1,15}$/.test(length)) {
    return readCountedBody(octets, start, Number(length), headers);
  }
  const body = readUncountedBody(octets, start);
  if (lengths.size === 0) return body;
  const message = `Content-Length is ${[...lengths].map((one) => JSON.stringify(one.slice(0, 20))).join(' and ')}, which isn't a length. Everything after the headers is read as the body.`;
  const note = createChangedNote(
    { header: 'content-length' },
    message,
    'Send one Content-Length with the number of bytes.',
  );
  return { ...body, notes: [note] };
}

function readCountedBody(
  octets: string,
  start: number,
  length: number,
  headers: readonly Header[],
): HttpBody {
  const end = start + length;
  const there = octets.length - start;
  const shown = there === length ? undefined : readUncountedBody(octets, start);
  const reformatted = shown && readReformatted(shown.octets, length, headers);
  if (shown !== undefined && reformatted !== undefined)
    return { ...shown, octets: reformatted.octets, notes: [reformatted.note] };
  if (there >= length) {
    const rest = octets.slice(end);
    const isAnswered = ANSWER_NEXT.test(rest);
    const isLeftOver = !isAnswered && !/^(?:\r?\n)?(?:[\r\n]*###|$)/.test(rest);
    const message = describeMoreText(readUncountedBody(octets, start).octets, length, there);
    const notes = isLeftOver
      ? [createChangedNote('body', message, 'Correct Content-Length, or remove what follows the body.')]
      : [];
    return {
      octets: octets.slice(start, end),
      end,
      answeredAt: isAnswered ? findAnswerTime(rest) : undefined,
      notes,
    };
  }
  const body = octets.slice(start);
  const withCrlf = body.replaceAll(/\r?\n/g, '\r\n').length;
  const reason = withCrlf === length ? ' With CRLF line ends it would be complete.' : '';
  const message = `Content-Length says ${length} bytes, but the body has ${there}.${reason}`;
  return { octets: body, end: octets.length, notes: [createIncompleteNote('body', message)] };
}

/**
 * Describes a body longer than Content-Length: programs that count characters instead of UTF-8 bytes cut its end off.
 */
function describeMoreText(shown: string, length: number, there: number): string {
  const body = withoutLineEnds(shown);
  const text = decodeUtf8(body);
  const isOfCharacters = body.length > length && [text.length, [...text].length].includes(length);
  return isOfCharacters
    ? `Content-Length counts characters: the body has ${length} of them, but ${body.length} bytes. A server reads ${length} bytes, so the end is cut off.`
    : `There are ${there - length} bytes more than the ${length} in Content-Length. They're ignored.`;
}

function readChunkedBody(octets: string, start: number): HttpBody {
  const decoded = decodeChunks(octets, start);
  if (decoded !== undefined) {
    const message = 'The last chunk of the body is missing.';
    const notes = decoded.isWhole ? [] : [createIncompleteNote('body', message)];
    return { octets: decoded.octets, end: decoded.end, notes };
  }
  const body = readUncountedBody(octets, start);
  if (body.octets === '')
    return { ...body, notes: [createIncompleteNote('body', 'The chunks of the body are missing.')] };
  const message = "Transfer-Encoding is chunked, but the body has no chunks. It's read as is.";
  return {
    ...body,
    notes: [createChangedNote('body', message, 'Check that this is the body that was sent.')],
  };
}

/**
 * Reads a body of unknown length. Line ends alone aren't a body: editors add them, also before a separator and before a
 * response.
 * @see C-verify-http-answered
 */
function readUncountedBody(octets: string, start: number): HttpBody {
  const rest = octets.slice(start);
  const separator = SEPARATOR.exec(rest)?.index ?? rest.length;
  const answer = ANSWER.exec(rest)?.index ?? rest.length;
  const end = Math.min(separator, answer);
  const text = end === rest.length ? rest : withoutLineEnds(rest.slice(0, end));
  const body = withoutLineEnds(text) === '' ? '' : text;
  const answeredBy = answer < separator ? findAnswerTime(rest.slice(answer, separator)) : undefined;
  return { octets: body, end: start + end, answeredAt: answeredBy, notes: [] };
}

/** Matches a response directly after the body, as on the wire, or after empty lines. */
const ANSWER_NEXT = /^[\r\n]*HTTP\/[0-9](?:\.[0-9])? [1-5][0-9]{2}\b/;

/** Finds the first Date of the responses at this position. */
function findAnswerTime(answer: string): number | undefined {
  return findAnswerDate(answer.slice(0, LONGEST_HEAD));
}

/** Matches the size in hexadecimal, with extensions, which are ignored. */
const SIZE_LINE = /([0-9A-Fa-f]{1,8})[ \t]*(?:;[^\r\n]*)?\r?\n/y;
const LINE_END = /\r?\n/y;
const TRAILER = /[^\r\n]+\r?\n/y;

/**
 * Decodes the chunks at a position; returns undefined if there are none.
 * @see RFC 9112 §7.1
 * @see C-verify-http-body
 */
export function decodeChunks(
  octets: string,
  start: number,
): { octets: string; end: number; isWhole: boolean } | undefined {
  const pieces: string[] = [];
  let position = start;
  for (;;) {
    const [line, digits = ''] = matchAt(SIZE_LINE, octets, position) ?? [];
    if (line === undefined) {
      const isCutOff = pieces.length > 0 && position >= octets.length;
      return isCutOff ? { octets: pieces.join(''), end: position, isWhole: false } : undefined;
    }
    position += line.length;
    const size = Number.parseInt(digits, 16);
    if (size === 0) return { octets: pieces.join(''), end: endOfTrailers(octets, position), isWhole: true };
    pieces.push(octets.slice(position, position + size));
    position += size;
    if (position > octets.length) return { octets: pieces.join(''), end: octets.length, isWhole: false };
    const lineEnd = matchLength(LINE_END, octets, position);
    if (lineEnd === 0 && position < octets.length) return undefined;
    position += lineEnd;
  }
}

function endOfTrailers(octets: string, start: number): number {
  let position = start;
  for (let length = matchLength(TRAILER, octets, position); length > 0; ) {
    position += length;
    length = matchLength(TRAILER, octets, position);
  }
  return position + matchLength(LINE_END, octets, position);
}

/** Parses Content-Length; returns undefined if it isn't a length. */
export function parseContentLength(headers: readonly Header[]): number | undefined {
  const value = getHeader(headers, 'content-length')?.trim() ?? '';
  return /^[0-9]{1,15}$/.test(value) ? Number(value) : undefined;
}
