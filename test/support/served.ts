import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import type { Handle, HttpRequest, HttpResponse, Peer } from '../../src/message.ts';
import { type RunningServer, type ServeOptions, serve } from '../../src/server/serve.ts';
import { type RawMessage, rawMessages, wholeMessages } from './raw-http.ts';
import { connectTls, testTls } from './tls.ts';

/** The time of servers of the tests. */
export const SERVED_AT = Date.parse('2026-11-18T09:00:00Z');

export interface Served extends RunningServer {
  /** What came to the handler, in order. */
  readonly requests: HttpRequest[];
  readonly peers: Peer[];
  /** What the server found unexpected. */
  readonly unexpected: unknown[];
}

/** A handler over HTTPS on a free port of 127.0.0.1, for the running test. */
export async function serveHandler(handle: Handle, options: Partial<ServeOptions> = {}): Promise<Served> {
  const { key, certificate } = testTls();
  const requests: HttpRequest[] = [];
  const peers: Peer[] = [];
  const unexpected: unknown[] = [];
  const handler: Handle = (request, peer) => {
    requests.push(request);
    peers.push(peer);
    return handle(request, peer);
  };
  const onUnexpected = (fault: unknown) => void unexpected.push(fault);
  const means = { handle: handler, clock: () => SERVED_AT, onUnexpected };
  const server = await serve({ ...means, tls: { key, certificate }, port: 0, ...options });
  onTestFinished(() => server.close());
  return { ...server, requests, peers, unexpected };
}

/** A handler that answers each request with its target. */
export const echo: Handle = async ({ target }) => textAnswer(target);

/** A handler that answers after release() only, but for /next: with the target and the length of the body. */
export function holdHandler() {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  const handle: Handle = async ({ target, body }) => {
    if (target !== '/next') await released;
    return textAnswer(`${target} ${body.byteLength}`);
  };
  return { handle, release };
}

export function textAnswer(text: string): HttpResponse {
  return { status: 200, headers: [['Date', 'then']], body: Buffer.from(text) };
}

/** A connection on which a test writes what it likes. */
export class RawClient {
  readonly socket: Socket;
  readonly #chunks: Buffer[] = [];
  #isClosed = false;

  constructor(socket: Socket) {
    this.socket = socket;
    socket.on('data', (chunk: Buffer) => this.#chunks.push(chunk));
    socket.once('close', () => {
      this.#isClosed = true;
    });
  }

  static async connect(port: number): Promise<RawClient> {
    return new RawClient(await connectTls(port));
  }

  /** Without TLS. */
  static async connectPlain(port: number): Promise<RawClient> {
    const socket = connect({ host: '127.0.0.1', port });
    onTestFinished(() => void socket.destroy());
    await once(socket, 'connect');
    socket.on('error', () => {});
    return new RawClient(socket);
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  write(...bytes: readonly (string | Uint8Array)[]): void {
    for (const some of bytes) this.socket.write(some);
  }

  /** The answers that have come, when there are so many or the connection has closed. */
  async answers(count: number): Promise<RawMessage[]> {
    await until(() => this.#isClosed || wholeMessages(this.#bytes()) >= count);
    return rawMessages(this.#bytes());
  }

  /** Everything that has come when the connection is closed by the other side. */
  async closed(): Promise<RawMessage[]> {
    await until(() => this.#isClosed);
    return rawMessages(this.#bytes());
  }

  #bytes(): Buffer {
    return Buffer.concat(this.#chunks);
  }
}

/** Waits until something holds; the test's own time limit ends it. */
export async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 5));
}
