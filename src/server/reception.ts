import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Connection } from './connection.ts';
import { HeldBytes } from './held-bytes.ts';
import { Line } from './line.ts';
import { NO_TUNNEL, refusalOf, TOO_SLOW } from './refusals.ts';
import { Room } from './room.ts';
import { type Means, type Serving, serveRequest } from './serve-request.ts';

export interface ReceptionMeans extends Means {
  /** Whether a client that has ended its side is answered. @see S12-half-closed */
  readonly hearsOut: boolean;
  /** Where others wait too, that come by another server. */
  readonly line?: Line;
}

/** Takes what comes to a server: connections, requests, and what is neither. */
export class Reception {
  readonly #means: ReceptionMeans & Serving;
  readonly #room: Room;
  readonly #held: HeldBytes;
  readonly #connections = new WeakMap<object, Connection>();
  #running = 0;
  #isClosing = false;
  #nothingRuns: (() => void) | undefined;

  constructor(means: ReceptionMeans) {
    this.#means = { line: new Line(), ...means };
    this.#room = new Room(means.limits.connections);
    this.#held = new HeldBytes(means.limits.heldBodyBytes);
  }

  /** @param greeting the event of a connection on which requests can come: with TLS, when hands are shaken */
  openAt(server: Server, greeting: 'connection' | 'secureConnection'): void {
    server.on('connection', (socket: Socket) => this.#room.admit(socket));
    server.on(greeting, (socket: Socket) => this.#greet(socket));
    server.on('request', (request, response) => this.#take(request, response));
    this.#heedExpectations(server);
    this.#refuseTheRest(server);
  }

  /** How many connections there are, from their first packet on. */
  get connections(): number {
    return this.#room.size;
  }

  /** How many requests have begun and are not answered. */
  get running(): number {
    return this.#running;
  }

  /** Ends each connection when what runs on it is answered. */
  close(): void {
    this.#isClosing = true;
    for (const connection of this.#room.connections()) connection.close();
  }

  /** Ends everything at once. */
  destroy(): void {
    this.#room.clear();
  }

  /** Resolves when no call of the door is under way, also none whose client has gone. */
  async finished(): Promise<void> {
    if (this.#running === 0) return;
    await new Promise<void>((resolve) => {
      this.#nothingRuns = resolve;
    });
  }

  #greet(socket: Socket): void {
    // Who goes away is not there to be told.
    socket.on('error', () => {});
    const guest = this.#room.guestAt(socket);
    if (guest === undefined) {
      socket.destroy();
      return;
    }
    const onWhole = () => this.#room.renew(guest);
    const connection = new Connection(socket, { ...this.#means, held: this.#held, onWhole });
    guest.connection = connection;
    this.#connections.set(socket, connection);
    // Not before: who ends its side in the handshake asks nothing. @see S12-half-closed
    if (this.#means.hearsOut) socket.allowHalfOpen = true;
    // It shook hands when the server was told to close.
    if (this.#isClosing) connection.close();
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const connection = this.#connections.get(request.socket);
    if (connection === undefined) return;
    if (connection.isEnding) {
      connection.stopHearing();
      return;
    }
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

  /**
   * An upgrade has no listener: Node then serves the request as if it had not asked (RFC 9110 7.8).
   * @see S12-not-http
   */
  #refuseTheRest(server: Server): void {
    const { tunnelRefusal = NO_TUNNEL } = this.#means;
    server.on('connect', ({ socket }) => {
      const connection = this.#connections.get(socket);
      // Node's parser has left.
      connection?.stopHearing();
      connection?.refuse(tunnelRefusal);
    });
    server.on('clientError', (error, socket) => {
      const connection = this.#connections.get(socket);
      // Its last words are on their way, and what it goes on sending is nothing.
      if (connection?.isEnding === true) return;
      // Before the handshake is done there is nobody to talk to.
      if (connection === undefined || !socket.writable) {
        socket.destroy();
        return;
      }
      const refusal = refusalOf(error);
      // Nobody can read what comes behind what isn't HTTP, and each piece of it would be an error again.
      if (refusal !== TOO_SLOW) connection.stopHearing();
      connection.refuse(refusal);
    });
  }
}
