import { type Header, type HttpRequest, headerValue } from '../message.ts';
import { bytesOf, sentOctets } from './octets.ts';
import { refuseUnsendable, unfolded } from './sendable.ts';

export { writeCurl } from './write-curl.ts';

/**
 * The request as it goes over the wire. Added are Host, in front, where an origin is given and none is there, and
 * Content-Length, at the end, where there is a body and no header says its length. What is there stays, a wrong
 * Content-Length too. A line end in a value becomes a fold, the one way in which HTTP has it.
 * @throws Fault INPUT_INVALID for what HTTP/1.1 can't carry
 * @see RFC 9112
 * @see C-sign-format-http
 */
export function writeHttp(request: HttpRequest, origin?: string): Uint8Array {
  refuseUnsendable(request);
  const { method, target, headers, body } = request;
  const hasHost = headerValue(headers, 'host') !== undefined;
  const host: Header[] = hasHost || !origin ? [] : [['Host', hostOf(origin)]];
  const lines = [...host, ...headers, ...lengthOf(request)].map(
    ([name, value]) => `${name}: ${unfolded(sentOctets(value), '\r\n ')}\r\n`,
  );
  const head = bytesOf(`${method} ${sentOctets(target)} HTTP/1.1\r\n${lines.join('')}\r\n`);
  return joined(isChunked(headers) ? [head, ...oneChunk(body)] : [head, body]);
}

function hostOf(origin: string): string {
  return origin.replace(/^[a-z]+:\/\//i, '');
}

function lengthOf({ headers, body }: HttpRequest): Header[] {
  const isSaid = headerValue(headers, 'content-length') ?? headerValue(headers, 'transfer-encoding');
  return body.length === 0 || isSaid !== undefined ? [] : [['Content-Length', String(body.length)]];
}

function isChunked(headers: readonly Header[]): boolean {
  return /\bchunked\b/i.test(headerValue(headers, 'transfer-encoding') ?? '');
}

function oneChunk(body: Uint8Array): Uint8Array[] {
  if (body.length === 0) return [bytesOf('0\r\n\r\n')];
  return [bytesOf(`${body.length.toString(16)}\r\n`), body, bytesOf('\r\n0\r\n\r\n')];
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  return new Uint8Array(Buffer.concat(parts));
}

export interface RequestJson {
  readonly method: string;
  /** With its origin where that is known. */
  readonly url: string;
  /** Only where a URL can't say it: `*`, or a `#` in it. */
  readonly target?: string;
  readonly headers: readonly Header[];
  readonly bodyBase64: string;
}

/**
 * The request as JSON, with the members of `extra` behind it.
 * @see C-sign-json
 */
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
