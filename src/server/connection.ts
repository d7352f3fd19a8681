import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import type { Peer } from '../message.ts';
import { HeldBytes } from './held-bytes.ts';
import { type ComingBody, takeIn } from './intake.ts';
import type { ServerLimits } from './limits.ts';
import { Standing } from './line.ts';
import { type AnswerRefusal, answerOfRefusal, type ServerRefusal } from './refusals.ts';
import { Turn } from './turn.ts';
import { lastWords } from './write-answer.ts';

export interface ConnectionMeans {
  readonly limits: ServerLimits;
  readonly clock: () => number;
  readonly onRefused?: (refusal: ServerRefusal) => void;
  readonly answerRefusal?: AnswerRefusal;
  /** Of all connections together. */
  readonly held: HeldBytes;
  /** Called at each whole request. */
  readonly onWhole: () => void;
}

/** A body that is being read. */
interface Reading {
  /** Whether all of it has come, although that isn't told yet. */
  readonly isWhole: () => boolean;
  readonly stop: (refusal: ServerRefusal) => void;
}

/** A connection with so many requests that aren't answered is read no further. */
const MOST_AHEAD = 32;

/** Nor one whose unanswered requests have so many bytes of headers. */
const MOST_HEAD_BYTES = 64 * 1024;

/** One connection: who is at its other end, what runs on it, and how it ends. */
export class Connection {
  readonly peer: Peer;
  readonly standing = new Standing();
  readonly #socket: Socket;
  readonly #means: ConnectionMeans;
  /** Of the bodies that came on it. */
  readonly #held: HeldBytes;
  /** Requests that have begun and whose answers are not written. */
  readonly #turns = new Set<Turn>();
  /** Of their headers. */
  #headBytes = 0;
  #body: ComingBody | undefined;
  #isHeldBack = false;
  #isDeaf = false;
  #owed = 0;
  #isClosing = false;
  #isEnding = false;
  #refusal: ServerRefusal | undefined;
  #reading: Reading | undefined;
  /** When the request that came last is read. Of what was read nothing is kept. */
  #lastRead: Promise<void> = Promise.resolve();

  constructor(socket: Socket, means: ConnectionMeans) {
    this.#socket = socket;
    this.#means = means;
    this.#held = new HeldBytes(means.limits.smallBodyBytes);
    this.peer = peerOf(socket);
    takeIn(socket, this);
    // Node tells no response that waits for another one's. Its parser is gone: what was put back is for nobody.
    socket.once('close', () => {
      this.#isDeaf = true;
      for (const turn of this.#turns) turn.end();
    });
  }

  /** How many requests may begin before one is answered. @see S12-pipelining */
  get room(): number {
    return this.#headBytes >= MOST_HEAD_BYTES ? 0 : Math.max(0, MOST_AHEAD - this.#turns.size);
  }

  /** Whether what comes is neither read nor kept. */
  get isDeaf(): boolean {
    return this.#isDeaf;
  }

  /** Whether an answer that is given now ends the connection: others that run on it are answered as well. */
  get isLast(): boolean {
    return this.#isClosing && this.#turns.size === 1;
  }

  /** Whether someone waits here for an answer to a whole request. */
  get owesAnswer(): boolean {
    return this.#owed > 0;
  }

  /** Whether its last answer is settled: what comes now is not read. */
  get isEnding(): boolean {
    return this.#isEnding;
  }

  /** Begins the turn of a request, which lasts until its response is done with, sent or not. */
  begin({ url = '', rawHeaders }: IncomingMessage, response: ServerResponse): Turn {
    const turn = new Turn(this.#held, this.#means.held);
    const headBytes = rawHeaders.reduce((sum, text) => sum + text.length, url.length);
    this.#turns.add(turn);
    this.#headBytes += headBytes;
    response.once('close', () => {
      turn.end();
      if (this.#turns.delete(turn)) this.#headBytes -= headBytes;
      if (this.#isHeldBack && this.room > 0) this.#readOn();
      if (this.#turns.size === 0) this.#endWhenDue();
    });
    return turn;
  }

  /** What comes next on the connection is this. */
  announce(body: ComingBody): void {
    this.#body = body;
  }

  takeBody(): ComingBody | undefined {
    const body = this.#body;
    this.#body = undefined;
    return body;
  }

  holdBack(): void {
    this.#isHeldBack = true;
    this.#socket.pause();
  }

  /** Not where Node itself has stopped, whose parser would not take what comes. TypeScript doesn't know of it. */
  #readOn(): void {
    this.#isHeldBack = false;
    if (!('_paused' in this.#socket && this.#socket._paused === true)) this.#socket.resume();
  }

  /** A request is there, whole or as far as it is read. */
  owe(response: ServerResponse): void {
    this.#owed += 1;
    response.once('close', () => {
      this.#owed -= 1;
    });
    this.#means.onWhole();
  }

  /** The body that is read now is the next thing that comes on the connection. */
  startReading(reading: Reading): void {
    this.#reading = reading;
  }

  /** The next one may be read already: the end of a body is told a tick later. */
  doneReading(reading: Reading): void {
    if (this.#reading === reading) this.#reading = undefined;
  }

  /** What was read of a request, once all before it are read: what is whole at once would overtake a body. */
  inTurn<Read>(read: Promise<Read>): Promise<Read> {
    const inTurn = this.#lastRead.then(() => read);
    this.#lastRead = inTurn.then(() => undefined);
    return inTurn;
  }

  /** The answer that is given now is the last one, whatever else came. @see S12-pipelining */
  stopTaking(): void {
    this.#isEnding = true;
  }

  /** Drops what comes from now on. */
  stopHearing(): void {
    this.#isDeaf = true;
  }

  /**
   * Answers what can't be read as a request, and ends the connection: nobody knows where the next one would begin.
   * Requests that were whole are answered first.
   */
  refuse(refusal: ServerRefusal): void {
    if (this.#refusal !== undefined) return;
    this.#refusal = refusal;
    if (this.#reading?.isWhole() === false) {
      this.#isClosing = true;
      this.#reading.stop(refusal);
    } else if (this.#turns.size === 0) {
      this.#endWhenDue();
    }
  }

  /** Ends the connection when nothing runs on it any more. */
  close(): void {
    this.#isClosing = true;
    if (this.#turns.size === 0) this.#endWhenDue();
  }

  #endWhenDue(): void {
    if (this.#refusal !== undefined && !this.#isClosing) {
      const { onRefused, answerRefusal = answerOfRefusal, clock } = this.#means;
      onRefused?.(this.#refusal);
      this.#end(lastWords(answerRefusal(this.#refusal, clock())));
    } else if (this.#isClosing) {
      this.#end();
    }
  }

  /** What the other end still sends is dropped for a while: a reset would take the last words from it. */
  #end(words?: Buffer): void {
    this.#isClosing = true;
    this.#isEnding = true;
    this.#isDeaf = true;
    if (words !== undefined && this.#socket.writable) this.#socket.end(words);
    else this.#socket.end();
    this.#socket.resume();
    setTimeout(() => this.#socket.destroy(), this.#means.limits.lingerMilliseconds).unref();
  }
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
