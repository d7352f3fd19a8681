import { dateAmong } from '../answer-date.ts';
import type { Capture } from '../capture.ts';
import { captureOf, type Logged, parted } from './logged.ts';

const REQUEST = /send: b?['"][A-Z]{1,20} \S+ HTTP\/[0-9]/;

/** Whether Python's http.client printed a request in the text, as it does with a debug level. */
export function hasPythonLog(octets: string): boolean {
  return REQUEST.test(octets);
}

/**
 * A request that http.client printed: bytes literals behind `send: `, the body in later ones.
 * @throws Fault INPUT_INVALID
 * @see C-verify-logs
 */
export function readPythonLog(octets: string, wanted: number | string | undefined): Capture {
  const requests: { sent: string; answer: string }[] = [];
  for (const line of octets.split(/\r?\n/)) {
    const sent = literalIn(line);
    const last = requests.at(-1);
    if (sent !== undefined) {
      const begins = /^[A-Z]{1,20} \S+ HTTP\/[0-9]/.test(sent);
      if (begins) requests.push({ sent, answer: '' });
      else if (last !== undefined) last.sent += sent;
    } else if (last !== undefined && last.answer.length < LONGEST_HEAD) {
      last.answer += `${line.replace(/^.{0,200}?header: /, '')}\n`;
    }
  }
  return captureOf('python', requests.map(logged), wanted);
}

const LONGEST_HEAD = 65_536;

function logged({ sent, answer }: { readonly sent: string; readonly answer: string }): Logged {
  const time = dateAmong(answer);
  return { ...parted(sent), ...(time === undefined ? {} : { answeredAt: time }) };
}

const SEND = /^.{0,200}?send: b?(['"])/;

/** The octets of `send: b'…'`; undefined for a line that has none. */
function literalIn(line: string): string | undefined {
  const [start, quote = ''] = SEND.exec(line) ?? [];
  if (start === undefined) return undefined;
  const end = line.lastIndexOf(quote);
  return end < start.length ? undefined : unescaped(line.slice(start.length, end));
}

const CONTROLS: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' };

function unescaped(text: string): string {
  return text.replaceAll(/\\(?:x([0-9a-f]{2})|(.))/g, (_, hex?: string, one = '') => {
    return hex === undefined ? (CONTROLS[one] ?? one) : String.fromCharCode(Number.parseInt(hex, 16));
  });
}
