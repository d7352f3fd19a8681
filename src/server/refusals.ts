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

/** What Node's parser can't read, or could be read in two ways. @see S12-not-http, S12-smuggling */
export const NOT_HTTP: ServerRefusal = {
  status: 400,
  code: 'FORMAT_ERROR',
  text: "the request isn't HTTP/1.1 (RFC 9112)",
};

/** What comes instead may be no HTTP at all. */
const NO_METHOD: ServerRefusal = {
  ...NOT_HTTP,
  text: "the request doesn't begin with a method of HTTP",
};

/** More than the server can read: the door never sees it, and would say the same. @see S12-header-limits-served */
export const HEAD_TOO_LARGE: ServerRefusal = {
  status: 400,
  code: 'FORMAT_ERROR',
  text: 'the headers are larger than 16 KiB',
};

export const NOT_A_PATH: ServerRefusal = {
  status: 400,
  code: 'FORMAT_ERROR',
  text: 'the request target must be a path that begins with /, or a whole URI',
};

/** RFC 9112 6.1 @see S12-smuggling */
export const OTHER_CODING: ServerRefusal = {
  status: 400,
  code: 'FORMAT_ERROR',
  text: 'Transfer-Encoding must be chunked, once, on HTTP/1.1',
  path: 'Transfer-Encoding',
};

/** RFC 9112 3.2 */
export const NO_HOST: ServerRefusal = {
  status: 400,
  code: 'FORMAT_ERROR',
  text: 'Host is required',
  path: 'Host',
};

/** The answer to CONNECT. @see S12-target */
export const NO_TUNNEL: ServerRefusal = {
  status: 405,
  code: 'BAD_REQUEST',
  text: "the bank isn't a proxy: CONNECT isn't supported",
  allow: 'GET, POST, PUT, DELETE',
};

export const TOO_SLOW: ServerRefusal = {
  status: 408,
  code: 'BAD_REQUEST',
  text: "the request didn't arrive in time: the limit is 10 seconds for headers and 30 for all of it",
};

/** Nothing was done. @see S12-connections, S1-503 */
export const TOO_BUSY: ServerRefusal = {
  status: 503,
  code: 'SYSTEM_ERROR',
  text: 'the bank is busy, and nothing was done: send the same request again with the same X-Request-ID',
  retryAfter: 5,
};

/** It may be done, or be done yet. @see S1-503, S12-door-time */
export const NO_ANSWER_YET: ServerRefusal = {
  status: 503,
  code: 'SYSTEM_ERROR',
  text: 'the bank is taking too long: send the same request again with the same X-Request-ID',
  retryAfter: 5,
};

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
export const OWN_FAULT: ServerRefusal = {
  status: 500,
  code: 'SYSTEM_ERROR',
  text: 'the bank has an internal error',
};

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
