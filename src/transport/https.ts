/**
 * Carries messages to a bank over HTTPS. What is given is what is sent: method, target and headers in their order and
 * case; undici adds Host, Connection and Content-Length and nothing else. The only importer of undici (26 ms): load it
 * when a bank elsewhere is called, never at the start.
 * @see safety.md §10
 */
import { type Dispatcher, Pool } from 'undici';
import { Fault } from '../errors.ts';
import type { HttpRequest } from '../message.ts';
import { Attempt, type Failure, type Outcome } from './https/attempt.ts';
import { faultOf } from './https/faults.ts';
import { HTTPS_LIMITS, type HttpsLimits } from './https/limits.ts';
import type { Transport } from './transport.ts';

export interface HttpsOptions {
  /** `https://host` or `https://host:port`. */
  readonly origin: string;
  /** PEM of the CAs to trust, instead of those that Node trusts. */
  readonly ca?: string;
  /** How many connections there may be at a time; one for each request under way unless given. */
  readonly connections?: number;
  readonly limits?: Partial<HttpsLimits>;
}

export interface HttpsTransport {
  /** @throws Fault NETWORK: no answer; `sent` says whether anything of the request left */
  readonly send: Transport;
  /** Waits for what is under way. */
  close(): Promise<void>;
}

/** The way to a bank over HTTPS. No connection is opened before the first request. */
export function httpsTransport({ origin, ca, connections, limits: given }: HttpsOptions): HttpsTransport {
  const url = originOf(origin);
  const limits = { ...HTTPS_LIMITS, ...given };
  const pool = new Pool(url.origin, {
    connect: {
      timeout: limits.connectMilliseconds,
      minVersion: 'TLSv1.2',
      ...(ca === undefined ? {} : { ca }),
    },
    maxHeaderSize: limits.headBytes,
    maxResponseSize: limits.bodyBytes,
    // One time for the whole answer, kept by Attempt.
    headersTimeout: 0,
    bodyTimeout: 0,
    ...(connections === undefined ? {} : { connections }),
  });
  return {
    send: async (request) => {
      let outcome = await attempt(pool, request, limits);
      if ('error' in outcome && isSentAgain(outcome, request)) outcome = await attempt(pool, request, limits);
      if ('response' in outcome) return outcome.response;
      throw faultOf(outcome, { host: url.host, method: request.method, limits });
    },
    close: () => pool.close(),
  };
}

/** One time over the wire. */
function attempt(pool: Dispatcher, request: HttpRequest, limits: HttpsLimits): Promise<Outcome> {
  return new Promise((resolve) => {
    const { method, target, headers, body } = request;
    pool.dispatch(
      { method, path: target, headers: headers.flat(), body: body.byteLength === 0 ? null : body },
      new Attempt(limits.answerMilliseconds, resolve),
    );
  });
}

/**
 * A connection that was reset is no news of the bank: servers close idle ones while a request is on its way. The
 * request goes once more when nothing of it had left, or when it only reads and no byte of an answer had come.
 * @see safety.md §10
 */
function isSentAgain({ error, hasLeft, isAnswered }: Failure, { method }: HttpRequest): boolean {
  if (!RESETS.has(error.code)) return false;
  return !hasLeft || (method === 'GET' && !isAnswered);
}

const RESETS: ReadonlySet<string | undefined> = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET']);

/** @throws Fault INPUT_INVALID when it is not the origin of an https URL */
function originOf(origin: string): URL {
  const url = URL.canParse(origin) ? new URL(origin) : undefined;
  if (url?.protocol === 'https:' && url.href === `${url.origin}/`) return url;
  throw new Fault('INPUT_INVALID', `${origin} is not the address of a bank over HTTPS.`, {
    hint: 'Write it as https://host or https://host:port.',
  });
}
