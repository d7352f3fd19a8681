import { answerTime, type Capture } from '../capture.ts';
import { incompleteNote, inHeader } from '../notes.ts';
import { utf8Octets } from '../octets.ts';
import { captureOf, type Logged } from './logged.ts';
import { linePrefix } from './prefixed.ts';

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
