/**
 * The one message that is signed, sent, recorded and verified. Target and header values are exactly what
 * was sent: order, case and repeats are kept, nothing is decoded.
 */
export type Header = readonly [name: string, value: string];

export interface HttpRequest {
  /** Upper-case method, as on the request line. */
  readonly method: string;
  /** Request target as on the request line, still percent-encoded: path and query, or a whole URI. */
  readonly target: string;
  readonly headers: readonly Header[];
  /** The exact bytes of the body; empty when there is none. */
  readonly body: Uint8Array;
}

export interface HttpResponse {
  readonly status: number;
  readonly headers: readonly Header[];
  readonly body: Uint8Array;
}

/** An answer whose body is handed on as it comes. Stopping early stops the producer. */
export interface StreamedResponse {
  readonly status: number;
  readonly headers: readonly Header[];
  readonly pieces: AsyncIterable<Uint8Array>;
}

/** The peer of a request. Nothing here comes from the message. */
export interface Peer {
  /** The remote address, `127.0.0.1` in-process. */
  readonly address: string;
  readonly tls?: { readonly version: string; readonly clientCertificate?: Uint8Array };
  /** True if operator routes are allowed for this peer (D11-operator). */
  readonly operator: boolean;
  /** True if it came by plain HTTP, where only the PSU's site is served. @see D14-site-over-http */
  readonly siteOnly?: boolean;
}

/**
 * Thrown by the door in place of an answer: the connection ends without one. Over HTTPS the socket is closed; in this
 * process the transport says what HTTPS would.
 * @see D11-fault-dropped
 */
export class ConnectionDropped extends Error {
  override readonly name = 'ConnectionDropped';
}

/** The bank's one door. It rejects with ConnectionDropped where a fault drops the connection, and with nothing else. */
export type Handle = (request: HttpRequest, peer: Peer) => Promise<HttpResponse>;

/** All values of a header, in the order sent; the name is compared without case. */
export function getHeaderValues(headers: readonly Header[], name: string): string[] {
  const wanted = name.toLowerCase();
  return headers.filter(([given]) => given.toLowerCase() === wanted).map(([, value]) => value);
}

/** The first value of a header, or undefined when it was not sent. */
export function getHeader(headers: readonly Header[], name: string): string | undefined {
  const wanted = name.toLowerCase();
  return headers.find(([given]) => given.toLowerCase() === wanted)?.[1];
}

const ABSOLUTE = /^https?:\/\/[^/?#]+/i;

/**
 * Path and query of a target: a whole URI counts as its path, and is signed as such.
 * @see D1-absolute-form: RFC 9112 3.2.2
 */
export function normalizeTarget(target: string): string {
  const start = ABSOLUTE.exec(target)?.[0].length;
  if (start === undefined) return target;
  const path = target.slice(start);
  return path.startsWith('/') ? path : `/${path}`;
}
