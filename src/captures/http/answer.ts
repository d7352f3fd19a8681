import { type Capture, dateAmong, sentAt } from '../capture.ts';
import type { Written } from '../form.ts';
import { bytesOf } from '../octets.ts';
import { placeIn, unreadable } from '../unreadable.ts';
import { readHttpBody } from './body.ts';
import { readLines } from './head.ts';
import { readHeaderLines } from './header-lines.ts';

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
export function readAnswer(given: string): Capture {
  const octets = given.slice(INTERIM.exec(given)?.[0].length ?? 0);
  const statusLine = STATUS_LINE.exec(octets)?.[0];
  if (statusLine === undefined)
    throw unreadable("This isn't an answer.", 'An answer begins with a status line: HTTP/1.1 200 OK.');
  const { lines, starts, end } = readLines(octets, statusLine.length);
  const { headers, notes } = readHeaderLines(lines, {
    where: (index) => ` at ${placeIn(octets, starts[index] ?? 0)}`,
    hint: 'Put an empty line between headers and body, and each header on one line.',
  });
  const body = readHttpBody(octets, end, headers);
  return {
    format: 'answer',
    isAnswer: true,
    request: { method: '', target: '', headers, body: bytesOf(body.octets) },
    ...sentAt(dateAmong(lines.join('\n'))),
    notes: [...notes, ...body.notes],
  };
}
