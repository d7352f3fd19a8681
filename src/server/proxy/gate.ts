import { isUtf8 } from 'node:buffer';
import type { Fault } from '../../errors.ts';
import { getHeader, type Header, type HttpRequest, type HttpResponse } from '../../message.ts';
import {
  createRefusalResponse,
  createServerRefusal,
  forbid,
  type GatedPort,
  HEAD_TOO_LARGE,
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

const OUTSIDE = forbid(
  "the path isn't below the proxy's URL, as it stands and with its percent-encoding undone",
);

const WRONG_TOKEN = forbid("the path doesn't begin with the proxy's URL, whose last part is its token");

const READS_ONLY = forbid(
  'the proxy of a production profile passes GET only: start it with --allow-writes for the rest',
);

const OTHER_METHOD_NAMED = forbid(
  'the proxy of a production profile passes GET only, and this header can make another method of it: remove it, or start the proxy with --allow-writes',
);

const OTHER_METHOD_IN_TARGET = forbid(
  'the proxy of a production profile passes GET only, and a parameter of this URL can make another method or path of it: remove it, or start the proxy with --allow-writes',
);

const BODY_WITH_GET = forbid(
  'the proxy of a production profile passes GET without a body only: remove the body, or start the proxy with --allow-writes',
);

const OTHER_PATH_NAMED = forbid(
  "this header can make another path of the one that is below the proxy's URL: remove it",
);

/** The token belongs at the beginning of the path. */
const TOKEN_TO_BANK = forbid(
  "the proxy's token stands in the path, the query or the body that the bank would get: remove it",
);

const BODY_TOO_LARGE = createServerRefusal(413, 'BAD_REQUEST', 'the body is larger than 1 MiB');

const TOO_MANY_HEADERS = createServerRefusal(400, 'FORMAT_ERROR', 'the request has more than 100 headers');

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
 * Creates the refusal for the client of such a request, which may not know the X-Request-ID that the proxy added. @see
 * C-proxy
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

/** Removes separators: a server behind CGI treats `-`, `_` and `.` alike. */
function normalizeName(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '');
}

/** `X-HTTP-Method-Override`, `X_HTTP_METHOD`, `HTTP-Method-Override`, `X-HTTP-Verb`, `_method`, `X-Original-Method` */
const METHOD =
  /^(?:http)*x?(?:http)?(?:original|rewrite|forwarded|request|override)?(?:method|verb)(?:override)?$/;

/** `X-Original-URL`, `X-Rewrite-URL`, `X_ORIGINAL_URI`, `X-Forwarded-Path`, `X-HTTP-Path-Override` */
const PATH =
  /^(?:http)*x?(?:http)?(?:(?:original|rewrite|forwarded|request|override|destination)(?:url|uri|path)|(?:url|uri|path)override)$/;

/** Finds the name of a header from which some servers read the path, regardless of the request line. @see S11-proxy */
function findPathOverride({ headers }: HttpRequest): string | undefined {
  return headers.find(([name]) => PATH.test(normalizeName(name)))?.[0];
}

/** Finds the name of a header from which some servers read the method. @see S11-proxy */
function findMethodHeader({ headers }: HttpRequest): string | undefined {
  return headers.find(([name]) => METHOD.test(normalizeName(name)))?.[0];
}

/**
 * Checks whether a parameter of the query or of a segment may name a method or path, as `?_method=DELETE` does. @see
 * S11-proxy
 */
function hasOverrideInTarget({ target }: HttpRequest): boolean {
  const names = decodeRepeatedly(target)
    .split(/[?&;]/)
    .slice(1)
    .map((parameter) => normalizeName(parameter.split('=', 1)[0] ?? ''));
  return names.some((name) => METHOD.test(name) || PATH.test(name));
}

/** No bank decodes a text more often. */
const MOST_DECODINGS = 8;

/** Undoes percent-encoding, byte by byte, as often as there is any. Invalid encodings stay. */
function decodeRepeatedly(text: string): string {
  let decoded = text;
  for (let times = 0; times < MOST_DECODINGS; times += 1) {
    const next = decoded.replace(/%([0-9a-f]{2})/gi, (_, hex) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
    if (next === decoded) break;
    decoded = next;
  }
  return decoded;
}

/** Checks whether a text contains the proxy's token, in any case and percent-encoding. @see S11-proxy */
function hasToken(text: string, token: string): boolean {
  return decodeRepeatedly(text).toLowerCase().includes(token.toLowerCase());
}

/**
 * Checks that the target's path stays below `basePath`, however a server decodes it: dots, percent-encoding once or
 * twice, backslashes, segment parameters, wide dots, zero-width characters.
 * @see S11-proxy
 */
export function isBelow(target: string, basePath: string): boolean {
  if (!/^[!-~]*$/.test(target) || target.includes('#')) return false;
  const [path = ''] = target.split('?', 1);
  if (!path.startsWith(basePath) || !['/', undefined].includes(path[basePath.length])) return false;
  if (basePath === '' && path === '') return false;
  const rest = path.slice(basePath.length);
  return !rest.includes('//') && splitPath(rest).every(staysBelow);
}

function splitPath(path: string): string[] {
  return path.split('/').slice(1);
}

/** Dots alone, or before characters at which a server may cut: parameters, an encoded query or fragment, blanks. */
const WAY_OUT = /^\s*\.{1,2}(?:[;?#\s]|$)/;

/**
 * Characters that a server may drop or treat as a line end: zero-width, control and unassigned characters, and
 * separators.
 */
const UNSEEN = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;

/** Slashes and backslashes that NFKC keeps, and other character sets map to plain ones. */
const LIKE_SLASHES = /[\u2044\u2215\u2216\u29f5\u29f8\u29f9]/;

/**
 * Checks one segment: it may contain an encoded slash, as ids do, but not at its start. Combining marks are ignored.
 */
function staysBelow(segment: string): boolean {
  const bytes = Buffer.from(decodeRepeatedly(segment), 'latin1');
  const text = bytes.toString('utf8');
  // A remaining percent sign is not an encoding, or one without end.
  if (!isUtf8(bytes) || text.includes('%')) return false;
  if (UNSEEN.test(text) || LIKE_SLASHES.test(text)) return false;
  const decoded = text.normalize('NFKD').replace(/\p{M}/gu, '');
  if (decoded.includes('\\') || decoded.startsWith('/')) return false;
  return decoded.split('/').every((part) => !WAY_OUT.test(part));
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
 * Returns the request headers to forward, with order, case and repeats. The bank must not get the proxy's token: a
 * client that follows a link sends the whole URL in Referer, and intermediaries send it in other headers.
 * @see S11-proxy
 */
export function requestHeaders(headers: readonly Header[], token: string | undefined): Header[] {
  const own =
    token === undefined ? headers : headers.filter((header) => !header.some((part) => hasToken(part, token)));
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
    (name) => isForPages(name) || name === OURS || (isChunked && name === 'content-length'),
  );
}

const OURS = PROXY_HEADER.toLowerCase();

function isForPages(name: string): boolean {
  return name.startsWith('access-control-') || name === 'timing-allow-origin';
}

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
  const written = readsOnly ? checkWrite(request) : undefined;
  if (written !== undefined) return { refusal: written };
  const path = findPathOverride(request);
  if (path !== undefined) return { refusal: { ...OTHER_PATH_NAMED, path } };
  if (!isBelow(target, basePath)) return { refusal: OUTSIDE };
  if (request.body.byteLength > SERVER_LIMITS.bodyBytes) return { refusal: BODY_TOO_LARGE };
  if (token !== undefined && [target, decodeLatin1(request.body)].some((text) => hasToken(text, token)))
    return { refusal: TOKEN_TO_BANK };
  const refusal = checkSize(request.headers);
  return refusal === undefined ? { target } : { refusal };
}

function decodeLatin1(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('latin1');
}

function checkWrite(request: HttpRequest): ServerRefusal | undefined {
  if (request.method !== 'GET') return READS_ONLY;
  if (request.body.byteLength > 0) return BODY_WITH_GET;
  if (hasOverrideInTarget(request)) return OTHER_METHOD_IN_TARGET;
  const path = findMethodHeader(request);
  return path === undefined ? undefined : { ...OTHER_METHOD_NAMED, path };
}

/** Removes the token: `/api/TOKEN/v1/accounts` → `/api/v1/accounts` */
function withoutToken(target: string, basePath: string, token: string): string | undefined {
  if (!target.startsWith(`${basePath}/`)) return undefined;
  const [shown = '', rest = ''] = target.slice(basePath.length + 1).split(/(?=[/?])(.*)/s);
  if (!isSameSecret(shown, token)) return undefined;
  return basePath + (basePath === '' && !rest.startsWith('/') ? `/${rest}` : rest);
}

/** The same limits as the bank's handler. @see S12-header-limits */
const HEADERS_LIMIT_COUNT = 100;
const HEADERS_LIMIT_BYTES = 16 * 1024;
/** The line ends and the colon of a header line on the wire. */
const HEADER_OVERHEAD_BYTES = 4;

function checkSize(headers: readonly Header[]): ServerRefusal | undefined {
  if (headers.length > HEADERS_LIMIT_COUNT) return TOO_MANY_HEADERS;
  const sizes = headers.map(([name, value]) => name.length + value.length + HEADER_OVERHEAD_BYTES);
  const bytes = sizes.reduce((sum, size) => sum + size, 0);
  return bytes > HEADERS_LIMIT_BYTES ? HEAD_TOO_LARGE : undefined;
}
