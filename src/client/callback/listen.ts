import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Fault } from '../../errors.ts';
import { accept, acceptPasted, type CameBack, type Expected } from './accept.ts';

/** Waits on this machine for the browser of one SCA to come back. */
export interface Callback {
  /** The TPP-Redirect-URI: `http://127.0.0.1:PORT/cb/STATE`. */
  readonly redirectUri: string;
  /** The first redirect that counts, whole. What it says is a hint, until the bank confirms it. */
  readonly arrived: Promise<string>;
  /** Takes a URL that a person has pasted; false when it isn't the one that is waited for. */
  take(url: string): boolean;
  /** Ends the listener once the browser that came has its page, and whoever else is still connected. */
  close(): Promise<void>;
}

interface ListenOptions {
  /** 128 random bits or more, unguessable for other users of this machine. @see S8-random-ids */
  readonly state: string;
  /** A free one unless given. */
  readonly port?: number | undefined;
}

const LOOPBACK = '127.0.0.1';

/** Only one browser is expected. */
const LIMITS = { keepAliveTimeout: 1_000, maxHeaderSize: 16_384 };
const CONNECTIONS = 20;
/** A request and its answer take a moment: nothing of a connection is worth more. */
const CONNECTION_LIFE_MS = 5_000;

/** A browser follows the 303 at once; what takes no page is not waited for. */
const PAGE_WITHIN_MS = 5_000;

/**
 * Listens before the request that starts the SCA leaves.
 * @throws Fault INPUT_INVALID when the port is taken or can't be had
 * @see S9-callback
 */
export async function listenForCallback({ state, port = 0 }: ListenOptions): Promise<Callback> {
  const server = createServer(LIMITS);
  boundConnections(server);
  await listening(server, port);
  const host = `${LOOPBACK}:${(server.address() as { readonly port: number }).port}`;
  const waiting = new Waiting({ host, path: `/cb/${state}` });
  server.on('request', (request, response) => waiting.answer(request, response));
  return {
    redirectUri: waiting.redirectUri,
    arrived: waiting.arrived,
    take: (url) => waiting.takePasted(url),
    close: async () => {
      await waiting.pageShown();
      await closed(server);
    },
  };
}

/** What is waited for, and whether it has come. */
class Waiting {
  readonly redirectUri: string;
  readonly arrived: Promise<string>;
  readonly #expected: Expected;
  #arrive: (url: string) => void = () => {};
  #isDone = false;
  /** Of the browser that was sent to the page. */
  #page: Promise<void> | undefined;
  #shown: () => void = () => {};

  constructor(expected: Expected) {
    this.#expected = expected;
    this.redirectUri = `http://${expected.host}${expected.path}`;
    this.arrived = new Promise((resolve) => {
      this.#arrive = resolve;
    });
  }

  /** 303 to a page without parameters: what was said stays in no history and in no reload. Everything else is 404. */
  answer(request: IncomingMessage, response: ServerResponse): void {
    const { method = '', url: target = '' } = request;
    const came: CameBack = { method, target, hosts: request.headersDistinct.host ?? [] };
    if (this.#take(accept(came, this.#expected))) {
      this.#page = new Promise((resolve) => {
        this.#shown = resolve;
      });
      response.writeHead(303, { Location: '/done', ...PAGE_HEADERS }).end();
    } else if (this.#isDone && method === 'GET' && target === '/done' && this.#isOurs(came)) {
      response.once('close', this.#shown).writeHead(200, PAGE_HEADERS).end(DONE_PAGE);
    } else {
      response
        .writeHead(404, { 'Content-Type': 'text/plain', 'Cache-Control': 'no-store' })
        .end('Not found\n');
    }
  }

  takePasted(url: string): boolean {
    return this.#take(acceptPasted(url, this.redirectUri));
  }

  /** Resolves when the browser that came back has its page, or does not ask for it. */
  async pageShown(): Promise<void> {
    if (this.#page === undefined) return;
    let timer: NodeJS.Timeout | undefined;
    const patience = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, PAGE_WITHIN_MS);
    });
    await Promise.race([this.#page, patience]);
    clearTimeout(timer);
  }

  #isOurs({ hosts }: CameBack): boolean {
    return hosts.join() === this.#expected.host;
  }

  #take(url: string | undefined): boolean {
    if (url === undefined || this.#isDone) return false;
    this.#isDone = true;
    this.#arrive(url);
    return true;
  }
}

/**
 * Closes a connection after 5 s, and the oldest silent one where there are too many: other programs of this machine can
 * connect, and must not keep the PSU's browser out.
 * @see S9-callback
 */
function boundConnections(server: Server): void {
  const silent = new Set<Socket>();
  const open = new Set<Socket>();
  const forget = (socket: Socket) => {
    open.delete(socket);
    silent.delete(socket);
  };
  server.on('connection', (socket: Socket) => {
    const [oldest] = silent.size > 0 ? silent : open;
    if (open.size >= CONNECTIONS && oldest !== undefined) {
      forget(oldest);
      oldest.destroy();
    }
    open.add(socket);
    silent.add(socket);
    const life = setTimeout(() => socket.destroy(), CONNECTION_LIFE_MS);
    socket.once('close', () => {
      clearTimeout(life);
      forget(socket);
    });
  });
  server.on('request', ({ socket }) => silent.delete(socket));
}

function listening(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(portFault(port, error)));
    server.listen({ port, host: LOOPBACK, exclusive: true }, resolve);
  });
}

function portFault(port: number, error: NodeJS.ErrnoException): Fault {
  const why = error.code === 'EADDRINUSE' ? 'is in use' : `can't be listened on (${error.code})`;
  return new Fault(
    'INPUT_INVALID',
    `Port ${port} on ${LOOPBACK}, which the PSU's browser comes back to, ${why}.`,
    {
      hint: 'Stop the program that uses it, or choose another port: --callback-port PORT.',
      cause: error,
    },
  );
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

const STYLE =
  ':root{color-scheme:light dark;font-family:system-ui,sans-serif;line-height:1.5}' +
  'body{margin:15vh auto;max-width:32rem;padding:0 1.5rem}h1{font-size:1.5rem}';

/** Where the PSU's browser ends up: on this machine, with the terminal beside it. */
const DONE_PAGE = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Back to the terminal</title><style>${STYLE}</style></head>
<body><main><h1>You can close this page and go back to the terminal</h1>
<p>The bank has sent you back. psd2 asks the bank how it ended, and says so there.</p></main></body></html>
`;

const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');

/** The page loads nothing and is in nobody's frame. @see S9-page-headers */
const PAGE_HEADERS: Readonly<Record<string, string>> = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-store',
};
