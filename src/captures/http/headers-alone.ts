import { dateAmong, sentAt } from '../answer-date.ts';
import { bodyNotShown, bodyNotShownBeside } from '../body-not-shown.ts';
import type { Capture } from '../capture.ts';
import { incompleteNote, TARGET } from '../notes.ts';
import { bytesOf } from '../octets.ts';
import { placeIn } from '../unreadable.ts';
import type { Written } from '../written.ts';
import { readHttpBody } from './body.ts';
import { readLines } from './head.ts';
import { readHeaderLines } from './header-lines.ts';
import { type NamedValues, readNamedValues } from './named-values.ts';
import { messageOf, readMessageHead } from './read-message.ts';

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
  const time = sentAt(dateAmong(answer));
  if (!/^:method:/m.test(request) || !/^:path:/m.test(request)) {
    return { ...alone(request.replaceAll(/^:[a-z]+:.*\n/gm, '')), ...time };
  }
  const head = readMessageHead(request, 0);
  const { origin, request: read, notes } = messageOf(head, '', bodyNotShown(head.headers));
  return { format: 'headers', request: read, ...(origin === undefined ? {} : { origin }), ...time, notes };
}

function alone(octets: string): Capture {
  const { lines, starts, end } = readLines(octets, 0);
  const { headers, notes } = readHeaderLines(lines, {
    where: (index) => ` at ${placeIn(octets, starts[index] ?? 0)}`,
    hint: 'Put an empty line between headers and body, and each header on one line.',
  });
  const body = readHttpBody(octets, end, headers);
  const request = { method: '', target: '', headers, body: bytesOf(body.octets) };
  const missing = bodyNotShownBeside(request, body.notes);
  return { format: 'headers', request, notes: [...notes, NO_REQUEST_LINE, ...body.notes, ...missing] };
}

const NO_REQUEST_LINE = incompleteNote(
  TARGET,
  "There's no request line, so what depends on method and path isn't checked: (request-target), the role, whether Digest is required.",
  'Put the request line first: POST /v1/payments HTTP/1.1.',
);
