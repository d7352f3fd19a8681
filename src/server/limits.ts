/** How much and how long a served bank listens to anyone. @see S12-times, S12-connections */
export interface ServerLimits {
  /** A body of more bytes is not read to its end; the door says that it is too large. */
  readonly bodyBytes: number;
  /** What is parsed at all, request line included: the door itself draws the line at 16 KiB of headers. */
  readonly headBytes: number;
  readonly headersMilliseconds: number;
  readonly requestMilliseconds: number;
  readonly handshakeMilliseconds: number;
  /** Between two requests of a connection; longer than clients wait, so that none sends into a closing one. */
  readonly keepAliveMilliseconds: number;
  /** Nothing goes in or out: a client that does not take its answer. */
  readonly silenceMilliseconds: number;
  /** How long the door may take for an answer: less than the silence that ends the connection. @see S12-door-time */
  readonly doorMilliseconds: number;
  /** From the first packet on. At this number the one that is longest without a whole request gives way to the next. */
  readonly connections: number;
  /** Of bodies received and not answered, all together; above it a body that is not whole and not small is refused. */
  readonly heldBodyBytes: number;
  /** What a connection may hold of bodies whatever the others do. */
  readonly smallBodyBytes: number;
  /** How long what runs may go on when the server closes. */
  readonly closingMilliseconds: number;
  /** How long a connection that was told its end may still send, so that it hears why. */
  readonly lingerMilliseconds: number;
  /** How often the times above are looked at. */
  readonly checkMilliseconds: number;
}

export const SERVER_LIMITS: ServerLimits = {
  bodyBytes: 1024 * 1024,
  headBytes: 32 * 1024,
  headersMilliseconds: 10_000,
  requestMilliseconds: 30_000,
  handshakeMilliseconds: 10_000,
  keepAliveMilliseconds: 65_000,
  silenceMilliseconds: 60_000,
  doorMilliseconds: 55_000,
  connections: 1000,
  heldBodyBytes: 64 * 1024 * 1024,
  smallBodyBytes: 16 * 1024,
  closingMilliseconds: 15_000,
  lingerMilliseconds: 2000,
  checkMilliseconds: 1000,
};
