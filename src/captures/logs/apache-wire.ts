import { dateAmong } from '../answer-date.ts';
import type { Capture } from '../capture.ts';
import { captureOf, type Logged, parted } from './logged.ts';

const QUOTED = /(?:^|[ \t])>> "[A-Z]{1,20} \S+ HTTP\/[0-9]/m;
const PLAIN = /(?:^|[ \t])>> [A-Z]{1,20} \S+ HTTP\/[0-9.]+\r?$/m;

/** Whether Apache HttpClient logged a request in the text: on the wire, or its headers. */
export function hasApacheLog(octets: string): boolean {
  return QUOTED.test(octets) || PLAIN.test(octets);
}

/** What went one way over one connection, until the other side spoke. */
interface Turn {
  sent: string;
  answer: string;
}

/**
 * A request of the wire log, quoted and with `[\r][\n]`; where only headers were logged, of those.
 * @throws Fault INPUT_INVALID
 * @see C-verify-logs
 */
export function readApacheLog(octets: string, wanted: number | string | undefined): Capture {
  const isWire = QUOTED.test(octets);
  const turns = new Map<string, Turn[]>();
  const all: Turn[] = [];
  for (const line of octets.split(/\r?\n/)) {
    const said = readLine(line, isWire);
    if (said === undefined) continue;
    const ofConnection = turns.get(said.connection) ?? [];
    turns.set(said.connection, ofConnection);
    let turn = ofConnection.at(-1);
    if (turn === undefined || (said.isSent && turn.answer !== '')) {
      turn = { sent: '', answer: '' };
      ofConnection.push(turn);
      all.push(turn);
    }
    if (said.isSent) turn.sent += said.text;
    else turn.answer += said.text;
  }
  const requests = all.filter(({ sent }) => /^[A-Z]{1,20} \S+ HTTP\/[0-9]/.test(sent));
  return captureOf(
    'apache',
    requests.map((turn) => ({ ...logged(turn), isHeadOnly: !isWire })),
    wanted,
  );
}

function logged({ sent, answer }: Turn): Logged {
  const time = dateAmong(answer.slice(0, LONGEST_HEAD));
  return { ...parted(sent), ...(time === undefined ? {} : { answeredAt: time }) };
}

const LONGEST_HEAD = 65_536;

/** `… http-outgoing-0 >> "Host: bank.example[\r][\n]"`, with whatever a logger writes before it. */
function readLine(line: string, isWire: boolean) {
  const [mark, connection = ''] = /(?:(\S{1,100}) |^)(?:>>|<<) /.exec(line.slice(0, LONGEST_PREFIX)) ?? [];
  if (mark === undefined) return undefined;
  const start = line.indexOf(mark) + mark.length;
  const isQuoted = line[start] === '"' && line.endsWith('"') && line.length > start + 1;
  if (isQuoted !== isWire) return undefined;
  const text = isWire ? unescaped(line.slice(start + 1, -1)) : `${line.slice(start)}\r\n`;
  return { connection, isSent: mark.endsWith('>> '), text };
}

const LONGEST_PREFIX = 500;

/** Octets that can't be shown stand in brackets: `[\r]`, `[0xc3]`, in some versions `[0xffffffc3]`. */
function unescaped(text: string): string {
  return text.replaceAll(/\[(?:\\([rn])|0x(?:ffffff)?([0-9a-f]{1,2}))\]/g, (_, end?: string, hex = '') => {
    if (end !== undefined) return end === 'r' ? '\r' : '\n';
    return String.fromCharCode(Number.parseInt(hex, 16));
  });
}
