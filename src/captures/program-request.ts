import type { Header, HttpRequest } from '../message.ts';
import {
  type Capture,
  type CaptureFormat,
  type CaptureNote,
  changedNote,
  codeNote,
  type Place,
  templateNotes,
} from './capture.ts';
import { splitTarget } from './http/message.ts';
import { asOctets } from './json/parse.ts';
import { asciiText, excerpt, percentEncoder, unreadable, utf8Octets } from './octets.ts';

/** Text of program code, and what in it is known only when the code runs, as it stands there. */
export interface CodeText {
  readonly text: string;
  readonly unknown: readonly string[];
}

/** What a program's call says of the request that it sends. */
export interface ProgramRequest {
  readonly method: CodeText;
  readonly url: CodeText;
  readonly headers: readonly (readonly [name: string, value: CodeText])[];
  /** Headers of which only the code that makes them is there. */
  readonly unknownHeaders: readonly string[];
  /** Octets; absent without a body. */
  readonly body?: CodeText;
  /** Of a body whose Content-Type the call does not say. */
  readonly contentType?: string;
  readonly notes: readonly CaptureNote[];
}

/**
 * The request that a call in program code sends. Left out is what differs from one program to another, its own
 * User-Agent and Accept.
 * @throws Fault INPUT_INVALID for what is no URL
 * @see C-verify-code-literals
 */
export function programCapture(format: CaptureFormat, sent: ProgramRequest): Capture {
  const { target, origin, host, notes: urlNotes } = readUrl(sent.url);
  const { headers, notes: headerNotes } = asOctets(completed(sent, host));
  const body = new Uint8Array(Buffer.from(sent.body?.text ?? '', 'latin1'));
  const request: HttpRequest = { method: sent.method.text, target, headers, body };
  return {
    format,
    request,
    origin,
    notes: [
      ...unknownNotes('target', [...sent.method.unknown, ...sent.url.unknown]),
      ...urlNotes,
      ...sent.headers.flatMap(([name, { unknown }]) => unknownNotes({ header: name }, unknown)),
      ...unknownNotes('header', sent.unknownHeaders),
      ...headerNotes,
      ...unknownNotes('body', sent.body?.unknown ?? []),
      ...sent.notes,
      ...templateNotes(request, sent.url.text),
    ],
  };
}

function unknownNotes(place: Place, unknown: readonly string[]): CaptureNote[] {
  return unknown.map((literal) => codeNote(place, literal));
}

function completed({ headers, body, contentType }: ProgramRequest, host: string | undefined): Header[] {
  const given = headers.map(([name, { text }]): Header => [name, text]);
  const has = (name: string) => given.some(([one]) => one.toLowerCase() === name);
  const added = (name: string, value: string | undefined): Header[] =>
    value === undefined || has(name.toLowerCase()) ? [] : [[name, value]];
  const length = body === undefined || has('transfer-encoding') ? undefined : String(body.text.length);
  return [
    ...added('Host', host),
    ...given,
    ...added('Content-Type', body === undefined ? undefined : contentType),
    ...added('Content-Length', length),
  ];
}

interface ReadUrl extends ReturnType<typeof splitTarget> {
  readonly notes: readonly CaptureNote[];
}

const SCHEME = /^[A-Za-z][A-Za-z0-9+.-]*:/;
const unsafe = percentEncoder(/[!#-;=?-_a-z|~{}`[\]^\\]/);

/** The target as programs send it: without the fragment, dot segments gone, blanks and what isn't ASCII encoded. */
function readUrl({ text, unknown }: CodeText): ReadUrl {
  const url = text.split('#', 1)[0] ?? '';
  const isOpen = unknown.length > 0 || url.includes('{{');
  if (!isOpen && !/^https?:\/\//i.test(url) && (SCHEME.test(url) || !url.startsWith('/')))
    throw unreadable(
      `${excerpt(utf8Octets(text))} isn't an HTTP URL.`,
      'Use the whole URL: https://bank.example/v1/…',
    );
  const { target: written, ...named } = splitTarget(url);
  const server = withoutDefaultPort(named);
  if (isOpen)
    return {
      target: asciiText(written) || '/',
      ...(/[${}()]/.test(server.host ?? '') ? {} : server),
      notes: [],
    };
  const target = asSent(written);
  const message = `${excerpt(utf8Octets(written))} is sent as ${excerpt(target)}.`;
  return {
    target,
    ...server,
    notes:
      target === written ? [] : [changedNote('target', message, 'Check what was sent, or write the URL so.')],
  };
}

function withoutDefaultPort({ origin, host }: { origin?: string; host?: string }) {
  const port = origin?.startsWith('https:') ? /:443$/ : /:80$/;
  return origin === undefined || host === undefined
    ? {}
    : { origin: origin.replace(port, ''), host: host.replace(port, '') };
}

/** RFC 3986 §5.2.4 for the path, and its octets as URLs have them. */
function asSent(written: string): string {
  const encoded = unsafe(utf8Octets(written));
  if (!/\/\.{1,2}(?:[/?]|$)/.test(encoded)) return encoded;
  const { pathname, search } = new URL(encoded, 'http://host');
  return pathname + search;
}
