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
  type Waiting,
  writeAnswer,
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

/** Lets a number of requests run at once; the others wait in the order in which they came. @see S12-connections */
class Semaphore {
  #free: number;
  readonly #waiting = new Set<(isAcquired: boolean) => void>();

  constructor(limit: number) {
    this.#free = limit;
  }

  /** Resolves to false when the time is over. Each true needs one release. */
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

/** A server's handler, whose answers may be streamed. */
export type ServedDoor = (
  request: HttpRequest,
  peer: Peer,
  waiting: Waiting,
) => Promise<HttpResponse | StreamedResponse>;

interface Means {
  readonly handle: ServedDoor;
  /** Real time in milliseconds since 1970, for the Date of answers that are not the door's. */
  readonly clock: () => number;
  readonly limits: ServerLimits;
  /** Told of what is refused before it is a message for the door. */
  readonly onRefused?: (refusal: ServerRefusal) => void;
  /** Called for a message whose answer may not have been received. */
  readonly onGone?: (message: HttpRequest) => void;
  /** Refusal of CONNECT and of targets that aren't paths. Default: one for each. */
  readonly tunnelRefusal?: ServerRefusal;
  /**
   * The server's own answers; as the bank's door would say it unless given.
   * @param requestId the request's X-Request-ID as it came, where its headers could be read
   */
  readonly answerRefusal?: AnswerRefusal;
  /** Told of what is behind a 500 of the server; the TPP gets a neutral SYSTEM_ERROR. */
  readonly onUnexpected: (fault: unknown) => void;
}

/** The shared state of a server's requests. */
interface Serving extends Means {
  readonly requests: Semaphore;
}

interface Arrival {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly connection: Connection;
  /** Tells whether the client waits for 100 Continue before it sends its body. */
  readonly isContinueExpected: boolean;
}

/**
 * Takes one request from its first header to the last byte of its answer. Never rejects.
 * @see A-server-fault, A-server-gone, A-server-mutated
 */
async function serveRequest(arrival: Arrival, means: Serving): Promise<void> {
  const { request, response, connection } = arrival;
  const read = await readInTime(arrival, means);
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
    if ('pieces' in answer) await streamAnswer(response, answer, isLast);
    else if (isWhole || request.complete) endAnswer(response, answer, isLast);
    else sendEarlyResponse(request, response, answer, means.limits);
  } catch (fault) {
    // An answer that HTTP can't carry.
    means.onUnexpected(fault);
    response.destroy();
  }
}

/** Reads a request when fewer than the limit run. It counts until its response is sent. @see S12-connections */
async function readInTime(arrival: Arrival, { limits, requests }: Serving): Promise<Read> {
  const { request, response, connection, isContinueExpected } = arrival;
  if (!(await requests.acquire(limits.waitMilliseconds))) return { kind: 'refused', refusal: TOO_BUSY };
  if (response.closed) {
    requests.release();
    return { kind: 'gone' };
  }
  response.once('close', () => requests.release());
  const isTooLarge = Number(request.headers['content-length']) > limits.bodyBytes;
  if (isContinueExpected && !isTooLarge) response.writeContinue();
  return readRequest(request, connection, limits.bodyBytes);
}

/** Tells whether the client may be gone: a half-closed connection tells only when written to. */
function isGone({ socket }: IncomingMessage, response: ServerResponse): boolean {
  return response.destroyed || socket.destroyed || socket.readableEnded;
}

/** @returns nothing where the door drops the connection, or the client has disconnected: there is no answer then */
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
    const waiting: Waiting = {
      whenOver: (act) => (response.closed ? act() : void response.once('close', act)),
    };
    return await withTimeout(means.handle(read.message, connection.peer, waiting), request, means);
  } catch (fault) {
    if (fault instanceof ConnectionDropped) return undefined;
    onUnexpected(fault);
    return createOwnResponse(OWN_FAULT, request, means);
  }
}

/** Builds an answer of the server's own. */
function createOwnResponse(
  refusal: ServerRefusal,
  request: IncomingMessage,
  { clock, answerRefusal = createRefusalResponse }: Means,
): HttpResponse {
  return answerRefusal(refusal, clock(), readRequestId(request));
}

/** The header is sent once: what repeats it is told nothing of it. */
function readRequestId({ headersDistinct }: IncomingMessage): string | undefined {
  const [id, ...others] = headersDistinct['x-request-id'] ?? [];
  return others.length === 0 ? id : undefined;
}

/**
 * Answers 503 where the door takes too long: the call goes on, and what it comes to is dropped.
 * @see S12-door-time
 */
function withTimeout<Answer>(
  answer: Promise<Answer>,
  request: IncomingMessage,
  means: Means,
): Promise<Answer | HttpResponse> {
  const { doorMilliseconds } = means.limits;
  return new Promise((resolve, reject) => {
    const patience = setTimeout(() => {
      // Of its path nothing is told: a link's secret may be in it, or a proxy's token.
      means.onUnexpected(new Error(`a ${request.method} has no answer after ${doorMilliseconds / 1000} s`));
      resolve(createOwnResponse(NO_ANSWER_YET, request, means));
    }, doorMilliseconds);
    answer.then(resolve, reject).finally(() => clearTimeout(patience));
  });
}

/**
 * Answers a request that was not read to its end. The client may still be sending: what comes is dropped for a while
 * before the connection ends, because a reset would take the answer from it. Who has ended its side sends nothing more.
 */
function sendEarlyResponse(
  request: IncomingMessage,
  response: ServerResponse,
  answer: HttpResponse,
  { lingerMilliseconds }: ServerLimits,
): void {
  writeAnswer(response, answer);
  const end = () => response.end();
  if (request.socket.readableEnded) {
    end();
    return;
  }
  const patience = setTimeout(end, lingerMilliseconds).unref();
  request.once('close', () => {
    clearTimeout(patience);
    end();
  });
  request.resume();
}

/** Every address of the machine; clients on it say localhost. */
const ALL_ADDRESSES = ['0.0.0.0', '::'];

/** Where a server can be reached. */
interface Place {
  readonly url: string;
  readonly port: number;
}

/** Where a server is to listen. */
interface Wanted {
  readonly host: string;
  /** 0 for one that is free. */
  readonly port: number;
  /** The flag that sets the port, for who set it. */
  readonly portFlag?: string | undefined;
}

/** @throws Fault INPUT_INVALID when another program has the port, or the address is none of this machine's */
async function listen(server: Server, scheme: 'http' | 'https', wanted: Wanted): Promise<Place> {
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

function createListenFault(error: NodeJS.ErrnoException, { host, port, portFlag }: Wanted): Fault {
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

interface ReceptionMeans extends Means {
  /** True if a half-closed connection is answered. @see S12-half-closed */
  readonly hearsOut: boolean;
}

/** Takes what comes to a server: connections, requests, and what is neither. */
class HttpListener {
  readonly #means: ReceptionMeans & Serving;
  /** From their first packet on, before TLS. */
  readonly #sockets = new Set<Socket>();
  readonly #connections = new Map<Socket, Connection>();
  #running = 0;
  #isClosing = false;
  #nothingRuns: (() => void) | undefined;

  constructor(means: ReceptionMeans) {
    this.#means = { ...means, requests: new Semaphore(means.limits.requests) };
  }

  /** @param greeting the event of a connection on which requests can come: with TLS, after the handshake */
  openAt(server: Server, greeting: 'connection' | 'secureConnection'): void {
    server.on('connection', (socket: Socket) => {
      this.#sockets.add(socket);
      socket.once('close', () => this.#sockets.delete(socket));
    });
    server.on(greeting, (socket: Socket) => this.#greet(socket));
    server.on('request', (request, response) => this.#take(request, response));
    server.on('checkExpectation', (request, response) => this.#take(request, response));
    server.on('checkContinue', (request, response) => this.#take(request, response, true));
    // Over maxRequestsPerSocket: Node would keep its own 503 for each until the last answer is sent.
    server.on('dropRequest', (_, socket) => socket.destroy());
    this.#refuseTheRest(server);
  }

  /** How many connections there are, from their first packet on. */
  get connections(): number {
    return this.#sockets.size;
  }

  /** How many requests have begun and are not answered. */
  get running(): number {
    return this.#running;
  }

  /** Ends each connection when what runs on it is answered. */
  close(): void {
    this.#isClosing = true;
    for (const connection of this.#connections.values()) connection.close();
  }

  /** Ends everything at once. */
  destroy(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  /** Resolves when no call of the door is under way, also none whose client has gone. */
  async finished(): Promise<void> {
    if (this.#running === 0) return;
    await new Promise<void>((resolve) => {
      this.#nothingRuns = resolve;
    });
  }

  #greet(socket: Socket): void {
    // A client may go away before it has its answer.
    socket.on('error', () => {});
    const connection = new Connection(socket, this.#means);
    this.#connections.set(socket, connection);
    socket.once('close', () => this.#connections.delete(socket));
    // Not before: who ends its side in the handshake asks nothing. @see S12-half-closed
    if (this.#means.hearsOut) socket.allowHalfOpen = true;
    // Its handshake ended after the server was told to close.
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
   * An upgrade has no listener: Node then serves the request as if it had not asked (RFC 9110 7.8).
   * @see S12-not-http
   */
  #refuseTheRest(server: Server): void {
    const { tunnelRefusal = NO_TUNNEL } = this.#means;
    server.on('connect', ({ socket }) => this.#connections.get(socket)?.refuse(tunnelRefusal));
    server.on('clientError', (error, socket) => {
      const connection = this.#connections.get(socket as Socket);
      // Before the handshake is done no answer can be sent.
      if (connection === undefined || !socket.writable) socket.destroy();
      else connection.refuse(createParserRefusal(error));
    });
  }
}

/**
 * The bank over HTTPS: node:https on one side, the door on the other. It is given `handle` and knows nothing of what
 * is behind it. Without a certificate it is node:http, for what is on loopback alone.
 * @see S12-tls-version, A-serve-bank, A-server-start
 */

/** A server's certificate and key, PEM. */
export interface TlsPair {
  readonly key: string;
  /** The server's certificate, then those between it and the CA. */
  readonly certificate: string;
}

export interface ServeOptions
  extends Pick<
    Means,
    'handle' | 'clock' | 'onUnexpected' | 'onRefused' | 'onGone' | 'tunnelRefusal' | 'answerRefusal'
  > {
  /** Absent: plain HTTP. */
  readonly tls?: TlsPair;
  /** True if clients are asked for a certificate, which the handler judges. @see D12-mutual-tls */
  readonly asksClients?: boolean;
  /** True if a half-closed connection is answered; otherwise its request is dropped. Default: true. */
  readonly hearsOut?: boolean;
  /** The address to listen at; 127.0.0.1 unless given. */
  readonly host?: string;
  /** 0 for one that is free. */
  readonly port: number;
  /** The flag that sets the port, for who set it. */
  readonly portFlag?: string;
  readonly limits?: Partial<ServerLimits>;
  /** Told at the end of closingMilliseconds where something still runs: it has lingerMilliseconds to be answered. */
  readonly onOverdue?: () => void;
}

export interface RunningServer {
  readonly url: string;
  readonly port: number;
  /** Shows another certificate to who comes from now on; what is there goes on. Of a server with TLS. */
  readonly show: (tls: TlsPair) => void;
  /** How many are open now. */
  readonly connections: () => number;
  /** How many requests run. */
  readonly running: () => number;
  /** Takes no new connection, answers what runs, then ends. */
  close(): Promise<void>;
}

const DEFAULT_HOST = '127.0.0.1';

/**
 * Serves a door over HTTPS, or over HTTP where no certificate is given.
 * @throws Fault INPUT_INVALID when key and certificate are none, or the server can't listen there
 * @see A-server-close
 */
export async function serve(options: ServeOptions): Promise<RunningServer> {
  const { tls, asksClients = false, hearsOut = true, host = DEFAULT_HOST, port, portFlag, ...own } = options;
  const { limits: given, onOverdue, ...door } = own;
  const limits = { ...SERVER_LIMITS, ...dropUndefined(given) };
  const server =
    tls === undefined
      ? createPlainServer(buildServerOptions(limits))
      : makeTlsServer(tls, limits, asksClients);
  // Node would leave out those over its count; the door says that they are too many.
  server.maxHeadersCount = 0;
  if (hearsOut) allowHalfOpen(server);
  // Node would take one for idle whose last answer isn't all sent. Reception ends those that are.
  server.closeIdleConnections = () => {};
  server.timeout = limits.silenceMilliseconds;
  server.maxConnections = limits.connections;
  server.maxRequestsPerSocket = limits.requestsPerConnection;
  const reception = new HttpListener({ ...door, hearsOut, limits });
  reception.openAt(server, tls === undefined ? 'connection' : 'secureConnection');
  const place = await listen(server, tls === undefined ? 'http' : 'https', { host, port, portFlag });
  // A connection that can't be taken, for want of file descriptors: the others go on.
  server.on('error', door.onUnexpected);
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

/**
 * A client that ends its side when it has asked is answered: Node would end the other side as well, with the answers
 * that are owed. It knows its own switch for that, but TypeScript doesn't.
 * @see S12-half-closed
 */
function allowHalfOpen(server: Server): void {
  Object.assign(server, { httpAllowHalfOpen: true });
}

/** Builds Node's own limits of a connection. @see S12-header-limits-served */
function buildServerOptions(limits: ServerLimits) {
  return {
    maxHeaderSize: limits.headBytes,
    headersTimeout: limits.headersMilliseconds,
    requestTimeout: limits.requestMilliseconds,
    keepAliveTimeout: limits.keepAliveMilliseconds,
    connectionsCheckingInterval: limits.checkMilliseconds,
    // Refused by us, in the interface's shape.
    requireHostHeader: false,
    // A process that is started with --insecure-http-parser reads strictly here all the same.
    insecureHTTPParser: false,
  };
}

function buildTlsOptions(key: string, certificate: string) {
  return { key, cert: certificate, minVersion: 'TLSv1.2' } as const;
}

/**
 * TLS options that request a certificate but let the handler refuse it, because a failed handshake explains nothing.
 * Every handshake proves the key.
 */
const ASK_CLIENTS = { requestCert: true, rejectUnauthorized: false } as const;

function makeTlsServer({ key, certificate }: TlsPair, limits: ServerLimits, asksClients: boolean): Server {
  try {
    return createServer({
      ...buildServerOptions(limits),
      ...buildTlsOptions(key, certificate),
      ...(asksClients ? ASK_CLIENTS : {}),
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
  let patience = setTimeout(() => {
    if (onOverdue === undefined) return destroy();
    onOverdue();
    patience = setTimeout(destroy, limits.lingerMilliseconds);
  }, limits.closingMilliseconds);
  reception.close();
  await closed;
  clearTimeout(patience);
  await reception.finished();
}
