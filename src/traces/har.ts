import { createHash } from 'node:crypto';
import type { Header, HttpRequest, HttpResponse } from '../message.ts';
import { isSearchable, signingBytes } from '../signing/signing-string.ts';
import { verify } from '../signing/verify.ts';
import { strikeBody, strikeHeaders, strikeTarget } from './redact.ts';

/** One exchange as it was; without a response where none came. */
export interface Exchanged {
  /** `https://host[:port]` of where it went. */
  readonly origin: string;
  readonly request: HttpRequest;
  readonly response?: HttpResponse;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly milliseconds: number;
  readonly signed?: SignedFacts | undefined;
  /** Of the response's body, where not all of it was kept. */
  readonly bytesOut?: number;
}

export interface HarOptions {
  readonly creator: { readonly name: string; readonly version: string };
  /** Whether everything is written as it was. @see S10-traces */
  readonly whole: boolean;
}

/**
 * A HAR file of these exchanges.
 * @see C-har
 * @see http://www.softwareishard.com/blog/har-12-spec/
 */
export function harOf(exchanges: readonly Exchanged[], { creator, whole }: HarOptions): object {
  const entries = exchanges.map((exchange) => harEntry(exchange, whole));
  return { log: { version: '1.2', creator, entries } };
}

/** One of its entries, for a file that grows. */
export function harEntry(exchange: Exchanged, whole: boolean): object {
  return entryOf(whole ? exchange : struck(exchange), exchange);
}

type Shown = Pick<Exchanged, 'request' | 'response'>;

/** The same with everything struck out that is not listed; a body that is no JSON goes. @see S10-traces */
function struck({ request, response }: Exchanged): Shown {
  return {
    request: { ...strikeMessage(request), method: request.method, target: strikeTarget(request.target) },
    response: response && { ...strikeMessage(response), status: response.status },
  };
}

function strikeMessage({ headers, body }: Pick<HttpRequest, 'headers' | 'body'>) {
  const json = body.length === 0 ? undefined : strikeBody(body);
  return {
    headers: strikeHeaders(headers),
    body: Buffer.from(json === undefined ? '' : JSON.stringify(json), 'utf8'),
  };
}

/** @param as as it was: sizes and facts are of that */
function entryOf({ request, response }: Shown, as: Exchanged): object {
  const { origin, startedAt, milliseconds, signed } = as;
  return {
    startedDateTime: new Date(startedAt).toISOString(),
    time: milliseconds,
    request: {
      method: request.method,
      url: origin + request.target,
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: pairs(request.headers),
      queryString: queryOf(request.target),
      headersSize: -1,
      bodySize: as.request.body.length,
      postData: request.body.length === 0 ? undefined : { mimeType: 'application/json', text: text(request) },
    },
    response: responseOf(response, as.bytesOut ?? as.response?.body.length ?? 0),
    cache: {},
    timings: { send: 0, wait: milliseconds, receive: 0 },
    _signature: signed,
  };
}

/** A request that was not answered has status 0, as browsers write it. */
function responseOf(response: HttpResponse | undefined, size: number): object {
  return {
    status: response?.status ?? 0,
    statusText: '',
    httpVersion: response === undefined ? '' : 'HTTP/1.1',
    cookies: [],
    headers: pairs(response?.headers ?? []),
    content: {
      size,
      mimeType: 'application/json',
      text: response === undefined || response.body.length === 0 ? undefined : text(response),
    },
    redirectURL: '',
    headersSize: -1,
    bodySize: size,
  };
}

function pairs(headers: readonly Header[]): object[] {
  return headers.map(([name, value]) => ({ name, value }));
}

function queryOf(target: string): object[] {
  const [, query] = target.split(/\?(.*)/s);
  return [...new URLSearchParams(query ?? '')].map(([name, value]) => ({ name, value }));
}

function text({ body }: Pick<HttpRequest, 'body'>): string {
  return Buffer.from(body).toString('utf8');
}

/** What may be told of a signature in place of what it was made from. @see S10-traces */
export interface SignedFacts {
  /** SHA-256 of the signing string, hexadecimal; absent where what is struck out could be tried out against it. */
  readonly signingStringSha256?: string;
  /** `valid`, or the code of the first error. */
  readonly verdict: string;
}

/** Undefined for a request that isn't signed, as an operator's. */
export function signedFacts(request: HttpRequest, at: number): SignedFacts | undefined {
  const { signingString, verdict } = verify(request, { at, recovery: false });
  if (signingString === null) return undefined;
  if (isSearchable(request)) return { verdict };
  const signingStringSha256 = createHash('sha256').update(signingBytes(signingString)).digest('hex');
  return { signingStringSha256, verdict };
}
