import type { Seeing } from '../program.ts';

/** What the command line says of a proxy. */
export interface ProxyInput {
  /** 0 for one that is free. */
  readonly port: number;
  readonly host: string;
  readonly publicUrl?: string | undefined;
  /** Whether a production bank gets more than GET. */
  readonly allowWrites: boolean;
  readonly har?: Seeing['har'];
}

/** What a proxy says when it is ready. @see C-proxy */
export interface ProxyReady {
  /** Where it listens, in place of the bank's base URL. With a tokenFile, `/` and its content follow. */
  readonly url: string;
  /** The same for others, by the origin that was given. */
  readonly publicUrl?: string;
  /** Where requests go; absent for the bank in this program. */
  readonly bankUrl?: string;
  /** Whether it passes GET alone. */
  readonly readsOnly: boolean;
  /** The CA of its TLS certificate, beyond loopback. */
  readonly caFile?: string;
  readonly pid: number;
  readonly tokenFile?: string;
}

/** What clients are told: its URLs are whole. */
export interface WholeReady extends ProxyReady {
  /** Whether they end with a token. */
  readonly hasToken: boolean;
}
