import type { Header, HttpRequest } from '../../message.ts';
import type { CaptureNote } from '../capture.ts';
import { type Entry, isSigned } from '../entries.ts';
import { bytesOf, textOf } from '../octets.ts';
import { placeIn, unreadable } from '../unreadable.ts';
import { readHttpBody } from './body.ts';
import { type RequestLine, readHead, splitTarget } from './head.ts';
import { readHeaderLines } from './header-lines.ts';

/** A request as its lines say it, before its body is looked for. */
interface MessageHead {
  readonly method: string;
  readonly target: string;
  readonly headers: readonly Header[];
  readonly origin?: string;
  readonly notes: readonly CaptureNote[];
  /** The target as it stands on the request line. */
  readonly written: string;
  readonly hasVersion: boolean;
  /** Where the body begins. */
  readonly end: number;
}

export interface Message extends Entry {
  readonly request: HttpRequest;
  readonly origin?: string;
  readonly notes: readonly CaptureNote[];
  readonly written: string;
  readonly hasVersion: boolean;
  /** When it was answered, by the Date of the answer behind it. */
  readonly sentAt?: number;
}

/** @throws Fault INPUT_INVALID where no request begins */
export function readMessage(octets: string, start: number): { message: Message; end: number } {
  const head = readMessageHead(octets, start);
  const { octets: body, notes, end, answeredAt } = readHttpBody(octets, head.end, head.headers);
  const message = messageOf(head, body, notes);
  return { message: answeredAt === undefined ? message : { ...message, sentAt: answeredAt }, end };
}

export function messageOf(head: MessageHead, body: string, notes: readonly CaptureNote[]): Message {
  const { method, target, headers, origin, written, hasVersion } = head;
  return {
    request: { method, target, headers, body: bytesOf(body) },
    ...(origin === undefined ? {} : { origin }),
    notes: [...head.notes, ...notes],
    written,
    hasVersion,
    method,
    url: textOf((origin ?? '') + target),
    isSigned: isSigned(headers),
  };
}

/** @throws Fault INPUT_INVALID where no request begins */
export function readMessageHead(octets: string, start: number): MessageHead {
  const head = readHead(octets, start);
  const lines = readHeaderLines(head.lines, {
    where: (index) => ` at ${placeIn(octets, head.starts[index] ?? start)}`,
    hint: 'Put an empty line between headers and body, and each header on one line.',
  });
  const { method, target: written, hasVersion } = head.requestLine ?? fromPseudo(lines.pseudo);
  const { target, ...named } = splitTarget(written);
  const { host, origin } = { ...ofPseudo(lines.pseudo), ...named };
  return {
    method,
    target,
    headers: withHost(lines.headers, host),
    ...(origin === undefined ? {} : { origin }),
    notes: lines.notes,
    written,
    hasVersion,
    end: head.end,
  };
}

/** HTTP/2 has the host as `:authority`. */
function ofPseudo(pseudo: ReadonlyMap<string, string>): { host?: string; origin?: string } {
  const host = pseudo.get(':authority');
  return host === undefined
    ? {}
    : { host, origin: `${pseudo.get(':scheme') ?? 'https'}://${host.toLowerCase()}` };
}

function fromPseudo(pseudo: ReadonlyMap<string, string>): RequestLine {
  const [method, target] = [pseudo.get(':method'), pseudo.get(':path')];
  if (method !== undefined && target !== undefined) return { method, target, hasVersion: true };
  throw unreadable(
    `The request has no ${method === undefined ? ':method' : ':path'}.`,
    'Copy all headers, including those that start with a colon.',
  );
}

function withHost(headers: readonly Header[], host: string | undefined): readonly Header[] {
  const isThere = headers.some(([name]) => name.toLowerCase() === 'host');
  return host === undefined || isThere ? headers : [['Host', host], ...headers];
}
