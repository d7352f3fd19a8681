import {
  createServer as createPlainServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import { createServer, Server as TlsServer } from 'node:https';
import type { Socket } from 'node:net';
import { dropUndefined } from '../core/members.ts';
import { Fault } from '../errors.ts';
import {
  ConnectionDropped,
  type HttpRequest,
  type HttpResponse,
  type Peer,
  type StreamedResponse,
} from '../message.ts';
import {
  Connection,
  endAnswer,
  type Read,
  readRequest,
  streamAnswer,
  type WhenOver,
  writeHead,
} from './connection.ts';
import {
  type AnswerRefusal,
  createParserRefusal,
  createRefusalResponse,
  NO_ANSWER_YET,
  NO_TUNNEL,
  NOT_A_PATH,
  OWN_FAULT,
  SERVER_LIMITS,
  type ServerLimits,
  type ServerRefusal,
  TOO_BUSY,
} from './refusals.ts';

/** Limits the number of requests that run at once; the others wait in order of arrival. @see S12-connections */
class Semaphore {
  #free: number;
  readonly #waiting = new Set<(isAcquired: boolean) => void>();

  constructor(limit: number) {
    this.#free = limit;
  }

  /** Resolves to false after the timeout. Each true needs one release. */
  async acquire(milliseconds: number): Promise<boolean> {
    if (this.#free > 0) {
      this.#free -= 1;
      return true;
    }
    return new Promise((resolve) => {
      const settle = (isAcquired: boolean) => {
        clearTimeout(timer);
        this.#waiting.delete(settle);
        resolve(isAcquired);
      };
      const timer = setTimeout(() => settle(false), milliseconds);
      this.#waiting.add(settle);
    });
  }

  release(): void {
    const [next] = this.#waiting;
    if (next === undefined) this.#free += 1;
    else next(true);
  }
}

/** A server's handler, with responses that may be streamed. */
export type PortHandler = (
  request: HttpRequest,
  peer: Peer,
  whenOver: WhenOver,
) => Promise<HttpResponse | StreamedResponse>;

interface Means {
  readonly handle: PortHandler;
  /** Returns real time in milliseconds since 1970, for the Date of the server's own responses. */
  readonly clock: () => number;
  readonly limits: ServerLimits;
  /** Called with each refusal of a request that doesn't reach the handler. */
  readonly onRefused?: (refusal: ServerRefusal) => void;
  /** Called with a message whose response the client may not have received. */
  readonly onGone?: (message: HttpRequest) => void;
  /** The refusal of CONNECT and of targets that aren't paths. Default: one for each. */
  readonly tunnelRefusal?: ServerRefusal;
  /**
   * Formats the server's own responses. Default: the format of the bank's handler.
   * @param requestId the request's X-Request-ID unchanged, if its headers could be read
   */
  readonly answerRefusal?: AnswerRefusal;
  /** Called with the cause of a 500 of the server; the TPP gets a neutral SYSTEM_ERROR. */
  readonly onUnexpected: (fault: unknown) => void;
}

/** The shared state of a server's requests. */
interface ServerContext extends Means {
  readonly requests: Semaphore;
  /** True if requests of half-closed connections are answered. @see S12-half-closed */
  readonly hearsOut: boolean;
}

interface Arrival {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly connection: Connection;
  /** True if the client waits for 100 Continue before it sends its body. */
  readonly isContinueExpected: boolean;
}

/**
 * Serves one request from its first header to the last byte of its response. Never rejects.
 * @see A-server-fault, A-server-gone, A-server-mutated
 */
async function serveRequest(arrival: Arrival, means: ServerContext): Promise<void> {
  const { request, response, connection } = arrival;
  const release = () => means.requests.release();
  const read = await readInTime(arrival, means, release);
  if (read.kind === 'gone') return;
  const isWhole = read.kind === 'message' && read.isWhole;
  if (!isWhole) connection.stopServing();
  const answer = await handleRead(read, arrival, means);
  if (answer === undefined) response.destroy();
  if (read.kind === 'message' && isGone(request, response)) means.onGone?.(read.message);
  if (answer === undefined || response.destroyed) return;
  const isLast = !isWhole || !response.shouldKeepAlive || connection.isLast;
  if (isLast) connection.stopServing();
  try {
    if ('pieces' in answer) {
      if (answer.isEndless === true) {
        response.off('close', release);
        release();
      }
      await streamAnswer(response, answer, isLast);
    } else if (isWhole || request.complete) endAnswer(response, answer, isLast);
    else sendEarlyResponse(request, response, answer, means.limits);
  } catch (fault) {
    // The response is one that HTTP can't carry.
    means.onUnexpected(fault);
    response.destroy();
  }
}

/** Reads a request when fewer than the limit run. It counts until its response is sent, or is endless. @see S12-connections */
async function readInTime(
  arrival: Arrival,
  { limits, requests }: ServerContext,
  release: () => void,
): Promise<Read> {
  const { request, response, connection, isContinueExpected } = arrival;
  if (!(await requests.acquire(limits.waitMilliseconds))) return { kind: 'refused', refusal: TOO_BUSY };
  if (response.closed) {
    release();
    return { kind: 'gone' };
  }
  response.once('close', release);
  const isTooLarge = Number(request.headers['content-length']) > limits.bodyBytes;
  if (isContinueExpected && !isTooLarge) response.writeContinue();
  return readRequest(request, connection, limits.bodyBytes);
}

/** Checks whether the client may be gone: a half-closed connection fails only on a write. */
function isGone({ socket }: IncomingMessage, response: ServerResponse): boolean {
  return response.destroyed || socket.destroyed || socket.readableEnded;
}

/** @returns undefined if the handler drops the connection, or the client has disconnected */
async function handleRead(
  read: Exclude<Read, { kind: 'gone' }>,
  { request, response, connection }: Arrival,
  means: Means,
): Promise<HttpResponse | StreamedResponse | undefined> {
  const { onUnexpected, onRefused, tunnelRefusal = NOT_A_PATH } = means;
  if (read.kind === 'refused') {
    const refusal = read.refusal === NOT_A_PATH ? tunnelRefusal : read.refusal;
    onRefused?.(refusal);
    return createOwnResponse(refusal, request, means);
  }
  try {
    const whenOver: WhenOver = (act) => (response.closed ? act() : void response.once('close', act));
    return await withTimeout(means.handle(read.message, connection.peer, whenOver), request, means);
  } catch (fault) {
    if (fault instanceof ConnectionDropped) return undefined;
    onUnexpected(fault);
    return createOwnResponse(OWN_FAULT, request, means);
  }
}

/** Builds a response of the server's own. */
function createOwnResponse(
  refusal: ServerRefusal,
  request: IncomingMessage,
  { clock, answerRefusal = createRefusalResponse }: Means,
): HttpResponse {
  return answerRefusal(refusal, clock(), readRequestId(request));
}

/** Reads the request's id; undefined for a repeated header, which is not echoed. */
function readRequestId({ headersDistinct }: IncomingMessage): string | undefined {
  const [id, ...others] = headersDistinct['x-request-id'] ?? [];
  return others.length === 0 ? id : undefined;
}

/**
 * Answers 503 if the handler takes too long: the call continues, and its result is dropped.
 * @see S12-handler-time
 */
function withTimeout<Answer>(
  answer: Promise<Answer>,
  request: IncomingMessage,
  means: Means,
): Promise<Answer | HttpResponse> {
  const { handlerMilliseconds } = means.limits;
  return new Promise((resolve, reject) => {
    const timeout = setTimeout(() => {
      // The message omits the path, which may contain a link's secret or a proxy's token.
      means.onUnexpected(
        new Error(`a ${request.method} has no answer after ${handlerMilliseconds / 1000} s`),
      );
      resolve(createOwnResponse(NO_ANSWER_YET, request, means));
    }, handlerMilliseconds);
    const settle = <T>(act: (result: T) => void) => {
      return (result: T) => {
        clearTimeout(timeout);
        act(result);
      };
    };
    answer.then(settle(resolve), settle(reject));
  });
}

/**
 * Answers a request that was not read to its end. The client may still be sending: its data is discarded for a while
 * before the connection ends, because a reset would make it lose the response. A half-closed client sends nothing more.
 */
function sendEarlyResponse(
  request: IncomingMessage,
  response: ServerResponse,
  answer: HttpResponse,
  { lingerMilliseconds }: ServerLimits,
): void {
  writeHead(response, answer, true);
  response.write(answer.body);
  const end = () => response.end();
  if (request.socket.readableEnded) {
    end();
    return;
  }
  const timeout = setTimeout(end, lingerMilliseconds).unref();
  request.once('close', () => {
    clearTimeout(timeout);
    end();
  });
  request.resume();
}

/** Every address of the machine; clients on it use localhost. */
const ALL_ADDRESSES = ['0.0.0.0', '::'];

type ListenAddress = Pick<ServeOptions, 'port' | 'portFlag'> & { readonly host: string };

/** @throws Fault INPUT_INVALID when another program has the port, or the address is none of this machine's */
async function listen(server: Server, scheme: 'http' | 'https', wanted: ListenAddress) {
  const { host, port } = wanted;
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(createListenFault(error, wanted)));
    server.listen({ host, port }, resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string')
    throw new Error("the server isn't listening on a port");
  const name = ALL_ADDRESSES.includes(host) ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  return { url: `${scheme}://${name}:${address.port}`, port: address.port };
}

const OF_PORT: Readonly<Record<string, string>> = {
  EADDRINUSE: 'another program uses this port',
  EACCES: "the system doesn't allow it",
};

const OF_HOST: Readonly<Record<string, string>> = {
  EADDRNOTAVAIL: "this machine doesn't have that address",
  ENOTFOUND: "there's no such host",
};

function createListenFault(error: NodeJS.ErrnoException, { host, port, portFlag }: ListenAddress): Fault {
  const { code = '' } = error;
  const reason = OF_PORT[code] ?? OF_HOST[code] ?? error.message;
  const place = portFlag === undefined ? '' : ` with ${portFlag}`;
  const hint =
    code in OF_HOST
      ? "Use one of this machine's addresses, or 0.0.0.0 for all of them."
      : `Choose another port${place}, or 0 for a free one.`;
  return new Fault('INPUT_INVALID', `Can't listen on ${host} port ${port}: ${reason}.`, {
    hint,
    cause: error,
  });
}

/** Handles a server's connections, requests, and unparsable input. */
class HttpListener {
  readonly #means: ServerContext;
  /** Sockets from their first packet on, before TLS. */
  readonly #sockets = new Set<Socket>();
  readonly #connections = new Map<Socket, Connection>();
  #running = 0;
  #isClosing = false;
  #nothingRuns: (() => void) | undefined;

  constructor(means: ServerContext) {
    this.#means = means;
  }

  /** @param greeting the event of a connection that is ready for requests: with TLS, after the handshake */
  openAt(server: Server, greeting: 'connection' | 'secureConnection'): void {
    server.on('connection', (socket: Socket) => {
      this.#sockets.add(socket);
      socket.once('close', () => this.#sockets.delete(socket));
    });
    server.on(greeting, (socket: Socket) => this.#acceptConnection(socket));
    server.on('request', (request, response) => this.#take(request, response));
    server.on('checkExpectation', (request, response) => this.#take(request, response));
    server.on('checkContinue', (request, response) => this.#take(request, response, true));
    // Over maxRequestsPerSocket: Node would hold back its own 503 for each until the last response is sent.
    server.on('dropRequest', (_, socket) => socket.destroy());
    this.#refuseTheRest(server);
  }

  /** The number of connections, from their first packet on. */
  get connections(): number {
    return this.#sockets.size;
  }

  /** The number of requests that have begun and are not answered. */
  get running(): number {
    return this.#running;
  }

  /** Ends each connection when its requests are answered. */
  close(): void {
    this.#isClosing = true;
    for (const connection of this.#connections.values()) connection.close();
  }

  /** Ends all connections at once. */
  destroy(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  /** Resolves when no call of the handler is pending, including calls whose client is gone. */
  async waitUntilIdle(): Promise<void> {
    if (this.#running === 0) return;
    await new Promise<void>((resolve) => {
      this.#nothingRuns = resolve;
    });
  }

  #acceptConnection(socket: Socket): void {
    // A client may disconnect before it has its response.
    socket.on('error', () => {});
    const connection = new Connection(socket, this.#means);
    this.#connections.set(socket, connection);
    socket.once('close', () => this.#connections.delete(socket));
    // Not earlier: a client that half-closes during the handshake sends no request. @see S12-half-closed
    if (this.#means.hearsOut) socket.allowHalfOpen = true;
    // The handshake ended after the server began to close.
    if (this.#isClosing) connection.close();
  }

  async #take(request: IncomingMessage, response: ServerResponse, isContinueExpected = false): Promise<void> {
    const connection = this.#connections.get(request.socket);
    if (connection === undefined) return;
    response.on('error', () => {});
    this.#running += 1;
    await connection.enqueue(request, response, () =>
      serveRequest({ request, response, connection, isContinueExpected }, this.#means),
    );
    this.#running -= 1;
    if (this.#running === 0) this.#nothingRuns?.();
  }

  /**
   * Refuses CONNECT and unparsable input. An upgrade has no listener: Node then serves the request as if it had no
   * Upgrade header (RFC 9110 7.8).
   * @see S12-not-http
   */
  #refuseTheRest(server: Server): void {
    const { tunnelRefusal = NO_TUNNEL } = this.#means;
    server.on('connect', ({ socket }) => this.#connections.get(socket)?.refuse(tunnelRefusal));
    server.on('clientError', (error, socket) => {
      const connection = this.#connections.get(socket as Socket);
      // Before the handshake is done no response can be sent.
      if (connection === undefined || !socket.writable) socket.destroy();
      else connection.refuse(createParserRefusal(error));
    });
  }
}

/** A server's certificate and key, PEM. */
export interface TlsPair {
  readonly key: string;
  /** The server's certificate, then the intermediate certificates up to the CA. */
  readonly certificate: string;
}

export interface ServeOptions extends Omit<Means, 'limits'> {
  /** Absent: plain HTTP. */
  readonly tls?: TlsPair;
  /** True if the server requests client certificates, which the handler checks. @see D12-mutual-tls */
  readonly asksClients?: boolean;
  /** True if requests of half-closed connections are answered, false if they are dropped. Default: true. */
  readonly hearsOut?: boolean;
  /** The address on which the server listens. Default: 127.0.0.1. */
  readonly host?: string;
  /** 0 for a free port. */
  readonly port: number;
  /** The flag that sets the port, for messages to the user. */
  readonly portFlag?: string;
  readonly limits?: Partial<ServerLimits>;
  /** Called after closingMilliseconds if requests are still pending: they have lingerMilliseconds left. */
  readonly onOverdue?: () => void;
}

export interface RunningServer {
  readonly url: string;
  readonly port: number;
  /** Replaces the certificate for new connections; existing ones continue. Only for a server with TLS. */
  readonly show: (tls: TlsPair) => void;
  /** Returns the number of open connections. */
  readonly connections: () => number;
  /** Returns the number of pending requests. */
  readonly running: () => number;
  /** Accepts no new connection, answers pending requests, then ends. */
  close(): Promise<void>;
}

const DEFAULT_HOST = '127.0.0.1';

/**
 * Serves a handler, of which it knows only `handle`, over HTTPS; over HTTP, for loopback only, if no certificate is
 * given.
 * @throws Fault INPUT_INVALID when key and certificate are none, or the server can't listen there
 * @see A-server-close, S12-tls-version, A-serve-bank, A-server-start
 */
export async function serve(options: ServeOptions): Promise<RunningServer> {
  const { tls, asksClients = false, hearsOut = true, host = DEFAULT_HOST, port, portFlag, ...own } = options;
  const { limits: given, onOverdue, ...listener } = own;
  const limits = { ...SERVER_LIMITS, ...dropUndefined(given) };
  const server =
    tls === undefined
      ? createPlainServer(buildServerOptions(limits))
      : makeTlsServer(tls, limits, asksClients);
  // Node would drop headers over its count; the handler reports that there are too many.
  server.maxHeadersCount = 0;
  // Answers a client that half-closes after its request (S12-half-closed): Node would end the other side as well, with the
  // pending responses. TypeScript doesn't know the option.
  if (hearsOut) Object.assign(server, { httpAllowHalfOpen: true });
  // Node would treat a connection as idle before its last response is fully sent. HttpListener ends idle connections.
  server.closeIdleConnections = () => {};
  server.timeout = limits.silenceMilliseconds;
  server.maxConnections = limits.connections;
  server.maxRequestsPerSocket = limits.requestsPerConnection;
  const reception = new HttpListener({
    ...listener,
    ...{ hearsOut, limits, requests: new Semaphore(limits.requests) },
  });
  reception.openAt(server, tls === undefined ? 'connection' : 'secureConnection');
  const place = await listen(server, tls === undefined ? 'http' : 'https', { host, port, portFlag });
  // A connection that can't be accepted, for lack of file descriptors: the others continue.
  server.on('error', listener.onUnexpected);
  let closing: Promise<void> | undefined;
  const close = () => {
    closing ??= closeServer(server, reception, limits, onOverdue);
    return closing;
  };
  const show = ({ key, certificate }: TlsPair) => {
    if (server instanceof TlsServer) server.setSecureContext(buildTlsOptions(key, certificate));
  };
  const counts = { connections: () => reception.connections, running: () => reception.running };
  return { ...place, ...counts, show, close };
}

/** Builds Node's own limits of a connection. @see S12-header-limits-served */
function buildServerOptions(limits: ServerLimits) {
  return {
    maxHeaderSize: limits.headBytes,
    headersTimeout: limits.headersMilliseconds,
    requestTimeout: limits.requestMilliseconds,
    keepAliveTimeout: limits.keepAliveMilliseconds,
    connectionsCheckingInterval: limits.checkMilliseconds,
    // This server refuses it itself, in the interface's format.
    requireHostHeader: false,
    // Parses strictly even in a process that is started with --insecure-http-parser.
    insecureHTTPParser: false,
  };
}

function buildTlsOptions(key: string, certificate: string) {
  return { key, cert: certificate, minVersion: 'TLSv1.2' } as const;
}

function makeTlsServer({ key, certificate }: TlsPair, limits: ServerLimits, asksClients: boolean): Server {
  try {
    return createServer({
      ...buildServerOptions(limits),
      ...buildTlsOptions(key, certificate),
      // The handler refuses a client's certificate, because a failed handshake explains nothing. Every handshake proves
      // the key.
      ...{ requestCert: asksClients, rejectUnauthorized: false },
      handshakeTimeout: limits.handshakeMilliseconds,
    });
  } catch (cause) {
    const reason = (cause as Error).message;
    throw new Fault('INPUT_INVALID', `Can't serve the bank with this key and certificate: ${reason}.`, {
      hint: 'Pass the certificate as PEM, with its private key.',
      cause,
    });
  }
}

async function closeServer(
  server: Server,
  reception: HttpListener,
  limits: ServerLimits,
  onOverdue: (() => void) | undefined,
): Promise<void> {
  const closed = new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
  const destroy = () => reception.destroy();
  let timeout = setTimeout(() => {
    if (onOverdue === undefined) return destroy();
    onOverdue();
    timeout = setTimeout(destroy, limits.lingerMilliseconds);
  }, limits.closingMilliseconds);
  reception.close();
  await closed;
  clearTimeout(timeout);
  await reception.waitUntilIdle();
}
