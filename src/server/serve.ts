/**
 * The bank over HTTPS: node:https on one side, the door on the other. It is given `handle` and knows nothing of what
 * is behind it. Without a certificate it is node:http, for what is on loopback alone.
 * @see S12-tls-version, A-serve-bank, A-server-start
 */
import { createServer as createPlainServer, type Server } from 'node:http';
import { createServer, Server as TlsServer } from 'node:https';
import { Fault } from '../errors.ts';
import { SERVER_LIMITS, type ServerLimits } from './limits.ts';
import { listen } from './listen.ts';
import { Reception } from './reception.ts';
import type { Means } from './serve-request.ts';

/** What a server shows its clients; PEM. */
export interface TlsPair {
  readonly key: string;
  /** The server's certificate, then those between it and the CA. */
  readonly certificate: string;
}

export interface ServeOptions
  extends Pick<
    Means,
    'handle' | 'clock' | 'onUnexpected' | 'onRefused' | 'onGone' | 'tunnelRefusal' | 'answerRefusal'
  > {
  /** Absent: plain HTTP. */
  readonly tls?: TlsPair;
  /** Whether clients are asked for a certificate. What comes is the door's to judge. @see D12-mutual-tls */
  readonly asksClients?: boolean;
  /** Whether a client that has ended its side is answered; else it has gone, and its request with it. Default: true. */
  readonly hearsOut?: boolean;
  /** The address to listen at; 127.0.0.1 unless given. */
  readonly host?: string;
  /** 0 for one that is free. */
  readonly port: number;
  /** The flag that sets the port, for who set it. */
  readonly portFlag?: string;
  readonly limits?: Partial<ServerLimits>;
  /** Told at the end of closingMilliseconds where something still runs: it has lingerMilliseconds to be answered. */
  readonly onOverdue?: () => void;
}

export interface RunningServer {
  readonly url: string;
  readonly port: number;
  /** Shows another certificate to who comes from now on; what is there goes on. Of a server with TLS. */
  readonly show: (tls: TlsPair) => void;
  /** How many are open now. */
  readonly connections: () => number;
  /** How many requests run. */
  readonly running: () => number;
  /** Takes no new connection, answers what runs, then ends. */
  close(): Promise<void>;
}

const DEFAULT_HOST = '127.0.0.1';

/**
 * Serves a door over HTTPS, or over HTTP where no certificate is given.
 * @throws Fault INPUT_INVALID when key and certificate are none, or the server can't listen there
 * @see A-server-close
 */
export async function serve(options: ServeOptions): Promise<RunningServer> {
  const { tls, asksClients = false, hearsOut = true, host = DEFAULT_HOST, port, portFlag, ...own } = options;
  const { limits: given, onOverdue, ...door } = own;
  const limits = { ...SERVER_LIMITS, ...given };
  const server =
    tls === undefined ? createPlainServer(optionsOf(limits)) : makeTlsServer(tls, limits, asksClients);
  // Node would leave out those over its count; the door says that they are too many.
  server.maxHeadersCount = 0;
  if (hearsOut) hearOut(server);
  // Node would take one for idle whose last answer isn't all sent. Reception ends those that are.
  server.closeIdleConnections = () => {};
  server.timeout = limits.silenceMilliseconds;
  server.maxConnections = limits.connections;
  server.maxRequestsPerSocket = limits.requestsPerConnection;
  const reception = new Reception({ ...door, hearsOut, limits });
  reception.openAt(server, tls === undefined ? 'connection' : 'secureConnection');
  const place = await listen(server, tls === undefined ? 'http' : 'https', { host, port, portFlag });
  // A connection that can't be taken, for want of file descriptors: the others go on.
  server.on('error', door.onUnexpected);
  let closing: Promise<void> | undefined;
  const close = () => {
    closing ??= closeServer(server, reception, limits, onOverdue);
    return closing;
  };
  const show = ({ key, certificate }: TlsPair) => {
    if (server instanceof TlsServer) server.setSecureContext(secureOptions(key, certificate));
  };
  const counts = { connections: () => reception.connections, running: () => reception.running };
  return { ...place, ...counts, show, close };
}

/**
 * A client that ends its side when it has asked is answered: Node would end the other side as well, with the answers
 * that are owed. It knows its own switch for that, but TypeScript doesn't.
 * @see S12-half-closed
 */
function hearOut(server: Server): void {
  Object.assign(server, { httpAllowHalfOpen: true });
}

/** What Node itself holds a connection to. @see S12-header-limits-served */
function optionsOf(limits: ServerLimits) {
  return {
    maxHeaderSize: limits.headBytes,
    headersTimeout: limits.headersMilliseconds,
    requestTimeout: limits.requestMilliseconds,
    keepAliveTimeout: limits.keepAliveMilliseconds,
    connectionsCheckingInterval: limits.checkMilliseconds,
    // Refused by us, in the interface's shape.
    requireHostHeader: false,
    // A process that is started with --insecure-http-parser reads strictly here all the same.
    insecureHTTPParser: false,
  };
}

function secureOptions(key: string, certificate: string) {
  return { key, cert: certificate, minVersion: 'TLSv1.2' } as const;
}

/**
 * Who shows no certificate, or one that is not good, is told in the interface's shape why it isn't let in: a handshake
 * that fails would tell nothing. That its key is there is proved in any handshake.
 */
const ASK_CLIENTS = { requestCert: true, rejectUnauthorized: false } as const;

function makeTlsServer({ key, certificate }: TlsPair, limits: ServerLimits, asksClients: boolean): Server {
  try {
    return createServer({
      ...optionsOf(limits),
      ...secureOptions(key, certificate),
      ...(asksClients ? ASK_CLIENTS : {}),
      handshakeTimeout: limits.handshakeMilliseconds,
    });
  } catch (cause) {
    const reason = (cause as Error).message;
    throw new Fault('INPUT_INVALID', `Can't serve the bank with this key and certificate: ${reason}.`, {
      hint: 'Pass the certificate as PEM, with its private key.',
      cause,
    });
  }
}

async function closeServer(
  server: Server,
  reception: Reception,
  limits: ServerLimits,
  onOverdue: (() => void) | undefined,
): Promise<void> {
  const closed = new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
  const destroy = () => reception.destroy();
  let patience = setTimeout(() => {
    if (onOverdue === undefined) return destroy();
    onOverdue();
    patience = setTimeout(destroy, limits.lingerMilliseconds);
  }, limits.closingMilliseconds);
  reception.close();
  await closed;
  clearTimeout(patience);
  await reception.finished();
}
