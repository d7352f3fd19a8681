import { skipComments } from './http/comments.ts';
import { sentByCurl } from './http/curl-trace.ts';
import { readRequestLine } from './http/request-line.ts';
import { excerpt, unreadable } from './unreadable.ts';

const CURL = '(?:[^\\s;&|(]*[/\\\\])?["\']?curl(?:\\.exe)?["\']?(?=[\\s\\\\^`]|\\xc2\\xa0|$)';
const CURL_FIRST = new RegExp(`^(?:[$%][ \\t]+)?${CURL}`, 'i');
/** Behind assignments, other commands, in brackets. */
const CURL_LATER = new RegExp(`(?:^|[;&|(\\s])${CURL}`, 'i');
const PSEUDO_HEADER = /^:(?:method|path|authority|scheme)[ \t]*:/i;

/**
 * The kind of text, by its beginning.
 * @throws Fault INPUT_INVALID when it is none of those that are read
 * @see C-verify-formats
 */
export function detectFormat(octets: string): 'json' | 'curl' | 'http' {
  const text = octets.slice(skipComments(octets, 0));
  if (/^[ \t]*[{[]/.test(text)) return 'json';
  if (CURL_FIRST.test(text)) return 'curl';
  const lineEnd = text.search(/\r?\n/);
  const line = lineEnd < 0 ? text : text.slice(0, lineEnd);
  const isHttp = readRequestLine(line) !== undefined || PSEUDO_HEADER.test(line);
  if (isHttp || /^HTTP\/[0-9]/.test(line) || sentByCurl(octets) !== undefined) return 'http';
  if (CURL_LATER.test(text)) return 'curl';
  const what = text === '' ? 'No request found.' : `A request can't begin with ${excerpt(line)}.`;
  throw unreadable(
    what,
    'Pass an HTTP request, a curl command, a HAR, or JSON with method, target, headers and bodyBase64.',
  );
}
