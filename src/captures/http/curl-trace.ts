import { answerTime } from '../answer-date.ts';
import { skipComments } from './comments.ts';

const DATE_OF_ANSWER = /^< date: ([^\r\n]{29})\r?$/im;
const FIRST_LINE = /^> [!#$%&'*+.^_`|~0-9A-Za-z-]+ [^\r\n]+ HTTP\/[0-9.]+\r?$/m;

export interface CurlTrace {
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
