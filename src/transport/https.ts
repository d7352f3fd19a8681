/**
 * Carries messages to a bank over HTTPS. What is given is what is sent: method, target and headers in their order and
 * case; undici adds Host, Connection and Content-Length and nothing else. The only importer of undici (26 ms): load it
 * when a remote bank is called, never at the start.
 * @see S10-https-only, S10-sent-again
 */
import { type Dispatcher, Pool } from 'undici';
import { Fault } from '../errors.ts';
import type { HttpRequest } from '../message.ts';
import { Attempt, type Failure, type Outcome } from './https/attempt.ts';
import { connectorOf, type TlsClient } from './https/connector.ts';
import { faultOf } from './https/faults.ts';
import { HTTPS_LIMITS, type HttpsLimits } from './https/limits.ts';
import { proxyFor } from './https/proxy.ts';
import { StreamedAttempt, type StreamedOutcome } from './https/streamed-attempt.ts';
import { isReadAgain } from './lost-answer.ts';
import type { StreamTransport, Transport } from './transport.ts';

export type { TlsClient };

export interface HttpsOptions {
  /** `https://host` or `https://host:port`. Plain `http://` only works for this machine. */
  readonly origin: string;
  /** PEM of the CAs to trust, instead of those that Node trusts. */
  readonly ca?: string;
  /** The client certificate for mutual TLS. */
  readonly client?: TlsClient;
  /** Environment variables, of which HTTPS_PROXY and NO_PROXY are used. Default: no proxy. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** The maximum number of connections. Default: one for each running request. */
  readonly connections?: number;
  readonly limits?: Partial<HttpsLimits>;
}

export interface HttpsTransport {
  /** @throws Fault NETWORK: no answer; `sent` says whether anything of the request left */
  readonly send: Transport;
  /** The answer as it comes, after one attempt. @throws Fault NETWORK, as `send`; so do its pieces when it breaks off */
  readonly stream: StreamTransport;
  /** Waits for running requests, then closes. */
  close(): Promise<void>;
}

/** A transport to a bank over HTTPS. No connection is opened before the first request. @see A-https-exact */
export function httpsTransport(options: HttpsOptions): HttpsTransport {
  const { origin, ca, client, env = {}, connections, limits: given } = options;
  const url = originOf(origin);
  const limits = { ...HTTPS_LIMITS, ...given };
  const hasClient = client !== undefined;
  const proxy = url.protocol === 'https:' ? proxyFor(url, env) : undefined;
  const pool = new Pool(url.origin, {
    connect: connectorOf({ ca, client, proxy, milliseconds: limits.connectMilliseconds }),
    maxHeaderSize: limits.headBytes,
    maxResponseSize: limits.bodyBytes,
    // One time for the whole answer, kept by Attempt.
    headersTimeout: 0,
    bodyTimeout: 0,
    ...(connections === undefined ? {} : { connections }),
  });
  const wordsFor =
    ({ method }: HttpRequest) =>
    (failure: Failure) =>
      faultOf(failure, { host: url.host, method, limits, hasClient });
  return {
    send: async (request) => {
      let outcome = await attempt(pool, request, limits);
      if ('error' in outcome && isSentAgain(outcome, request)) outcome = await attempt(pool, request, limits);
      if ('response' in outcome) return outcome.response;
      throw wordsFor(request)(outcome);
    },
    stream: async (request, waiting) => {
      const outcome = await streamed(pool, request, { limits, waiting, faultOf: wordsFor(request) });
      if ('response' in outcome) return outcome.response;
      throw wordsFor(request)(outcome);
    },
    close: () => pool.close(),
  };
}

/** One time over the wire. */
function attempt(pool: Dispatcher, request: HttpRequest, limits: HttpsLimits): Promise<Outcome> {
  return new Promise((resolve) => {
    pool.dispatch(dispatched(request), new Attempt(limits.answerMilliseconds, resolve));
  });
}

interface StreamedOptions {
  readonly limits: HttpsLimits;
  readonly waiting: Parameters<StreamTransport>[1];
  readonly faultOf: (failure: Failure) => Fault;
}

/** One time over the wire, for an answer that is handed on. */
function streamed(
  pool: Dispatcher,
  request: HttpRequest,
  { limits, waiting, faultOf }: StreamedOptions,
): Promise<StreamedOutcome> {
  return new Promise((settle) => {
    const attempted = new StreamedAttempt({ milliseconds: limits.answerMilliseconds, settle, faultOf });
    waiting.whenOver(() => attempted.giveUp());
    pool.dispatch(dispatched(request), attempted);
  });
}

function dispatched({ method, target, headers, body }: HttpRequest): Dispatcher.DispatchOptions {
  return { method, path: target, headers: headers.flat(), body: body.byteLength === 0 ? null : body };
}

/** Whether a reset sends it once more: nothing of it had left, or it only reads. @see S10-sent-again */
function isSentAgain({ error, hasLeft, isAnswered }: Failure, { method }: HttpRequest): boolean {
  if (!RESETS.has(error.code)) return false;
  return !hasLeft || (isReadAgain(method) && !isAnswered);
}

const RESETS: ReadonlySet<string | undefined> = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET']);

/** @throws Fault INPUT_INVALID when it is not the origin of an https URL, or of one that never leaves this machine */
function originOf(origin: string): URL {
  const url = URL.canParse(origin) ? new URL(origin) : undefined;
  if (url !== undefined && isAllowed(url) && url.href === `${url.origin}/`) return url;
  throw new Fault('INPUT_INVALID', `${origin} isn't an HTTPS address of a bank.`, {
    hint: 'Use https://host or https://host:port.',
  });
}

function isAllowed({ protocol, hostname }: URL): boolean {
  if (protocol === 'https:') return true;
  return protocol === 'http:' && /^(?:localhost|\[::1\]|127(?:\.[0-9]+){3})$/.test(hostname);
}
