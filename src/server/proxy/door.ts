/**
 * The door of the signing proxy: what passes the gate is signed, unless it is already, and handed on; the bank's answer
 * comes back as it is. How it is signed and carried is handed in.
 * @see S11-proxy, C-proxy
 */
import { Fault } from '../../errors.ts';
import {
  type HttpRequest,
  type HttpResponse,
  headerValue,
  noteKnown,
  type StreamedResponse,
} from '../../message.ts';
import type { StreamTransport } from '../../transport/transport.ts';
import type { ServerRefusal } from '../refusals.ts';
import type { ServedDoor } from '../serve-request.ts';
import type { Waiting } from '../turn.ts';
import { answerHeaders, requestHeaders } from './end-to-end.ts';
import { type ProxyGateOptions, passageOf } from './gate.ts';
import { PassedBody } from './passed-body.ts';
import { proxyRefusal, refusalOfFault } from './refusals.ts';

/** What became of a request. */
export interface Proxied {
  /** As it left; as it came where it was refused. */
  readonly request: HttpRequest;
  /** `kept`: the caller had signed it. */
  readonly verdict: 'signed' | 'kept' | 'refused';
  /** Of the bank, or of the refusal; absent where the client left before there was one. */
  readonly status?: number;
  /** Why the proxy refused it. */
  readonly refused?: string;
  /** Why there was no whole answer of the bank's. */
  readonly failed?: string;
  /** Whether the client left before the answer's end. */
  readonly isGone: boolean;
  /** Of the bank; its body as far as it was to be kept. */
  readonly response?: HttpResponse;
  /** Of the body that the client got, of the bank or the proxy. */
  readonly bytesOut: number;
  /** Since the door has had it: what it waited before isn't counted. */
  readonly milliseconds: number;
}

export interface ProxyDoorOptions extends ProxyGateOptions {
  /** Adds what is missing and a signature. */
  readonly sign: (request: HttpRequest) => Promise<HttpRequest>;
  readonly forward: StreamTransport;
  /** Real time in milliseconds since 1970, for the Date of refusals. */
  readonly clock: () => number;
  /** Monotonic milliseconds. */
  readonly stopwatch: () => number;
  /** Told of each request once, at its end. */
  readonly onProxied: (proxied: Proxied) => void;
  /** Answers of at most so many bytes are told with their body. */
  readonly keptBytes: number;
}

export function proxyDoor(options: ProxyDoorOptions): ServedDoor {
  return async (request, _, waiting) => {
    const passage = passageOf(request, options);
    const telling = new Telling(options, waiting);
    if ('target' in passage)
      return noteKnown(await passOn({ ...request, target: passage.target }, waiting, telling, options));
    const { status, text } = passage.refusal;
    const answer = proxyRefusal(passage.refusal, options.clock());
    telling.tell({ request, verdict: 'refused', status, refused: text, bytesOut: answer.body.byteLength });
    return answer;
  };
}

async function passOn(
  came: HttpRequest,
  waiting: Waiting,
  telling: Telling,
  { sign, forward, clock, keptBytes, token }: ProxyDoorOptions,
): Promise<HttpResponse | StreamedResponse> {
  const onward = { ...came, headers: requestHeaders(came.headers, token) };
  const verdict = headerValue(onward.headers, 'signature') === undefined ? 'signed' : 'kept';
  let request: HttpRequest = onward;
  telling.begin({ request, verdict });
  try {
    if (verdict === 'signed') request = await sign(onward);
    telling.begin({ request, verdict });
    const { status, headers, pieces } = await forward(request, waiting);
    const body = new PassedBody(pieces, keptBytes);
    telling.answered({ status, headers }, body);
    return { status, headers: answerHeaders(headers), pieces: body.pieces((fault) => telling.ended(fault)) };
  } catch (fault) {
    if (!(fault instanceof Fault)) {
      telling.ended(fault);
      throw fault;
    }
    const refusal = refusalOfFault(fault);
    const answer = proxyRefusal(refusal, clock(), refusal.status === 400 ? 'refused' : 'no-answer');
    telling.failed(refusal, answer.body.byteLength);
    return answer;
  }
}

type Known = Pick<Proxied, 'request' | 'verdict'> & Partial<Proxied>;

/** Tells of one request once, however it ends. */
class Telling {
  readonly #options: ProxyDoorOptions;
  readonly #startedAt: number;
  #known: Known | undefined;
  #head: Pick<HttpResponse, 'status' | 'headers'> | undefined;
  #body: PassedBody | undefined;
  #isTold = false;

  constructor(options: ProxyDoorOptions, waiting: Waiting) {
    this.#options = options;
    this.#startedAt = options.stopwatch();
    waiting.whenOver(() => {
      if (this.#known !== undefined) this.tell({ ...this.#known, isGone: true });
    });
  }

  begin(known: Known): void {
    this.#known = known;
  }

  answered(head: Pick<HttpResponse, 'status' | 'headers'>, body: PassedBody): void {
    this.#head = head;
    this.#body = body;
    if (this.#known !== undefined) this.#known = { ...this.#known, status: head.status };
  }

  /** @param fault why it broke off; undefined when it was whole */
  ended(fault: unknown): void {
    if (this.#known === undefined) return;
    const failed = fault === undefined ? {} : { failed: wordsOf(fault) };
    this.tell({ ...this.#known, ...failed });
  }

  failed({ status, text }: ServerRefusal, bytesOut: number): void {
    if (this.#known !== undefined) this.tell({ ...this.#known, status, failed: text, bytesOut });
  }

  tell(known: Known): void {
    if (this.#isTold) return;
    this.#isTold = true;
    const { onProxied, stopwatch } = this.#options;
    const response = this.#head && { response: { ...this.#head, body: this.#body?.kept() ?? NO_BYTES } };
    onProxied({
      isGone: false,
      bytesOut: this.#body?.bytes ?? 0,
      ...response,
      ...known,
      milliseconds: Math.round((stopwatch() - this.#startedAt) * 10) / 10,
    });
  }
}

const NO_BYTES = new Uint8Array(0);

function wordsOf(fault: unknown): string {
  return fault instanceof Error ? fault.message : String(fault);
}
