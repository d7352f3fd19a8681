/**
 * The messages that are signed, sent, recorded and verified. Target and header values are exactly the sent ones: order,
 * case and duplicates stay, and nothing is decoded.
 */
export type Header = readonly [name: string, value: string];

export interface HttpRequest {
  /** Upper-case method, as on the request line. */
  readonly method: string;
  /** Request target as on the request line, still percent-encoded: path and query, or a whole URI. */
  readonly target: string;
  readonly headers: readonly Header[];
  /** The exact bytes of the body; empty if there is none. */
  readonly body: Uint8Array;
}

export interface HttpResponse {
  readonly status: number;
  readonly headers: readonly Header[];
  readonly body: Uint8Array;
}

/** A response whose body is streamed. Stopping early stops the producer. */
export interface StreamedResponse {
  readonly status: number;
  readonly headers: readonly Header[];
  readonly pieces: AsyncIterable<Uint8Array>;
  /** True if it ends only with the server; it doesn't count as a pending request. */
  readonly isEndless?: true;
}

/** The peer of a request, from the connection; nothing here comes from the message. */
export interface Peer {
  /** The remote address, `127.0.0.1` in-process. */
  readonly address: string;
  readonly tls?: { readonly version: string; readonly clientCertificate?: Uint8Array };
  /** True if operator routes are allowed for this peer (D11-operator). */
  readonly operator: boolean;
  /** True if the request came over plain HTTP, where only the PSU's site is served. @see D14-site-over-http */
  readonly siteOnly?: boolean;
}

/**
 * The error that the bank's handler throws in place of a response: the connection ends without one. Over HTTPS the
 * socket is closed; in-process the transport throws the error that HTTPS would.
 * @see D11-fault-dropped
 */
export class ConnectionDropped extends Error {
  override readonly name = 'ConnectionDropped';
}

/** The bank's handler. It rejects only with ConnectionDropped, if a fault drops the connection. */
export type Handle = (request: HttpRequest, peer: Peer) => Promise<HttpResponse>;

/** Returns all values of a header in the sent order; the name is case-insensitive. */
export function getHeaderValues(headers: readonly Header[], name: string): string[] {
  const wanted = name.toLowerCase();
  return headers.filter(([given]) => given.toLowerCase() === wanted).map(([, value]) => value);
}

/** Returns the first value of a header, or undefined if it is absent. */
export function getHeader(headers: readonly Header[], name: string): string | undefined {
  const wanted = name.toLowerCase();
  return headers.find(([given]) => given.toLowerCase() === wanted)?.[1];
}

const ABSOLUTE = /^https?:\/\/[^/?#]+/i;

/**
 * Normalizes a target to path and query; a whole URI counts as its path, and is signed as such.
 * @see D1-absolute-form: RFC 9112 3.2.2
 */
export function normalizeTarget(target: string): string {
  const start = ABSOLUTE.exec(target)?.[0].length;
  if (start === undefined) return target;
  const path = target.slice(start);
  return path.startsWith('/') ? path : `/${path}`;
}
