import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { pipeline } from 'node:stream/promises';
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

/** Reads a request into the message for the handler: every byte as it was sent. @see A-server-exact */
export async function readRequest(
  request: IncomingMessage,
  connection: Connection,
  limitBytes: number,
): Promise<Read> {
  const refusal = checkHead(request);
  if (refusal !== undefined) return { kind: 'refused', refusal };
  const length = readDeclaredLength(request);
  if (length === 0) return createRead(request, NO_BYTES, true);
  if (length > limitBytes) return createRead(request, createTooManyBytes(limitBytes), false);
  return readBody(request, connection, { limitBytes, length });
}

function createRead(request: IncomingMessage, body: Uint8Array, isWhole: boolean): Read {
  return { kind: 'message', message: buildMessage(request, body), isWhole };
}

const NO_BYTES = new Uint8Array(0);

/**
 * Replaces an oversized body, which isn't read: its length causes the handler to reject it. @see S12-body-limit-served
 */
let excess = NO_BYTES;

function createTooManyBytes(limitBytes: number): Uint8Array {
  if (excess.byteLength <= limitBytes) excess = new Uint8Array(limitBytes + 1);
  return excess;
}

/**
 * Checks that a message has a supported version, a path and, on HTTP/1.1, a Host (RFC 9112 3.2). Node's parser accepts
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

/** Reads the number of body bytes to come; NaN when only the end of the body shows it. */
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

/**
 * Reads a body. The length is NaN if only its end shows it. Joins chunks by copying: a client that sends one byte in each
 * would otherwise take a hundred times as much memory.
 * @see S12-body-limit-served, A-server-flat
 */
function readBody(
  request: IncomingMessage,
  connection: Connection,
  { limitBytes, length }: { readonly limitBytes: number; readonly length: number },
): Promise<Read> {
  return new Promise((resolve) => {
    let buffer = Buffer.alloc(0);
    let came = 0;
    const settle = (read: Read) => {
      connection.onStopReading(undefined);
      request.off('data', take);
      resolve(read);
    };
    const take = (chunk: Buffer) => {
      const sum = came + chunk.byteLength;
      if (sum > limitBytes) {
        request.pause();
        settle(createRead(request, createTooManyBytes(limitBytes), false));
        return;
      }
      if (sum > buffer.byteLength) {
        const larger = Buffer.allocUnsafeSlow(Math.max(sum, 2 * buffer.byteLength));
        buffer.copy(larger, 0, 0, came);
        buffer = larger;
      }
      chunk.copy(buffer, came);
      came = sum;
    };
    request.on('data', take);
    request.once('end', () => settle(createRead(request, buffer.subarray(0, came), true)));
    request.once('close', () => settle({ kind: 'gone' }));
    request.on('error', () => settle({ kind: 'gone' }));
    connection.onStopReading((refusal) => {
      if (request.complete) return;
      settle({ kind: 'refused', refusal: createBodyRefusal(refusal, { announced: length, came }) });
    });
  });
}

/** Calls back once, when the response is written or its client is gone. */
export type WhenOver = (act: () => void) => void;

/** Checks whether a response with this status has a body (RFC 9110 6.4.1). */
function hasBody(status: number): boolean {
  return status !== 204 && status !== 304;
}

/**
 * Builds the headers of a response as sent, name and value alternating: the message's own in their order, then the two
 * of the connection. Node adds neither if both are present.
 */
function buildWireHeaders({ status, headers, body }: HttpResponse, isLast: boolean): string[] {
  const wire: string[] = [];
  for (const [name, value] of headers) wire.push(name, value);
  wire.push('Connection', isLast ? 'close' : 'keep-alive');
  if (hasBody(status)) wire.push('Content-Length', String(body.byteLength));
  return wire;
}

/** Writes a response and ends it. */
export function endAnswer(response: ServerResponse, answer: HttpResponse, isLast: boolean): void {
  writeHead(response, answer, isLast);
  response.end(hasBody(answer.status) ? answer.body : undefined);
}

/**
 * Streams a response as it arrives, no faster than the client reads it, with its own Content-Length if it has one. An
 * interrupted stream ends the connection, so that the client detects an incomplete response.
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
  // Destroys the response after a failure, whose reason the producer of the pieces reports.
  await pipeline(pieces, response).catch(() => {});
}

/** Writes the head of a response. @see A-server-exact */
export function writeHead(response: ServerResponse, answer: HttpResponse, isLast: boolean): void {
  response.sendDate = false;
  response.writeHead(answer.status, buildWireHeaders(answer, isLast));
}

/** Serializes a response that ends its connection, for a connection without a response object. */
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
 * Limits of a connection's unanswered requests, and of the bytes of their heads: Node's parser accepts everything that
 * a client pipelines, and each request costs some kilobytes.
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

  /** True if the response being written is the last of the connection. */
  get isLast(): boolean {
    const isUsedUp = this.#requests >= this.#means.limits.requestsPerConnection;
    return (this.#isClosing || isUsedUp) && this.#unanswered === 1;
  }

  /**
   * Serves a request once all before it are answered. Destroys a connection that has too many unanswered ones.
   * @param serve never rejects; not called if the connection ends before
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

  /** True if no further request is served. */
  get #isOver(): boolean {
    return this.#isEnding || this.#socket.destroyed;
  }

  /** Registers a callback that stops reading the current body when the connection is refused. */
  onStopReading(stop: ((refusal: ServerRefusal) => void) | undefined): void {
    this.#stopReading = stop;
    if (this.#refusal !== undefined) stop?.(this.#refusal);
  }

  /** Serves no request after the response being written. */
  stopServing(): void {
    this.#isEnding = true;
  }

  /**
   * Answers input that can't be parsed as a request, after the requests before it, and ends the connection: the start
   * of the next request isn't known.
   */
  refuse(refusal: ServerRefusal): void {
    if (this.#refusal !== undefined || this.#isOver) return;
    this.#refusal = refusal;
    // Node's parser would report each further chunk as an error.
    this.#socket.removeAllListeners('data').on('data', () => {});
    this.#stopReading?.(refusal);
    this.#last = this.#last.then(() => this.#endWith(refusal));
  }

  /** Ends the connection after the last response. */
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

  /** Discards for a while what the client still sends: a reset would make it lose the last response. */
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

/** Creates the peer of a socket. IPv4 over an IPv6 socket is written as IPv4 (RFC 4291 2.5.5.2). */
function createPeer(socket: Socket): Peer {
  const address = (socket.remoteAddress ?? '').replace(/^::ffff:(?=\d+\.)/, '');
  return { address, ...(socket instanceof TLSSocket ? { tls: readTls(socket) } : {}), operator: false };
}

/** Reads the TLS facts of a socket. A certificate is present only if the server requested one. */
function readTls(socket: TLSSocket): NonNullable<Peer['tls']> {
  const version = socket.getProtocol() ?? '';
  const clientCertificate = socket.getPeerX509Certificate()?.raw;
  return clientCertificate === undefined ? { version } : { version, clientCertificate };
}
