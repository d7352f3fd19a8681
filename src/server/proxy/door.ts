import { Fault } from '../../errors.ts';
import { getHeader, type HttpRequest, type HttpResponse, type StreamedResponse } from '../../message.ts';
import type { StreamTransport } from '../../transport/transport.ts';
import type { Waiting } from '../connection.ts';
import type { ServerRefusal } from '../refusals.ts';
import type { ServedDoor } from '../serve.ts';
import {
  authorizeRequest,
  createFaultRefusal,
  createStoppedRefusal,
  describeStop,
  filterAnswerHeaders,
  type ProxyGateOptions,
  proxyRefusal,
  requestHeaders,
  STOPPING,
} from './gate.ts';

/** A proxied body, of which only a limited part is stored. */
class PassedBody {
  readonly #pieces: AsyncIterable<Uint8Array>;
  readonly #limitBytes: number;
  #kept: Uint8Array[] = [];
  #bytes = 0;

  /** @param limitBytes a larger body is not stored at all */
  constructor(pieces: AsyncIterable<Uint8Array>, limitBytes: number) {
    this.#pieces = pieces;
    this.#limitBytes = limitBytes;
  }

  /** The number of bytes that have passed. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Returns the whole body, or nothing if it exceeds the limit. */
  kept(): Uint8Array {
    return Buffer.concat(this.#kept);
  }

  /** @param ended called once after the last piece, with the fault if the body broke off */
  async *pieces(ended: (fault?: unknown) => void): AsyncGenerator<Uint8Array> {
    try {
      for await (const piece of this.#pieces) {
        this.#keep(piece);
        yield piece;
      }
    } catch (fault) {
      ended(fault);
      throw fault;
    }
    ended();
  }

  #keep(piece: Uint8Array): void {
    this.#bytes += piece.byteLength;
    if (this.#bytes > this.#limitBytes) this.#kept = [];
    else this.#kept.push(piece);
  }
}

/** Thrown when the proxy no longer waits for the bank. */
const GIVEN_UP = Symbol('given up');

/** One request on its way to the bank, until the client disconnects or the proxy aborts it. @see C-proxy */
class UpstreamRequest implements Waiting {
  #acts: (() => void)[] = [];
  #isOver = false;
  #giveUp: () => void = () => {};
  readonly #givenUp: Promise<never>;

  constructor(client: Waiting) {
    this.#givenUp = new Promise((_, reject) => {
      this.#giveUp = () => reject(GIVEN_UP);
    });
    // Avoids an unhandled rejection while nothing awaits it.
    this.#givenUp.catch(() => {});
    client.whenOver(() => this.#end());
  }

  whenOver(act: () => void): void {
    if (this.#isOver) act();
    else this.#acts.push(act);
  }

  /** Rejects with GIVEN_UP as soon as the request is given up. */
  unlessGivenUp<Result>(work: Promise<Result>): Promise<Result> {
    return Promise.race([work, this.#givenUp]);
  }

  giveUp(): void {
    this.#giveUp();
    this.#end();
  }

  #end(): void {
    const acts = this.#acts;
    this.#acts = [];
    this.#isOver = true;
    for (const act of acts) act();
  }
}

/** The result of a proxied request. */
export interface Proxied {
  /** The request as sent; as received if it was refused. */
  readonly request: HttpRequest;
  /** `kept`: the caller had signed it. */
  readonly verdict: 'signed' | 'kept' | 'refused';
  /** The status of the bank or of the refusal; absent if the client disconnected or the proxy stopped before. */
  readonly status?: number;
  /** The reason for the proxy's refusal. */
  readonly refused?: string;
  /** The reason why the bank's response is missing or incomplete. */
  readonly failed?: string;
  /** True if the client disconnected before the end of the response. */
  readonly isGone: boolean;
  /** The bank's response, with the stored part of its body. */
  readonly response?: HttpResponse;
  /** The number of body bytes sent to the client. */
  readonly bytesOut: number;
  /** The time since the handler received it: earlier waiting isn't counted. */
  readonly milliseconds: number;
}

interface TellingOptions {
  /** Returns monotonic milliseconds. */
  readonly stopwatch: () => number;
  /** Called once for each request, at its end. */
  readonly onProxied: (proxied: Proxied) => void;
}

type Known = Pick<Proxied, 'request' | 'verdict'> & Partial<Proxied>;

/** Reports one request once, however it ends. */
class ProxyLog {
  readonly #options: TellingOptions;
  readonly #startedAt: number;
  #known: Known | undefined;
  #hasLeft = false;
  #head: Pick<HttpResponse, 'status' | 'headers'> | undefined;
  #body: PassedBody | undefined;
  #isTold = false;

  constructor(options: TellingOptions, waiting: Waiting) {
    this.#options = options;
    this.#startedAt = options.stopwatch();
    waiting.whenOver(() => {
      if (this.#known !== undefined) this.tell({ ...this.#known, isGone: true });
    });
  }

  begin(known: Known): void {
    this.#known = known;
  }

  /** Records that the request is sent to the bank. */
  leaves(known: Known): void {
    this.#known = known;
    this.#hasLeft = true;
  }

  get hasLeft(): boolean {
    return this.#hasLeft;
  }

  answered(head: Pick<HttpResponse, 'status' | 'headers'>, body: PassedBody): void {
    this.#head = head;
    this.#body = body;
    if (this.#known !== undefined) this.#known = { ...this.#known, status: head.status };
  }

  /** True if the client has the head of the bank's response. */
  get isAnswered(): boolean {
    return this.#head !== undefined;
  }

  /** @param fault why it broke off; undefined when it was whole */
  ended(fault: unknown): void {
    if (this.#known === undefined) return;
    const failed = fault === undefined ? {} : { failed: describeFault(fault) };
    this.tell({ ...this.#known, ...failed });
  }

  /** Reports the proxy's own response to the client. */
  failed(failed: string, { status, body }: HttpResponse): void {
    if (this.#known === undefined) return;
    this.tell({ ...this.#known, status, failed, bytesOut: body.byteLength });
  }

  /** Reports a request that a stopping proxy no longer answers. */
  cutOff(): void {
    if (this.#known === undefined) return;
    const { request } = this.#known;
    if (this.#hasLeft) this.tell({ ...this.#known, failed: describeStop(request.method) });
    else this.tell({ request, verdict: 'refused', refused: STOPPING.text });
  }

  tell(known: Known): void {
    if (this.#isTold) return;
    this.#isTold = true;
    const { onProxied, stopwatch } = this.#options;
    const response = this.#head && { response: { ...this.#head, body: this.#body?.kept() ?? NO_BYTES } };
    const told = { isGone: false, bytesOut: this.#body?.bytes ?? 0, ...response, ...known };
    onProxied({
      ...told,
      // A response to HEAD has no body, whatever its Content-Length (RFC 9110 9.3.2).
      bytesOut: known.request.method === 'HEAD' ? 0 : told.bytesOut,
      milliseconds: Math.round((stopwatch() - this.#startedAt) * 10) / 10,
    });
  }
}

const NO_BYTES = new Uint8Array(0);

function describeFault(fault: unknown): string {
  return fault instanceof Error ? fault.message : String(fault);
}

export interface ProxyDoorOptions extends ProxyGateOptions, TellingOptions {
  /** Adds missing headers and a signature. */
  readonly sign: (request: HttpRequest) => Promise<HttpRequest>;
  readonly forward: StreamTransport;
  /** Returns real time in milliseconds since 1970, for the Date of refusals. */
  readonly clock: () => number;
  /** Responses of at most this many bytes are reported with their body. */
  readonly keptBytes: number;
}

interface ProxyDoor {
  readonly handle: ServedDoor;
  /** Gives up pending requests, which get the proxy's own response, and refuses new ones. */
  readonly stop: () => void;
  /** Reports pending requests, for a process that ends at once. */
  readonly cutOff: () => void;
}

/**
 * The handler of the signing proxy: signs a request that passes the gate, unless it is already signed, and forwards
 * it; returns the bank's response unchanged. Callers supply signer and transport.
 * @see S11-proxy, C-proxy
 */
export function proxyDoor(options: ProxyDoorOptions): ProxyDoor {
  const underWay = new Map<UpstreamRequest, ProxyLog>();
  let isStopped = false;
  const handle: ServedDoor = async (request, _, waiting) => {
    const passage = isStopped ? { refusal: STOPPING } : authorizeRequest(request, options);
    const telling = new ProxyLog(options, waiting);
    if ('target' in passage) {
      const passing = new UpstreamRequest(waiting);
      underWay.set(passing, telling);
      waiting.whenOver(() => underWay.delete(passing));
      return forwardRequest({ ...request, target: passage.target }, passing, telling, options);
    }
    return refuse(request, passage.refusal, telling, options);
  };
  const stop = () => {
    isStopped = true;
    for (const [passing, telling] of underWay) {
      // After the head of a response no other can be sent: the connection ends.
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
  telling: ProxyLog,
  { clock }: Pick<ProxyDoorOptions, 'clock'>,
): HttpResponse {
  const { status, text } = refusal;
  const answer = proxyRefusal(refusal, clock());
  telling.tell({ request, verdict: 'refused', status, refused: text, bytesOut: answer.body.byteLength });
  return answer;
}

async function forwardRequest(
  came: HttpRequest,
  passing: UpstreamRequest,
  telling: ProxyLog,
  options: ProxyDoorOptions,
): Promise<HttpResponse | StreamedResponse> {
  const { sign, forward, keptBytes, token } = options;
  const onward = { ...came, headers: requestHeaders(came.headers, token) };
  const verdict = getHeader(onward.headers, 'signature') === undefined ? 'signed' : 'kept';
  let request: HttpRequest = onward;
  telling.begin({ request, verdict });
  try {
    if (verdict === 'signed') request = await passing.unlessGivenUp(sign(onward));
    telling.leaves({ request, verdict });
    const { status, headers, pieces } = await passing.unlessGivenUp(forward(request, passing));
    const body = new PassedBody(pieces, keptBytes);
    telling.answered({ status, headers }, body);
    return {
      status,
      headers: filterAnswerHeaders(headers),
      pieces: body.pieces((fault) => telling.ended(fault)),
    };
  } catch (fault) {
    return createFailureResponse(fault, request, telling, options);
  }
}

/** Creates the proxy's own response if the bank gave none. @throws the fault, if there is no response for it */
function createFailureResponse(
  fault: unknown,
  request: HttpRequest,
  telling: ProxyLog,
  options: ProxyDoorOptions,
): HttpResponse {
  const now = options.clock();
  if (fault === GIVEN_UP) {
    if (!telling.hasLeft) return refuse(request, STOPPING, telling, options);
    const answer = proxyRefusal(createStoppedRefusal(request), now, 'no-answer');
    telling.failed(describeStop(request.method), answer);
    return answer;
  }
  if (!(fault instanceof Fault)) {
    telling.ended(fault);
    throw fault;
  }
  const refusal = createFaultRefusal(fault);
  if (!telling.hasLeft) return refuse(request, refusal, telling, options);
  const answer = proxyRefusal(refusal, now, refusal.status === 400 ? 'refused' : 'no-answer');
  telling.failed(refusal.text, answer);
  return answer;
}
