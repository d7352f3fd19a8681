import { createHash } from 'node:crypto';
import type { Header, HttpRequest, HttpResponse } from '../message.ts';
import { encodeSigningString, isSearchable } from '../signing/signing-string.ts';
import { verify } from '../signing/verify.ts';
import { redactHeaders, redactTarget, strikeBody } from './redact.ts';

/** One exchange unmasked; without a response if none arrived. */
export interface Exchange {
  /** The `https://host[:port]` to which it was sent. */
  readonly origin: string;
  readonly request: HttpRequest;
  readonly response?: HttpResponse;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly milliseconds: number;
  readonly signed?: SignedFacts | undefined;
  /** Size of the response's body if only a part was stored. */
  readonly bytesOut?: number;
}

export interface HarOptions {
  readonly creator: { readonly name: string; readonly version: string };
  /** True if nothing is masked. @see S10-traces */
  readonly whole: boolean;
}

/**
 * Builds a HAR file of exchanges.
 * @see C-har
 * @see http://www.softwareishard.com/blog/har-12-spec/
 */
export function buildHar(exchanges: readonly Exchange[], { creator, whole }: HarOptions): object {
  const entries = exchanges.map((exchange) => buildHarEntry(exchange, whole));
  return { log: { version: '1.2', creator, entries } };
}

/** Builds one entry, for a file that grows. */
export function buildHarEntry(exchange: Exchange, whole: boolean): object {
  return createHarEntry(whole ? exchange : redactExchange(exchange), exchange);
}

type RedactedExchange = Pick<Exchange, 'request' | 'response'>;

/** Redacts everything that is not listed; removes a body that is not JSON. @see S10-traces */
function redactExchange({ request, response }: Exchange): RedactedExchange {
  return {
    request: { ...redactMessage(request), method: request.method, target: redactTarget(request.target) },
    response: response && { ...redactMessage(response), status: response.status },
  };
}

function redactMessage({ headers, body }: Pick<HttpRequest, 'headers' | 'body'>) {
  const json = body.length === 0 ? undefined : strikeBody(body);
  return {
    headers: redactHeaders(headers),
    body: Buffer.from(json === undefined ? '' : JSON.stringify(json), 'utf8'),
  };
}

/** @param as as it was: sizes and facts are of that */
function createHarEntry({ request, response }: RedactedExchange, as: Exchange): object {
  const { origin, startedAt, milliseconds, signed } = as;
  return {
    startedDateTime: new Date(startedAt).toISOString(),
    time: milliseconds,
    request: {
      method: request.method,
      url: origin + request.target,
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: buildPairs(request.headers),
      queryString: buildQueryPairs(request.target),
      headersSize: -1,
      bodySize: as.request.body.length,
      postData:
        request.body.length === 0 ? undefined : { mimeType: 'application/json', text: decodeBody(request) },
    },
    response: buildHarResponse(response, as.bytesOut ?? as.response?.body.length ?? 0),
    cache: {},
    timings: { send: 0, wait: milliseconds, receive: 0 },
    _signature: signed,
  };
}

/** Builds the response; a request without one has status 0, as in browsers. */
function buildHarResponse(response: HttpResponse | undefined, size: number): object {
  return {
    status: response?.status ?? 0,
    statusText: '',
    httpVersion: response === undefined ? '' : 'HTTP/1.1',
    cookies: [],
    headers: buildPairs(response?.headers ?? []),
    content: {
      size,
      mimeType: 'application/json',
      text: response === undefined || response.body.length === 0 ? undefined : decodeBody(response),
    },
    redirectURL: '',
    headersSize: -1,
    bodySize: size,
  };
}

function buildPairs(headers: readonly Header[]): object[] {
  return headers.map(([name, value]) => ({ name, value }));
}

function buildQueryPairs(target: string): object[] {
  const [, query] = target.split(/\?(.*)/s);
  return [...new URLSearchParams(query ?? '')].map(([name, value]) => ({ name, value }));
}

function decodeBody({ body }: Pick<HttpRequest, 'body'>): string {
  return Buffer.from(body).toString('utf8');
}

/** Facts about a signature that may be shown instead of its input. @see S10-traces */
export interface SignedFacts {
  /** The SHA-256 of the signing string, hexadecimal; absent if redacted values could be found by trial against it. */
  readonly signingStringSha256?: string;
  /** `valid`, or the code of the first error. */
  readonly verdict: string;
}

/** Reads the facts of a signature; undefined for an unsigned request, such as an operator's. */
export function readSignedFacts(request: HttpRequest, at: number): SignedFacts | undefined {
  const { signingString, verdict } = verify(request, { at, recovery: false });
  if (signingString === null) return undefined;
  if (isSearchable(request)) return { verdict };
  const signingStringSha256 = createHash('sha256').update(encodeSigningString(signingString)).digest('hex');
  return { signingStringSha256, verdict };
}
