import { getHeaderValues, type Header } from '../../message.ts';
import {
  type Capture,
  type CaptureFormat,
  type CaptureNote,
  createIncompleteNote,
  type FormOptions,
  findAnswerDate,
  noteMissingBody,
  parseAnswerDate,
  type SourceText,
} from '../capture.ts';
import { chooseCapture } from '../entries.ts';
import { decodeChunks, parseContentLength } from '../http/message.ts';
import { buildCapture, readMessageHead } from '../http/read-http.ts';
import { isJson } from '../json/parse.ts';
import { assertWithinLimit, decodeEscapes, encodeUtf8, withoutLineEnds } from '../octets.ts';

/** One request in a log. */
interface LoggedRequest {
  /** The request line and header lines. */
  readonly head: string;
  readonly body: string;
  /** The length of the body according to the log. */
  readonly bodyBytes?: number;
  /** True if the log doesn't contain bodies. */
  readonly isHeadOnly?: boolean;
  /** The reason in the log why the body is missing. */
  readonly omitted?: string;
  /** The Date of the response. */
  readonly answeredAt?: number | undefined;
}

/**
 * Selects the request of a log.
 * @throws Fault INPUT_INVALID
 * @see C-verify-logs, C-verify-logs-length
 */
function selectCapture(
  format: CaptureFormat,
  logged: readonly LoggedRequest[],
  wanted: FormOptions['request'],
): Capture {
  assertWithinLimit('requests', logged.length);
  const read = logged.map((one) => {
    const head = readMessageHead(one.head, 0);
    const { body, notes } = readBody(one, head.request.headers);
    const capture = { ...buildCapture(head, body, notes), format, sentAt: one.answeredAt };
    return one.isHeadOnly === true ? noteMissingBody(capture) : capture;
  });
  return chooseCapture({ read, notes: [] }, wanted);
}

/** Reads as many bytes of the body as the log, or else Content-Length, declares. */
function readBody({ body, bodyBytes, omitted }: LoggedRequest, headers: readonly Header[]) {
  const isChunked = /\bchunked\b/i.test(getHeaderValues(headers, 'transfer-encoding').join(','));
  const chunks = isChunked ? decodeChunks(body, 0) : undefined;
  if (chunks?.isWhole === true) return { body: chunks.octets, notes: [] };
  const incomplete = (message: string) => ({ body, notes: [createIncompleteNote('body', message)] });
  if (omitted !== undefined) return incomplete(`The log doesn't have the body that was sent: ${omitted}.`);
  const length = bodyBytes ?? parseContentLength(headers) ?? body.length;
  if (length === body.length) return { body, notes: [] };
  const isCrlf = body.replaceAll(/\r?\n/g, '\r\n').length === length;
  const reason = isCrlf ? ' With CRLF line ends it would be complete.' : '';
  return incomplete(`The body was ${length} bytes when sent, but has ${body.length} in the log.${reason}`);
}

const START = /^([^\n]{0,300}?)-{2,3}> ([A-Z]{1,20}) (https?:\/\/\S+)(?: [^\n]*)?$/;
const END = /^-{2,3}> END [A-Z]+(?: \((.*)\))?$/;
/** Matches the separate line on which java.util.logging writes time and source. */
const LINE_OF_JAVA =
  /^[A-Z][a-z]{2} [0-9]{1,2}, [0-9]{4},? [0-9]{1,2}:[0-9]{2}:[0-9]{2}[ \xa0-\xff]{1,3}[AP]M \S+ \S+$/;

export function readFeignLog(given: SourceText, options: FormOptions): Capture {
  return { ...readOkHttpLog(given, options), format: 'feign' };
}

/**
 * Reads a request that OkHttp's HttpLoggingInterceptor or Feign's Logger logged, with any prefix before each line.
 * @throws Fault INPUT_INVALID
 * @see C-verify-logs
 */
export function readOkHttpLog({ octets }: SourceText, { request: wanted }: FormOptions): Capture {
  // If the lines of the log don't end in CR, a CR belongs to the body.
  const start = octets.search(LOG_SIGNS.okhttp);
  const lines = octets.split(octets[octets.indexOf('\n', start) - 1] === '\r' ? /\r?\n/ : '\n');
  const logged: LoggedRequest[] = [];
  for (let place = 0; place < lines.length; ) {
    const [, prefix, method, url] = START.exec(lines[place] ?? '') ?? [];
    place += 1;
    if (prefix === undefined || method === undefined || url === undefined) continue;
    const read = readRequest(lines, place, createPrefixStripper(prefix));
    logged.push({ ...read.logged, head: `${method} ${url} HTTP/1.1\n${read.logged.head}` });
    place = read.next;
  }
  const capture = selectCapture('okhttp', logged, wanted);
  const hidden = capture.request.headers.filter(([, value]) => value.trim() === HIDDEN);
  return { ...capture, notes: [...capture.notes, ...hidden.map(([name]) => noteHidden(name))] };
}

/** Reads the lines after the first line of a request, up to the position after its last line. */
function readRequest(
  lines: readonly string[],
  first: number,
  withoutPrefix: (line: string) => string | undefined,
): { logged: LoggedRequest; next: number } {
  let next = first;
  // A line without the logger's prefix is used as written; only a body continues on such lines.
  const lineAt = (place: number) => {
    const line = lines[place];
    return line === undefined ? undefined : (withoutPrefix(line) ?? line);
  };
  const take = (ends: (line: string) => boolean, isBody: boolean): string[] => {
    const taken: string[] = [];
    for (; next < lines.length; next += 1) {
      const line = lineAt(next) ?? '';
      if (ends(line)) break;
      const isOfLogger = withoutPrefix(lines[next] ?? '') !== undefined;
      if ((isBody || isOfLogger) && !LINE_OF_JAVA.test(line)) taken.push(line);
    }
    return taken;
  };
  const head = take((line) => line === '' || END.test(line), false);
  if (lineAt(next) === '') next += 1;
  const body = take((line) => END.test(line) || START.test(line), true);
  const last = lineAt(next);
  let answer = '';
  for (let place = next + 1; place < lines.length && answer === ''; place += 1) {
    const line = withoutPrefix(lines[place] ?? '') ?? '';
    if (/^(?:-{2,3}> |<-{2,3} END|date: )/i.test(line)) answer = line;
  }
  const logged = {
    head: head
      .map((line) => `${line}\n`)
      .concat('\n')
      .join(''),
    body: body.join('\n'),
    ...readBodyNote(last),
    answeredAt: parseAnswerDate(/^date: (.*)$/i.exec(answer)?.[1]),
  };
  return { logged, next };
}

/** Reads the note about a body in the last line of a request. */
function readBodyNote(last: string | undefined): Partial<LoggedRequest> {
  if (last === undefined) return { omitted: 'the log ends before it does' };
  const words = END.exec(last)?.[1] ?? '';
  if (/omitted|gzipped/.test(words)) return { omitted: words.slice(0, 60) };
  const bytes = /^([0-9]{1,15})-byte body$/.exec(words)?.[1];
  return bytes === undefined ? {} : { bodyBytes: Number(bytes) };
}

const HIDDEN = encodeUtf8('██');

/** Notes a header that the logger redacted. @see C-verify-logs-length */
function noteHidden(name: string): CaptureNote {
  const remedy = `Log it without redactHeader("${name}"), or put in the value that was sent.`;
  return createIncompleteNote({ header: name }, `The log hides the value of ${name}.`, remedy);
}

/**
 * The patterns that identify each log. Feign's `---> POST https://…` also matches OkHttp's `--> POST https://…`, so it
 * comes first.
 */
export const LOG_SIGNS = {
  feign: /---> [A-Z]{1,20} https?:\/\//,
  okhttp: /--> [A-Z]{1,20} https?:\/\//,
  apache: /(?:^|[ \t])>> (?:"[A-Z]{1,20} \S+ HTTP\/[0-9]|[A-Z]{1,20} \S+ HTTP\/[0-9.]+\r?$)/m,
  python: /send: b?['"][A-Z]{1,20} \S+ HTTP\/[0-9]/,
};

const QUOTED = /(?:^|[ \t])>> "[A-Z]{1,20} \S+ HTTP\/[0-9]/m;
const BEGINS_REQUEST = /^[A-Z]{1,20} \S+ HTTP\/[0-9]/;
const LONGEST_HEAD = 65_536;
const LONGEST_PREFIX = 500;

/** The bytes sent in one direction of a connection until the other side responded. */
interface LoggedExchange {
  sent: string;
  answer: string;
}

/** Splits a request as sent over the wire at the end of its headers. */
function splitLogged({ sent, answer }: LoggedExchange): LoggedRequest {
  const answeredAt = findAnswerDate(answer.slice(0, LONGEST_HEAD));
  const end = /\r?\n\r?\n/.exec(sent);
  const start = end === null ? sent.length : end.index + end[0].length;
  return { head: sent.slice(0, start), body: sent.slice(start), answeredAt };
}

/**
 * Reads a request of the wire log, quoted and with `[\r][\n]`; if only headers were logged, from their log.
 * @throws Fault INPUT_INVALID
 * @see C-verify-logs
 */
export function readApacheLog({ octets }: SourceText, { request: wanted }: FormOptions): Capture {
  const isWire = QUOTED.test(octets);
  const latest = new Map<string, LoggedExchange>();
  const all: LoggedExchange[] = [];
  for (const line of octets.split(/\r?\n/)) {
    const said = readApacheLine(line, isWire);
    if (said === undefined) continue;
    let turn = latest.get(said.connection);
    if (turn === undefined || (said.isSent && turn.answer !== '')) {
      turn = { sent: '', answer: '' };
      latest.set(said.connection, turn);
      all.push(turn);
    }
    turn[said.isSent ? 'sent' : 'answer'] += said.text;
  }
  const requests = all.filter(({ sent }) => BEGINS_REQUEST.test(sent)).map(splitLogged);
  return selectCapture(
    'apache',
    requests.map((one) => ({ ...one, isHeadOnly: !isWire })),
    wanted,
  );
}

/** Parses `… http-outgoing-0 >> "Host: bank.example[\r][\n]"` with any prefix of the logger. */
function readApacheLine(line: string, isWire: boolean) {
  const [mark, connection = ''] = /(?:(\S{1,100}) |^)(?:>>|<<) /.exec(line.slice(0, LONGEST_PREFIX)) ?? [];
  if (mark === undefined) return undefined;
  const start = line.indexOf(mark) + mark.length;
  const isQuoted = line[start] === '"' && line.endsWith('"') && line.length > start + 1;
  if (isQuoted !== isWire) return undefined;
  const text = isWire ? decodeBrackets(line.slice(start + 1, -1)) : `${line.slice(start)}\r\n`;
  return { connection, isSent: mark.endsWith('>> '), text };
}

/** Decodes bytes in brackets: `[\r]`, `[0xc3]`, in some versions `[0xffffffc3]`. */
function decodeBrackets(text: string): string {
  return text.replaceAll(/\[(?:\\([rn])|0x(?:ffffff)?([0-9a-f]{1,2}))\]/g, (_, end?: string, hex = '') => {
    if (end !== undefined) return end === 'r' ? '\r' : '\n';
    return String.fromCharCode(Number.parseInt(hex, 16));
  });
}

const SEND = /^.{0,200}?send: b?(['"])/;

/**
 * Reads a request that http.client printed: bytes literals after `send: `, the body in later ones.
 * @throws Fault INPUT_INVALID
 * @see C-verify-logs
 */
export function readPythonLog({ octets }: SourceText, { request: wanted }: FormOptions): Capture {
  const requests: LoggedExchange[] = [];
  for (const line of octets.split(/\r?\n/)) {
    const sent = extractLiteral(line);
    const last = requests.at(-1);
    if (sent !== undefined) {
      if (BEGINS_REQUEST.test(sent)) requests.push({ sent, answer: '' });
      else if (last !== undefined) last.sent += sent;
    } else if (last !== undefined && last.answer.length < LONGEST_HEAD) {
      last.answer += `${line.replace(/^.{0,200}?header: /, '')}\n`;
    }
  }
  return selectCapture('python', requests.map(splitLogged), wanted);
}

/** Extracts the bytes of `send: b'…'`; returns undefined for a line without one. */
function extractLiteral(line: string): string | undefined {
  const [start, quote = ''] = SEND.exec(line) ?? [];
  if (start === undefined) return undefined;
  const end = line.lastIndexOf(quote);
  return end < start.length ? undefined : decodeEscapes(line.slice(start.length, end));
}

const REQUEST_LINE =
  /(?<![^\n])([^\n]{1,300}?)((?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS) (?:\/|https?:\/\/)\S{0,8192} HTTP\/[0-9](?:\.[0-9])?)[ \t]{0,9}\r?(?![^\n])/;
const HEADER = /^(?:> ?)?:?[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}[ \t]*:/;
/** Matches the signs of other formats (logs of HTTP clients, `curl -v`), which have their own readers. */
const OF_OTHER_FORM = /(?:^|[ \t])(?:-{1,3}>|>>|send:|\*) ?["'b]{0,2}$/;

/**
 * Removes the prefix that a logger, a container or an indentation adds to each line of an HTTP request: a time, a
 * level, a name. Separates several requests by `###`. Returns other text unchanged.
 * @see C-verify-line-prefix
 */
export function withoutLogPrefix(octets: string): string {
  const first = REQUEST_LINE.exec(octets);
  if (first === null) return octets;
  const ofTrace = / > $/.test(first[1] ?? '');
  const prefix = ofTrace ? (first[1] ?? '').slice(0, -2) : (first[1] ?? '');
  if (prefix === '> ' || OF_OTHER_FORM.test(prefix)) return octets;
  const lines = octets.slice(first.index).split('\n');
  const strip = createPrefixStripper(prefix);
  const second = lines[1] ?? '';
  const isPrefixed = prefix.trim() === '' ? second.startsWith(prefix) : strip(second) !== undefined;
  if (!isPrefixed || !HEADER.test(strip(second) ?? '')) return octets;
  const bare = lines.map((line) => strip(line) ?? line);
  if (ofTrace) return ['* ', ...bare].join('\n');
  const starts = bare.flatMap((line, place) =>
    /^[A-Z]/.test(line) && REQUEST_LINE.test(` ${line}`) ? [place] : [],
  );
  return starts
    .map((start, place) => withoutLaterLines(bare.slice(start, starts[place + 1])))
    .join('\n\n###\n');
}

const MOST_ENDS = 50;

/** Removes the lines logged after the request: a JSON body ends with its value. */
function withoutLaterLines(lines: readonly string[]): string {
  const empty = lines.findIndex((line) => line.trim() === '');
  const body = empty < 0 ? [] : lines.slice(empty + 1);
  const whole = withoutLineEnds(lines.join('\n'));
  if (!/^[ \t]*[[{]/.test(body[0] ?? '')) return whole;
  const ends = body.flatMap((line, place) => (/[\]}][ \t]*\r?$/.test(line) ? [place + 1] : []));
  const end = ends.slice(0, MOST_ENDS).find((count) => isJson(body.slice(0, count).join('\n')));
  if (end === undefined) return whole;
  const answer = body.slice(end).findIndex((line) => /^HTTP\/[0-9]/.test(line));
  const answered = answer < 0 ? [] : ['', ...body.slice(end + answer)];
  const kept = withoutLineEnds(lines.slice(0, empty + 1 + end).join('\n'));
  return [kept, ...answered].join('\n');
}

/**
 * Creates a function that removes a logger's prefix. The prefix of the first line is the pattern, with any digits for
 * digits and any spaces for spaces. The function returns undefined for a line without the prefix.
 * @see C-verify-logs
 */
function createPrefixStripper(first: string): (line: string) => string | undefined {
  const blanks = /[ \t]*$/.exec(first)?.[0].length ?? 0;
  const pieces = first.slice(0, first.length - blanks).match(/[0-9]+|[ \t]+|[^0-9 \t]+/g) ?? [];
  const source = pieces.map((piece) => {
    if (/^[0-9]/.test(piece)) return '[0-9]+';
    return /^[ \t]/.test(piece) ? '[ \\t]+' : piece.replaceAll(/[.*+?^${}()|[\]\\/-]/g, '\\$&');
  });
  const pattern = new RegExp(`^${source.join('')}[ \\t]{0,${blanks}}`);
  return (line) => {
    const found = pattern.exec(line)?.[0];
    return found === undefined ? undefined : line.slice(found.length);
  };
}
