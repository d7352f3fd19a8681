import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Server } from 'node:https';
import type { TLSSocket } from 'node:tls';
import { Connection } from './connection.ts';
import { NO_TUNNEL, refusalOf } from './refusals.ts';
import { type Means, serveRequest } from './serve-request.ts';

/** Takes what comes to a server: connections, requests, and what is neither. */
export class Reception {
  readonly #means: Means;
  /** TCP, with those that are still shaking hands. */
  readonly #sockets = new Set<{ destroy(): void }>();
  readonly #connections = new Map<TLSSocket, Connection>();
  #running = 0;
  #isClosing = false;
  #nothingRuns: (() => void) | undefined;

  constructor(means: Means) {
    this.#means = means;
  }

  openAt(server: Server): void {
    server.on('connection', (socket) => {
      this.#sockets.add(socket);
      socket.once('close', () => this.#sockets.delete(socket));
    });
    server.on('secureConnection', (socket) => this.#admit(socket));
    server.on('request', (request, response) => this.#take(request, response));
    this.#heedExpectations(server);
    this.#refuseTheRest(server);
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

  #admit(socket: TLSSocket): void {
    const connection = new Connection(socket, this.#means.limits, this.#means.clock);
    this.#connections.set(socket, connection);
    socket.once('close', () => this.#connections.delete(socket));
    // Who goes away is not there to be told.
    socket.on('error', () => {});
    // It shook hands when the server was told to close.
    if (this.#isClosing) connection.close();
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const connection = this.#connections.get(request.socket as TLSSocket);
    if (connection === undefined) return;
    this.#running += 1;
    await serveRequest(request, response, connection, this.#means);
    this.#running -= 1;
    if (this.#running === 0) this.#nothingRuns?.();
  }

  /** A client that asks before it sends is told to go on, but not with a body that will be refused. */
  #heedExpectations(server: Server): void {
    server.on('checkContinue', (request, response) => {
      const isTooLarge = Number(request.headers['content-length']) > this.#means.limits.bodyBytes;
      if (!isTooLarge) response.writeContinue();
      this.#take(request, response);
    });
    server.on('checkExpectation', (request, response) => this.#take(request, response));
  }

  /** An upgrade has no listener: Node then serves the request as if it had not asked (RFC 9110 7.8). */
  #refuseTheRest(server: Server): void {
    server.on('connect', ({ socket }) => this.#connections.get(socket as TLSSocket)?.refuse(NO_TUNNEL));
    server.on('clientError', (error, socket) => {
      const connection = this.#connections.get(socket as TLSSocket);
      // Before the handshake is done there is nobody to talk to.
      if (connection === undefined || !socket.writable) socket.destroy();
      else connection.refuse(refusalOf(error));
    });
  }
}
