import { answerTime } from '../capture.ts';
import { skipComments } from './client-file.ts';

/** Request line and header lines as programs show them that show no body. */

/** `* [HTTP/2] [1] [:method: POST]`, in older versions of curl `* h2h3 [:method: POST]`. */
const OF_CURL = /^\*? ?(?:\[HTTP\/[23]\](?: \[[0-9]+\])?|h2h3|h2) \[(:?[^:\r\n]{1,200}:[^\r\n]*)\]\r?$/gm;
/** Wireshark's details of HTTP/2: `Header: :method: POST`. */
const OF_WIRESHARK = /^[ \t]*Header: (:?[^:\r\n]{1,200}:[^\r\n]*?)\r?$/gm;
/** Wireshark's details of HTTP/1: line ends are written out. */
const WRITTEN_OUT = /^ {4}(?! )([^\r\n]*?)\\r\\n\r?$/gm;
const IS_WRITTEN_OUT = /^Hypertext Transfer Protocol\r?$/m;

/** Undefined for text in which none is shown. @see C-verify-http-shown */
export function shownHead(octets: string): string | undefined {
  if (IS_WRITTEN_OUT.test(octets)) return lines(octets, WRITTEN_OUT);
  if (/(?:\] |h2h3? )\[:method:|Header: :method:/.test(octets)) {
    return lines(octets, OF_CURL) ?? lines(octets, OF_WIRESHARK);
  }
  return sentByNghttp(octets);
}

/** Up to the empty line, or where the next request begins. */
function lines(octets: string, pattern: RegExp): string | undefined {
  const found: string[] = [];
  for (const [, line = ''] of octets.matchAll(pattern)) {
    if (
      line === '' ||
      (found.length > 0 && line.startsWith(':method:') && found.some((one) => one.startsWith(':method:')))
    )
      break;
    found.push(line);
  }
  return found.length === 0 ? undefined : `${found.join('\n')}\n\n`;
}

/** `nghttp -v`: indented lines below the frame. */
function sentByNghttp(octets: string): string | undefined {
  const start = /^\[[ 0-9.]{1,12}\] send HEADERS frame [^\r\n]*\r?\n/m.exec(octets);
  if (start === null) return undefined;
  const found: string[] = [];
  for (const line of octets.slice(start.index + start[0].length).split(/\r?\n/)) {
    if (!/^[ \t]/.test(line)) break;
    const text = line.trim();
    if (!/^[;(]/.test(text)) found.push(text);
  }
  return found.length === 0 ? undefined : `${found.join('\n')}\n\n`;
}

const AFTER_JUNK =
  /(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS) (?:\/|https?:\/\/)\S* HTTP\/1\.[01]\r?\n(?=[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}:)/;

/**
 * A packet as printable text has what stands before HTTP in it; the body is behind the headers.
 * @see C-verify-http-shown
 */
export function behindPacket(octets: string): string | undefined {
  const start = AFTER_JUNK.exec(octets)?.index;
  return start === undefined ? undefined : octets.slice(start);
}

const DATE_OF_ANSWER = /^< date: ([^\r\n]{29})\r?$/im;
const FIRST_LINE = /^> [!#$%&'*+.^_`|~0-9A-Za-z-]+ [^\r\n]+ HTTP\/[0-9.]+\r?$/m;

interface CurlTrace {
  readonly sent: string;
  /** By the Date of the answer, whose lines stand behind `< `. */
  readonly answeredAt: number | undefined;
}

/**
 * What `curl -v` shows of a request: the lines behind `> `, up to the empty one. Undefined for other text.
 * @see C-verify-http, C-verify-http-answered
 */
export function sentByCurl(octets: string): CurlTrace | undefined {
  const start = FIRST_LINE.exec(octets)?.index;
  if (start === undefined || !/^[*<>{}]/.test(octets.slice(skipComments(octets, 0)))) return undefined;
  const lines: string[] = [];
  let position = start;
  while (octets[position] === '>') {
    const lineEnd = octets.indexOf('\n', position);
    const end = lineEnd < 0 ? octets.length : lineEnd + 1;
    const line = octets.slice(position, end).replace(/^> ?/, '');
    lines.push(line);
    if (/^\r?\n$/.test(line)) break;
    position = end;
  }
  return { sent: lines.join(''), answeredAt: answerTime(DATE_OF_ANSWER.exec(octets.slice(position))?.[1]) };
}
