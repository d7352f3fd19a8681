import { readFile } from 'node:fs/promises';
import { closeAll } from '../core/close.ts';
import {
  getHeader,
  type Handle,
  type Header,
  type HttpRequest,
  type HttpResponse,
  normalizeTarget,
} from '../message.ts';
import { createOperatorGate, NO_FORWARD } from '../server/operator-gate.ts';
import { type AnswerRefusal, createRefusalResponse, type ServerRefusal } from '../server/refusals.ts';
import type { PortHandler, RunningServer, ServeOptions } from '../server/serve.ts';
import type { OpenedBank } from '../session/open-bank.ts';
import { type Signer, signAnswer } from '../signing/sign.ts';
import type { ListenerName } from '../wire/operations.ts';
import { isRequestId } from '../wire/request-headers.ts';
import { SNAPSHOT_LIMIT_BYTES } from '../wire/snapshot.ts';

/** The members of a bank that the servers use. */
export type BankHandle = Pick<OpenedBank, 'handle' | 'open' | 'check' | 'close'>;

const PATH = '/health';

/**
 * Answers `GET` and `HEAD /health`, at the root whatever the base path is, for monitoring: 200 while the store can be
 * read, else 503. Passes every other request to the handler.
 * @param check rejects when the store can't be used now
 * @see C-serve-health
 */
export function withHealth(handle: Handle, check: () => Promise<void>, clock: () => number): Handle {
  return withReadable(handle, PATH, async () => {
    try {
      await check();
      return createStatusResponse(200, 'ok', clock());
    } catch {
      // A write reports the store's fault; a health check reports only that there is one.
      return createStatusResponse(503, 'store unavailable', clock());
    }
  });
}

/**
 * Answers `GET` and `HEAD` of the interface's OpenAPI document. Passes every other request to the handler.
 * @param path of the document, base path included
 * @see C-serve-openapi
 */
function withOpenApi(handle: Handle, path: string, file: string, clock: () => number): Handle {
  return withReadable(handle, path, async () =>
    createFreshResponse(200, 'application/yaml', await readFile(file, 'utf8'), clock()),
  );
}

/** Answers `GET` and `HEAD` of a path. Passes every other request to the handler. */
function withReadable(handle: Handle, path: string, answer: () => Promise<HttpResponse>): Handle {
  return (request, peer) => (isReading(request, path) ? answer() : handle(request, peer));
}

function isReading({ method, target }: HttpRequest, path: string): boolean {
  return (method === 'GET' || method === 'HEAD') && normalizeTarget(target).split('?', 1)[0] === path;
}

function createStatusResponse(status: number, text: string, now: number): HttpResponse {
  return createFreshResponse(status, 'application/json', JSON.stringify({ status: text }), now);
}

/** Creates a response that no cache stores. */
export function createFreshResponse(status: number, type: string, body: string, now: number): HttpResponse {
  return {
    status,
    headers: [
      ['Date', new Date(now).toUTCString()],
      ['Content-Type', type],
      ['Cache-Control', 'no-store'],
    ],
    body: Buffer.from(body),
  };
}

/**
 * Signs the server's own responses as the bank's, with the X-Request-ID if the headers were readable.
 * @see D10-response-signing
 */
export function signServerErrors(signer: Signer): AnswerRefusal {
  return (refusal, now, sent) => {
    const { status, headers: own, body } = createRefusalResponse(refusal, now);
    const requestId = sent !== undefined && isRequestId(sent) ? sent : undefined;
    const headers: Header[] = [...own];
    if (requestId !== undefined) headers.push(['X-Request-ID', requestId]);
    const date = getHeader(own, 'Date') ?? '';
    signAnswer(headers, body, { date, requestId }, signer);
    return { status, headers, body };
  };
}

interface Common extends Pick<ServeOptions, 'clock' | 'onUnexpected' | 'limits' | 'onGone'> {
  readonly onRefused?: (refusal: ServerRefusal, listener: ListenerName) => void;
}

/** The operator's port: its handler, and who may pass its gate. @see S11-operator-port, S11-operator-pages */
export interface OperatorListener
  extends Pick<
    Parameters<typeof createOperatorGate>[0],
    'origins' | 'isPageToken' | 'isOpen' | 'answerPage'
  > {
  readonly token: string;
  /** 0 for a free one. */
  readonly port: number;
  /** Default: 127.0.0.1. */
  readonly host?: string | undefined;
  /** Wraps the bank's handler. */
  readonly around: (handle: Handle) => PortHandler;
}

const PORT_FLAGS: Readonly<Record<ListenerName, string>> = {
  interface: '--port',
  site: '--site-port',
  operator: '--operator-port',
};

/** Each may hold a snapshot in memory before its token is checked. */
const OPERATOR_REQUESTS = 8;

/** The servers of one bank: each calls its handler with the facts that only the server knows about the client. */
export class Listeners {
  readonly #bank: Pick<BankHandle, 'handle' | 'check'>;
  readonly #common: Common;
  readonly #servers = new Map<ListenerName, RunningServer>();

  constructor(bank: Pick<BankHandle, 'handle' | 'check'>, common: Common) {
    this.#bank = bank;
    this.#common = common;
  }

  /**
   * Opens the server of the interface, the PSU's site, `/health` and the OpenAPI document.
   * @param openApi the document's path and file; undefined if it isn't served
   */
  interface(
    place: Pick<ServeOptions, 'tls' | 'host' | 'port' | 'asksClients' | 'answerRefusal'>,
    openApi?: { readonly path: string; readonly file: string },
  ): Promise<RunningServer> {
    const { clock } = this.#common;
    const handle = withHealth(this.#bank.handle, () => this.#bank.check(), clock);
    const all = openApi ? withOpenApi(handle, openApi.path, openApi.file, clock) : handle;
    return this.#listen('interface', { ...place, handle: all });
  }

  /** Opens the server of the site alone, over plain HTTP on loopback. @see D14-site-over-http */
  site(port: number): Promise<RunningServer> {
    const { handle } = this.#bank;
    return this.#listen('site', {
      port,
      handle: (request, peer) => handle(request, { ...peer, siteOnly: true }),
    });
  }

  /**
   * Opens the operator's listener on loopback; a snapshot may be larger than other bodies.
   * @see S11-operator-port, D16-snapshot-size
   */
  async operator({ around, host, ...listener }: OperatorListener): Promise<RunningServer> {
    let port = listener.port;
    const onRefused = (refusal: ServerRefusal) => this.#common.onRefused?.(refusal, 'operator');
    const own = {
      ...this.#common,
      ...listener,
      onRefused,
      handle: around(this.#bank.handle),
      port: () => port,
    };
    const limits = { ...this.#common.limits, bodyBytes: SNAPSHOT_LIMIT_BYTES, requests: OPERATOR_REQUESTS };
    const handle = createOperatorGate(own);
    const server = await this.#listen('operator', { port, host, handle, limits, tunnelRefusal: NO_FORWARD });
    port = server.port;
    return server;
  }

  /** Returns the number of open connections of each server. */
  connections(): Readonly<Record<string, number>> {
    return Object.fromEntries(
      [...this.#servers].map(([listener, server]) => [listener, server.connections()]),
    );
  }

  /** Returns the number of pending requests of all servers. */
  running(): number {
    return [...this.#servers.values()].reduce((sum, server) => sum + server.running(), 0);
  }

  /** Closes all servers at once, and waits for each before the bank behind them is closed. */
  async close(): Promise<void> {
    const closing = [...this.#servers.values()].map((server) => server.close());
    await Promise.allSettled(closing);
    await closeAll(
      closing.map((one) => () => one),
      this.#common.onUnexpected,
    );
  }

  async #listen(
    listener: ListenerName,
    own: Omit<ServeOptions, Exclude<keyof Common, 'limits'>>,
  ): Promise<RunningServer> {
    const { serve } = await import('../server/serve.ts');
    const onRefused = (refusal: ServerRefusal) => this.#common.onRefused?.(refusal, listener);
    const server = await serve({ ...this.#common, ...own, onRefused, portFlag: PORT_FLAGS[listener] });
    this.#servers.set(listener, server);
    return server;
  }
}
