/**
 * Sends messages to a bank over HTTPS, exactly as given: method, target and headers in their order and case; undici
 * adds only Host, Connection and Content-Length. The only importer of undici (26 ms): load it when a remote bank is
 * called, never at the start.
 * @see S10-https-only, S10-sent-again
 */

import { Readable } from 'node:stream';
import { createSecureContext } from 'node:tls';
import { buildConnector, type Dispatcher, Pool } from 'undici';
import { isLoopback } from '../core/loopback.ts';
import { dropUndefined } from '../core/members.ts';
import { Fault } from '../errors.ts';
import type { Header, HttpRequest, HttpResponse, StreamedResponse } from '../message.ts';
import {
  ANSWER_TIMEOUT,
  createNetworkFault,
  type Failure,
  HTTPS_LIMITS,
  type HttpsLimits,
} from './https/faults.ts';
import { type HttpProxy, openTunnel, proxyFor } from './https/proxy.ts';
import { isRetryable, type StreamTransport, type Transport } from './transport.ts';

export interface HttpsOptions {
  /** The origin `https://host` or `https://host:port`. Plain `http://` only works for this machine. */
  readonly origin: string;
  /** PEM of the CAs to trust, instead of those that Node trusts. */
  readonly ca?: string;
  /** The client certificate for mutual TLS. */
  readonly client?: TlsClient;
  /** Environment variables, of which HTTPS_PROXY and NO_PROXY are used. Default: no proxy. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** The maximum number of connections. Default: one for each pending request. */
  readonly connections?: number;
  readonly limits?: Partial<HttpsLimits>;
}

export interface HttpsTransport {
  /** @throws Fault NETWORK: no response; `sent` is true if any of the request may have been sent */
  readonly send: Transport;
  /** Streams the response after one attempt. @throws Fault NETWORK, as `send`; so do its pieces when it breaks off */
  readonly stream: StreamTransport;
  /** Waits for pending requests, then closes. */
  close(): Promise<void>;
}

/** Creates a transport to a bank over HTTPS. Opens no connection before the first request. @see A-https-exact */
export function createHttpsTransport(options: HttpsOptions): HttpsTransport {
  const { origin, client, env = {}, connections, limits: given } = options;
  const url = parseOrigin(origin);
  const limits = { ...HTTPS_LIMITS, ...dropUndefined(given) };
  const hasClient = client !== undefined;
  const proxy = url.protocol === 'https:' ? proxyFor(url, env) : undefined;
  const pool = new Pool(url.origin, {
    connect: createConnector(options, proxy, limits.connectMilliseconds),
    maxHeaderSize: limits.headBytes,
    maxResponseSize: limits.bodyBytes,
    // Attempt has one timeout for the whole response.
    headersTimeout: 0,
    bodyTimeout: 0,
    connections,
  });
  const exchange = (request: HttpRequest, signal?: AbortSignal): Promise<Outcome> =>
    new Promise((settle) => {
      const attempt = new Attempt({
        milliseconds: limits.answerMilliseconds,
        settle,
        faultOf: (failure) => describe(failure, request),
      });
      if (signal?.aborted) attempt.abort();
      signal?.addEventListener('abort', () => attempt.abort(), { once: true });
      pool.dispatch(buildDispatchOptions(request), attempt);
    });
  const describe = (failure: Failure, { method }: HttpRequest) =>
    createNetworkFault(failure, { host: url.host, method, limits, hasClient });
  return {
    send: async (request) => {
      let outcome = await exchange(request);
      if ('error' in outcome && isSentAgain(outcome, request)) outcome = await exchange(request);
      if ('response' in outcome) return collect(outcome.response);
      throw describe(outcome, request);
    },
    stream: async (request, signal) => {
      const outcome = await exchange(request, signal);
      if ('response' in outcome) return outcome.response;
      throw describe(outcome, request);
    },
    close: () => pool.close(),
  };
}

/**
 * Reads a response to its end. undici reuses a connection in the next turn of the event loop: a request sent before
 * would open another connection, with another handshake.
 */
async function collect({ status, headers, pieces }: StreamedResponse): Promise<HttpResponse> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of pieces) chunks.push(chunk);
  await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
  return { status, headers, body: Buffer.concat(chunks) };
}

function buildDispatchOptions({ method, target, headers, body }: HttpRequest): Dispatcher.DispatchOptions {
  return { method, path: target, headers: headers.flat(), body: body.byteLength === 0 ? null : body };
}

/**
 * Checks whether a request is retried after a reset: nothing was sent, or it only reads.
 * @see S10-sent-again
 */
function isSentAgain({ error, hasLeft, isAnswered }: Failure, { method }: HttpRequest): boolean {
  if (!RESETS.has(error.code)) return false;
  return !hasLeft || (isRetryable(method) && !isAnswered);
}

const RESETS: ReadonlySet<string | undefined> = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET']);

/** @throws Fault INPUT_INVALID unless it is the origin of an https URL, or of a loopback http URL */
function parseOrigin(origin: string): URL {
  const url = URL.canParse(origin) ? new URL(origin) : undefined;
  if (url !== undefined && isAllowed(url) && url.href === `${url.origin}/`) return url;
  throw new Fault('INPUT_INVALID', `${origin} isn't an HTTPS address of a bank.`, {
    hint: 'Use https://host or https://host:port.',
  });
}

function isAllowed({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname));
}

/** A client's certificate chain and key in mutual TLS, both PEM. */
export interface TlsClient {
  readonly certificate: string;
  readonly key: string;
}

/**
 * Creates the function with which the pool opens a connection: directly, or through a proxy with TLS to the host
 * inside.
 * @param milliseconds the timeout of everything: name, TCP, proxy, TLS
 */
function createConnector(
  { ca, client }: HttpsOptions,
  proxy: HttpProxy | undefined,
  milliseconds: number,
): buildConnector.connector {
  // Set explicitly, so that no environment variable disables verification.
  const tls = { ...buildTrust(ca, client), rejectUnauthorized: true };
  const straight = buildConnector({ ...tls, timeout: milliseconds });
  if (proxy === undefined) return (options, callback) => straight(options, delayUntilAlert(callback));
  return (options, callback) => {
    const begun = performance.now();
    openTunnel(proxy, options.host ?? options.hostname, milliseconds).then(
      (httpSocket) => {
        const timeout = Math.max(1, milliseconds - Math.ceil(performance.now() - begun));
        buildConnector({ ...tls, timeout })({ ...options, httpSocket }, delayUntilAlert(callback));
      },
      (error: Error) => callback(error, null),
    );
  };
}

/**
 * Delays the connection until a possible alert. In TLS 1.3 a server's alert about our certificate arrives after the
 * handshake, and the end of the connection right after it: undici would report only the end. With the delay the
 * connection fails with the alert.
 */
function delayUntilAlert(callback: buildConnector.Callback): buildConnector.Callback {
  return (...[error, socket]) => {
    if (error !== null) return callback(error, null);
    socket.prependListener('error', ({ code = '' }: NodeJS.ErrnoException) => {
      if (code.startsWith('ERR_SSL_')) socket.destroy();
    });
    callback(null, socket);
  };
}

/** @throws Fault INPUT_INVALID */
function buildTrust(ca: string | undefined, client: TlsClient | undefined) {
  const least = { minVersion: 'TLSv1.2' } as const;
  if (ca === undefined && client === undefined) return least;
  try {
    return {
      secureContext: createSecureContext({ ...least, ca, cert: client?.certificate, key: client?.key }),
    };
  } catch (cause) {
    const reason = (cause as Error).message;
    throw new Fault('INPUT_INVALID', `The CA or the client's certificate can't be used for TLS: ${reason}.`, {
      hint: 'Check them: openssl x509 -noout -text -in FILE',
      cause,
    });
  }
}

/** The result of one exchange: a response whose head arrived, or a failure. */
type Outcome = { readonly response: StreamedResponse } | Failure;

/** The code of an aborted exchange; not one of Node's or undici's. */
const GIVEN_UP = 'PSD2_GIVEN_UP';

interface AttemptMeans {
  readonly milliseconds: number;
  readonly settle: (outcome: Outcome) => void;
  /** Creates the error that ends an incomplete response. */
  readonly faultOf: (failure: Failure) => Error;
}

/** Streams one response from undici, no faster than it is read. @see S11-proxy */
class Attempt implements Dispatcher.DispatchHandler {
  readonly #means: AttemptMeans;
  readonly #pieces: Readable;
  #controller: Dispatcher.DispatchController | undefined;
  #hasLeft = false;
  #isAnswered = false;
  #isHanded = false;
  #isGivenUp = false;
  #isOver = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(means: AttemptMeans) {
    this.#means = means;
    this.#pieces = new Readable({
      read: () => this.#controller?.resume(),
      destroy: (error, done) => {
        this.abort();
        done(error);
      },
    });
    this.#pieces.on('error', () => {}); // the reader gets the error
  }

  /** Aborts the exchange, at the bank too, unless it is complete. */
  abort(): void {
    if (this.#isOver) return;
    this.#isGivenUp = true;
    this.#controller?.abort(createNamedError(GIVEN_UP));
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#isGivenUp) {
      controller.abort(createNamedError(GIVEN_UP));
      return;
    }
    this.#hasLeft = true;
    this.#timer = setTimeout(
      () => controller.abort(createNamedError(ANSWER_TIMEOUT)),
      this.#means.milliseconds,
    );
  }

  onResponseStarted(): void {
    this.#isAnswered = true;
  }

  onResponseStart({ rawHeaders }: Dispatcher.DispatchController, status: number): void {
    // Informational responses may come before the final one (RFC 9110 15.2).
    if (status < 200) return;
    this.#isHanded = true;
    const headers: readonly Header[] = readHeaderPairs((rawHeaders ?? []) as readonly Buffer[]);
    this.#means.settle({ response: { status, headers, pieces: this.#pieces } });
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (!this.#pieces.push(chunk)) controller.pause();
  }

  onResponseEnd(): void {
    this.#end();
    this.#pieces.push(null);
  }

  onResponseError(_: Dispatcher.DispatchController, error: NodeJS.ErrnoException): void {
    this.#end();
    const failure: Failure = { error, hasLeft: this.#hasLeft, isAnswered: this.#isAnswered };
    if (this.#isHanded) this.#pieces.destroy(this.#means.faultOf(failure));
    else this.#means.settle(failure);
  }

  #end(): void {
    this.#isOver = true;
    clearTimeout(this.#timer);
  }
}

function createNamedError(code: string): Error {
  return Object.assign(new Error('the exchange was ended'), { code });
}

/** Reads alternating names and values, as octets: one character each. */
function readHeaderPairs(raw: readonly Buffer[]): Header[] {
  const pairs: Header[] = [];
  for (let place = 0; place < raw.length; place += 2) {
    pairs.push([raw[place]?.toString('latin1') ?? '', raw[place + 1]?.toString('latin1') ?? '']);
  }
  return pairs;
}
