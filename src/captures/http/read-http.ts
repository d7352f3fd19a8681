import type { Fault } from '../../errors.ts';
import type { Header, HttpRequest } from '../../message.ts';
import { bodyNotShownBeside, type Capture, type CaptureNote } from '../capture.ts';
import { chooseEntry, type Entry, isSigned, isUnreadable } from '../entries.ts';
import type { FormOptions, Written } from '../form.ts';
import { bytesOf, textOf } from '../octets.ts';
import { templateNotes } from '../templates.ts';
import { holdTo, unreadable } from '../unreadable.ts';
import { readHttpBody } from './body.ts';
import { filledIn, nameIn, readClientBody, skipComments, variablesIn } from './client-file.ts';
import { describeLines, type RequestLine, readHead, readHeaderLines, splitTarget } from './head.ts';
import { sentByCurl } from './shown-heads.ts';

/**
 * A request as it stands on the wire, the request lines and headers of `curl -v`, or a file of an HTTP client
 * (`.http`), with several requests between lines of `###`.
 * @throws Fault INPUT_INVALID
 * @see RFC 9112
 * @see C-verify-http
 */
export function readHttp({ octets }: Written, { request: wanted, readFile }: FormOptions): Capture {
  const trace = sentByCurl(octets);
  const chosen = chooseEntry(readMessages(trace?.sent ?? octets), wanted);
  const { request, origin, notes, written, isOfClient } = chosen;
  const body = isOfClient ? readClientBody(request, readFile) : request.body;
  const sent = { ...request, body };
  return {
    format: 'http',
    request: sent,
    origin,
    sentAt: chosen.sentAt ?? trace?.answeredAt,
    notes: [
      ...notes,
      ...(trace === undefined ? [] : bodyNotShownBeside(sent, notes)),
      ...templateNotes(sent, written),
    ],
  };
}

interface Separated extends Message {
  /** Stands in a file of an HTTP client, by its lack of a version or by what is in front of it. */
  readonly isOfClient: boolean;
}

/** The requests of the text, with lines of `###` between them. @see C-verify-http-client-files */
function readMessages(octets: string): Separated[] {
  const { messages, skipped } = readSeparated(octets);
  const variables = variablesIn(skipped);
  return variables.size === 0 ? messages : readSeparated(filledIn(octets, variables)).messages;
}

function readSeparated(octets: string): { messages: Separated[]; skipped: string[] } {
  const messages: Separated[] = [];
  let position = skipComments(octets, 0);
  const skipped = [octets.slice(0, position)];
  let fault: Fault | undefined;
  while (position < octets.length) {
    const read = readUnless(octets, position);
    if (!('message' in read)) {
      fault ??= read.fault;
      const separator = octets.indexOf('\n###', position);
      position = separator < 0 ? octets.length : skipComments(octets, separator + 1);
      skipped.push(octets.slice(separator < 0 ? position : separator, position));
      continue;
    }
    const { message, end } = read;
    const before = skipped.at(-1) ?? '';
    const name = nameIn(before);
    const isOfClient = /\S/.test(before) || !message.hasVersion;
    messages.push({ ...message, isOfClient, name: name && textOf(name) });
    holdTo('requests', messages.length);
    const next = skipComments(octets, end);
    skipped.push(octets.slice(end, next));
    const isSeparated = skipped.at(-1)?.includes('###');
    position = isSeparated ? next : octets.length;
  }
  if (messages.length === 0 && fault !== undefined) throw fault;
  return { messages, skipped };
}

/** @see C-verify-readable-others */
function readUnless(octets: string, position: number): ReturnType<typeof readMessage> | { fault: Fault } {
  try {
    return readMessage(octets, position);
  } catch (thrown) {
    if (!isUnreadable(thrown)) throw thrown;
    return { fault: thrown };
  }
}

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

interface Message extends Entry {
  readonly request: HttpRequest;
  readonly origin?: string;
  readonly notes: readonly CaptureNote[];
  readonly written: string;
  readonly hasVersion: boolean;
  /** When it was answered, by the Date of the answer behind it. */
  readonly sentAt?: number | undefined;
}

/** @throws Fault INPUT_INVALID where no request begins */
function readMessage(octets: string, start: number): { message: Message; end: number } {
  const head = readMessageHead(octets, start);
  const { octets: body, notes, end, answeredAt } = readHttpBody(octets, head.end, head.headers);
  const message = messageOf(head, body, notes);
  return { message: { ...message, sentAt: answeredAt }, end };
}

export function messageOf(head: MessageHead, body: string, notes: readonly CaptureNote[]): Message {
  const { method, target, headers, origin, written, hasVersion } = head;
  return {
    request: { method, target, headers, body: bytesOf(body) },
    origin,
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
  const lines = readHeaderLines(head.lines, describeLines(octets, head.starts));
  const { method, target: written, hasVersion } = head.requestLine ?? fromPseudo(lines.pseudo);
  const { target, ...named } = splitTarget(written);
  const { host, origin } = { ...ofPseudo(lines.pseudo), ...named };
  return {
    method,
    target,
    headers: withHost(lines.headers, host),
    origin,
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
