import { Fault } from '../../errors.ts';
import { getHeader, type HttpRequest, type HttpResponse, type StreamedResponse } from '../../message.ts';
import type { StreamTransport } from '../../transport/transport.ts';
import type { WhenOver } from '../connection.ts';
import type { ServerRefusal } from '../refusals.ts';
import type { PortHandler } from '../serve.ts';
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

/** The result of a proxied request. */
export interface ProxyOutcome {
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

export interface ProxyHandlerOptions extends ProxyGateOptions {
  /** Adds missing headers and a signature. */
  readonly sign: (request: HttpRequest) => Promise<HttpRequest>;
  readonly forward: StreamTransport;
  /** Returns real time in milliseconds since 1970, for the Date of refusals. */
  readonly clock: () => number;
  /** Returns monotonic milliseconds. */
  readonly stopwatch: () => number;
  /** Called once for each request, at its end. */
  readonly onProxied: (proxied: ProxyOutcome) => void;
  /** Responses of at most this many bytes are reported with their body. */
  readonly keptBytes: number;
}

/** One request at the proxy, reported once, however it ends. @see C-proxy */
class ProxiedRequest {
  readonly #options: ProxyHandlerOptions;
  readonly #startedAt: number;
  readonly #verdict: ProxyOutcome['verdict'];
  #request: HttpRequest;
  /** Aborts when the client has disconnected, or the proxy gives the request up. */
  readonly #over = new AbortController();
  #hasLeft = false;
  #head: Pick<HttpResponse, 'status' | 'headers'> | undefined;
  #kept: Uint8Array[] = [];
  #bytes = 0;
  #isReported = false;

  constructor(
    request: HttpRequest,
    verdict: ProxyOutcome['verdict'],
    whenOver: WhenOver,
    options: ProxyHandlerOptions,
  ) {
    this.#request = request;
    this.#verdict = verdict;
    this.#options = options;
    this.#startedAt = options.stopwatch();
    whenOver(() => {
      this.#report({ isGone: true });
      this.#over.abort();
    });
  }

  /** Signs the request if it isn't, and streams the bank's response. */
  async forward(): Promise<HttpResponse | StreamedResponse> {
    const { sign, forward } = this.#options;
    try {
      if (this.#verdict === 'signed') this.#request = await this.#unlessOver(sign(this.#request));
      this.#hasLeft = true;
      const { pieces, ...head } = await this.#unlessOver(forward(this.#request, this.#over.signal));
      this.#head = head;
      return { ...head, headers: filterAnswerHeaders(head.headers), pieces: this.#pass(pieces) };
    } catch (fault) {
      return this.#createFailureResponse(fault);
    }
  }

  refuse(refusal: ServerRefusal): HttpResponse {
    const { status, text } = refusal;
    const answer = proxyRefusal(refusal, this.#options.clock());
    this.#report({ verdict: 'refused', status, refused: text, bytesOut: answer.body.byteLength });
    return answer;
  }

  /** Gives the request up: it gets the proxy's own response, unless it has the head of the bank's. */
  stop(): void {
    if (this.#head !== undefined) this.cutOff();
    this.#over.abort();
  }

  /** Reports a request that a stopping proxy no longer answers. */
  cutOff(): void {
    if (this.#hasLeft) this.#report({ failed: describeStop(this.#request.method) });
    else this.#report({ verdict: 'refused', refused: STOPPING.text });
  }

  /** Rejects as soon as the request is over. */
  #unlessOver<Result>(work: Promise<Result>): Promise<Result> {
    const { signal } = this.#over;
    return new Promise((resolve, reject) => {
      work.then(resolve, reject);
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
      if (signal.aborted) reject(signal.reason);
    });
  }

  /** Passes the body on, of which only a limited part is stored. */
  async *#pass(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    try {
      for await (const piece of pieces) {
        this.#bytes += piece.byteLength;
        if (this.#bytes > this.#options.keptBytes) this.#kept = [];
        else this.#kept.push(piece);
        yield piece;
      }
    } catch (fault) {
      this.#report({ failed: describeFault(fault) });
      throw fault;
    }
    this.#report({});
  }

  /** Creates the proxy's own response if the bank gave none. @throws the fault, if there is no response for it */
  #createFailureResponse(fault: unknown): HttpResponse {
    const isOver = this.#over.signal.aborted;
    if (!isOver && !(fault instanceof Fault)) {
      this.#report({ failed: describeFault(fault) });
      throw fault;
    }
    const refusal = isOver ? createStoppedRefusal(this.#request) : createFaultRefusal(fault as Fault);
    if (!this.#hasLeft) return this.refuse(isOver ? STOPPING : refusal);
    const kind = refusal.status === 400 ? 'refused' : 'no-answer';
    const answer = proxyRefusal(refusal, this.#options.clock(), kind);
    const failed = isOver ? describeStop(this.#request.method) : refusal.text;
    this.#report({ status: answer.status, failed, bytesOut: answer.body.byteLength });
    return answer;
  }

  #report(outcome: Partial<ProxyOutcome>): void {
    if (this.#isReported) return;
    this.#isReported = true;
    const { onProxied, stopwatch } = this.#options;
    const head = this.#head;
    const bytesOut = outcome.bytesOut ?? this.#bytes;
    onProxied({
      ...{ request: this.#request, verdict: this.#verdict, isGone: false },
      ...(head && { status: head.status, response: { ...head, body: Buffer.concat(this.#kept) } }),
      ...outcome,
      // A response to HEAD has no body, whatever its Content-Length (RFC 9110 9.3.2).
      bytesOut: this.#request.method === 'HEAD' ? 0 : bytesOut,
      milliseconds: Math.round((stopwatch() - this.#startedAt) * 10) / 10,
    });
  }
}

function describeFault(fault: unknown): string {
  return fault instanceof Error ? fault.message : String(fault);
}

/**
 * The handler of the signing proxy: signs a request that passes the gate, unless it is already signed, and forwards
 * it; returns the bank's response unchanged. Callers supply signer and transport.
 * @see S11-proxy, C-proxy
 */
export function createProxyHandler(options: ProxyHandlerOptions) {
  const pending = new Set<ProxiedRequest>();
  let isStopped = false;
  const handle: PortHandler = async (came, _, whenOver) => {
    const passage = isStopped ? { refusal: STOPPING } : authorizeRequest(came, options);
    if ('refusal' in passage)
      return new ProxiedRequest(came, 'refused', whenOver, options).refuse(passage.refusal);
    const headers = requestHeaders(came.headers, options.token);
    const verdict = getHeader(headers, 'signature') === undefined ? 'signed' : 'kept';
    const request = { ...came, headers, target: passage.target };
    const proxied = new ProxiedRequest(request, verdict, whenOver, options);
    pending.add(proxied);
    whenOver(() => pending.delete(proxied));
    return proxied.forward();
  };
  /** Gives up pending requests, which get the proxy's own response, and refuses new ones. */
  const stop = () => {
    isStopped = true;
    for (const proxied of pending) proxied.stop();
  };
  /** Reports pending requests, for a process that ends at once. */
  const cutOff = () => {
    for (const proxied of pending) proxied.cutOff();
  };
  return { handle, stop, cutOff };
}
