import { once } from 'node:events';
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import {
  type Header,
  type HttpRequest,
  type HttpResponse,
  normalizeTarget,
  type Peer,
  type StreamedResponse,
} from '../message.ts';
import {
  type AnswerRefusal,
  createBodyRefusal,
  createRefusalResponse,
  NO_HOST,
  NOT_A_PATH,
  NOT_HTTP,
  OTHER_CODING,
  type ServerLimits,
  type ServerRefusal,
} from './refusals.ts';

/** The result of reading a request: a message, the server's own answer, or a closed connection. */
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
  const refusal = checkHead(request);
  if (refusal !== undefined) return { kind: 'refused', refusal };
  const length = readDeclaredLength(request);
  if (length === 0) return { kind: 'message', message: buildMessage(request, NO_BYTES), isWhole: true };
  const body: Body =
    length > limitBytes ? { kind: 'too-large' } : await readBody(request, connection, { limitBytes, length });
  if (body.kind === 'whole')
    return { kind: 'message', message: buildMessage(request, body.bytes), isWhole: true };
  if (body.kind !== 'too-large') return body;
  return { kind: 'message', message: buildMessage(request, createTooManyBytes(limitBytes)), isWhole: false };
}

const NO_BYTES = new Uint8Array(0);

/** Replaces an oversized body, which isn't read: its length makes the handler refuse it. @see S12-body-limit-served */
let excess = NO_BYTES;

function createTooManyBytes(limitBytes: number): Uint8Array {
  if (excess.byteLength <= limitBytes) excess = new Uint8Array(limitBytes + 1);
  return excess;
}

/**
 * A message has a version that is served, a path and, on HTTP/1.1, came for a host (RFC 9112 3.2). Node's parser takes
 * codings before `chunked`, repeats of it, chunks on HTTP/1.0 and HTTP/2.0, which another server reads as another
 * length.
 * @see S12-target, S12-not-http, S12-smuggling
 */
function checkHead(request: IncomingMessage): ServerRefusal | undefined {
  if (!SERVED_VERSIONS.has(request.httpVersion)) return NOT_HTTP;
  const coding = request.headers['transfer-encoding'];
  if (coding !== undefined && (coding !== 'chunked' || request.httpVersion !== '1.1')) return OTHER_CODING;
  if (!normalizeTarget(request.url ?? '').startsWith('/')) return NOT_A_PATH;
  return request.headers.host === undefined && request.httpVersion === '1.1' ? NO_HOST : undefined;
}

const SERVED_VERSIONS: ReadonlySet<string> = new Set(['1.0', '1.1']);

/** The bytes of body that are to come; NaN when only their end will tell. */
function readDeclaredLength({ headers }: IncomingMessage): number {
  if (headers['transfer-encoding'] !== undefined) return Number.NaN;
  return Number(headers['content-length'] ?? 0);
}

function buildMessage({ method, url, rawHeaders }: IncomingMessage, body: Uint8Array): HttpRequest {
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
      settle({
        kind: 'refused',
        refusal: createBodyRefusal(refusal, { announced: length, came: buffer.length }),
      });
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

/** Waits for an answer. */
export interface Waiting {
  /** Calls back once, when the answer is written or its client is gone. */
  whenOver(act: () => void): void;
}

/** Tells whether an answer of this status has a body (RFC 9110 6.4.1). */
function hasBody(status: number): boolean {
  return status !== 204 && status !== 304;
}

/**
 * The headers of an answer as they go out, name and value in turns: the message's own in their order, then the two
 * that belong to the connection. Node adds none where both are there.
 */
function buildWireHeaders({ status, headers, body }: HttpResponse, isLast: boolean): string[] {
  const wire: string[] = [];
  for (const [name, value] of headers) wire.push(name, value);
  wire.push('Connection', isLast ? 'close' : 'keep-alive');
  if (hasBody(status)) wire.push('Content-Length', String(body.byteLength));
  return wire;
}

/**
 * Puts the last answer of a connection on its response, which is not ended yet: its end closes the connection.
 * @see A-server-exact
 */
export function writeAnswer(response: ServerResponse, answer: HttpResponse): void {
  writeHead(response, answer, true);
  response.write(answer.body);
}

/** Puts an answer on its response and ends it. */
export function endAnswer(response: ServerResponse, answer: HttpResponse, isLast: boolean): void {
  writeHead(response, answer, isLast);
  response.end(hasBody(answer.status) ? answer.body : undefined);
}

/**
 * Puts an answer on its response as it comes, no faster than it is taken. Its own Content-Length goes out where it has
 * one. One that breaks off ends the connection, so that the client sees it is incomplete.
 */
export async function streamAnswer(
  response: ServerResponse,
  { status, headers, pieces }: StreamedResponse,
  isLast: boolean,
): Promise<void> {
  response.sendDate = false;
  const wire: string[] = [];
  for (const [name, value] of headers) wire.push(name, value);
  response.writeHead(status, [...wire, 'Connection', isLast ? 'close' : 'keep-alive']);
  response.flushHeaders();
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  try {
    for await (const piece of pieces) {
      if (gone.signal.aborted) return;
      if (!response.write(piece)) await once(response, 'drain', { signal: gone.signal });
    }
    response.end();
  } catch {
    // The producer of the pieces knows why there are no more.
    response.destroy();
  }
}

function writeHead(response: ServerResponse, answer: HttpResponse, isLast: boolean): void {
  response.sendDate = false;
  response.writeHead(answer.status, buildWireHeaders(answer, isLast));
}

/** The bytes of an answer that ends its connection, where there is no response to put it on. */
function serializeFinalResponse(answer: HttpResponse): Buffer {
  const wire = buildWireHeaders(answer, true);
  let head = `HTTP/1.1 ${answer.status} ${STATUS_CODES[answer.status] ?? ''}\r\n`;
  for (let place = 0; place < wire.length; place += 2) head += `${wire[place]}: ${wire[place + 1]}\r\n`;
  return Buffer.concat([Buffer.from(`${head}\r\n`, 'latin1'), answer.body]);
}

interface ConnectionMeans {
  readonly limits: Pick<ServerLimits, 'lingerMilliseconds' | 'requestsPerConnection'>;
  readonly clock: () => number;
  readonly onRefused?: (refusal: ServerRefusal) => void;
  readonly answerRefusal?: AnswerRefusal;
}

/**
 * Requests of a connection that may be unanswered, and bytes of their heads: Node's parser takes all that a client
 * sends ahead, and each request costs some kilobytes.
 */
const MAX_UNANSWERED = 100;
const MAX_UNANSWERED_HEAD_BYTES = 256 * 1024;

/** Runs the requests of one connection one after another, and ends it. @see S12-connections */
export class Connection {
  readonly peer: Peer;
  readonly #socket: Socket;
  readonly #means: ConnectionMeans;
  #last: Promise<void> = Promise.resolve();
  #unanswered = 0;
  #unansweredHeadBytes = 0;
  #requests = 0;
  #isClosing = false;
  #isEnding = false;
  #refusal: ServerRefusal | undefined;
  #stopReading: ((refusal: ServerRefusal) => void) | undefined;

  constructor(socket: Socket, means: ConnectionMeans) {
    this.#socket = socket;
    this.#means = means;
    this.peer = createPeer(socket);
  }

  /** Tells whether the answer that is written now ends the connection. */
  get isLast(): boolean {
    const isUsedUp = this.#requests >= this.#means.limits.requestsPerConnection;
    return (this.#isClosing || isUsedUp) && this.#unanswered === 1;
  }

  /**
   * Serves a request once all before it are answered. Destroys a connection that has too many unanswered ones.
   * @param serve never rejects; not called where the connection ends before
   */
  enqueue(request: IncomingMessage, response: ServerResponse, serve: () => Promise<void>): Promise<unknown> {
    const headBytes = request.rawHeaders.reduce((sum, text) => sum + text.length, request.url?.length ?? 0);
    this.#requests += 1;
    this.#unanswered += 1;
    this.#unansweredHeadBytes += headBytes;
    if (this.#unanswered > MAX_UNANSWERED || this.#unansweredHeadBytes > MAX_UNANSWERED_HEAD_BYTES)
      this.#socket.destroy();
    if (this.#socket.destroyed) return Promise.resolve();
    const served = this.#last.then(async () => {
      const isServed = !this.#isOver;
      if (isServed) await serve();
      return isServed;
    });
    this.#last = served.then(async (isServed) => {
      if (isServed) await waitForClose(response);
      this.#unanswered -= 1;
      this.#unansweredHeadBytes -= headBytes;
      if (this.#isClosing) this.close();
    });
    return served;
  }

  /** Tells whether no request is served any more. */
  get #isOver(): boolean {
    return this.#isEnding || this.#socket.destroyed;
  }

  /** Stops the body that is read now when the connection is refused. */
  onStopReading(stop: ((refusal: ServerRefusal) => void) | undefined): void {
    this.#stopReading = stop;
    if (this.#refusal !== undefined) stop?.(this.#refusal);
  }

  /** Serves nothing behind the answer that is written now. */
  stopServing(): void {
    this.#isEnding = true;
  }

  /**
   * Answers what can't be read as a request, behind the requests that came before it, and ends the connection: where
   * the next one would begin isn't known.
   */
  refuse(refusal: ServerRefusal): void {
    if (this.#refusal !== undefined || this.#isOver) return;
    this.#refusal = refusal;
    // Node's parser would report each further piece as an error.
    this.#socket.removeAllListeners('data').on('data', () => {});
    this.#stopReading?.(refusal);
    this.#last = this.#last.then(() => this.#endWith(refusal));
  }

  /** Ends the connection after the last answer. */
  close(): void {
    this.#isClosing = true;
    if (this.#unanswered === 0 && this.#refusal === undefined) this.#end();
  }

  #endWith(refusal: ServerRefusal): void {
    if (this.#isOver) return;
    const { onRefused, answerRefusal = createRefusalResponse, clock } = this.#means;
    onRefused?.(refusal);
    this.#end(serializeFinalResponse(answerRefusal(refusal, clock())));
  }

  /** Drops for a while what the client still sends: a reset would take the last answer from it. */
  #end(words?: Buffer): void {
    this.#isEnding = true;
    if (words !== undefined && this.#socket.writable) this.#socket.end(words);
    else this.#socket.end();
    this.#socket.resume();
    setTimeout(() => this.#socket.destroy(), this.#means.limits.lingerMilliseconds).unref();
  }
}

/** Resolves when a response is sent, or its connection is closed. */
function waitForClose(response: ServerResponse): Promise<void> | undefined {
  return response.closed ? undefined : new Promise((resolve) => response.once('close', resolve));
}

/** IPv4 over a socket of IPv6 is written as IPv4 (RFC 4291 2.5.5.2). */
function createPeer(socket: Socket): Peer {
  const address = (socket.remoteAddress ?? '').replace(/^::ffff:(?=\d+\.)/, '');
  return { address, ...(socket instanceof TLSSocket ? { tls: readTls(socket) } : {}), operator: false };
}

/** A certificate is there only where the server asked for one. */
function readTls(socket: TLSSocket): NonNullable<Peer['tls']> {
  const version = socket.getProtocol() ?? '';
  const clientCertificate = socket.getPeerX509Certificate()?.raw;
  return clientCertificate === undefined ? { version } : { version, clientCertificate };
}
