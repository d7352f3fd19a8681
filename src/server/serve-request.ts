import type { IncomingMessage, ServerResponse } from 'node:http';
import { ConnectionDropped, type Handle, type HttpRequest, type HttpResponse } from '../message.ts';
import type { Connection } from './connection.ts';
import type { ServerLimits } from './limits.ts';
import { type Arrival, type Read, readRequest } from './read-request.ts';
import { answerOfRefusal, NOT_A_PATH, OWN_FAULT, type ServerRefusal } from './refusals.ts';
import { endAnswer, writeAnswer } from './write-answer.ts';

export interface Means {
  readonly handle: Handle;
  /** Real time in milliseconds since 1970, for the Date of answers that are not the door's. */
  readonly clock: () => number;
  readonly limits: ServerLimits;
  /** Told of what is refused before it is a message for the door. */
  readonly onRefused?: (refusal: ServerRefusal) => void;
  /** Told of a message whose answer nobody was there to take. */
  readonly onGone?: (message: HttpRequest) => void;
  /** What a CONNECT is told, and a target that is no path; where it isn't given, what is wrong with each. */
  readonly tunnelRefusal?: ServerRefusal;
  /** Told of what is behind a 500 of the server; the TPP gets a neutral SYSTEM_ERROR. */
  readonly onUnexpected: (fault: unknown) => void;
}

/**
 * Takes one request from its first header to the last byte of its answer. Never rejects.
 * @see A-server-fault, A-server-gone
 */
export async function serveRequest(
  request: IncomingMessage,
  response: ServerResponse,
  connection: Connection,
  means: Means,
): Promise<void> {
  const arrival = { request, connection, turn: connection.begin(response) };
  // Who goes away is not there to be told.
  response.on('error', () => {});
  const read = await readRequest(arrival, means.limits.bodyBytes);
  if (read.kind === 'gone') return;
  connection.owe(response);
  const isWhole = read.kind === 'message' && read.isWhole;
  if (!isWhole) connection.stopTaking();
  const answer = await answerTo(read, arrival, means);
  if (answer === undefined) response.destroy();
  // One that waits behind another has no socket yet.
  if (read.kind === 'message' && (response.destroyed || request.socket.destroyed))
    means.onGone?.(read.message);
  if (answer === undefined || response.destroyed) return;
  try {
    if (isWhole || request.complete) {
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

/** @returns nothing where the door drops the connection: who is there gets no answer */
async function answerTo(
  read: Exclude<Read, { kind: 'gone' }>,
  { connection, turn }: Arrival,
  { handle, clock, onUnexpected, onRefused, tunnelRefusal = NOT_A_PATH }: Means,
): Promise<HttpResponse | undefined> {
  if (read.kind === 'refused') {
    const refusal = read.refusal === NOT_A_PATH ? tunnelRefusal : read.refusal;
    onRefused?.(refusal);
    return answerOfRefusal(refusal, clock());
  }
  try {
    return await turn.atDoor(() => handle(read.message, connection.peer));
  } catch (fault) {
    if (fault instanceof ConnectionDropped) return undefined;
    onUnexpected(fault);
    return answerOfRefusal(OWN_FAULT, clock());
  }
}

/**
 * Answers a request that was not read to its end. The client may still be sending: what comes is dropped for a while
 * before the connection ends, because a reset would take the answer from it.
 */
function answerEarly(
  request: IncomingMessage,
  response: ServerResponse,
  answer: HttpResponse,
  { lingerMilliseconds }: ServerLimits,
): void {
  writeAnswer(response, answer);
  const end = () => response.end();
  const patience = setTimeout(end, lingerMilliseconds).unref();
  request.once('close', () => {
    clearTimeout(patience);
    end();
  });
  request.resume();
}
