/**
 * Carries messages to a bank over HTTPS. What is given is what is sent: method, target and headers in their order and
 * case; undici adds Host, Connection and Content-Length and nothing else. The only importer of undici (26 ms): load it
 * when a remote bank is called, never at the start.
 * @see S10-https-only, S10-sent-again
 */

import { type Dispatcher, Pool } from 'undici';
import { dropUndefined } from '../core/members.ts';
import { Fault } from '../errors.ts';
import type { HttpRequest, HttpResponse, StreamedResponse } from '../message.ts';
import { Attempt, type Failure, HTTPS_LIMITS, type HttpsLimits, type Outcome } from './https/attempt.ts';
import { connectorOf, type TlsClient } from './https/connector.ts';
import { faultOf } from './https/faults.ts';
import { proxyFor } from './https/proxy.ts';
import { isReadAgain, type StreamTransport, type Transport } from './transport.ts';

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
  const limits = { ...HTTPS_LIMITS, ...dropUndefined(given) };
  const hasClient = client !== undefined;
  const proxy = url.protocol === 'https:' ? proxyFor(url, env) : undefined;
  const pool = new Pool(url.origin, {
    connect: connectorOf({ ca, client, proxy, milliseconds: limits.connectMilliseconds }),
    maxHeaderSize: limits.headBytes,
    maxResponseSize: limits.bodyBytes,
    // One time for the whole answer, kept by Attempt.
    headersTimeout: 0,
    bodyTimeout: 0,
    connections,
  });
  const exchange = (request: HttpRequest, waiting?: Parameters<StreamTransport>[1]): Promise<Outcome> =>
    new Promise((settle) => {
      const attempt = new Attempt({
        milliseconds: limits.answerMilliseconds,
        settle,
        faultOf: (failure) => describe(failure, request),
      });
      waiting?.whenOver(() => attempt.giveUp());
      pool.dispatch(dispatched(request), attempt);
    });
  const describe = (failure: Failure, { method }: HttpRequest) =>
    faultOf(failure, { host: url.host, method, limits, hasClient });
  return {
    send: async (request) => {
      let outcome = await exchange(request);
      if ('error' in outcome && isSentAgain(outcome, request)) outcome = await exchange(request);
      if ('response' in outcome) return collect(outcome.response);
      throw describe(outcome, request);
    },
    stream: async (request, waiting) => {
      const outcome = await exchange(request, waiting);
      if ('response' in outcome) return outcome.response;
      throw describe(outcome, request);
    },
    close: () => pool.close(),
  };
}

/**
 * Reads an answer to its end. undici takes a connection back in the turn of the event loop that follows it: a request that
 * were sent before would open another connection, and shake hands once more.
 */
async function collect({ status, headers, pieces }: StreamedResponse): Promise<HttpResponse> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of pieces) chunks.push(chunk);
  await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
  return { status, headers, body: Buffer.concat(chunks) };
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
