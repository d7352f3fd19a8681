import type { Header, HttpRequest } from '../message.ts';
import {
  type Capture,
  type CaptureFormat,
  type CaptureNote,
  createChangedNote,
  createCodeNote,
  noteTemplates,
  type Place,
} from './capture.ts';
import { splitTarget } from './http/message.ts';
import { encodeHeaders } from './json/parse.ts';
import { createPercentEncoder, createUnreadable, encodeAscii, encodeUtf8, quoteExcerpt } from './octets.ts';

/** Text of program code, and what in it is known only when the code runs, as it stands there. */
export interface CodeText {
  readonly text: string;
  readonly unknown: readonly string[];
}

/** The request as a program's call describes it. */
export interface ProgramRequest {
  readonly method: CodeText;
  readonly url: CodeText;
  readonly headers: readonly (readonly [name: string, value: CodeText])[];
  /** Headers of which only the code that makes them is there. */
  readonly unknownHeaders: readonly string[];
  /** Octets; absent without a body. */
  readonly body?: CodeText;
  /** Content-Type of a body if the call doesn't set one. */
  readonly contentType?: string;
  readonly notes: readonly CaptureNote[];
}

/**
 * The request that a call in program code sends. Left out is what differs from one program to another, its own
 * User-Agent and Accept.
 * @throws Fault INPUT_INVALID for what is no URL
 * @see C-verify-code-literals
 */
export function createProgramCapture(format: CaptureFormat, sent: ProgramRequest): Capture {
  const { target, origin, host, notes: urlNotes } = readUrl(sent.url);
  const { headers, notes: headerNotes } = encodeHeaders(addDefaultHeaders(sent, host));
  const body = new Uint8Array(Buffer.from(sent.body?.text ?? '', 'latin1'));
  const request: HttpRequest = { method: sent.method.text, target, headers, body };
  return {
    format,
    request,
    origin,
    notes: [
      ...noteUnknown('target', [...sent.method.unknown, ...sent.url.unknown]),
      ...urlNotes,
      ...sent.headers.flatMap(([name, { unknown }]) => noteUnknown({ header: name }, unknown)),
      ...noteUnknown('header', sent.unknownHeaders),
      ...headerNotes,
      ...noteUnknown('body', sent.body?.unknown ?? []),
      ...sent.notes,
      ...noteTemplates(request, sent.url.text),
    ],
  };
}

function noteUnknown(place: Place, unknown: readonly string[]): CaptureNote[] {
  return unknown.map((literal) => createCodeNote(place, literal));
}

function addDefaultHeaders(
  { headers, body, contentType }: ProgramRequest,
  host: string | undefined,
): Header[] {
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
const unsafe = createPercentEncoder(/[!#-;=?-_a-z|~{}`[\]^\\]/);

/** The target as programs send it: without the fragment, dot segments gone, blanks and what isn't ASCII encoded. */
function readUrl({ text, unknown }: CodeText): ReadUrl {
  const url = text.split('#', 1)[0] ?? '';
  const isOpen = unknown.length > 0 || url.includes('{{');
  if (!isOpen && !/^https?:\/\//i.test(url) && (SCHEME.test(url) || !url.startsWith('/')))
    throw createUnreadable(
      `${quoteExcerpt(encodeUtf8(text))} isn't an HTTP URL.`,
      'Use the whole URL: https://bank.example/v1/…',
    );
  const { target: written, ...named } = splitTarget(url);
  const server = withoutDefaultPort(named);
  if (isOpen)
    return {
      target: encodeAscii(written) || '/',
      ...(/[${}()]/.test(server.host ?? '') ? {} : server),
      notes: [],
    };
  const target = normalizeUrl(written);
  const message = `${quoteExcerpt(encodeUtf8(written))} is sent as ${quoteExcerpt(target)}.`;
  return {
    target,
    ...server,
    notes:
      target === written
        ? []
        : [createChangedNote('target', message, 'Check what was sent, or write the URL so.')],
  };
}

function withoutDefaultPort({ origin, host }: { origin?: string; host?: string }) {
  const port = origin?.startsWith('https:') ? /:443$/ : /:80$/;
  return origin === undefined || host === undefined
    ? {}
    : { origin: origin.replace(port, ''), host: host.replace(port, '') };
}

/** RFC 3986 §5.2.4 for the path, and its octets as URLs have them. */
function normalizeUrl(written: string): string {
  const encoded = unsafe(encodeUtf8(written));
  if (!/\/\.{1,2}(?:[/?]|$)/.test(encoded)) return encoded;
  const { pathname, search } = new URL(encoded, 'http://host');
  return pathname + search;
}
