import type { Handle } from '../../message.ts';
import { NO_FORWARD, operatorGate } from '../../server/operator-gate.ts';
import { type RunningServer, type ServeOptions, serve } from '../../server/serve.ts';
import type { Door } from '../../wire/operations.ts';
import { SNAPSHOT_LIMIT_BYTES } from '../../wire/snapshot.ts';
import { endAll } from '../end-all.ts';
import type { AwaitedBank } from './awaited-bank.ts';
import { withHealth } from './health.ts';

type Common = Pick<ServeOptions, 'clock' | 'onUnexpected' | 'limits' | 'onRefused' | 'onGone'>;

const PORT_FLAGS: Readonly<Record<Door, string>> = {
  interface: '--port',
  site: '--site-port',
  operator: '--operator-port',
};

/** Each may hold a snapshot in memory before its token is checked. */
const OPERATOR_REQUESTS = 8;

/** Where the operator is, and by what token. */
export interface OperatorPlace {
  readonly token: string;
  /** Default: one that is free. */
  readonly port?: number;
}

/** The servers of one bank: each is a way to its door, and says what the door can't know of who comes by it. */
export class Listeners {
  readonly #bank: AwaitedBank;
  readonly #common: Common;
  readonly #servers = new Map<Door, RunningServer>();

  constructor(bank: AwaitedBank, common: Common) {
    this.#bank = bank;
    this.#common = common;
  }

  /** The interface, the PSU's site and `/health`. */
  interface(
    place: Pick<ServeOptions, 'tls' | 'host' | 'port' | 'asksClients' | 'answerRefusal'>,
  ): Promise<RunningServer> {
    const { handle, check } = this.#bank;
    return this.#listen('interface', { ...place, handle: withHealth(handle, check, this.#common.clock) });
  }

  /** The site alone, over plain HTTP on loopback. @see D14-site-over-http */
  site(port: number): Promise<RunningServer> {
    const { handle } = this.#bank;
    return this.#listen('site', {
      port,
      handle: (request, peer) => handle(request, { ...peer, siteOnly: true }),
    });
  }

  /**
   * What the operator may, on loopback: a snapshot is larger than other bodies.
   * @param around what stands between the gate and the door
   * @see S11-operator-port, D16-snapshot-size
   */
  async operator(
    { token, port: asked = 0 }: OperatorPlace,
    around: (handle: Handle) => Handle,
  ): Promise<RunningServer> {
    let port = asked;
    const handle = around(this.#bank.handle);
    const gate = operatorGate({ ...this.#common, handle, port: () => port, token });
    const limits = { ...this.#common.limits, bodyBytes: SNAPSHOT_LIMIT_BYTES, requests: OPERATOR_REQUESTS };
    const server = await this.#listen('operator', {
      ...{ port, handle: gate, limits },
      tunnelRefusal: NO_FORWARD,
    });
    port = server.port;
    return server;
  }

  /** Open ones of each. */
  connections(): Readonly<Record<string, number>> {
    return Object.fromEntries([...this.#servers].map(([door, server]) => [door, server.connections()]));
  }

  /** Requests that run, of all. */
  running(): number {
    return [...this.#servers.values()].reduce((sum, server) => sum + server.running(), 0);
  }

  /** All at once, and each to its end: what is behind them is closed after them. */
  async close(): Promise<void> {
    const closing = [...this.#servers.values()].map((server) => server.close());
    await Promise.allSettled(closing);
    await endAll(
      closing.map((one) => () => one),
      this.#common.onUnexpected,
    );
  }

  async #listen(
    door: Door,
    own: Omit<ServeOptions, Exclude<keyof Common, 'limits'>>,
  ): Promise<RunningServer> {
    const server = await serve({ ...this.#common, ...own, portFlag: PORT_FLAGS[door] });
    this.#servers.set(door, server);
    return server;
  }
}
