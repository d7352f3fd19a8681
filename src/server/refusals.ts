import { hash, timingSafeEqual } from 'node:crypto';
import { getHeader, getHeaderValues, type Handle, type HttpRequest, type HttpResponse } from '../message.ts';

/** A refusal of the server before there is a message. @see D2-status-codes */
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

export function createServerRefusal(
  status: number,
  code: ServerRefusal['code'],
  text: string,
  more: Pick<ServerRefusal, 'path' | 'allow' | 'challenge' | 'retryAfter'> = {},
): ServerRefusal {
  return { status, code, text, ...more };
}

/**
 * The refusal of bytes that Node's parser can't read or that are ambiguous.
 * @see S12-not-http, S12-smuggling
 */
export const NOT_HTTP = createServerRefusal(400, 'FORMAT_ERROR', "the request isn't HTTP/1.1 (RFC 9112)");

/** The refusal of bytes without a method, which may not be HTTP. */
const NO_METHOD = createServerRefusal(400, 'FORMAT_ERROR', "the request doesn't begin with a method of HTTP");

/** More than the server can read: the door never sees it, and would say the same. @see S12-header-limits-served */
export const HEAD_TOO_LARGE = createServerRefusal(400, 'FORMAT_ERROR', 'the headers are larger than 16 KiB');

export const NOT_A_PATH = createServerRefusal(
  400,
  'FORMAT_ERROR',
  'the request target must be a path that begins with /, or a whole URI',
);

/** RFC 9112 6.1 @see S12-smuggling */
export const OTHER_CODING = createServerRefusal(
  400,
  'FORMAT_ERROR',
  'Transfer-Encoding must be chunked, once, on HTTP/1.1',
  { path: 'Transfer-Encoding' },
);

/** RFC 9112 3.2 */
export const NO_HOST = createServerRefusal(400, 'FORMAT_ERROR', 'Host is required', { path: 'Host' });

/** The answer to CONNECT. @see S12-target */
export const NO_TUNNEL = createServerRefusal(
  405,
  'BAD_REQUEST',
  "the bank isn't a proxy: CONNECT isn't supported",
  { allow: 'GET, POST, PUT, DELETE' },
);

const TOO_SLOW = createServerRefusal(
  408,
  'BAD_REQUEST',
  "the request didn't arrive in time: the limit is 10 seconds for headers and 30 for all of it",
);

/** Nothing was done. @see S12-connections, S1-503 */
export const TOO_BUSY = createServerRefusal(
  503,
  'SYSTEM_ERROR',
  'the bank is busy, and nothing was done: send the same request again with the same X-Request-ID',
  { retryAfter: 5 },
);

/** It may be done, or be done yet. @see S1-503, S12-door-time */
export const NO_ANSWER_YET = createServerRefusal(
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
export function createBodyRefusal(
  refusal: ServerRefusal,
  { announced, came }: { readonly announced: number; readonly came: number },
): ServerRefusal {
  if (refusal !== TOO_SLOW) return refusal;
  const body = Number.isNaN(announced) ? 'its chunked body has no end' : `its body has ${announced} bytes`;
  return { ...refusal, text: `${refusal.text}; ${body}, and ${came} came` };
}

/** Neutral, as the door's own. @see D2-neutral-500 */
export const OWN_FAULT = createServerRefusal(500, 'SYSTEM_ERROR', 'the bank has an internal error');

/** How a server answers what is no message for the door. */
export type AnswerRefusal = (refusal: ServerRefusal, now: number, requestId?: string) => HttpResponse;

/** A refusal as the door would answer it. */
export function createRefusalResponse(refusal: ServerRefusal, now: number): HttpResponse {
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

/** Converts an error of Node's parser to a refusal. */
export function createParserRefusal(error: NodeJS.ErrnoException): ServerRefusal {
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

/** A port that acts for every client, as its refusals call it. */
export interface GatedPort {
  /** `the operator's port` */
  readonly name: string;
  /** Allowed Hosts in lower case, each with its port. */
  readonly hosts: () => readonly string[];
}

/** Names of loopback. */
const LOOPBACK_NAMES = ['127.0.0.1', 'localhost', '[::1]'];

export function listLoopbackHosts(port: number): readonly string[] {
  return LOOPBACK_NAMES.map((name) => `${name}:${port}`);
}

/** @param header that only a browser sends with a page's request */
function refusePages(name: string, header: string): ServerRefusal {
  const text = `${name} refuses requests from web pages: ${header} is what a browser adds to them`;
  return createServerRefusal(403, 'FORBIDDEN', text, { path: header });
}

/** Refuses forwarding to another host. */
export function refuseForwarding(name: string): ServerRefusal {
  return {
    status: 403,
    code: 'FORBIDDEN',
    text: `${name} isn't a forward proxy: call it by its own URL, and don't set it as your client's proxy`,
  };
}

/** Refuses preflight requests. */
function refusePreflight(name: string): ServerRefusal {
  const text = `${name} refuses OPTIONS, by which a browser asks what a web page may send`;
  return { status: 403, code: 'FORBIDDEN', text };
}

function refuseOtherHost(name: string): ServerRefusal {
  return {
    status: 421,
    code: 'BAD_REQUEST',
    text: `${name} must be addressed as 127.0.0.1, localhost or [::1], with its port`,
    path: 'Host',
  };
}

/**
 * Every program of the machine reaches a port of loopback, a browser with any page in it too. A name that a page's
 * owner points at loopback is in Host; what a browser adds by itself is in the rest.
 * @see S11-operator-pages, S11-proxy
 */
export function rejectCrossSiteRequest(
  { method, target, headers }: HttpRequest,
  { name, hosts }: GatedPort,
): ServerRefusal | undefined {
  if (method === 'OPTIONS') return refusePreflight(name);
  if (method === 'CONNECT' || !target.startsWith('/')) return refuseForwarding(name);
  const [host, ...more] = getHeaderValues(headers, 'Host');
  if (host === undefined || more.length > 0 || !hosts().includes(host.toLowerCase()))
    return refuseOtherHost(name);
  if (getHeader(headers, 'Origin') !== undefined) return refusePages(name, 'Origin');
  const isByPerson = getHeaderValues(headers, 'Sec-Fetch-Site').every((site) => site === 'none');
  return isByPerson ? undefined : refusePages(name, 'Sec-Fetch-Site');
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
 * Guards the operator's port on loopback, which every program and every page in a browser can reach. Requests that only
 * a page sends are refused; programs show the token.
 * @see S11-operator-port
 */
export function createOperatorGate({ handle, port, token, clock, onRefused }: OperatorGateOptions): Handle {
  const gated = { name: NAME, hosts: () => listLoopbackHosts(port()) };
  return async (request, peer) => {
    const refusal = rejectCrossSiteRequest(request, gated) ?? checkToken(request, token);
    if (refusal === undefined) return handle(request, { ...peer, operator: true });
    onRefused?.(refusal);
    return createRefusalResponse(refusal, clock());
  };
}

const NAME = "the operator's port";

export const NO_FORWARD = refuseForwarding(NAME);

/** RFC 6750 3 */
const WRONG_TOKEN: ServerRefusal = {
  status: 401,
  code: 'FORBIDDEN',
  challenge: 'Bearer',
  text: "the operator's token is missing or wrong: send Authorization: Bearer with the token file's content",
  path: 'Authorization',
};

const NOT_JSON = createServerRefusal(
  415,
  'BAD_REQUEST',
  "the operator's port only reads JSON: send Content-Type: application/json with a body",
  { path: 'Content-Type' },
);

function checkToken({ headers, body }: HttpRequest, token: string): ServerRefusal | undefined {
  const [authorization, ...more] = getHeaderValues(headers, 'Authorization');
  const shown = /^bearer +(\S+)$/i.exec(authorization ?? '')?.[1];
  if (shown === undefined || more.length > 0 || !isSameSecret(shown, token)) return WRONG_TOKEN;
  const type = getHeader(headers, 'Content-Type');
  return body.byteLength > 0 && !/^application\/json *(;|$)/i.test(type ?? '') ? NOT_JSON : undefined;
}
