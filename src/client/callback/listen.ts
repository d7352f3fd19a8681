import { createHash, timingSafeEqual } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { Socket } from 'node:net';
import { Fault } from '../../errors.ts';
import { readScaRedirect } from '../sca-redirect.ts';

/** Waits on this machine for the redirect of one SCA in the browser. */
export interface Callback {
  /** The TPP-Redirect-URI: `http://127.0.0.1:PORT/cb/STATE`. */
  readonly redirectUri: string;
  /** Resolves to the first accepted redirect, as a whole URL. It is a hint until the bank confirms it. */
  readonly arrived: Promise<string>;
  /** Accepts a URL that the user pasted; returns false when it isn't the expected one. */
  take(url: string): boolean;
  /** Closes the listener once the browser has its page, and all other open connections. */
  close(): Promise<void>;
}

interface ListenOptions {
  /** 128 random bits or more, unguessable for other users of this machine. @see S8-random-ids */
  readonly state: string;
  /** Default: a free port. */
  readonly port?: number | undefined;
}

const LOOPBACK = '127.0.0.1';

/** Only one browser is expected. */
const LIMITS = { keepAliveTimeout: 1_000, maxHeaderSize: 16_384 };
const CONNECTIONS = 20;
/** A request and its response take a moment: no connection needs to stay open longer. */
const CONNECTION_LIFE_MS = 5_000;

/** A browser follows the 303 at once; the listener doesn't wait for clients that never load the page. */
const PAGE_WITHIN_MS = 5_000;

/**
 * Starts listening, before the request that starts the SCA is sent.
 * @throws Fault INPUT_INVALID when the port is in use or not available
 * @see S9-callback
 */
export async function listenForCallback({ state, port = 0 }: ListenOptions): Promise<Callback> {
  const server = createServer(LIMITS);
  limitConnections(server);
  await listenOn(server, port);
  const host = `${LOOPBACK}:${(server.address() as { readonly port: number }).port}`;
  const path = `/cb/${state}`;
  const redirectUri = `http://${host}${path}`;
  let isDone = false;
  let arrive: (url: string) => void = () => {};
  const arrived = new Promise<string>((resolve) => {
    arrive = resolve;
  });
  /** Resolves when the browser has its page. */
  let page: Promise<void> | undefined;
  let endPage = () => {};
  const take = (url: string | undefined): boolean => {
    if (url === undefined || isDone) return false;
    isDone = true;
    arrive(url);
    return true;
  };
  // 303 to a page without parameters: the redirect's parameters stay in no history and in no reload. Everything else is
  // 404.
  server.on('request', ({ method, url: target = '', headersDistinct }, response) => {
    const { host: hosts = [] } = headersDistinct;
    const isOurs = method === 'GET' && hosts.length === 1 && hosts[0] === host;
    const [given = ''] = target.split('?', 1);
    if (isOurs && isSame(given, path) && take(parseRedirect(`http://${host}${target}`))) {
      page = new Promise((resolve) => {
        endPage = resolve;
      });
      response.writeHead(303, { Location: '/done', ...PAGE_HEADERS }).end();
    } else if (isOurs && isDone && target === '/done') {
      response.once('close', endPage).writeHead(200, PAGE_HEADERS).end(DONE_PAGE);
    } else {
      response
        .writeHead(404, { 'Content-Type': 'text/plain', 'Cache-Control': 'no-store' })
        .end('Not found\n');
    }
  });
  return {
    redirectUri,
    arrived,
    take: (url) => take(acceptPasted(url, redirectUri)),
    close: async () => {
      if (page !== undefined) {
        const timer = setTimeout(endPage, PAGE_WITHIN_MS);
        await page;
        clearTimeout(timer);
      }
      await closeServer(server);
    },
  };
}

/**
 * Accepts a pasted URL if it leads to a redirect URI and passes the same checks. The redirect URI's own parameters may
 * precede those of the bank.
 * @see S9-callback
 */
export function acceptPasted(pasted: string, redirectUri: string): string | undefined {
  const url = stripQuotes(pasted.trim());
  if (!URL.canParse(url) || !URL.canParse(redirectUri)) return undefined;
  const [given, expected] = [new URL(url), new URL(redirectUri)];
  return isSame(buildPlace(given), buildPlace(expected)) ? parseRedirect(url) : undefined;
}

/** Removes quotes that a shell needs and a terminal does not. */
function stripQuotes(text: string): string {
  return /^(['"])(.*)\1$/.exec(text)?.[2] ?? text;
}

/** Identifies a URL without query and fragment, including a user before the host. */
function buildPlace({ protocol, username, password, host, pathname }: URL): string {
  return JSON.stringify([protocol, username, password, host, pathname]);
}

/** Parses a URL with the parameters of an SCA's redirect. */
function parseRedirect(url: string): string | undefined {
  if (CONTROL.test(decodeTarget(url))) return undefined;
  try {
    readScaRedirect(url);
    return url;
  } catch (fault) {
    if (fault instanceof Fault) return undefined;
    throw fault;
  }
}

/** Compares in constant time: the state is a secret of this SCA. */
function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: what is looked for
const CONTROL = /[\0-\x1f\x7f]/;

function decodeTarget(target: string): string {
  try {
    return decodeURIComponent(target);
  } catch {
    return '\0';
  }
}

/**
 * Closes a connection after 5 s, and the oldest silent one when there are too many: other programs of this machine can
 * connect, and must not block the PSU's browser.
 * @see S9-callback
 */
function limitConnections(server: Server): void {
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

function listenOn(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(createPortFault(port, error)));
    server.listen({ port, host: LOOPBACK, exclusive: true }, resolve);
  });
}

function createPortFault(port: number, error: NodeJS.ErrnoException): Fault {
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

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

const STYLE =
  ':root{color-scheme:light dark;font-family:system-ui,sans-serif;line-height:1.5}' +
  'body{margin:15vh auto;max-width:32rem;padding:0 1.5rem}h1{font-size:1.5rem}';

/** The page at the end of the PSU's redirects: on this machine, beside the terminal. */
const DONE_PAGE = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Back to the terminal</title><style>${STYLE}</style></head>
<body><main><h1>You can close this page and go back to the terminal</h1>
<p>The bank has sent you back. The result is shown in your terminal.</p></main></body></html>
`;

const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');

/** The page loads nothing and can't be framed. @see S9-page-headers */
const PAGE_HEADERS: Readonly<Record<string, string>> = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-store',
};
