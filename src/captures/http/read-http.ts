import type { Header, HttpRequest } from '../../message.ts';
import type { Capture, CaptureNote } from '../capture.ts';
import { chooseEntry, type Entry, isSigned } from '../entries.ts';
import type { FormOptions } from '../form.ts';
import { holdTo } from '../limits.ts';
import { bytesOf, textOf } from '../octets.ts';
import { templateNotes } from '../templates.ts';
import { placeIn, unreadable } from '../unreadable.ts';
import { readHttpBody } from './body.ts';
import { readClientBody } from './client-body.ts';
import { nameIn, skipComments } from './comments.ts';
import { sentByCurl } from './curl-trace.ts';
import { filledIn, variablesIn } from './file-variables.ts';
import { readHead } from './head.ts';
import { readHeaderLines } from './header-lines.ts';
import { type RequestLine, splitTarget } from './request-line.ts';

/**
 * A request as it stands on the wire, the request lines and headers of `curl -v`, or a file of an HTTP client
 * (`.http`), with several requests between lines of `###`.
 * @throws Fault INPUT_INVALID
 * @see RFC 9112
 * @see C-verify-http
 */
export function readHttp(octets: string, { request: wanted, readFile }: FormOptions): Capture {
  const messages = readMessages(sentByCurl(octets) ?? octets);
  const { request, origin, notes, written, isOfClient } = chooseEntry(messages, wanted);
  const body = isOfClient ? readClientBody(request, readFile) : request.body;
  const sent = { ...request, body };
  return {
    format: 'http',
    request: sent,
    ...(origin === undefined ? {} : { origin }),
    notes: [...notes, ...templateNotes(sent, written)],
  };
}

interface Message extends Entry {
  readonly request: HttpRequest;
  readonly origin?: string;
  readonly notes: readonly CaptureNote[];
  /** The target as it stands on the request line. */
  readonly written: string;
  readonly hasVersion: boolean;
  /** Stands in a file of an HTTP client, by its lack of a version or by what is in front of it. */
  readonly isOfClient: boolean;
}

/** The requests of the text, with lines of `###` between them. @see C-verify-http-client-files */
function readMessages(octets: string): Message[] {
  const { messages, skipped } = readSeparated(octets);
  const variables = variablesIn(skipped);
  return variables.size === 0 ? messages : readSeparated(filledIn(octets, variables)).messages;
}

function readSeparated(octets: string): { messages: Message[]; skipped: string[] } {
  const messages: Message[] = [];
  let position = skipComments(octets, 0);
  const skipped = [octets.slice(0, position)];
  while (position < octets.length) {
    const { message, end } = readMessage(octets, position);
    const before = skipped.at(-1) ?? '';
    const name = nameIn(before);
    const isOfClient = /\S/.test(before) || !message.hasVersion;
    messages.push({ ...message, isOfClient, ...(name === undefined ? {} : { name: textOf(name) }) });
    holdTo('requests', messages.length);
    const next = skipComments(octets, end);
    skipped.push(octets.slice(end, next));
    const isSeparated = skipped.at(-1)?.includes('###');
    position = isSeparated ? next : octets.length;
  }
  return { messages, skipped };
}

function readMessage(octets: string, start: number): { message: Omit<Message, 'isOfClient'>; end: number } {
  const head = readHead(octets, start);
  const lines = readHeaderLines(head.lines, {
    where: (index) => ` at ${placeIn(octets, head.starts[index] ?? start)}`,
    hint: 'Put an empty line between headers and body, and each header on one line.',
  });
  const { method, target: written, hasVersion } = head.requestLine ?? fromPseudo(lines.pseudo);
  const { target, ...named } = splitTarget(written);
  const { host, origin } = { ...ofPseudo(lines.pseudo), ...named };
  const headers = withHost(lines.headers, host);
  const body = readHttpBody(octets, head.end, headers);
  const message = {
    request: { method, target, headers, body: bytesOf(body.octets) },
    ...(origin === undefined ? {} : { origin }),
    notes: [...lines.notes, ...body.notes],
    written,
    hasVersion,
    method,
    url: textOf((origin ?? '') + target),
    isSigned: isSigned(headers),
  };
  return { message, end: body.end };
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
