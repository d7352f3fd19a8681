import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Connection } from './connection.ts';
import { NO_TUNNEL, refusalOf } from './refusals.ts';
import { Semaphore } from './semaphore.ts';
import { type Means, type Serving, serveRequest } from './serve-request.ts';

export interface ReceptionMeans extends Means {
  /** Whether a client that has ended its side is answered. @see S12-half-closed */
  readonly hearsOut: boolean;
}

/** Takes what comes to a server: connections, requests, and what is neither. */
export class Reception {
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
      else connection.refuse(refusalOf(error));
    });
  }
}
