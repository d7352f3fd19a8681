import type { HttpResponse } from '../message.ts';

/** What the server itself says no to, before there is a message for the door. @see D2-status-codes */
export interface ServerRefusal {
  readonly status: number;
  readonly code: 'FORMAT_ERROR' | 'BAD_REQUEST' | 'FORBIDDEN' | 'SYSTEM_ERROR';
  readonly text: string;
  /** The header at fault. */
  readonly path?: string;
  /** The methods that there are, of a 405. */
  readonly allow?: string;
  /** How to say who one is, of a 401. */
  readonly challenge?: string;
  /** Seconds, of a 503. */
  readonly retryAfter?: number;
}

export function serverRefusal(
  status: number,
  code: ServerRefusal['code'],
  text: string,
  more: Pick<ServerRefusal, 'path' | 'allow' | 'challenge' | 'retryAfter'> = {},
): ServerRefusal {
  return { status, code, text, ...more };
}

/** What Node's parser can't read, or could be read in two ways. @see S12-not-http, S12-smuggling */
export const NOT_HTTP = serverRefusal(400, 'FORMAT_ERROR', "the request isn't HTTP/1.1 (RFC 9112)");

/** What comes instead may be no HTTP at all. */
const NO_METHOD = serverRefusal(400, 'FORMAT_ERROR', "the request doesn't begin with a method of HTTP");

/** More than the server can read: the door never sees it, and would say the same. @see S12-header-limits-served */
export const HEAD_TOO_LARGE = serverRefusal(400, 'FORMAT_ERROR', 'the headers are larger than 16 KiB');

export const NOT_A_PATH = serverRefusal(
  400,
  'FORMAT_ERROR',
  'the request target must be a path that begins with /, or a whole URI',
);

/** RFC 9112 6.1 @see S12-smuggling */
export const OTHER_CODING = serverRefusal(
  400,
  'FORMAT_ERROR',
  'Transfer-Encoding must be chunked, once, on HTTP/1.1',
  { path: 'Transfer-Encoding' },
);

/** RFC 9112 3.2 */
export const NO_HOST = serverRefusal(400, 'FORMAT_ERROR', 'Host is required', { path: 'Host' });

/** The answer to CONNECT. @see S12-target */
export const NO_TUNNEL = serverRefusal(
  405,
  'BAD_REQUEST',
  "the bank isn't a proxy: CONNECT isn't supported",
  { allow: 'GET, POST, PUT, DELETE' },
);

const TOO_SLOW = serverRefusal(
  408,
  'BAD_REQUEST',
  "the request didn't arrive in time: the limit is 10 seconds for headers and 30 for all of it",
);

/** Nothing was done. @see S12-connections, S1-503 */
export const TOO_BUSY = serverRefusal(
  503,
  'SYSTEM_ERROR',
  'the bank is busy, and nothing was done: send the same request again with the same X-Request-ID',
  { retryAfter: 5 },
);

/** It may be done, or be done yet. @see S1-503, S12-door-time */
export const NO_ANSWER_YET = serverRefusal(
  503,
  'SYSTEM_ERROR',
  'the bank is taking too long: send the same request again with the same X-Request-ID',
  { retryAfter: 5 },
);

/**
 * A request that is given up while its body is read.
 * @param announced bytes by Content-Length; NaN when only their end would tell
 * @see D2-too-slow
 */
export function inBody(
  refusal: ServerRefusal,
  { announced, came }: { readonly announced: number; readonly came: number },
): ServerRefusal {
  if (refusal !== TOO_SLOW) return refusal;
  const body = Number.isNaN(announced) ? 'its chunked body has no end' : `its body has ${announced} bytes`;
  return { ...refusal, text: `${refusal.text}; ${body}, and ${came} came` };
}

/** Neutral, as the door's own. @see D2-neutral-500 */
export const OWN_FAULT = serverRefusal(500, 'SYSTEM_ERROR', 'the bank has an internal error');

/** How a server answers what is no message for the door. */
export type AnswerRefusal = (refusal: ServerRefusal, now: number, requestId?: string) => HttpResponse;

/** A refusal as the door would answer it. */
export function answerOfRefusal(refusal: ServerRefusal, now: number): HttpResponse {
  const { status, allow, challenge, retryAfter, ...said } = refusal;
  const body = JSON.stringify({ tppMessages: [{ category: 'ERROR', ...said }] });
  return {
    status,
    headers: [
      ['Date', new Date(now).toUTCString()],
      ['Content-Type', 'application/json'],
      ...(allow === undefined ? [] : ([['Allow', allow]] as const)),
      ...(challenge === undefined ? [] : ([['WWW-Authenticate', challenge]] as const)),
      ...(retryAfter === undefined ? [] : ([['Retry-After', String(retryAfter)]] as const)),
    ],
    body: Buffer.from(body),
  };
}

/** What became of bytes that Node's parser gave up on. */
export function refusalOf(error: NodeJS.ErrnoException): ServerRefusal {
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') return TOO_SLOW;
  if (error.code === 'HPE_INVALID_METHOD') return NO_METHOD;
  return error.code === 'HPE_HEADER_OVERFLOW' ? HEAD_TOO_LARGE : NOT_HTTP;
}

/** Limits of a served bank in size, number and time. @see S12-times, S12-connections */
export interface ServerLimits {
  /** A longer body is not read to its end; the bank then answers that it is too large. */
  readonly bodyBytes: number;
  /** Request line and headers that Node parses; the bank itself refuses over 16 KiB of headers. */
  readonly headBytes: number;
  readonly headersMilliseconds: number;
  readonly requestMilliseconds: number;
  readonly handshakeMilliseconds: number;
  /** Between two requests of a connection; longer than clients wait, so that none sends into a closing one. */
  readonly keepAliveMilliseconds: number;
  /** Ends a connection on which nothing moves, such as one whose client does not read its answer. */
  readonly silenceMilliseconds: number;
  /** Time for an answer; with waitMilliseconds less than the silence that ends the connection. @see S12-door-time */
  readonly doorMilliseconds: number;
  /** Counted from the first packet; at this number Node closes each new one. */
  readonly connections: number;
  /** The answer to the last of them closes the connection. */
  readonly requestsPerConnection: number;
  /** Requests that are read, worked on or answered at once; others wait. */
  readonly requests: number;
  /** A request that has waited so long for the others gets 503. */
  readonly waitMilliseconds: number;
  /** Time for what runs when the server closes. */
  readonly closingMilliseconds: number;
  /** Time in which a client may read the last answer while it still sends. */
  readonly lingerMilliseconds: number;
  /** Interval of Node's checks of headersMilliseconds and requestMilliseconds. */
  readonly checkMilliseconds: number;
}

export const SERVER_LIMITS: ServerLimits = {
  bodyBytes: 1024 * 1024,
  headBytes: 32 * 1024,
  headersMilliseconds: 10_000,
  requestMilliseconds: 30_000,
  handshakeMilliseconds: 10_000,
  keepAliveMilliseconds: 65_000,
  silenceMilliseconds: 70_000,
  doorMilliseconds: 55_000,
  connections: 2000,
  requestsPerConnection: 1000,
  requests: 256,
  waitMilliseconds: 10_000,
  closingMilliseconds: 15_000,
  lingerMilliseconds: 2000,
  checkMilliseconds: 1000,
};
