import type { Header, HttpRequest } from '../../message.ts';
import type { Capture, CaptureNote } from '../capture.ts';
import { chooseEntry, type Entry, isSigned } from '../entries.ts';
import type { FormOptions } from '../form.ts';
import { holdTo } from '../limits.ts';
import { BODY, changedNote } from '../notes.ts';
import { bytesOf, octetsOf, textOf, withoutLineEnds } from '../octets.ts';
import { templateNotes } from '../templates.ts';
import { excerpt, placeIn, unreadable } from '../unreadable.ts';
import { readHttpBody } from './body.ts';
import { skipComments } from './comments.ts';
import { sentByCurl } from './curl-trace.ts';
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
  const { request, origin, notes, written, hasVersion } = chooseEntry(messages, wanted);
  const content = hasVersion ? { body: request.body, notes: [] } : readClientBody(request.body, readFile);
  const sent = { ...request, body: content.body };
  return {
    format: 'http',
    request: sent,
    ...(origin === undefined ? {} : { origin }),
    notes: [...notes, ...content.notes, ...templateNotes(sent, written)],
  };
}

interface Message extends Entry {
  readonly request: HttpRequest;
  readonly origin?: string;
  readonly notes: readonly CaptureNote[];
  /** The target as it stands on the request line. */
  readonly written: string;
  readonly hasVersion: boolean;
}

/** The requests of the text, with lines of `###` between them. @see C-verify-http-client-files */
function readMessages(octets: string): Message[] {
  const messages: Message[] = [];
  let position = skipComments(octets, 0);
  while (position < octets.length) {
    const { message, end } = readMessage(octets, position);
    messages.push(message);
    holdTo('requests', messages.length);
    const next = skipComments(octets, end);
    const isSeparated = octets.slice(end, next).includes('###');
    position = isSeparated ? next : octets.length;
  }
  return messages;
}

function readMessage(octets: string, start: number): { message: Message; end: number } {
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

/** `< body.json`, alone, stands for the content of a file. */
const FROM_FILE = /^<@?(?:utf-?8)?[ \t]+(\S+(?:[ \t]+\S+)*)\s*$/i;
const LONGEST_FILE_LINE = 1000;
/** What an HTTP client does with the answer is no part of the body. */
const AFTER_BODY = /^(?:> ?\{%|>>!? |> \S+\.js\b|<> )/m;

function readClientBody(
  sent: Uint8Array,
  readFile: FormOptions['readFile'],
): { body: Uint8Array; notes: CaptureNote[] } {
  const octets = octetsOf(sent);
  const end = AFTER_BODY.exec(octets)?.index;
  const body = end === undefined ? octets : withoutLineEnds(octets.slice(0, end));
  const message = `${excerpt(octets.slice(end))} is an instruction for the HTTP client and is ignored.`;
  const notes =
    end === undefined ? [] : [changedNote(BODY, message, 'Check that this is the body that was sent.')];
  const name = body.length < LONGEST_FILE_LINE ? FROM_FILE.exec(body)?.[1] : undefined;
  return { body: name === undefined ? bytesOf(body) : readFile(textOf(name)), notes };
}
