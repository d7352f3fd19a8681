import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  ConnectionDropped,
  type HttpRequest,
  type HttpResponse,
  type Peer,
  type StreamedResponse,
} from '../message.ts';
import {
  type Connection,
  endAnswer,
  type Read,
  readRequest,
  streamAnswer,
  type Waiting,
  writeAnswer,
} from './connection.ts';
import {
  type AnswerRefusal,
  answerOfRefusal,
  NO_ANSWER_YET,
  NOT_A_PATH,
  OWN_FAULT,
  type ServerLimits,
  type ServerRefusal,
  TOO_BUSY,
} from './refusals.ts';

/** Lets a number of requests run at once; the others wait in the order in which they came. @see S12-connections */
export class Semaphore {
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

/** What is behind a server: a bank's door, or one whose answers may come in pieces. */
export type ServedDoor = (
  request: HttpRequest,
  peer: Peer,
  waiting: Waiting,
) => Promise<HttpResponse | StreamedResponse>;

export interface Means {
  readonly handle: ServedDoor;
  /** Real time in milliseconds since 1970, for the Date of answers that are not the door's. */
  readonly clock: () => number;
  readonly limits: ServerLimits;
  /** Told of what is refused before it is a message for the door. */
  readonly onRefused?: (refusal: ServerRefusal) => void;
  /** Told of a message whose answer perhaps nobody was there to take. */
  readonly onGone?: (message: HttpRequest) => void;
  /** What a CONNECT is told, and a target that is no path; where it isn't given, what is wrong with each. */
  readonly tunnelRefusal?: ServerRefusal;
  /**
   * The server's own answers; as the bank's door would say it unless given.
   * @param requestId the request's X-Request-ID as it came, where its headers could be read
   */
  readonly answerRefusal?: AnswerRefusal;
  /** Told of what is behind a 500 of the server; the TPP gets a neutral SYSTEM_ERROR. */
  readonly onUnexpected: (fault: unknown) => void;
}

/** What all requests of a server share. */
export interface Serving extends Means {
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
export async function serveRequest(arrival: Arrival, means: Serving): Promise<void> {
  const { request, response, connection } = arrival;
  const read = await readInTime(arrival, means);
  if (read.kind === 'gone') return;
  const isWhole = read.kind === 'message' && read.isWhole;
  if (!isWhole) connection.stopServing();
  const answer = await answerTo(read, arrival, means);
  if (answer === undefined) response.destroy();
  if (read.kind === 'message' && isGone(request, response)) means.onGone?.(read.message);
  if (answer === undefined || response.destroyed) return;
  const isLast = !isWhole || !response.shouldKeepAlive || connection.isLast;
  if (isLast) connection.stopServing();
  try {
    if ('pieces' in answer) await streamAnswer(response, answer, isLast);
    else if (isWhole || request.complete) endAnswer(response, answer, isLast);
    else answerEarly(request, response, answer, means.limits);
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

/** Whether perhaps nobody takes the answer: who has ended its side may listen or be gone, which only writing tells. */
function isGone({ socket }: IncomingMessage, response: ServerResponse): boolean {
  return response.destroyed || socket.destroyed || socket.readableEnded;
}

/** @returns nothing where the door drops the connection, or nobody is there any more: there is no answer then */
async function answerTo(
  read: Exclude<Read, { kind: 'gone' }>,
  { request, response, connection }: Arrival,
  means: Means,
): Promise<HttpResponse | StreamedResponse | undefined> {
  const { onUnexpected, onRefused, tunnelRefusal = NOT_A_PATH } = means;
  if (read.kind === 'refused') {
    const refusal = read.refusal === NOT_A_PATH ? tunnelRefusal : read.refusal;
    onRefused?.(refusal);
    return ownAnswer(refusal, request, means);
  }
  try {
    const waiting: Waiting = {
      whenOver: (act) => (response.closed ? act() : void response.once('close', act)),
    };
    return await inTime(means.handle(read.message, connection.peer, waiting), request, means);
  } catch (fault) {
    if (fault instanceof ConnectionDropped) return undefined;
    onUnexpected(fault);
    return ownAnswer(OWN_FAULT, request, means);
  }
}

/** What the server answers itself. */
function ownAnswer(
  refusal: ServerRefusal,
  request: IncomingMessage,
  { clock, answerRefusal = answerOfRefusal }: Means,
): HttpResponse {
  return answerRefusal(refusal, clock(), requestIdOf(request));
}

/** The header is sent once: what repeats it is told nothing of it. */
function requestIdOf({ headersDistinct }: IncomingMessage): string | undefined {
  const [id, ...others] = headersDistinct['x-request-id'] ?? [];
  return others.length === 0 ? id : undefined;
}

/**
 * Answers 503 where the door takes too long: the call goes on, and what it comes to is dropped.
 * @see S12-door-time
 */
function inTime<Answer>(
  answer: Promise<Answer>,
  request: IncomingMessage,
  means: Means,
): Promise<Answer | HttpResponse> {
  const { doorMilliseconds } = means.limits;
  return new Promise((resolve, reject) => {
    const patience = setTimeout(() => {
      // Of its path nothing is told: a link's secret may be in it, or a proxy's token.
      means.onUnexpected(new Error(`a ${request.method} has no answer after ${doorMilliseconds / 1000} s`));
      resolve(ownAnswer(NO_ANSWER_YET, request, means));
    }, doorMilliseconds);
    answer.then(resolve, reject).finally(() => clearTimeout(patience));
  });
}

/**
 * Answers a request that was not read to its end. The client may still be sending: what comes is dropped for a while
 * before the connection ends, because a reset would take the answer from it. Who has ended its side sends nothing more.
 */
function answerEarly(
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
