/**
 * The door of the signing proxy: what passes the gate is signed, unless it is already, and handed on; the bank's answer
 * comes back as it is. How it is signed and carried is handed in.
 * @see S11-proxy, C-proxy
 */
import { Fault } from '../../errors.ts';
import { type HttpRequest, type HttpResponse, headerValue, type StreamedResponse } from '../../message.ts';
import type { StreamTransport } from '../../transport/transport.ts';
import type { ServerRefusal } from '../refusals.ts';
import type { ServedDoor } from '../serve-request.ts';
import { answerHeaders, requestHeaders } from './end-to-end.ts';
import { type ProxyGateOptions, passageOf } from './gate.ts';
import { PassedBody } from './passed-body.ts';
import { GIVEN_UP, Passing } from './passing.ts';
import { proxyRefusal, refusalOfFault, STOPPING, stoppedBefore, stoppedWords } from './refusals.ts';
import { Telling, type TellingOptions } from './telling.ts';

export interface ProxyDoorOptions extends ProxyGateOptions, TellingOptions {
  /** Adds what is missing and a signature. */
  readonly sign: (request: HttpRequest) => Promise<HttpRequest>;
  readonly forward: StreamTransport;
  /** Real time in milliseconds since 1970, for the Date of refusals. */
  readonly clock: () => number;
  /** Answers of at most so many bytes are told with their body. */
  readonly keptBytes: number;
}

export interface ProxyDoor {
  readonly handle: ServedDoor;
  /** Gives up what the bank hasn't answered: who waits gets the proxy's own answer. What comes now is refused. */
  readonly stop: () => void;
  /** Tells of what is under way, where the process ends at once. */
  readonly cutOff: () => void;
}

export function proxyDoor(options: ProxyDoorOptions): ProxyDoor {
  const underWay = new Map<Passing, Telling>();
  let isStopped = false;
  const handle: ServedDoor = async (request, _, waiting) => {
    const passage = isStopped ? { refusal: STOPPING } : passageOf(request, options);
    const telling = new Telling(options, waiting);
    if ('target' in passage) {
      const passing = new Passing(waiting);
      underWay.set(passing, telling);
      waiting.whenOver(() => underWay.delete(passing));
      return passOn({ ...request, target: passage.target }, passing, telling, options);
    }
    return refuse(request, passage.refusal, telling, options);
  };
  const stop = () => {
    isStopped = true;
    for (const [passing, telling] of underWay) {
      // Whoever has the head of an answer gets no other: the connection ends.
      if (telling.isAnswered) telling.cutOff();
      passing.giveUp();
    }
  };
  const cutOff = () => {
    for (const telling of underWay.values()) telling.cutOff();
  };
  return { handle, stop, cutOff };
}

function refuse(
  request: HttpRequest,
  refusal: ServerRefusal,
  telling: Telling,
  { clock }: Pick<ProxyDoorOptions, 'clock'>,
): HttpResponse {
  const { status, text } = refusal;
  const answer = proxyRefusal(refusal, clock());
  telling.tell({ request, verdict: 'refused', status, refused: text, bytesOut: answer.body.byteLength });
  return answer;
}

async function passOn(
  came: HttpRequest,
  passing: Passing,
  telling: Telling,
  options: ProxyDoorOptions,
): Promise<HttpResponse | StreamedResponse> {
  const { sign, forward, keptBytes, token } = options;
  const onward = { ...came, headers: requestHeaders(came.headers, token) };
  const verdict = headerValue(onward.headers, 'signature') === undefined ? 'signed' : 'kept';
  let request: HttpRequest = onward;
  telling.begin({ request, verdict });
  try {
    if (verdict === 'signed') request = await passing.unlessGivenUp(sign(onward));
    telling.leaves({ request, verdict });
    const { status, headers, pieces } = await passing.unlessGivenUp(forward(request, passing));
    const body = new PassedBody(pieces, keptBytes);
    telling.answered({ status, headers }, body);
    return { status, headers: answerHeaders(headers), pieces: body.pieces((fault) => telling.ended(fault)) };
  } catch (fault) {
    return answerOfFailure(fault, request, telling, options);
  }
}

/** What the proxy itself answers, where the bank gave no answer. @throws what it is no answer to */
function answerOfFailure(
  fault: unknown,
  request: HttpRequest,
  telling: Telling,
  options: ProxyDoorOptions,
): HttpResponse {
  const now = options.clock();
  if (fault === GIVEN_UP) {
    if (!telling.hasLeft) return refuse(request, STOPPING, telling, options);
    const answer = proxyRefusal(stoppedBefore(request), now, 'no-answer');
    telling.failed(stoppedWords(request.method), answer);
    return answer;
  }
  if (!(fault instanceof Fault)) {
    telling.ended(fault);
    throw fault;
  }
  const refusal = refusalOfFault(fault);
  if (!telling.hasLeft) return refuse(request, refusal, telling, options);
  const answer = proxyRefusal(refusal, now, refusal.status === 400 ? 'refused' : 'no-answer');
  telling.failed(refusal.text, answer);
  return answer;
}
