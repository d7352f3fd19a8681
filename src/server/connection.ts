import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import type { Peer } from '../message.ts';
import type { ServerLimits } from './limits.ts';
import { type AnswerRefusal, answerOfRefusal, type ServerRefusal } from './refusals.ts';
import { lastWords } from './write-answer.ts';

export interface ConnectionMeans {
  readonly limits: Pick<ServerLimits, 'lingerMilliseconds' | 'requestsPerConnection'>;
  readonly clock: () => number;
  readonly onRefused?: (refusal: ServerRefusal) => void;
  readonly answerRefusal?: AnswerRefusal;
}

/**
 * Requests of a connection that may be unanswered, and bytes of their heads: Node's parser takes all that a client sends
 * ahead, and each request costs some kilobytes.
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
    this.peer = peerOf(socket);
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
      if (isServed) await closeOf(response);
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
   * Answers what can't be read as a request, behind the requests that came before it, and ends the connection: where the
   * next one would begin isn't known.
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
    const { onRefused, answerRefusal = answerOfRefusal, clock } = this.#means;
    onRefused?.(refusal);
    this.#end(lastWords(answerRefusal(refusal, clock())));
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
function closeOf(response: ServerResponse): Promise<void> | undefined {
  return response.closed ? undefined : new Promise((resolve) => response.once('close', resolve));
}

/** IPv4 over a socket of IPv6 is written as IPv4 (RFC 4291 2.5.5.2). */
function peerOf(socket: Socket): Peer {
  const address = (socket.remoteAddress ?? '').replace(/^::ffff:(?=\d+\.)/, '');
  return { address, ...(socket instanceof TLSSocket ? { tls: tlsOf(socket) } : {}), operator: false };
}

/** A certificate is there only where the server asked for one. */
function tlsOf(socket: TLSSocket): NonNullable<Peer['tls']> {
  const version = socket.getProtocol() ?? '';
  const clientCertificate = socket.getPeerX509Certificate()?.raw;
  return clientCertificate === undefined ? { version } : { version, clientCertificate };
}
