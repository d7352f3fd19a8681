import { type Capture, dateAmong } from '../capture.ts';
import { decodeEscapes } from '../octets.ts';
import { captureOf, type Logged, parted } from './logged.ts';

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
