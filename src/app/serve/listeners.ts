import { NOT_FOR_PAGES, operatorGate } from '../../server/operator-gate.ts';
import { type RunningServer, type ServeOptions, serve } from '../../server/serve.ts';
import type { AwaitedBank } from './awaited-bank.ts';
import { withHealth } from './health.ts';

type Common = Pick<ServeOptions, 'clock' | 'onUnexpected' | 'limits' | 'onRefused' | 'onGone'>;

/** The servers of one bank: each is a way to its door, and says what the door can't know of who comes by it. */
export class Listeners {
  readonly #bank: AwaitedBank;
  readonly #common: Common;
  readonly #servers: RunningServer[] = [];

  constructor(bank: AwaitedBank, common: Common) {
    this.#bank = bank;
    this.#common = common;
  }

  /** The interface, the PSU's site and `/health`. */
  interface(place: Pick<ServeOptions, 'tls' | 'host' | 'port'>): Promise<RunningServer> {
    const { handle, check } = this.#bank;
    return this.#listen({ ...place, handle: withHealth(handle, check, this.#common.clock) });
  }

  /** The site alone, over plain HTTP on loopback. @see D14-site-over-http */
  site(port: number): Promise<RunningServer> {
    const { handle } = this.#bank;
    return this.#listen({ port, handle: (request, peer) => handle(request, { ...peer, siteOnly: true }) });
  }

  /** What the operator may, on loopback. @see S11-operator-port */
  async operator(token: string): Promise<RunningServer> {
    let port = 0;
    const gate = operatorGate({ ...this.#common, handle: this.#bank.handle, port: () => port, token });
    const server = await this.#listen({ port, handle: gate, tunnelRefusal: NOT_FOR_PAGES });
    port = server.port;
    return server;
  }

  async close(): Promise<void> {
    await Promise.all(this.#servers.map((server) => server.close()));
  }

  async #listen(own: Omit<ServeOptions, keyof Common>): Promise<RunningServer> {
    const server = await serve({ ...this.#common, ...own });
    this.#servers.push(server);
    return server;
  }
}
