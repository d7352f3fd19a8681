import { INVISIBLE, replaceInvisible } from '../invisible.ts';
import { holdTo } from '../limits.ts';
import { excerpt, placeIn, unreadable } from '../unreadable.ts';

interface Head {
  /** Absent where the headers begin with those of HTTP/2, as `:method`. */
  readonly requestLine?: RequestLine;
  /** Header lines without their line ends. */
  readonly lines: readonly string[];
  /** Where each of them begins. */
  readonly starts: readonly number[];
  /** Where the body begins. */
  readonly end: number;
}

/**
 * The request line and the header lines that begin here, up to the empty line.
 * @throws Fault INPUT_INVALID where no request begins
 */
export function readHead(octets: string, start: number): Head {
  const first = lineAt(octets, start);
  if (first.text.startsWith(':')) return readLines(octets, start);
  const requestLine = readRequestLine(first.text);
  if (requestLine === undefined) throw noRequest(octets, start, first.text);
  if (requestLine.hasVersion) return { requestLine, ...readLines(octets, first.next) };
  return readClientHead(octets, first.next, requestLine);
}

/**
 * In files of HTTP clients the query may go on over indented lines, and comments may stand between headers.
 * @see C-verify-http-client-files
 */
function readClientHead(octets: string, start: number, requestLine: RequestLine): Head {
  const pieces = [requestLine.target];
  let position = start;
  for (let line = lineAt(octets, position); /^[ \t]+[?&/]/.test(line.text); line = lineAt(octets, position)) {
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

export function readLines(octets: string, start: number): Pick<Head, 'lines' | 'starts' | 'end'> {
  const lines: string[] = [];
  const starts: number[] = [];
  let position = start;
  while (position < octets.length) {
    const { text, next } = lineAt(octets, position);
    if (text === '' || isInvisible(text)) return { lines, starts, end: next };
    // The next request of a file may follow without an empty line.
    if (text.startsWith('###')) break;
    lines.push(text);
    starts.push(position);
    holdTo('headerLines', lines.length);
    position = next;
  }
  return { lines, starts, end: position };
}

function isInvisible(line: string): boolean {
  return line.length < 100 && INVISIBLE.test(line) && replaceInvisible(line).trim() === '';
}

function lineAt(octets: string, start: number): { text: string; next: number } {
  const lineEnd = octets.indexOf('\n', start);
  const end = lineEnd < 0 ? octets.length : lineEnd;
  const text = octets.slice(start, octets[end - 1] === '\r' && end > start ? end - 1 : end);
  return { text, next: lineEnd < 0 ? end : end + 1 };
}

function noRequest(octets: string, start: number, line: string): Error {
  const where = placeIn(octets, start);
  if (/^HTTP\/[0-9]/.test(line)) {
    return unreadable(`This is a response, not a request (at ${where}).`, 'Start at the request line.');
  }
  return unreadable(
    `${excerpt(line)} at ${where} isn't a request line.`,
    'An HTTP request begins with one: POST /v1/payments HTTP/1.1.',
  );
}

export interface RequestLine {
  readonly method: string;
  /** As it stands there: origin-form, absolute-form, `*`. */
  readonly target: string;
  /** Files of HTTP clients may leave it out, and the method with it. */
  readonly hasVersion: boolean;
}

const VERSION = / +HTTP\/[0-9](?:\.[0-9])?$/;
/** A log's line begins with a digit, of a time. */
const METHOD = /^(?![0-9])([!#$%&'*+.^_`|~0-9A-Za-z-]+) +(?! )/;
const WITHOUT_VERSION = /^[A-Z]+ +(?:[Hh][Tt][Tt][Pp][Ss]?:\/\/|\/|\*$|\{\{)/;
const ABSOLUTE = /^https?:\/\//i;

/** Undefined for what is no request line. @see C-verify-http */
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

/** The parts of a target; one that names its server is a path and query for it. */
export function splitTarget(target: string): { target: string; origin?: string; host?: string } {
  const [, scheme = '', authority = '', rest = ''] = PARTS.exec(target) ?? [];
  if (scheme === '') return { target };
  const host = authority.slice(authority.lastIndexOf('@') + 1);
  const path = rest.startsWith('/') ? rest : `/${rest}`;
  if (host === '')
    throw unreadable(
      `The URL ${excerpt(target)} has no host.`,
      'Use the whole URL: https://bank.example/v1/…',
    );
  // A variable in the place of the host leaves the server unknown.
  return /\{\{|[<>$]/.test(host)
    ? { target: path }
    : { target: path, host, origin: `${scheme.toLowerCase()}://${host.toLowerCase()}` };
}
