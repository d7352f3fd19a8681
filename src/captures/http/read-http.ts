import { matchLength } from '../../core/scan.ts';
import type { Fault } from '../../errors.ts';
import { getHeader, type HttpRequest } from '../../message.ts';
import {
  type Capture,
  type CaptureNote,
  createIncompleteNote,
  type FormOptions,
  findAnswerDate,
  noteMissingBody,
  noteTemplates,
  parseAnswerDate,
  type SourceText,
} from '../capture.ts';
import { chooseEntry, createEntry, tryRead } from '../entries.ts';
import {
  assertWithinLimit,
  createUnreadable,
  decodeOctets,
  decodeUtf8,
  encodeBytes,
  withoutLineEnds,
} from '../octets.ts';
import {
  describeLines,
  type RequestLine,
  readHead,
  readHeaderBlock,
  readHeaderLines,
  readHttpBody,
  splitTarget,
  withHost,
} from './message.ts';

/**
 * Reads a request as on the wire, the request line and headers of `curl -v`, or a file of an HTTP client (`.http`) with
 * several requests separated by `###`.
 * @throws Fault INPUT_INVALID
 * @see RFC 9112
 * @see C-verify-http
 */
export function readHttp({ octets }: SourceText, { request: wanted, readFile }: FormOptions): Capture {
  const trace = extractCurlTrace(octets);
  const { capture, written, isOfClient } = chooseEntry(readMessages(trace?.sent ?? octets), wanted);
  const { body: shown } = capture.request;
  const body = isOfClient ? readClientBody(capture.request, readFile) : shown;
  const sent = { ...capture, request: { ...capture.request, body } };
  const { notes, ...read } = trace === undefined ? sent : noteMissingBody(sent);
  const sentAt = read.sentAt ?? trace?.answeredAt;
  return { ...read, sentAt, notes: [...notes, ...noteTemplates(read.request, written)] };
}

interface SeparatedMessage extends ReturnType<typeof createEntry> {
  /** The target as written on the request line. */
  readonly written: string;
  /** True in a file of an HTTP client, detected by the missing version or by the text before the request. */
  readonly isOfClient: boolean;
}

/** Reads the requests of a text, separated by lines of `###`. @see C-verify-http-client-files */
function readMessages(octets: string): SeparatedMessage[] {
  const { messages, skipped } = readSeparated(octets);
  const variables = readVariables(skipped);
  return variables.size === 0 ? messages : readSeparated(replaceVariables(octets, variables)).messages;
}

function readSeparated(octets: string): { messages: SeparatedMessage[]; skipped: string[] } {
  const messages: SeparatedMessage[] = [];
  let position = skipComments(octets, 0);
  const skipped = [octets.slice(0, position)];
  let fault: Fault | undefined;
  while (position < octets.length) {
    const start = position;
    const one = tryRead(() => readMessage(octets, start));
    if ('fault' in one) {
      fault ??= one.fault;
      const separator = octets.indexOf('\n###', position);
      position = separator < 0 ? octets.length : skipComments(octets, separator + 1);
      skipped.push(octets.slice(separator < 0 ? position : separator, position));
      continue;
    }
    const { capture, written, hasVersion, end } = one.read;
    const before = skipped.at(-1) ?? '';
    const name = readName(before);
    const isOfClient = /\S/.test(before) || !hasVersion;
    messages.push({ ...createEntry(capture, name && decodeUtf8(name)), written, isOfClient });
    assertWithinLimit('requests', messages.length);
    const next = skipComments(octets, end);
    skipped.push(octets.slice(end, next));
    const isSeparated = skipped.at(-1)?.includes('###');
    position = isSeparated ? next : octets.length;
  }
  if (messages.length === 0 && fault !== undefined) throw fault;
  return { messages, skipped };
}

/** The head of a request, before its body is read. */
interface MessageHead extends Pick<Capture, 'request' | 'origin' | 'notes'> {
  /** The target as written on the request line. */
  readonly written: string;
  readonly hasVersion: boolean;
  /** The start position of the body. */
  readonly end: number;
}

/** Reads a message. @throws Fault INPUT_INVALID if no request begins there */
function readMessage(octets: string, start: number) {
  const { written, hasVersion, ...head } = readMessageHead(octets, start);
  const { octets: body, notes, end, answeredAt } = readHttpBody(octets, head.end, head.request.headers);
  return { capture: { ...buildCapture(head, body, notes), sentAt: answeredAt }, written, hasVersion, end };
}

export function buildCapture(
  { request, origin, notes }: Pick<MessageHead, 'request' | 'origin' | 'notes'>,
  body: string,
  ofBody: readonly CaptureNote[] = [],
): Capture {
  const sent = { ...request, body: encodeBytes(body) };
  return { format: 'http', request: sent, origin, notes: [...notes, ...ofBody] };
}

/** Reads the head of a message. @throws Fault INPUT_INVALID if no request begins there */
export function readMessageHead(octets: string, start: number): MessageHead {
  const head = readHead(octets, start);
  const lines = readHeaderLines(head.lines, describeLines(octets, head.starts));
  const { method, target: written, hasVersion } = head.requestLine ?? fromPseudo(lines.pseudo);
  const { target, ...named } = splitTarget(written);
  const { host, origin } = { ...readPseudoHeaders(lines.pseudo), ...named };
  const request = { method, target, headers: withHost(lines.headers, host), body: new Uint8Array() };
  return { request, origin, notes: lines.notes, written, hasVersion, end: head.end };
}

/** Reads the pseudo-headers; HTTP/2 has the host as `:authority`. */
function readPseudoHeaders(pseudo: ReadonlyMap<string, string>): { host?: string; origin?: string } {
  const host = pseudo.get(':authority');
  return host === undefined
    ? {}
    : { host, origin: `${pseudo.get(':scheme') ?? 'https'}://${host.toLowerCase()}` };
}

function fromPseudo(pseudo: ReadonlyMap<string, string>): RequestLine {
  const [method, target] = [pseudo.get(':method'), pseudo.get(':path')];
  if (method !== undefined && target !== undefined) return { method, target, hasVersion: true };
  throw createUnreadable(
    `The request has no ${method === undefined ? ':method' : ':path'}.`,
    'Copy all headers, including those that start with a colon.',
  );
}

const SKIPPED =
  /[ \t]*\r?\n|[ \t]*(?:#|\/\/)[^\n]*(?:\n|$)|@[A-Za-z_][A-Za-z0-9_.-]*[ \t]*=[^\n]*(?:\n|$)|< ?\{%[^%]{0,65536}%\}/y;

/**
 * Returns the position after empty lines, comments, separators (`###`), variables of an HTTP client (`@name = value`)
 * and scripts before a request (`< {% … %}`).
 */
export function skipComments(octets: string, start: number): number {
  let position = start;
  for (;;) {
    const length = position < octets.length ? matchLength(SKIPPED, octets, position) : 0;
    if (length === 0) return position;
    position += length;
  }
}

const REQUEST_NAME = /^[ \t]*(?:#|\/\/)[ \t]*@name(?:[ \t]*=[ \t]*|[ \t]+)([^\r\n]{1,200}?)[ \t]*$/m;
const SEPARATOR_NAME = /^###[ \t]+([^\r\n]{1,200}?)[ \t]*$/gm;

/** Reads the name of a request from the lines before it. @see C-verify-http-client-files */
function readName(skipped: string): string | undefined {
  return REQUEST_NAME.exec(skipped)?.[1] ?? [...skipped.matchAll(SEPARATOR_NAME)].at(-1)?.[1];
}

/** Matches `< body.json` alone, which represents the content of a file. */
const FROM_FILE = /^<@?(?:utf-?8)?[ \t]+(\S+(?:[ \t]+\S+)*)\s*$/i;
const LONGEST_FILE_LINE = 1000;
/** Matches a line after the body that processes the response: a script or an output file. */
const AFTER_BODY = /^(?:> ?\{%|>>!? |> \S+\.js\b|<> )/m;

/**
 * Reads the body of a request in a file of an HTTP client, without directives for the client and trailing line ends.
 * @see C-verify-http-client-files
 */
function readClientBody(
  { headers, body: sent }: HttpRequest,
  readFile: (name: string) => Uint8Array,
): Uint8Array {
  const octets = decodeOctets(sent);
  const end = AFTER_BODY.exec(octets)?.index;
  const isCounted = end === undefined && getHeader(headers, 'content-length') !== undefined;
  const body = isCounted ? octets : withoutLineEnds(octets.slice(0, end));
  const name = body.length < LONGEST_FILE_LINE ? FROM_FILE.exec(body)?.[1] : undefined;
  return name === undefined ? encodeBytes(body) : readFile(decodeUtf8(name));
}

const DEFINITION = /^@([A-Za-z_][A-Za-z0-9_.-]*)[ \t]*=[ \t]*([^\r\n]*?)[ \t]*\r?$/gm;
const USE = /\{\{[ \t]*([A-Za-z_][A-Za-z0-9_.-]*)[ \t]*\}\}/g;
const LONGEST_VALUE = 65_536;
const MOST_OCTETS = 8 * 1024 * 1024;

/** Reads the variables that lines `@name = value` define; a value may use earlier variables. */
function readVariables(skipped: readonly string[]): ReadonlyMap<string, string> {
  const variables = new Map<string, string>();
  for (const text of skipped) {
    for (const [, name = '', written = ''] of text.matchAll(DEFINITION)) {
      const value = replaceVariables(written, variables);
      if (value.length <= LONGEST_VALUE) variables.set(name, value);
    }
  }
  return variables;
}

/**
 * Replaces known variables; others stay.
 * @throws Fault INPUT_INVALID if the text would grow too much
 * @see C-verify-http-client-files
 */
function replaceVariables(text: string, variables: ReadonlyMap<string, string>): string {
  if (variables.size === 0 || !text.includes('{{')) return text;
  let added = 0;
  return text.replaceAll(USE, (use, name: string) => {
    const value = variables.get(name) ?? use;
    added += value.length;
    if (added <= MOST_OCTETS) return value;
    throw createUnreadable(
      'The variables of the file make it too long.',
      'Pass only the request you want to check.',
    );
  });
}

const HEADER = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}[ \t]*:[ \t]*\S/;
/** Matches headers that identify a signed request among other text with colons. */
const TELLING =
  /^(?:signature|tpp-signature-certificate|digest|x-request-id|authorization[ \t]*:[ \t]*signature)[ \t]*:?/im;

/** Returns true for header lines without a request line, and for names and values on separate lines. */
export function isHeaders({ text, firstLine }: SourceText): boolean {
  if (HEADER.test(firstLine)) return TELLING.test(text);
  return readNamedValues(text) !== undefined;
}

/**
 * Reads headers without their request: only the checks of the headers themselves apply.
 * @throws Fault INPUT_INVALID for a line that is no header
 * @see C-verify-headers-alone
 */
export function readHeadersAlone({ text }: SourceText): Capture {
  const named = readNamedValues(text);
  if (named !== undefined) return fromNamed(named);
  return alone(text);
}

function fromNamed({ request, answer }: NamedValues): Capture {
  const sentAt = findAnswerDate(answer);
  if (!/^:method:/m.test(request) || !/^:path:/m.test(request)) {
    return { ...alone(request.replaceAll(/^:[a-z]+:.*\n/gm, '')), sentAt };
  }
  const read = noteMissingBody(buildCapture(readMessageHead(request, 0), ''));
  return { ...read, format: 'headers', sentAt };
}

function alone(octets: string): Capture {
  const { headers, notes, end } = readHeaderBlock(octets, 0);
  const body = readHttpBody(octets, end, headers);
  const request = { method: '', target: '', headers, body: encodeBytes(body.octets) };
  return noteMissingBody({ format: 'headers', request, notes: [...notes, NO_REQUEST_LINE, ...body.notes] });
}

const NO_REQUEST_LINE = createIncompleteNote(
  'target',
  "There's no request line, so what depends on method and path isn't checked: (request-target), the role, whether Digest is required.",
  'Put the request line first: POST /v1/payments HTTP/1.1.',
);

/**
 * Headers copied from the developer tools of browsers: each name and each value on its own line, below section names.
 * Converted to header lines, with the time of the response's Date.
 */
interface NamedValues {
  readonly request: string;
  readonly answer: string;
}

const NAME = /^:?[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}:?$/;
const SECTION =
  /^(General|Request Headers|Response Headers|Query String Parameters|Request Payload|Form Data)(?: \([0-9]+\))?$/i;
const OF_GENERAL: Readonly<Record<string, string>> = { 'request url': ':path', 'request method': ':method' };
const NO_HEADER = /^(?:Raw|View (?:source|parsed|decoded)|Provisional headers are shown.*|Learn more)$/i;
const SIGNED = /^(?:signature|tpp-signature-certificate|digest):?[ \t]*\r?\n(?![ \t]*\r?\n)/im;

/** Reads names and values on separate lines; returns undefined for other text. @see C-verify-headers-alone */
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
    if (section !== undefined || line === '' || NO_HEADER.test(line)) continue;
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
/** Matches an interim response, as `curl -v` and `curl -i` print it before the final one. */
const INTERIM = /^HTTP\/[0-9](?:\.[0-9])? 1[0-9]{2}[^\n]*\n(?:[^\r\n]+\r?\n){0,100}\r?\n/;

export function looksLikeAnswer({ text }: SourceText): boolean {
  return STATUS_LINE.test(text);
}

/**
 * Reads a response as on the wire or as `curl -i` prints it: status line, headers, body.
 * @throws Fault INPUT_INVALID for other text
 * @see C-verify-answers, C-verify-capture-time
 */
export function readAnswer({ text: given }: SourceText): Capture {
  const octets = given.slice(INTERIM.exec(given)?.[0].length ?? 0);
  const statusLine = STATUS_LINE.exec(octets)?.[0];
  if (statusLine === undefined)
    throw createUnreadable("This isn't an answer.", 'An answer begins with a status line: HTTP/1.1 200 OK.');
  const { headers, notes, lines, end } = readHeaderBlock(octets, statusLine.length);
  const body = readHttpBody(octets, end, headers);
  return {
    format: 'answer',
    isAnswer: true,
    request: { method: '', target: '', headers, body: encodeBytes(body.octets) },
    sentAt: findAnswerDate(lines.join('\n')),
    notes: [...notes, ...body.notes],
  };
}

// The request line and header lines in the output of programs that don't print the body.

/** Matches `* [HTTP/2] [1] [:method: POST]`, in older versions of curl `* h2h3 [:method: POST]`. */
const OF_CURL = /^\*? ?(?:\[HTTP\/[23]\](?: \[[0-9]+\])?|h2h3|h2) \[(:?[^:\r\n]{1,200}:[^\r\n]*)\]\r?$/gm;
/** Matches Wireshark's details of HTTP/2: `Header: :method: POST`. */
const OF_WIRESHARK = /^[ \t]*Header: (:?[^:\r\n]{1,200}:[^\r\n]*?)\r?$/gm;
/** Matches Wireshark's details of HTTP/1, with escaped line ends. */
const WRITTEN_OUT = /^ {4}(?! )([^\r\n]*?)\\r\\n\r?$/gm;
const IS_WRITTEN_OUT = /^Hypertext Transfer Protocol\r?$/m;

/** Extracts a printed head; returns undefined for text without one. @see C-verify-http-shown */
export function extractHead(octets: string): string | undefined {
  if (IS_WRITTEN_OUT.test(octets)) return extractLines(octets, WRITTEN_OUT);
  if (/(?:\] |h2h3? )\[:method:|Header: :method:/.test(octets)) {
    return extractLines(octets, OF_CURL) ?? extractLines(octets, OF_WIRESHARK);
  }
  return extractNghttp(octets);
}

/** Extracts lines up to the empty line or the next request. */
function extractLines(octets: string, pattern: RegExp): string | undefined {
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

/** Extracts the indented lines below the frame of `nghttp -v`. */
function extractNghttp(octets: string): string | undefined {
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
 * Extracts the request from a packet printed as text: removes the bytes before HTTP; the body follows the headers.
 * @see C-verify-http-shown
 */
export function extractPacket(octets: string): string | undefined {
  const start = AFTER_JUNK.exec(octets)?.index;
  return start === undefined ? undefined : octets.slice(start);
}

const DATE_OF_ANSWER = /^< date: ([^\r\n]{29})\r?$/im;
const FIRST_LINE = /^> [!#$%&'*+.^_`|~0-9A-Za-z-]+ [^\r\n]+ HTTP\/[0-9.]+\r?$/m;

/**
 * Extracts a request from the output of `curl -v`: the lines after `> ` up to the empty one. Returns undefined for
 * other text.
 * @see C-verify-http, C-verify-http-answered
 */
export function extractCurlTrace(
  octets: string,
): { sent: string; answeredAt: number | undefined } | undefined {
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
  return {
    sent: lines.join(''),
    answeredAt: parseAnswerDate(DATE_OF_ANSWER.exec(octets.slice(position))?.[1]),
  };
}
