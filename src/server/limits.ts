/** Limits of a served bank in size, number and time. @see S12-times, S12-connections */
export interface ServerLimits {
  /** A longer body is not read to its end; the bank then answers that it is too large. */
  readonly bodyBytes: number;
  /** Request line and headers that Node parses; the bank itself refuses over 16 KiB of headers. */
  readonly headBytes: number;
  readonly headersMilliseconds: number;
  readonly requestMilliseconds: number;
  readonly handshakeMilliseconds: number;
  /** Between two requests of a connection; longer than clients wait, so that none sends into a closing one. */
  readonly keepAliveMilliseconds: number;
  /** Ends a connection on which nothing moves, such as one whose client does not read its answer. */
  readonly silenceMilliseconds: number;
  /** Time for an answer; with waitMilliseconds less than the silence that ends the connection. @see S12-door-time */
  readonly doorMilliseconds: number;
  /** Counted from the first packet; at this number Node closes each new one. */
  readonly connections: number;
  /** The answer to the last of them closes the connection. */
  readonly requestsPerConnection: number;
  /** Requests that are read, worked on or answered at once; others wait. */
  readonly requests: number;
  /** A request that has waited so long for the others gets 503. */
  readonly waitMilliseconds: number;
  /** Time for what runs when the server closes. */
  readonly closingMilliseconds: number;
  /** Time in which a client may read the last answer while it still sends. */
  readonly lingerMilliseconds: number;
  /** Interval of Node's checks of headersMilliseconds and requestMilliseconds. */
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
  doorMilliseconds: 55_000,
  connections: 2000,
  requestsPerConnection: 1000,
  requests: 256,
  waitMilliseconds: 10_000,
  closingMilliseconds: 15_000,
  lingerMilliseconds: 2000,
  checkMilliseconds: 1000,
};
