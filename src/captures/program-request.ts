import { getHeader, type Header, type HttpRequest } from '../message.ts';
import {
  type Capture,
  type CaptureFormat,
  type CaptureNote,
  createChangedNote,
  createCodeNote,
  noteTemplates,
  type Place,
} from './capture.ts';
import { splitTarget, withHost } from './http/message.ts';
import { encodeHeaders } from './json/parse.ts';
import { createPercentEncoder, createUnreadable, encodeAscii, encodeUtf8, quoteExcerpt } from './octets.ts';

/** Text of program code, with the parts as written that are known only at run time. */
export interface CodeText {
  readonly text: string;
  readonly unknown: readonly string[];
}

/** The request that a program's call describes. */
export interface ProgramRequest {
  readonly method: CodeText;
  readonly url: CodeText;
  readonly headers: readonly (readonly [name: string, value: CodeText])[];
  /** The code of headers whose values are unknown. */
  readonly unknownHeaders: readonly string[];
  /** The body as bytes; absent without a body. */
  readonly body?: CodeText;
  /** The Content-Type of a body if the call doesn't set one. */
  readonly contentType?: string;
  readonly notes: readonly CaptureNote[];
}

/**
 * Creates the capture of a call in program code. Omits headers that differ between programs: its own User-Agent and
 * Accept.
 * @throws Fault INPUT_INVALID for an invalid URL
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
  const has = (name: string) => getHeader(given, name) !== undefined;
  const added = (name: string, value: string | undefined): Header[] =>
    body === undefined || value === undefined || has(name) ? [] : [[name, value]];
  const length = has('transfer-encoding') ? undefined : String(body?.text.length);
  return [
    ...withHost(given, host),
    ...added('Content-Type', contentType),
    ...added('Content-Length', length),
  ];
}

const SCHEME = /^[A-Za-z][A-Za-z0-9+.-]*:/;
const unsafe = createPercentEncoder(/[!#-;=?-_a-z|~{}`[\]^\\]/);

/**
 * Parses the URL as programs send it: without the fragment and dot segments, with blanks and characters beyond ASCII
 * encoded.
 */
function readUrl({ text, unknown }: CodeText): ReturnType<typeof splitTarget> & Pick<Capture, 'notes'> {
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

/** Removes dot segments from the path (RFC 3986 §5.2.4) and encodes its bytes. */
function normalizeUrl(written: string): string {
  const encoded = unsafe(encodeUtf8(written));
  if (!/\/\.{1,2}(?:[/?]|$)/.test(encoded)) return encoded;
  const { pathname, search } = new URL(encoded, 'http://host');
  return pathname + search;
}
