import type { IncomingMessage } from 'node:http';
import { type Header, type HttpRequest, originForm } from '../message.ts';
import type { Connection } from './connection.ts';
import { inBody, NO_HOST, NOT_A_PATH, NOT_HTTP, OTHER_CODING, type ServerRefusal } from './refusals.ts';

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
export async function readRequest(
  request: IncomingMessage,
  connection: Connection,
  limitBytes: number,
): Promise<Read> {
  const refusal = refusalOfHead(request);
  if (refusal !== undefined) return { kind: 'refused', refusal };
  const length = declaredLength(request);
  if (length === 0) return { kind: 'message', message: messageOf(request, NO_BYTES), isWhole: true };
  const body: Body =
    length > limitBytes ? { kind: 'too-large' } : await readBody(request, connection, { limitBytes, length });
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
function readBody(
  request: IncomingMessage,
  connection: Connection,
  { limitBytes, length }: { readonly limitBytes: number; readonly length: number },
): Promise<Body> {
  return new Promise((resolve) => {
    const buffer = new GrowingBuffer();
    const settle = (body: Body) => {
      connection.onStopReading(undefined);
      request.off('data', take);
      resolve(body);
    };
    const take = (chunk: Buffer) => {
      if (buffer.length + chunk.byteLength <= limitBytes) {
        buffer.add(chunk);
        return;
      }
      request.pause();
      settle({ kind: 'too-large' });
    };
    request.on('data', take);
    request.once('end', () => settle({ kind: 'whole', bytes: buffer.bytes() }));
    request.once('close', () => settle({ kind: 'gone' }));
    request.on('error', () => settle({ kind: 'gone' }));
    connection.onStopReading((refusal) => {
      if (request.complete) return;
      settle({ kind: 'refused', refusal: inBody(refusal, { announced: length, came: buffer.length }) });
    });
  });
}

/**
 * Joins chunks by copying: a client that sends one byte in each would otherwise take a hundred times as much memory.
 * @see A-server-flat
 */
class GrowingBuffer {
  #room = Buffer.alloc(0);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  add(chunk: Buffer): void {
    const length = this.#length + chunk.byteLength;
    if (length > this.#room.byteLength) {
      const room = Buffer.allocUnsafeSlow(Math.max(length, 2 * this.#room.byteLength));
      this.#room.copy(room, 0, 0, this.#length);
      this.#room = room;
    }
    chunk.copy(this.#room, this.#length);
    this.#length = length;
  }

  bytes(): Uint8Array {
    return this.#room.subarray(0, this.#length);
  }
}
