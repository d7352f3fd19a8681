import { hash, timingSafeEqual } from 'node:crypto';
import { type Handle, type HttpRequest, type HttpResponse, headerValue, headerValues } from '../message.ts';

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

/** A port that acts for whoever reaches it, in the words of its refusals. */
export interface GatedPort {
  /** `the operator's port` */
  readonly name: string;
  /** What Host may be, in small letters, each with its port. */
  readonly hosts: () => readonly string[];
}

/** What a port of loopback is called. */
const LOOPBACK_NAMES = ['127.0.0.1', 'localhost', '[::1]'];

export function loopbackHosts(port: number): readonly string[] {
  return LOOPBACK_NAMES.map((name) => `${name}:${port}`);
}

/** @param header that only a browser sends with a page's request */
function notForPages(name: string, header: string): ServerRefusal {
  const text = `${name} refuses requests from web pages: ${header} is what a browser adds to them`;
  return serverRefusal(403, 'FORBIDDEN', text, { path: header });
}

/** Nobody is let through to another host. */
export function notForward(name: string): ServerRefusal {
  return {
    status: 403,
    code: 'FORBIDDEN',
    text: `${name} isn't a forward proxy: call it by its own URL, and don't set it as your client's proxy`,
  };
}

/** Nobody is asked whether a page may. */
function noPreflight(name: string): ServerRefusal {
  const text = `${name} refuses OPTIONS, by which a browser asks what a web page may send`;
  return { status: 403, code: 'FORBIDDEN', text };
}

function otherHost(name: string): ServerRefusal {
  return {
    status: 421,
    code: 'BAD_REQUEST',
    text: `${name} must be addressed as 127.0.0.1, localhost or [::1], with its port`,
    path: 'Host',
  };
}

/**
 * Every program of the machine reaches a port of loopback, a browser with any page in it too. A name that a page's owner
 * points at loopback is in Host; what a browser adds by itself is in the rest.
 * @see S11-operator-pages, S11-proxy
 */
export function refusalOfPage(
  { method, target, headers }: HttpRequest,
  { name, hosts }: GatedPort,
): ServerRefusal | undefined {
  if (method === 'OPTIONS') return noPreflight(name);
  if (method === 'CONNECT' || !target.startsWith('/')) return notForward(name);
  const [host, ...more] = headerValues(headers, 'Host');
  if (host === undefined || more.length > 0 || !hosts().includes(host.toLowerCase())) return otherHost(name);
  if (headerValue(headers, 'Origin') !== undefined) return notForPages(name, 'Origin');
  const isByPerson = headerValues(headers, 'Sec-Fetch-Site').every((site) => site === 'none');
  return isByPerson ? undefined : notForPages(name, 'Sec-Fetch-Site');
}

/** Compares without telling by its time how much is right. */
export function isSameSecret(one: string, other: string): boolean {
  return timingSafeEqual(hash('sha256', one, 'buffer'), hash('sha256', other, 'buffer'));
}

interface OperatorGateOptions {
  /** The door behind the gate. */
  readonly handle: Handle;
  /** The port that the gate's server listens at, known when it does. */
  readonly port: () => number;
  readonly token: string;
  /** Real time in milliseconds since 1970, for the Date of refusals. */
  readonly clock: () => number;
  readonly onRefused?: (refusal: ServerRefusal) => void;
}

/**
 * What stands before the operator's controls on a port of loopback, which every program of the machine reaches, a
 * browser with any page in it too. A page can send a request here and sign nothing of it, so what only a page sends is
 * refused, whatever else it has; a program shows the token.
 * @see S11-operator-port
 */
export function operatorGate({ handle, port, token, clock, onRefused }: OperatorGateOptions): Handle {
  const gated = { name: NAME, hosts: () => loopbackHosts(port()) };
  return async (request, peer) => {
    const refusal = refusalOfPage(request, gated) ?? refusalOfProgram(request, token);
    if (refusal === undefined) return handle(request, { ...peer, operator: true });
    onRefused?.(refusal);
    return answerOfRefusal(refusal, clock());
  };
}

const NAME = "the operator's port";

export const NO_FORWARD = notForward(NAME);

/** RFC 6750 3 */
const WRONG_TOKEN: ServerRefusal = {
  status: 401,
  code: 'FORBIDDEN',
  challenge: 'Bearer',
  text: "the operator's token is missing or wrong: send Authorization: Bearer with the token file's content",
  path: 'Authorization',
};

const NOT_JSON = serverRefusal(
  415,
  'BAD_REQUEST',
  "the operator's port only reads JSON: send Content-Type: application/json with a body",
  { path: 'Content-Type' },
);

function refusalOfProgram({ headers, body }: HttpRequest, token: string): ServerRefusal | undefined {
  const [authorization, ...more] = headerValues(headers, 'Authorization');
  const shown = /^bearer +(\S+)$/i.exec(authorization ?? '')?.[1];
  if (shown === undefined || more.length > 0 || !isSameSecret(shown, token)) return WRONG_TOKEN;
  const type = headerValue(headers, 'Content-Type');
  return body.byteLength > 0 && !/^application\/json *(;|$)/i.test(type ?? '') ? NOT_JSON : undefined;
}
