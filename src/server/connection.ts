import type { ServerResponse } from 'node:http';
import type { TLSSocket } from 'node:tls';
import type { Peer } from '../message.ts';
import type { ServerLimits } from './limits.ts';
import { answerOfRefusal, type ServerRefusal } from './refusals.ts';
import { lastWords } from './write-answer.ts';

/** One connection: who is at its other end, what runs on it, and how it ends. */
export class Connection {
  readonly peer: Peer;
  readonly #socket: TLSSocket;
  readonly #limits: ServerLimits;
  readonly #clock: () => number;
  #running = 0;
  #isClosing = false;
  #refusal: ServerRefusal | undefined;
  /** Stops the request whose body is being read. */
  #stopReading: ((refusal: ServerRefusal) => void) | undefined;

  constructor(socket: TLSSocket, limits: ServerLimits, clock: () => number) {
    this.#socket = socket;
    this.#limits = limits;
    this.#clock = clock;
    this.peer = peerOf(socket);
  }

  /** Whether an answer that is given now ends the connection: others that run on it are answered as well. */
  get isLast(): boolean {
    return this.#isClosing && this.#running === 1;
  }

  /** Counts a request until its response is done with, sent or not. */
  begin(response: ServerResponse): void {
    this.#running += 1;
    response.once('close', () => {
      this.#running -= 1;
      if (this.#running === 0) this.#endWhenDue();
    });
  }

  /** The request whose body is read now; what comes next on the connection is that body. */
  startReading(stop: (refusal: ServerRefusal) => void): void {
    this.#stopReading = stop;
  }

  doneReading(): void {
    this.#stopReading = undefined;
  }

  /**
   * Answers what can't be read as a request, and ends the connection: nobody knows where the next one would begin.
   * Requests that were whole are answered first.
   */
  refuse(refusal: ServerRefusal): void {
    if (this.#refusal !== undefined) return;
    this.#refusal = refusal;
    if (this.#stopReading !== undefined) {
      this.#isClosing = true;
      this.#stopReading(refusal);
    } else if (this.#running === 0) {
      this.#endWhenDue();
    }
  }

  /** Ends the connection when nothing runs on it any more. */
  close(): void {
    this.#isClosing = true;
    if (this.#running === 0) this.#endWhenDue();
  }

  #endWhenDue(): void {
    if (this.#refusal !== undefined && !this.#isClosing) {
      this.#end(lastWords(answerOfRefusal(this.#refusal, this.#clock())));
    } else if (this.#isClosing) {
      this.#end();
    }
  }

  /** What the other end still sends is dropped for a while: a reset would take the last words from it. */
  #end(words?: Buffer): void {
    this.#isClosing = true;
    if (words !== undefined && this.#socket.writable) this.#socket.end(words);
    else this.#socket.end();
    this.#socket.resume();
    setTimeout(() => this.#socket.destroy(), this.#limits.lingerMilliseconds).unref();
  }
}

/** IPv4 over a socket of IPv6 is written as IPv4 (RFC 4291 2.5.5.2). */
function peerOf(socket: TLSSocket): Peer {
  const address = (socket.remoteAddress ?? '').replace(/^::ffff:(?=\d+\.)/, '');
  return { address, tls: { version: socket.getProtocol() ?? '' }, operator: false };
}
