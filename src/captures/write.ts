import { trimBlanks } from '../core/octets.ts';
import { getHeader, type Header, type HttpRequest } from '../message.ts';
import { createUnreadable, decodeOctets, decodeUtf8, encodeBytes, encodeSent, encodeUtf8 } from './octets.ts';

/**
 * Writes the request as it is sent. Adds Host as the first header if an origin is given and the request has none, and
 * Content-Length as the last one if there is a body and no header gives its length. Existing headers stay, even a wrong
 * Content-Length. A line end in a value becomes a fold, its only form in HTTP.
 * @throws Fault INPUT_INVALID for a request that HTTP/1.1 can't represent
 * @see RFC 9112
 * @see C-sign-format-http
 */
export function writeHttp(request: HttpRequest, origin?: string): Uint8Array {
  refuseUnsendable(request);
  const { method, target, headers, body } = request;
  const hasHost = getHeader(headers, 'host') !== undefined;
  const host: Header[] = hasHost || !origin ? [] : [['Host', origin.replace(/^[a-z]+:\/\//i, '')]];
  const isLengthSaid = ['content-length', 'transfer-encoding'].some(
    (one) => getHeader(headers, one) !== undefined,
  );
  const length: Header[] = body.length === 0 || isLengthSaid ? [] : [['Content-Length', String(body.length)]];
  const lines = [...host, ...headers, ...length].map(([name, value]) => `${name}: ${foldValue(value)}\r\n`);
  const head = encodeBytes(`${method} ${encodeSent(target)} HTTP/1.1\r\n${lines.join('')}\r\n`);
  return new Uint8Array(
    Buffer.concat(
      /\bchunked\b/i.test(getHeader(headers, 'transfer-encoding') ?? '')
        ? [head, ...createChunk(body)]
        : [head, body],
    ),
  );
}

function createChunk(body: Uint8Array): Uint8Array[] {
  if (body.length === 0) return [encodeBytes('0\r\n\r\n')];
  return [encodeBytes(`${body.length.toString(16)}\r\n`), body, encodeBytes('\r\n0\r\n\r\n')];
}

interface RequestJson {
  readonly method: string;
  /** The URL with its origin, if known. */
  readonly url: string;
  /** The target if a URL can't represent it: `*`, or one that contains `#`. */
  readonly target?: string;
  readonly headers: readonly Header[];
  readonly bodyBase64: string;
}

/** Writes the request as JSON, followed by the members of `extra`. @see C-sign-json */
export function writeJson<Extra extends object = object>(
  { method, target, headers, body }: HttpRequest,
  origin?: string,
  extra?: Extra,
): RequestJson & Extra {
  const isPlain = target.startsWith('/') && !target.includes('#');
  const json: RequestJson = {
    method,
    url: (origin ?? '') + (isPlain ? target : '/'),
    ...(isPlain ? {} : { target }),
    headers,
    bodyBase64: Buffer.from(body).toString('base64'),
  };
  return Object.assign(json, extra);
}

const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

/** Rejects a request that would be parsed as another one once written. @throws Fault INPUT_INVALID */
function refuseUnsendable({ method, target, headers }: HttpRequest): void {
  if (!TOKEN.test(method)) {
    throw createUnreadable(`${JSON.stringify(method)} isn't an HTTP method.`, 'Use one such as POST or GET.');
  }
  if (target === '' || /^ |[\r\n\0]/.test(target)) {
    throw createUnreadable(`The target ${JSON.stringify(target)} can't be sent.`, 'Percent-encode it.');
  }
  for (const [name, value] of headers) {
    if (!TOKEN.test(name))
      throw createUnreadable(`${JSON.stringify(name)} isn't a header name.`, 'Correct the name.');
    if (value.includes('\0'))
      throw createUnreadable(`The value of ${name} contains NUL.`, `Remove NUL from ${name}.`);
  }
}

/** Folds a value at each line end, with the blanks that begin the next line. */
function foldValue(value: string): string {
  return encodeSent(value).replaceAll(/(?:\r\n|\r|\n)[ \t]*/g, '\r\n ');
}

/**
 * Writes the curl command in bash that sends exactly this request: options prevent curl from changing the target and
 * disable its own headers, except Host and Content-Length.
 * @param options connection options as words of bash, one line each
 * @throws Fault INPUT_INVALID for a request that HTTP/1.1 can't represent
 * @see https://curl.se/docs/manpage.html
 */
export function writeCurl(request: HttpRequest, origin: string, options: readonly string[] = []): string {
  refuseUnsendable(request);
  const { source, option } = buildBodyOption(request.body);
  const lines = [
    [...listMethodOptions(request), ...listTargetOptions(request.target, origin)].join(' '),
    ...options,
    ...request.headers.map(
      ([name, value]) =>
        `-H ${quoteWord(trimBlanks(encodeSent(value)) === '' ? `${name};` : `${name}: ${foldValue(value)}`)}`,
    ),
    ...listDisabledHeaders(request),
    ...option,
  ];
  return `${source}curl ${lines.join(' \\\n  ')}`;
}

/** Lists the options for the method: with HEAD as a custom method, curl waits for a body. */
function listMethodOptions({ method, body }: HttpRequest): string[] {
  if (method === 'HEAD' && body.length === 0) return ['--head'];
  return method === 'GET' && body.length === 0 ? [] : [`-X ${quoteWord(method, true)}`];
}

/** Matches every byte that isn't plain in a URL, or that curl doesn't send. */
const NO_URL = /[^!-~]|#|^[^/]/;
const DOT_SEGMENT = /\/(?:\.|%2e){1,2}(?=[/?]|$)/i;

function listTargetOptions(target: string, origin: string): string[] {
  const octets = encodeSent(target);
  if (NO_URL.test(octets)) return [`--request-target ${quoteWord(octets)}`, quoteWord(`${origin}/`)];
  return [
    ...(/[[\]{}]/.test(origin + octets) ? ['--globoff'] : []),
    ...(DOT_SEGMENT.test(octets) ? ['--path-as-is'] : []),
    quoteWord(origin + octets),
  ];
}

/** The size of bodies from which curl sends Expect. */
const EXPECT_BYTES = 1024 * 1024;

function listDisabledHeaders({ headers, body }: HttpRequest): string[] {
  const added = [
    'Accept',
    'User-Agent',
    ...(body.length > 0 ? ['Content-Type'] : []),
    ...(body.length >= EXPECT_BYTES ? ['Expect'] : []),
  ].filter((name) => getHeader(headers, name) === undefined);
  return added.length === 0 ? [] : [added.map((name) => `-H '${name}:'`).join(' ')];
}

/** Linux rejects arguments from 128 KiB on. */
const MAX_ARGUMENT_BYTES = 100_000;

/**
 * Builds the option for the body. Arguments can contain neither NUL nor very long text, so such a body uses standard
 * input.
 */
function buildBodyOption(body: Uint8Array): { source: string; option: string[] } {
  if (body.length === 0) return { source: '', option: [] };
  if (body.includes(0) || body.length > MAX_ARGUMENT_BYTES) {
    const base64 = Buffer.from(body).toString('base64');
    return { source: `base64 --decode <<< '${base64}' |\n`, option: ['--data-binary @-'] };
  }
  const octets = decodeOctets(body);
  const name = octets.startsWith('@') ? '--data-raw' : '--data-binary';
  return { source: '', option: [`${name} ${quoteWord(octets)}`] };
}

/**
 * Matches characters that a terminal interprets or a reader doesn't see: controls except line feed, direction marks,
 * zero-width marks and non-characters.
 */
const UNSEEN =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: what is looked for
  /[\0-\x09\x0b-\x1f\x7f-\xa0\xad\u061c\u115f\u1160\u180e\u200b-\u200f\u2028-\u202f\u2060-\u206f\ufeff\ufff0-\uffff]/;

/** Quotes a word for bash: in single quotes if it is readable, else as `$'…'`. */
function quoteWord(octets: string, isBareTaken = false): string {
  if (isBareTaken && /^[A-Za-z]+$/.test(octets)) return octets;
  const text = decodeUtf8(octets);
  const isText = encodeUtf8(text) === octets && !UNSEEN.test(text);
  return isText
    ? `'${text.replaceAll("'", "'\\''")}'`
    : `$'${octets.replaceAll(/[^ "-&(-[\]-~]/g, escapeOctet)}'`;
}

const ESCAPES: Readonly<Record<string, string>> = {
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  "'": "\\'",
  '\\': '\\\\',
};

function escapeOctet(octet: string): string {
  return ESCAPES[octet] ?? `\\x${octet.charCodeAt(0).toString(16).padStart(2, '0')}`;
}
