/**
 * The one message that is signed, sent, recorded and verified. Target and header values are exactly what
 * was sent: order, case and repeats are kept, nothing is decoded.
 */
export type Header = readonly [name: string, value: string];

export interface HttpRequest {
  /** Upper-case method, as on the request line. */
  readonly method: string;
  /** Origin-form request target: path and query, still percent-encoded. */
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

/** Who stands at the bank's door. Nothing here comes from the message. */
export interface Peer {
  /** The remote address, `127.0.0.1` in-process. */
  readonly address: string;
  readonly tls?: { readonly version: string; readonly clientCertificate?: Uint8Array };
  /** Whether operator routes are allowed for this peer (decisions.md §11). */
  readonly operator: boolean;
}

/** The bank's one door. */
export type Handle = (request: HttpRequest, peer: Peer) => Promise<HttpResponse>;

/** All values of a header, in the order sent; the name is compared without case. */
export function headerValues(headers: readonly Header[], name: string): string[] {
  const wanted = name.toLowerCase();
  return headers.filter(([given]) => given.toLowerCase() === wanted).map(([, value]) => value);
}

/** The first value of a header, or undefined when it was not sent. */
export function headerValue(headers: readonly Header[], name: string): string | undefined {
  const wanted = name.toLowerCase();
  return headers.find(([given]) => given.toLowerCase() === wanted)?.[1];
}
