import { bodyNotShown, bodyNotShownBeside, type Capture, dateAmong, incompleteNote } from '../capture.ts';
import type { Written } from '../form.ts';
import { bytesOf } from '../octets.ts';
import { unreadable } from '../unreadable.ts';
import { readHttpBody } from './body.ts';
import { describeLines, readHeaderLines, readLines } from './head.ts';
import { messageOf, readMessageHead } from './read-http.ts';

const HEADER = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}[ \t]*:[ \t]*\S/;
/** What tells headers of a signed request from other text with colons. */
const TELLING =
  /^(?:signature|tpp-signature-certificate|digest|x-request-id|authorization[ \t]*:[ \t]*signature)[ \t]*:?/im;

/** Whether header lines stand there without a request line, or names and values on lines of their own. */
export function looksLikeHeaders({ text, firstLine }: Written): boolean {
  if (HEADER.test(firstLine)) return TELLING.test(text);
  return readNamedValues(text) !== undefined;
}

/**
 * Headers without the request that they are of: only what they say of themselves can be checked.
 * @throws Fault INPUT_INVALID for a line that is no header
 * @see C-verify-headers-alone
 */
export function readHeadersAlone({ text }: Written): Capture {
  const named = readNamedValues(text);
  if (named !== undefined) return fromNamed(named);
  return alone(text);
}

function fromNamed({ request, answer }: NamedValues): Capture {
  const sentAt = dateAmong(answer);
  if (!/^:method:/m.test(request) || !/^:path:/m.test(request)) {
    return { ...alone(request.replaceAll(/^:[a-z]+:.*\n/gm, '')), sentAt };
  }
  const head = readMessageHead(request, 0);
  const { origin, request: read, notes } = messageOf(head, '', bodyNotShown(head.headers));
  return { format: 'headers', request: read, origin, sentAt, notes };
}

function alone(octets: string): Capture {
  const { lines, starts, end } = readLines(octets, 0);
  const { headers, notes } = readHeaderLines(lines, describeLines(octets, starts));
  const body = readHttpBody(octets, end, headers);
  const request = { method: '', target: '', headers, body: bytesOf(body.octets) };
  const missing = bodyNotShownBeside(request, body.notes);
  return { format: 'headers', request, notes: [...notes, NO_REQUEST_LINE, ...body.notes, ...missing] };
}

const NO_REQUEST_LINE = incompleteNote(
  'target',
  "There's no request line, so what depends on method and path isn't checked: (request-target), the role, whether Digest is required.",
  'Put the request line first: POST /v1/payments HTTP/1.1.',
);

/**
 * Headers as the developer tools of browsers are copied from: each name on a line, its value on the next, below the
 * names of sections. Answered as header lines, with the time of the answer's Date.
 */
interface NamedValues {
  readonly request: string;
  readonly answer: string;
}

const NAME = /^:?[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}:?$/;
const SECTION =
  /^(General|Request Headers|Response Headers|Query String Parameters|Request Payload|Form Data)(?: \([0-9]+\))?$/i;
const OF_GENERAL: Readonly<Record<string, string>> = { 'request url': ':path', 'request method': ':method' };
const SKIPPED = /^(?:Raw|View (?:source|parsed|decoded)|Provisional headers are shown.*|Learn more)$/i;
const SIGNED = /^(?:signature|tpp-signature-certificate|digest):?[ \t]*\r?\n(?![ \t]*\r?\n)/im;

/** Undefined for any other text. @see C-verify-headers-alone */
function readNamedValues(text: string): NamedValues | undefined {
  const all = text.split(/\r?\n/).map((line) => line.trim());
  const first = all.find((line) => line !== '') ?? '';
  const begins = SECTION.test(first) || NAME.test(first) || /^Request (?:URL|Method):?$/i.test(first);
  if (!begins || !SIGNED.test(text)) return undefined;
  const lines = { request: [] as string[], answer: [] as string[] };
  let isAnswer = false;
  for (let place = 0; place < all.length; place += 1) {
    const line = all[place] ?? '';
    const section = SECTION.exec(line)?.[1]?.toLowerCase();
    if (section !== undefined) isAnswer = section !== 'general' && section !== 'request headers';
    if (section !== undefined || line === '' || SKIPPED.test(line)) continue;
    const name = line.replace(/:$/, '');
    const written = OF_GENERAL[name.toLowerCase()] ?? name;
    place += 1;
    if (
      !NAME.test(written) ||
      (written === name && /^(?:status code|remote address|referrer policy)$/i.test(name))
    )
      continue;
    lines[isAnswer ? 'answer' : 'request'].push(`${written}: ${all[place] ?? ''}`);
  }
  return { request: `${lines.request.join('\n')}\n\n`, answer: lines.answer.join('\n') };
}

const STATUS_LINE = /^HTTP\/[0-9](?:\.[0-9])? [1-5][0-9]{2}(?: [^\r\n]*)?\r?(?:\n|$)/;
/** As `curl -v` and `curl -i` show interim answers before the last one. */
const INTERIM = /^HTTP\/[0-9](?:\.[0-9])? 1[0-9]{2}[^\n]*\n(?:[^\r\n]+\r?\n){0,100}\r?\n/;

export function looksLikeAnswer({ text }: Written): boolean {
  return STATUS_LINE.test(text);
}

/**
 * An answer as it stands on the wire, or as `curl -i` shows it: status line, headers, body.
 * @throws Fault INPUT_INVALID for what is no answer
 * @see C-verify-answers, C-verify-capture-time
 */
export function readAnswer({ text: given }: Written): Capture {
  const octets = given.slice(INTERIM.exec(given)?.[0].length ?? 0);
  const statusLine = STATUS_LINE.exec(octets)?.[0];
  if (statusLine === undefined)
    throw unreadable("This isn't an answer.", 'An answer begins with a status line: HTTP/1.1 200 OK.');
  const { lines, starts, end } = readLines(octets, statusLine.length);
  const { headers, notes } = readHeaderLines(lines, describeLines(octets, starts));
  const body = readHttpBody(octets, end, headers);
  return {
    format: 'answer',
    isAnswer: true,
    request: { method: '', target: '', headers, body: bytesOf(body.octets) },
    sentAt: dateAmong(lines.join('\n')),
    notes: [...notes, ...body.notes],
  };
}
