import { lengthAt, matchAt } from '../../core/scan.ts';
import { type Header, headerValue, headerValues } from '../../message.ts';
import { type CaptureNote, changedNote, dateAmong, incompleteNote } from '../capture.ts';
import { readReformatted } from '../json/layouts.ts';
import { textOf, withoutLineEnds } from '../octets.ts';

interface HttpBody {
  readonly octets: string;
  /** The place behind it. */
  readonly end: number;
  /** The Date of an answer that follows it. */
  readonly answeredAt?: number | undefined;
  readonly notes: readonly CaptureNote[];
}

/** Between the requests of a file of an HTTP client. */
const SEPARATOR = /^###/m;
/** The answer that some programs show behind the request. */
const ANSWER = /^HTTP\/[0-9](?:\.[0-9])? [1-5][0-9]{2}(?: [^\r\n]*)?\r?$/m;
const LONGEST_HEAD = 65_536;

/**
 * The body of the request whose headers end at `start`: by Transfer-Encoding, Content-Length, or else all that
 * is there.
 * @see RFC 9112 §6.3
 * @see C-verify-http-body
 */
export function readHttpBody(octets: string, start: number, headers: readonly Header[]): HttpBody {
  if (/\bchunked\b/i.test(headerValues(headers, 'transfer-encoding').join(','))) {
    return chunkedBody(octets, start);
  }
  const lengths = new Set(headerValues(headers, 'content-length').map((value) => value.trim()));
  const [length = ''] = lengths;
  if (lengths.size === 1 && /^[0-9]{1,15}$/.test(length)) {
    return countedBody(octets, start, Number(length), headers);
  }
  const body = uncountedBody(octets, start);
  if (lengths.size === 0) return body;
  const message = `Content-Length is ${[...lengths].map((one) => JSON.stringify(one.slice(0, 20))).join(' and ')}, which isn't a length. Everything after the headers is read as the body.`;
  const note = changedNote(
    { header: 'content-length' },
    message,
    'Send one Content-Length with the number of bytes.',
  );
  return { ...body, notes: [note] };
}

function countedBody(octets: string, start: number, length: number, headers: readonly Header[]): HttpBody {
  const end = start + length;
  const there = octets.length - start;
  const shown = there === length ? undefined : uncountedBody(octets, start);
  const reformatted = shown && readReformatted(shown.octets, length, headers);
  if (shown !== undefined && reformatted !== undefined)
    return { ...shown, octets: reformatted.octets, notes: [reformatted.note] };
  if (there >= length) {
    const rest = octets.slice(end);
    const isAnswered = ANSWER_NEXT.test(rest);
    const isLeftOver = !isAnswered && !/^(?:\r?\n)?(?:[\r\n]*###|$)/.test(rest);
    const message = moreText(uncountedBody(octets, start).octets, length, there);
    const notes = isLeftOver
      ? [changedNote('body', message, 'Correct Content-Length, or remove what follows the body.')]
      : [];
    return {
      octets: octets.slice(start, end),
      end,
      answeredAt: isAnswered ? answeredAt(rest) : undefined,
      notes,
    };
  }
  const body = octets.slice(start);
  const withCrlf = body.replaceAll(/\r?\n/g, '\r\n').length;
  const reason = withCrlf === length ? ' With CRLF line ends it would be complete.' : '';
  const message = `Content-Length says ${length} bytes, but the body has ${there}.${reason}`;
  return { octets: body, end: octets.length, notes: [incompleteNote('body', message)] };
}

/** Programs that take the length of a text for that of its UTF-8 cut its end off. */
function moreText(shown: string, length: number, there: number): string {
  const body = withoutLineEnds(shown);
  const text = textOf(body);
  const isOfCharacters = body.length > length && [text.length, [...text].length].includes(length);
  return isOfCharacters
    ? `Content-Length counts characters: the body has ${length} of them, but ${body.length} bytes. A server reads ${length} bytes, so the end is cut off.`
    : `There are ${there - length} bytes more than the ${length} in Content-Length. They're ignored.`;
}

function chunkedBody(octets: string, start: number): HttpBody {
  const decoded = decodeChunks(octets, start);
  if (decoded !== undefined) {
    const message = 'The last chunk of the body is missing.';
    const notes = decoded.isWhole ? [] : [incompleteNote('body', message)];
    return { octets: decoded.octets, end: decoded.end, notes };
  }
  const body = uncountedBody(octets, start);
  if (body.octets === '')
    return { ...body, notes: [incompleteNote('body', 'The chunks of the body are missing.')] };
  const message = "Transfer-Encoding is chunked, but the body has no chunks. It's read as is.";
  return { ...body, notes: [changedNote('body', message, 'Check that this is the body that was sent.')] };
}

/**
 * Line ends alone are no body: an editor leaves them. So are those before a separator, and before an answer.
 * @see C-verify-http-answered
 */
function uncountedBody(octets: string, start: number): HttpBody {
  const rest = octets.slice(start);
  const separator = SEPARATOR.exec(rest)?.index ?? rest.length;
  const answer = ANSWER.exec(rest)?.index ?? rest.length;
  const end = Math.min(separator, answer);
  const text = end === rest.length ? rest : withoutLineEnds(rest.slice(0, end));
  const body = withoutLineEnds(text) === '' ? '' : text;
  const answeredBy = answer < separator ? answeredAt(rest.slice(answer, separator)) : undefined;
  return { octets: body, end: start + end, answeredAt: answeredBy, notes: [] };
}

/** Directly behind the body, as on the wire, or behind empty lines. */
const ANSWER_NEXT = /^[\r\n]*HTTP\/[0-9](?:\.[0-9])? [1-5][0-9]{2}\b/;

/** By the Date of the answer that begins here, of several the first that has one. */
function answeredAt(answer: string): number | undefined {
  return dateAmong(answer.slice(0, LONGEST_HEAD));
}

interface Chunks {
  readonly octets: string;
  readonly end: number;
  /** The chunk of size zero was there. */
  readonly isWhole: boolean;
}

/** The size in hexadecimal, and extensions, which mean nothing here. */
const SIZE_LINE = /([0-9A-Fa-f]{1,8})[ \t]*(?:;[^\r\n]*)?\r?\n/y;
const LINE_END = /\r?\n/y;
const TRAILER = /[^\r\n]+\r?\n/y;

/**
 * The content of the chunks that begin here; undefined where they are none.
 * @see RFC 9112 §7.1
 * @see C-verify-http-body
 */
export function decodeChunks(octets: string, start: number): Chunks | undefined {
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
    const lineEnd = lengthAt(LINE_END, octets, position);
    if (lineEnd === 0 && position < octets.length) return undefined;
    position += lineEnd;
  }
}

function endOfTrailers(octets: string, start: number): number {
  let position = start;
  for (let length = lengthAt(TRAILER, octets, position); length > 0; ) {
    position += length;
    length = lengthAt(TRAILER, octets, position);
  }
  return position + lengthAt(LINE_END, octets, position);
}

/** The length that Content-Length says; undefined where it is none. */
export function contentLength(headers: readonly Header[]): number | undefined {
  const value = headerValue(headers, 'content-length')?.trim() ?? '';
  return /^[0-9]{1,15}$/.test(value) ? Number(value) : undefined;
}
