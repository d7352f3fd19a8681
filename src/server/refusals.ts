import { hash, timingSafeEqual } from 'node:crypto';
import { getHeader, getHeaderValues, type Header, type HttpRequest, type HttpResponse } from '../message.ts';

/** A refusal by the server before there is a message. @see D2-status-codes */
export interface ServerRefusal {
  readonly status: number;
  readonly code: 'FORMAT_ERROR' | 'BAD_REQUEST' | 'FORBIDDEN' | 'SYSTEM_ERROR';
  readonly text: string;
  /** The header at fault. */
  readonly path?: string;
  /** Headers of its response, such as Allow for a 405. */
  readonly headers?: readonly Header[];
}

export function createServerRefusal(
  status: number,
  code: ServerRefusal['code'],
  text: string,
  headers: readonly Header[] = [],
): ServerRefusal {
  return { status, code, text, headers };
}

function refuseFormat(text: string, path?: string): ServerRefusal {
  return { status: 400, code: 'FORMAT_ERROR', text, path };
}

export function forbid(text: string, path?: string): ServerRefusal {
  return { status: 403, code: 'FORBIDDEN', text, path };
}

/**
 * The refusal of bytes that Node's parser can't read or that are ambiguous.
 * @see S12-not-http, S12-smuggling
 */
export const NOT_HTTP = refuseFormat("the request isn't HTTP/1.1 (RFC 9112)");

/** The refusal of bytes without a method, which may not be HTTP. */
const NO_METHOD = refuseFormat("the request doesn't begin with a method of HTTP");

/**
 * A request larger than the server can read: the handler never gets it, and would refuse it in the same words.
 * @see S12-header-limits-served
 */
export const HEAD_TOO_LARGE = refuseFormat('the headers are larger than 16 KiB');

export const NOT_A_PATH = refuseFormat(
  'the request target must be a path that begins with /, or a whole URI',
);

/** The refusal of other transfer codings (RFC 9112 6.1). @see S12-smuggling */
export const OTHER_CODING = refuseFormat(
  'Transfer-Encoding must be chunked, once, on HTTP/1.1',
  'Transfer-Encoding',
);

/** The refusal of a request without Host (RFC 9112 3.2). */
export const NO_HOST = refuseFormat('Host is required', 'Host');

/** The response to CONNECT. @see S12-target */
export const NO_TUNNEL = createServerRefusal(
  405,
  'BAD_REQUEST',
  "the bank isn't a proxy: CONNECT isn't supported",
  [['Allow', 'GET, POST, PUT, DELETE']],
);

const TOO_SLOW = createServerRefusal(
  408,
  'BAD_REQUEST',
  "the request didn't arrive in time: the limit is 10 seconds for headers and 30 for all of it",
);

/** The refusal for a busy server: nothing was done. @see S12-connections, S1-503 */
export const TOO_BUSY = createServerRefusal(
  503,
  'SYSTEM_ERROR',
  'the bank is busy, and nothing was done: send the same request again with the same X-Request-ID',
  [['Retry-After', '5']],
);

/** The refusal after a timeout: the request may be done, or be done later. @see S1-503, S12-handler-time */
export const NO_ANSWER_YET = createServerRefusal(
  503,
  'SYSTEM_ERROR',
  'the bank is taking too long: send the same request again with the same X-Request-ID',
  [['Retry-After', '5']],
);

/**
 * Creates the refusal of a request whose body is not read to its end.
 * @param announced bytes by Content-Length; NaN without one
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

/** The neutral refusal for an internal error, the same as the handler's. @see D2-neutral-500 */
export const OWN_FAULT = createServerRefusal(500, 'SYSTEM_ERROR', 'the bank has an internal error');

/** The formatter of refusals for requests that don't reach the handler. */
export type AnswerRefusal = (refusal: ServerRefusal, now: number, requestId?: string) => HttpResponse;

/** Formats a refusal as the handler would. */
export function createRefusalResponse(refusal: ServerRefusal, now: number): HttpResponse {
  const { status, headers = [], ...said } = refusal;
  const body = JSON.stringify({ tppMessages: [{ category: 'ERROR', ...said }] });
  return {
    status,
    headers: [['Date', new Date(now).toUTCString()], ['Content-Type', 'application/json'], ...headers],
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
  /** A longer body is not read to its end; the bank then refuses it as too large. */
  readonly bodyBytes: number;
  /** The size of request line and headers that Node parses; the bank itself refuses over 16 KiB of headers. */
  readonly headBytes: number;
  readonly headersMilliseconds: number;
  readonly requestMilliseconds: number;
  readonly handshakeMilliseconds: number;
  /**
   * The time between two requests of a connection; longer than clients wait, so that none sends into a closing
   * connection.
   */
  readonly keepAliveMilliseconds: number;
  /** Ends an idle connection, such as one whose client does not read its response. */
  readonly silenceMilliseconds: number;
  /**
   * The time for a response; with waitMilliseconds less than the silence that ends the connection. @see S12-handler-time
   */
  readonly handlerMilliseconds: number;
  /** Counted from the first packet; at this number Node closes each new connection. */
  readonly connections: number;
  /** The response to the last of them closes the connection. */
  readonly requestsPerConnection: number;
  /** The number of requests that are read, handled or answered at once; others wait. */
  readonly requests: number;
  /** A request that has waited this long for the others gets 503. */
  readonly waitMilliseconds: number;
  /** The time for pending requests when the server closes. */
  readonly closingMilliseconds: number;
  /** The time in which a client may read the last response while it still sends. */
  readonly lingerMilliseconds: number;
  /** The interval of Node's checks of headersMilliseconds and requestMilliseconds. */
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
  handlerMilliseconds: 55_000,
  connections: 2000,
  requestsPerConnection: 1000,
  requests: 256,
  waitMilliseconds: 10_000,
  closingMilliseconds: 15_000,
  lingerMilliseconds: 2000,
  checkMilliseconds: 1000,
};

/** A port with access checks, as its refusals name it. */
export interface GatedPort {
  /** `the operator's port` */
  readonly name: string;
  /** Returns allowed Hosts in lower case, each with its port. */
  readonly hosts: () => readonly string[];
  /** Returns the origins of its own pages, which may call it. Default: none. */
  readonly origins?: () => readonly string[];
}

/** Names of loopback. */
const LOOPBACK_NAMES = ['127.0.0.1', 'localhost', '[::1]'];

export function listLoopbackHosts(port: number): readonly string[] {
  return LOOPBACK_NAMES.map((name) => `${name}:${port}`);
}

/** @param header that only a browser sends with a page's request */
function refusePages(name: string, header: string): ServerRefusal {
  return forbid(`${name} refuses requests from web pages: ${header} is what a browser adds to them`, header);
}

/** Creates the refusal of forwarding to another host. */
export function refuseForwarding(name: string): ServerRefusal {
  return forbid(
    `${name} isn't a forward proxy: call it by its own URL, and don't set it as your client's proxy`,
  );
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
 * Rejects requests from web pages. Every program of the machine can reach a loopback port, including a browser with any
 * page. Host shows a name that a page's owner points at loopback; the other headers are those that a browser adds by
 * itself.
 * @see S11-operator-pages, S11-proxy
 */
export function rejectCrossSiteRequest(request: HttpRequest, gated: GatedPort): ServerRefusal | undefined {
  const { headers } = request;
  const { name, origins } = gated;
  const refusal = rejectOtherHost(request, gated);
  if (refusal !== undefined) return refusal;
  const host = getHeader(headers, 'Host')?.toLowerCase() ?? '';
  const own = origins?.().filter((origin) => origin.endsWith(`://${host}`)) ?? [];
  if (!getHeaderValues(headers, 'Origin').every((origin) => own.includes(origin)))
    return refusePages(name, 'Origin');
  const sites = own.length === 0 ? ['none'] : ['none', 'same-origin'];
  const isOwn = getHeaderValues(headers, 'Sec-Fetch-Site').every((site) => sites.includes(site));
  return isOwn ? undefined : refusePages(name, 'Sec-Fetch-Site');
}

/** Rejects what is for a proxy, or for a name that isn't the port's. A page itself may be loaded from anywhere. */
export function rejectOtherHost(
  { method, target, headers }: HttpRequest,
  { name, hosts }: GatedPort,
): ServerRefusal | undefined {
  if (method === 'OPTIONS')
    return forbid(`${name} refuses OPTIONS, by which a browser asks what a web page may send`);
  if (method === 'CONNECT' || !target.startsWith('/')) return refuseForwarding(name);
  const [host, ...more] = getHeaderValues(headers, 'Host');
  const isKnown = host !== undefined && more.length === 0 && hosts().includes(host.toLowerCase());
  return isKnown ? undefined : refuseOtherHost(name);
}

/** Compares in constant time. */
export function isSameSecret(one: string, other: string): boolean {
  return timingSafeEqual(hash('sha256', one, 'buffer'), hash('sha256', other, 'buffer'));
}
