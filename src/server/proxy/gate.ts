import type { Fault } from '../../errors.ts';
import { getHeader, type Header, type HttpRequest, type HttpResponse } from '../../message.ts';
import {
  createRefusalResponse,
  createServerRefusal,
  forbid,
  type GatedPort,
  isSameSecret,
  NO_ANSWER_YET,
  OWN_FAULT,
  refuseForwarding,
  rejectCrossSiteRequest,
  SERVER_LIMITS,
  type ServerRefusal,
  TOO_BUSY,
} from '../refusals.ts';

/** The header of the proxy's own responses: no response of the bank has it. @see S11-proxy */
const PROXY_HEADER = 'PSD2-Proxy';

/** `refused`: nothing was sent; `no-answer`: the bank's response is missing or incomplete. */
type ProxyAnswer = 'refused' | 'no-answer';

const OUTSIDE = forbid("the path isn't below the proxy's URL");

const WRONG_TOKEN = forbid("the path doesn't begin with the proxy's URL, whose last part is its token");

const READS_ONLY = forbid(
  'the proxy of a production profile passes GET only: start it with --allow-writes for the rest',
);

const BODY_TOO_LARGE = createServerRefusal(413, 'BAD_REQUEST', 'the body is larger than 1 MiB');

/** The refusal of a stopping proxy. */
export const STOPPING = createServerRefusal(
  503,
  'SYSTEM_ERROR',
  'the proxy is stopping: nothing was sent to the bank',
);

const READS: ReadonlySet<string> = new Set(['GET', 'HEAD']);

/** Describes why a request that was sent has no response: the proxy stopped before. */
export function describeStop(method: string): string {
  const rest = READS.has(method)
    ? 'Nothing was changed. Send it again.'
    : 'The bank may have received the request. The outcome is unknown.';
  return `The proxy stopped before the bank's answer was complete. ${rest}`;
}

/**
 * Creates the refusal for the client of such a request, which may not know the X-Request-ID that the proxy added.
 * @see C-proxy
 */
export function createStoppedRefusal({ method, headers }: HttpRequest): ServerRefusal {
  const id = getHeader(headers, 'x-request-id');
  const asked = id === undefined ? '' : `, or ask the bank about X-Request-ID ${id}`;
  const next = READS.has(method) ? '' : ` To find out, read what it changes${asked}.`;
  return { status: 502, code: 'SYSTEM_ERROR', text: describeStop(method) + next };
}

/** The proxy's words for refusals in which the server's words refer to a bank. */
const OF_PROXY = new Map<ServerRefusal, string>([
  [OWN_FAULT, 'the proxy has an internal error'],
  [TOO_BUSY, 'the proxy is busy, and nothing was sent to the bank: send the same request again'],
  [NO_ANSWER_YET, 'the bank is taking too long. It may have received the request: the outcome is unknown'],
]);

/** Formats a refusal of the proxy in the interface's format. */
export function proxyRefusal(
  refusal: ServerRefusal,
  now: number,
  answer: ProxyAnswer = refusal === NO_ANSWER_YET ? 'no-answer' : 'refused',
): HttpResponse {
  const text = OF_PROXY.get(refusal) ?? refusal.text;
  const { headers, ...rest } = createRefusalResponse({ ...refusal, text }, now);
  return { ...rest, headers: [...headers, [PROXY_HEADER, answer]] };
}

const TIMEOUTS: ReadonlySet<string> = new Set([
  'PSD2_ANSWER_TIMEOUT',
  'UND_ERR_CONNECT_TIMEOUT',
  'ETIMEDOUT',
]);

/** Creates the refusal for a failed signer or bank: 400 for an unsendable request, else 502, or 504 after a timeout. */
export function createFaultRefusal(fault: Fault): ServerRefusal {
  const { hint, cause } = fault.details;
  const text = hint === undefined ? fault.message : `${fault.message} ${hint}`;
  if (fault.code !== 'NETWORK') {
    return { status: fault.code === 'INPUT_INVALID' ? 400 : 502, code: 'BAD_REQUEST', text };
  }
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  return { status: TIMEOUTS.has(code) ? 504 : 502, code: 'SYSTEM_ERROR', text };
}

/** Checks whether the target's path is below `basePath`, with its dot segments resolved. @see S11-proxy */
export function isBelow(target: string, basePath: string): boolean {
  const { pathname } = new URL(`http://proxy${target}`);
  return [target.split('?', 1)[0], pathname].every((path) => `${path}/`.startsWith(`${basePath}/`));
}

/** Headers of a single connection (RFC 9110 7.6.1). */
const HOP_BY_HOP: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** Headers that the proxy writes anew: the bank's host, the length of the sent body; the proxy answers 100 itself. */
const WRITTEN_ANEW: ReadonlySet<string> = new Set(['host', 'content-length', 'expect']);

/**
 * Returns the request headers to forward, with order, case and repeats, but without the proxy's token: a client that
 * follows a link sends the whole URL in Referer.
 * @see S11-proxy
 */
export function requestHeaders(headers: readonly Header[], token: string | undefined): Header[] {
  const own = token === undefined ? headers : headers.filter(([, value]) => !value.includes(token));
  return without(own, (name) => WRITTEN_ANEW.has(name));
}

/**
 * Returns the response headers to forward: none that lets a page read the response, and none of the proxy's own.
 * @see S11-proxy
 */
export function filterAnswerHeaders(headers: readonly Header[]): Header[] {
  const isChunked = headers.some(([name]) => name.toLowerCase() === 'transfer-encoding');
  return without(
    headers,
    (name) => FOR_PAGES.test(name) || name === OURS || (isChunked && name === 'content-length'),
  );
}

const OURS = PROXY_HEADER.toLowerCase();
const FOR_PAGES = /^(?:access-control-|timing-allow-origin$)/;

function without(headers: readonly Header[], isLeftOut: (name: string) => boolean): Header[] {
  const named = headers
    .filter(([name]) => name.toLowerCase() === 'connection')
    .flatMap(([, value]) => value.toLowerCase().split(','))
    .map((name) => name.trim());
  return headers.filter(([given]) => {
    const name = given.toLowerCase();
    const isOfConnection = HOP_BY_HOP.has(name) || name.startsWith('proxy-') || named.includes(name);
    return !isOfConnection && !isLeftOut(name);
  });
}

const NAME = 'the proxy';

/** The refusal of CONNECT and of targets that aren't paths. */
export const PROXY_NO_FORWARD = refuseForwarding(NAME);

export interface ProxyGateOptions extends Pick<GatedPort, 'hosts'> {
  /** The path of the profile's baseUrl, `` or `/api`. */
  readonly basePath: string;
  /** The last part of the proxy's URL; absent if it needs none. */
  readonly token?: string;
  readonly readsOnly: boolean;
}

/** An admitted request's target at the bank. */
type Passage = { readonly target: string } | { readonly refusal: ServerRefusal };

/**
 * Authorizes a request. The proxy signs for every client, so it admits only programs, to the profile's bank alone.
 * @see S11-proxy
 */
export function authorizeRequest(request: HttpRequest, options: ProxyGateOptions): Passage {
  const { basePath, token, readsOnly, hosts } = options;
  const page = rejectCrossSiteRequest(request, { name: NAME, hosts });
  if (page !== undefined) return { refusal: page };
  const target = token === undefined ? request.target : withoutToken(request.target, basePath, token);
  if (target === undefined) return { refusal: WRONG_TOKEN };
  if (readsOnly && request.method !== 'GET') return { refusal: READS_ONLY };
  if (!isBelow(target, basePath)) return { refusal: OUTSIDE };
  return request.body.byteLength > SERVER_LIMITS.bodyBytes ? { refusal: BODY_TOO_LARGE } : { target };
}

/** Removes the token: `/api/TOKEN/v1/accounts` → `/api/v1/accounts` */
function withoutToken(target: string, basePath: string, token: string): string | undefined {
  if (!target.startsWith(`${basePath}/`)) return undefined;
  const [shown = '', rest = ''] = target.slice(basePath.length + 1).split(/(?=[/?])(.*)/s);
  if (!isSameSecret(shown, token)) return undefined;
  return basePath + (basePath === '' && !rest.startsWith('/') ? `/${rest}` : rest);
}
