import { type Header, headerValue, headerValues } from '../../message.ts';
import { type Capture, type CaptureFormat, type CaptureNote, sentAt } from '../capture.ts';
import { chooseEntry } from '../entries.ts';
import { decodeChunks } from '../http/body.ts';
import { messageOf, readMessageHead } from '../http/read-message.ts';
import { holdTo } from '../limits.ts';
import { BODY, bodyNotShownBeside, incompleteNote } from '../notes.ts';

/** One request as a log shows it. */
export interface Logged {
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
export function captureOf(
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
export function parted(wire: string): Pick<Logged, 'head' | 'body'> {
  const end = /\r?\n\r?\n/.exec(wire);
  if (end === null) return { head: wire, body: '' };
  const start = end.index + end[0].length;
  return { head: wire.slice(0, start), body: wire.slice(start) };
}
