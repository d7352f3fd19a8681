import { type Header, headerValue, headerValues } from '../../message.ts';
import {
  answerTime,
  BODY,
  bodyNotShownBeside,
  type Capture,
  type CaptureFormat,
  type CaptureNote,
  dateAmong,
  incompleteNote,
  inHeader,
  sentAt,
} from '../capture.ts';
import { chooseEntry } from '../entries.ts';
import { decodeChunks } from '../http/body.ts';
import { messageOf, readMessageHead } from '../http/read-http.ts';
import { decodeEscapes, utf8Octets } from '../octets.ts';
import { holdTo } from '../unreadable.ts';
import { linePrefix } from './prefixed.ts';

/** One request as a log shows it. */
interface Logged {
  /** Request line and header lines. */
  readonly head: string;
  readonly body: string;
  /** How long the log itself says the body is. */
  readonly bodyBytes?: number;
  /** The log has no bodies. */
  readonly isHeadOnly?: boolean;
  /** Why the body is not in the log, in the log's own words. */
  readonly omitted?: string;
  /** The Date of its answer. */
  readonly answeredAt?: number;
}

/**
 * The request of a log that is meant.
 * @throws Fault INPUT_INVALID
 * @see C-verify-logs, C-verify-logs-length
 */
function captureOf(
  format: CaptureFormat,
  logged: readonly Logged[],
  wanted: number | string | undefined,
): Capture {
  holdTo('requests', logged.length);
  const messages = logged.map((one) => {
    const head = readMessageHead(one.head, 0);
    const { body, notes } = readBody(one, head.headers);
    const message = messageOf(head, body, notes);
    const missing = one.isHeadOnly === true ? bodyNotShownBeside(message.request, notes) : [];
    return { ...message, notes: [...message.notes, ...missing], sentAt: one.answeredAt };
  });
  const chosen = chooseEntry(messages, wanted);
  const { request, origin, notes } = chosen;
  return {
    format,
    request,
    ...(origin === undefined ? {} : { origin }),
    ...sentAt(chosen.sentAt),
    notes,
  };
}

interface Body {
  readonly body: string;
  readonly notes: readonly CaptureNote[];
}

/** Whether there is as much of the body as the log, or else Content-Length, says. */
function readBody({ body, bodyBytes, omitted }: Logged, headers: readonly Header[]): Body {
  const isChunked = /\bchunked\b/i.test(headerValues(headers, 'transfer-encoding').join(','));
  const chunks = isChunked ? decodeChunks(body, 0) : undefined;
  if (chunks?.isWhole === true) return { body: chunks.octets, notes: [] };
  if (omitted !== undefined) {
    const message = `The log doesn't have the body that was sent: ${omitted}.`;
    return { body, notes: [incompleteNote(BODY, message)] };
  }
  const length = bodyBytes ?? contentLength(headers);
  if (length === undefined || length === body.length) return { body, notes: [] };
  const isCrlf = body.replaceAll(/\r?\n/g, '\r\n').length === length;
  const reason = isCrlf ? ' With CRLF line ends it would be complete.' : '';
  const message = `The body was ${length} bytes when sent, but has ${body.length} in the log.${reason}`;
  return { body, notes: [incompleteNote(BODY, message)] };
}

function contentLength(headers: readonly Header[]): number | undefined {
  const value = headerValue(headers, 'content-length')?.trim() ?? '';
  return /^[0-9]{1,15}$/.test(value) ? Number(value) : undefined;
}

/** A request as it went over the wire, parted where its headers end. */
function parted(wire: string): Pick<Logged, 'head' | 'body'> {
  const end = /\r?\n\r?\n/.exec(wire);
  if (end === null) return { head: wire, body: '' };
  const start = end.index + end[0].length;
  return { head: wire.slice(0, start), body: wire.slice(start) };
}

const START = /^([^\n]{0,300}?)-{2,3}> ([A-Z]{1,20}) (https?:\/\/\S+)(?: [^\n]*)?$/;
const END = /^-{2,3}> END [A-Z]+(?: \((.*)\))?$/;
/** java.util.logging writes time and place on a line of their own. */
const LINE_OF_JAVA =
  /^[A-Z][a-z]{2} [0-9]{1,2}, [0-9]{4},? [0-9]{1,2}:[0-9]{2}:[0-9]{2}[ \xa0-\xff]{1,3}[AP]M \S+ \S+$/;

/** Whether the text has the first line of a request that OkHttp's HttpLoggingInterceptor logged. */
export function hasOkHttpLog(octets: string): boolean {
  return /--> [A-Z]{1,20} https?:\/\//.test(octets);
}

/** Tells Feign's `---> POST https://…` from OkHttp's `--> POST https://…`. */
export function hasFeignLog(octets: string): boolean {
  return /---> [A-Z]{1,20} https?:\/\//.test(octets);
}

/**
 * A request that OkHttp's HttpLoggingInterceptor or Feign's Logger logged, whatever stands before each line.
 * @throws Fault INPUT_INVALID
 * @see C-verify-logs
 */
export function readOkHttpLog(
  octets: string,
  wanted: number | string | undefined,
  format: 'okhttp' | 'feign' = 'okhttp',
): Capture {
  const lines = octets.split(hasCrlf(octets) ? /\r?\n/ : '\n');
  const logged: Logged[] = [];
  for (let place = 0; place < lines.length; ) {
    const [, prefix, method, url] = START.exec(lines[place] ?? '') ?? [];
    place += 1;
    if (prefix === undefined || method === undefined || url === undefined) continue;
    const read = new OneRequest(lines, place, linePrefix(prefix)).read(`${method} ${url} HTTP/1.1`);
    logged.push(read.logged);
    place = read.next;
  }
  return withRedactions(captureOf(format, logged, wanted));
}

/** Whether the log has CR at the end of each line; else one that is there is the body's own. */
function hasCrlf(octets: string): boolean {
  const start = octets.search(/--> [A-Z]{1,20} https?:\/\//);
  return octets[octets.indexOf('\n', start) - 1] === '\r';
}

class OneRequest {
  private readonly lines: readonly string[];
  private readonly withoutPrefix: (line: string) => string | undefined;
  private next: number;

  constructor(lines: readonly string[], first: number, withoutPrefix: (line: string) => string | undefined) {
    this.lines = lines;
    this.next = first;
    this.withoutPrefix = withoutPrefix;
  }

  read(requestLine: string): { logged: Logged; next: number } {
    const head = [requestLine, ...this.take((line) => line === '' || END.test(line))];
    if (this.at() === '') this.next += 1;
    const body = this.take((line) => END.test(line) || START.test(line), true);
    const says = this.at();
    const [, words] = END.exec(says ?? '') ?? [];
    const answeredAt = this.answeredAt();
    const logged: Logged = {
      head: `${head.join('\n')}\n\n`,
      body: body.join('\n'),
      ...bodyOf(says, words),
      ...(answeredAt === undefined ? {} : { answeredAt }),
    };
    return { logged, next: this.next };
  }

  /** The line that comes next; one that the logger did not begin is as it stands there. */
  private at(): string | undefined {
    const line = this.lines[this.next];
    return line === undefined ? undefined : (this.withoutPrefix(line) ?? line);
  }

  /** Lines up to one that ends them; only a body goes on over lines that the logger did not begin. */
  private take(ends: (line: string) => boolean, isBody = false): string[] {
    const taken: string[] = [];
    for (; this.next < this.lines.length; this.next += 1) {
      const line = this.at() ?? '';
      if (ends(line)) break;
      const isOfLogger = this.withoutPrefix(this.lines[this.next] ?? '') !== undefined;
      if ((isBody || isOfLogger) && !LINE_OF_JAVA.test(line)) taken.push(line);
    }
    return taken;
  }

  /** Of the answer that is logged next, before another request. */
  private answeredAt(): number | undefined {
    for (let place = this.next + 1; place < this.lines.length; place += 1) {
      const line = this.withoutPrefix(this.lines[place] ?? '') ?? '';
      if (/^(?:-{2,3}> |<-{2,3} END)/.test(line)) return undefined;
      const date = /^date: (.*)$/i.exec(line)?.[1];
      if (date !== undefined) return answerTime(date);
    }
    return undefined;
  }
}

/** What the last line of a request says of its body: `57-byte body`, `binary 57-byte body omitted`. */
function bodyOf(says: string | undefined, words: string | undefined): Partial<Logged> {
  if (says === undefined) return { omitted: 'the log ends before it does' };
  if (words === undefined) return {};
  if (/omitted|gzipped/.test(words)) return { omitted: words.slice(0, 60) };
  const bytes = /^([0-9]{1,15})-byte body$/.exec(words)?.[1];
  return bytes === undefined ? {} : { bodyBytes: Number(bytes) };
}

const HIDDEN = utf8Octets('██');

/** @see C-verify-logs-length */
function withRedactions(capture: Capture): Capture {
  const hidden = capture.request.headers.filter(([, value]) => value.trim() === HIDDEN);
  const notes = hidden.map(([name]) =>
    incompleteNote(
      inHeader(name),
      `The log hides the value of ${name}.`,
      `Log it without redactHeader("${name}"), or put in the value that was sent.`,
    ),
  );
  return { ...capture, notes: [...capture.notes, ...notes] };
}

const QUOTED = /(?:^|[ \t])>> "[A-Z]{1,20} \S+ HTTP\/[0-9]/m;
const PLAIN = /(?:^|[ \t])>> [A-Z]{1,20} \S+ HTTP\/[0-9.]+\r?$/m;
const PYTHON = /send: b?['"][A-Z]{1,20} \S+ HTTP\/[0-9]/;
const BEGINS_REQUEST = /^[A-Z]{1,20} \S+ HTTP\/[0-9]/;
const LONGEST_HEAD = 65_536;
const LONGEST_PREFIX = 500;

/** Whether Apache HttpClient logged a request in the text: on the wire, or its headers. */
export function hasApacheLog(octets: string): boolean {
  return QUOTED.test(octets) || PLAIN.test(octets);
}

/** Tells whether Python's http.client printed a request in the text, as it does with a debug level. */
export function hasPythonLog(octets: string): boolean {
  return PYTHON.test(octets);
}

/** What went one way over one connection, until the other side spoke. */
interface Turn {
  sent: string;
  answer: string;
}

function logged({ sent, answer }: Turn): Logged {
  const time = dateAmong(answer.slice(0, LONGEST_HEAD));
  return { ...parted(sent), ...(time === undefined ? {} : { answeredAt: time }) };
}

/**
 * A request of the wire log, quoted and with `[\r][\n]`; where only headers were logged, of those.
 * @throws Fault INPUT_INVALID
 * @see C-verify-logs
 */
export function readApacheLog(octets: string, wanted: number | string | undefined): Capture {
  const isWire = QUOTED.test(octets);
  const latest = new Map<string, Turn>();
  const all: Turn[] = [];
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
  const requests = all.filter(({ sent }) => BEGINS_REQUEST.test(sent));
  return captureOf(
    'apache',
    requests.map((turn) => ({ ...logged(turn), isHeadOnly: !isWire })),
    wanted,
  );
}

/** `… http-outgoing-0 >> "Host: bank.example[\r][\n]"`, with whatever a logger writes before it. */
function readApacheLine(line: string, isWire: boolean) {
  const [mark, connection = ''] = /(?:(\S{1,100}) |^)(?:>>|<<) /.exec(line.slice(0, LONGEST_PREFIX)) ?? [];
  if (mark === undefined) return undefined;
  const start = line.indexOf(mark) + mark.length;
  const isQuoted = line[start] === '"' && line.endsWith('"') && line.length > start + 1;
  if (isQuoted !== isWire) return undefined;
  const text = isWire ? decodeBrackets(line.slice(start + 1, -1)) : `${line.slice(start)}\r\n`;
  return { connection, isSent: mark.endsWith('>> '), text };
}

/** Octets that can't be shown stand in brackets: `[\r]`, `[0xc3]`, in some versions `[0xffffffc3]`. */
function decodeBrackets(text: string): string {
  return text.replaceAll(/\[(?:\\([rn])|0x(?:ffffff)?([0-9a-f]{1,2}))\]/g, (_, end?: string, hex = '') => {
    if (end !== undefined) return end === 'r' ? '\r' : '\n';
    return String.fromCharCode(Number.parseInt(hex, 16));
  });
}

const SEND = /^.{0,200}?send: b?(['"])/;

/**
 * A request that http.client printed: bytes literals behind `send: `, the body in later ones.
 * @throws Fault INPUT_INVALID
 * @see C-verify-logs
 */
export function readPythonLog(octets: string, wanted: number | string | undefined): Capture {
  const requests: Turn[] = [];
  for (const line of octets.split(/\r?\n/)) {
    const sent = literalIn(line);
    const last = requests.at(-1);
    if (sent !== undefined) {
      if (BEGINS_REQUEST.test(sent)) requests.push({ sent, answer: '' });
      else if (last !== undefined) last.sent += sent;
    } else if (last !== undefined && last.answer.length < LONGEST_HEAD) {
      last.answer += `${line.replace(/^.{0,200}?header: /, '')}\n`;
    }
  }
  return captureOf('python', requests.map(logged), wanted);
}

/** The octets of `send: b'…'`; undefined for a line that has none. */
function literalIn(line: string): string | undefined {
  const [start, quote = ''] = SEND.exec(line) ?? [];
  if (start === undefined) return undefined;
  const end = line.lastIndexOf(quote);
  return end < start.length ? undefined : decodeEscapes(line.slice(start.length, end));
}
