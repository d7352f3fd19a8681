import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  ConnectionDropped,
  type HttpRequest,
  type HttpResponse,
  isToKnown,
  type Peer,
  type StreamedResponse,
} from '../message.ts';
import type { Connection } from './connection.ts';
import type { ServerLimits } from './limits.ts';
import type { Line } from './line.ts';
import { type Arrival, type Read, readRequest } from './read-request.ts';
import {
  type AnswerRefusal,
  answerOfRefusal,
  NO_ANSWER_YET,
  NO_TURN,
  NOT_A_PATH,
  OWN_FAULT,
  type ServerRefusal,
} from './refusals.ts';
import type { Waiting } from './turn.ts';
import { endAnswer, streamAnswer, writeAnswer } from './write-answer.ts';

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
  readonly line: Line;
}

/**
 * Takes one request from its first header to the last byte of its answer. Never rejects.
 * @see A-server-fault, A-server-gone, A-server-mutated
 */
export async function serveRequest(
  request: IncomingMessage,
  response: ServerResponse,
  connection: Connection,
  means: Serving,
): Promise<void> {
  const turn = connection.begin(request, response);
  const arrival = { request, connection, turn };
  // Who goes away is not there to be told.
  response.on('error', () => {});
  const read = await connection.inTurn(readRequest(arrival, means.limits.bodyBytes));
  // What came behind an answer that ends the connection is run for nobody.
  if (read.kind === 'gone' || connection.isEnding) return;
  connection.owe(response);
  const isWhole = read.kind === 'message' && read.isWhole;
  if (!isWhole) connection.stopTaking();
  const answer = await answerTo(read, arrival, means);
  if (answer === undefined) response.destroy();
  if (read.kind === 'message' && turn.wasAtDoor && isGone(request, response)) means.onGone?.(read.message);
  if (answer === undefined || response.destroyed) return;
  try {
    if ('pieces' in answer) {
      const isLast = !response.shouldKeepAlive || connection.isLast;
      await streamAnswer(response, answer, { isLast, waiting: turn });
    } else if (isWhole || request.complete) {
      endAnswer(response, answer, !isWhole || !response.shouldKeepAlive || connection.isLast);
    } else {
      answerEarly(request, response, answer, means.limits);
    }
  } catch (fault) {
    // An answer that HTTP can't carry.
    means.onUnexpected(fault);
    response.destroy();
  }
}

/** Whether perhaps nobody takes the answer: who has ended its side may listen or be gone, which only writing tells. */
function isGone({ socket }: IncomingMessage, response: ServerResponse): boolean {
  // One that waits behind another has no socket yet.
  return response.destroyed || socket.destroyed || socket.readableEnded;
}

/** @returns nothing where the door drops the connection, or nobody is there any more: there is no answer then */
async function answerTo(
  read: Exclude<Read, { kind: 'gone' }>,
  { request, connection, turn }: Arrival,
  means: Serving,
): Promise<HttpResponse | StreamedResponse | undefined> {
  const { onUnexpected, onRefused, tunnelRefusal = NOT_A_PATH } = means;
  if (read.kind === 'refused') {
    const refusal = read.refusal === NOT_A_PATH ? tunnelRefusal : read.refusal;
    onRefused?.(refusal);
    return ownAnswer(refusal, request, means);
  }
  try {
    const isLarge = read.message.body.byteLength > means.limits.smallBodyBytes;
    const answering = means.line.pass(connection.standing, { turn, isLarge }, () =>
      turn.atDoor(() => means.handle(read.message, connection.peer, turn)),
    );
    const answer = await inTime(answering, { request, turn }, means);
    if (answer !== undefined) connection.standing.hear(answer.status, isToKnown(answer));
    return answer;
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
 * What the door answers, or a 503 where that takes too long: the call goes on, and what it comes to is dropped. Where the
 * request still waits for the door, it has waited in vain.
 * @see S12-door-time
 */
function inTime<Answer>(
  answer: Promise<Answer>,
  { request, turn }: Pick<Arrival, 'request' | 'turn'>,
  means: Means,
): Promise<Answer | HttpResponse> {
  const { doorMilliseconds } = means.limits;
  return new Promise((resolve, reject) => {
    const patience = setTimeout(() => {
      if (turn.wasAtDoor) {
        // Of its path nothing is told: a link's secret may be in it, or a proxy's token.
        means.onUnexpected(new Error(`a ${request.method} has no answer after ${doorMilliseconds / 1000} s`));
        resolve(ownAnswer(NO_ANSWER_YET, request, means));
      } else {
        means.onRefused?.(NO_TURN);
        resolve(ownAnswer(NO_TURN, request, means));
        turn.end();
      }
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
