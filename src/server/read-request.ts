import type { IncomingMessage } from 'node:http';
import { type Header, type HttpRequest, originForm } from '../message.ts';
import type { Connection } from './connection.ts';
import { Pieces } from './pieces.ts';
import {
  inBody,
  NO_HOST,
  NOT_A_PATH,
  NOT_HTTP,
  OTHER_CODING,
  type ServerRefusal,
  TOO_MUCH_HELD,
} from './refusals.ts';
import type { Turn } from './turn.ts';

/** A request, and where it came. */
export interface Arrival {
  readonly request: IncomingMessage;
  readonly connection: Connection;
  readonly turn: Turn;
}

/** What came of a request: a message for the door, an answer of the server's own, or nobody to answer. */
export type Read =
  | { readonly kind: 'message'; readonly message: HttpRequest; readonly isWhole: boolean }
  | { readonly kind: 'refused'; readonly refusal: ServerRefusal }
  | { readonly kind: 'gone' };

type Body =
  | { readonly kind: 'whole'; readonly bytes: Uint8Array }
  | { readonly kind: 'too-large' }
  | Exclude<Read, { kind: 'message' }>;

/** Reads a request into the message that the door takes: every byte as it was sent. @see A-server-exact */
export async function readRequest(arrival: Arrival, limitBytes: number): Promise<Read> {
  const { request, connection } = arrival;
  const length = declaredLength(request);
  if (length !== 0) connection.announce({ bytes: length, isWhole: () => request.complete });
  const refusal = refusalOfHead(request);
  if (refusal !== undefined) return { kind: 'refused', refusal };
  if (length === 0) return { kind: 'message', message: messageOf(request, NO_BYTES), isWhole: true };
  const body: Body =
    length > limitBytes ? { kind: 'too-large' } : await readBody(arrival, limitBytes, length);
  if (body.kind === 'whole')
    return { kind: 'message', message: messageOf(request, body.bytes), isWhole: true };
  if (body.kind !== 'too-large') return body;
  return { kind: 'message', message: messageOf(request, tooManyBytes(limitBytes)), isWhole: false };
}

const NO_BYTES = new Uint8Array(0);

/** Not what was sent, which nobody reads: its length alone tells the door to refuse. @see S12-body-limit-served */
let excess = NO_BYTES;

function tooManyBytes(limitBytes: number): Uint8Array {
  if (excess.byteLength <= limitBytes) excess = new Uint8Array(limitBytes + 1);
  return excess;
}

/**
 * A message has a version that is served, a path and, on HTTP/1.1, came for a host (RFC 9112 3.2). Node's parser takes
 * codings before `chunked`, repeats of it, chunks on HTTP/1.0 and HTTP/2.0, which another server reads as another length.
 * @see S12-target, S12-not-http, S12-smuggling
 */
function refusalOfHead(request: IncomingMessage): ServerRefusal | undefined {
  if (!SERVED_VERSIONS.has(request.httpVersion)) return NOT_HTTP;
  const coding = request.headers['transfer-encoding'];
  if (coding !== undefined && (coding !== 'chunked' || request.httpVersion !== '1.1')) return OTHER_CODING;
  if (!originForm(request.url ?? '').startsWith('/')) return NOT_A_PATH;
  return request.headers.host === undefined && request.httpVersion === '1.1' ? NO_HOST : undefined;
}

const SERVED_VERSIONS: ReadonlySet<string> = new Set(['1.0', '1.1']);

/** The bytes of body that are to come; NaN when only their end will tell. */
function declaredLength({ headers }: IncomingMessage): number {
  if (headers['transfer-encoding'] !== undefined) return Number.NaN;
  return Number(headers['content-length'] ?? 0);
}

function messageOf({ method, url, rawHeaders }: IncomingMessage, body: Uint8Array): HttpRequest {
  const headers: Header[] = [];
  for (let place = 0; place < rawHeaders.length; place += 2) {
    headers.push([rawHeaders[place] ?? '', rawHeaders[place + 1] ?? '']);
  }
  return { method: method ?? '', target: url ?? '', headers, body };
}

/** The length is NaN where only its end tells it. @see S12-body-limit-served */
function readBody(arrival: Arrival, limitBytes: number, length: number): Promise<Body> {
  const { request, connection, turn } = arrival;
  return new Promise((resolve) => {
    const pieces = new Pieces();
    let bytes = 0;
    let isSettled = false;
    const settle = (body: Body) => {
      if (isSettled) return;
      isSettled = true;
      connection.doneReading(reading);
      request.off('data', take);
      if (body.kind !== 'whole') turn.release();
      resolve(body);
    };
    const reading = {
      isWhole: () => request.complete,
      stop: (refusal: ServerRefusal) =>
        settle({
          kind: 'refused',
          refusal: inBody(refusal, { announced: length, came: bytes }),
        }),
    };
    const take = (chunk: Buffer) => {
      bytes += chunk.byteLength;
      const isHeld = turn.hold(chunk.byteLength, bytes === length);
      if (isHeld && bytes <= limitBytes) {
        pieces.add(chunk);
        return;
      }
      request.pause();
      settle(bytes > limitBytes ? { kind: 'too-large' } : { kind: 'refused', refusal: TOO_MUCH_HELD });
    };
    connection.startReading(reading);
    request.on('data', take);
    request.once('end', () => settle({ kind: 'whole', bytes: pieces.joined() }));
    request.once('close', () => settle({ kind: 'gone' }));
    request.on('error', () => settle({ kind: 'gone' }));
  });
}
