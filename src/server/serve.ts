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
  extends Pick<Means, 'handle' | 'clock' | 'onUnexpected' | 'onRefused' | 'onGone' | 'tunnelRefusal'> {
  /** Absent: plain HTTP. */
  readonly tls?: TlsPair;
  /** The address to listen at; 127.0.0.1 unless given. */
  readonly host?: string;
  /** 0 for one that is free. */
  readonly port: number;
  readonly limits?: Partial<ServerLimits>;
}

export interface RunningServer {
  readonly url: string;
  readonly port: number;
  /** Shows another certificate to who comes from now on; what is there goes on. Of a server with TLS. */
  readonly show: (tls: TlsPair) => void;
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
  const { tls, host = DEFAULT_HOST, port, limits: given, ...door } = options;
  const limits = { ...SERVER_LIMITS, ...given };
  const server = tls === undefined ? createPlainServer(optionsOf(limits)) : makeTlsServer(tls, limits);
  // Node would leave out those over its count; the door says that they are too many.
  server.maxHeadersCount = 0;
  server.timeout = limits.silenceMilliseconds;
  const reception = new Reception({ ...door, limits });
  reception.openAt(server, tls === undefined ? 'connection' : 'secureConnection');
  const place = await listen(server, tls === undefined ? 'http' : 'https', host, port);
  // A connection that can't be taken, for want of file descriptors: the others go on.
  server.on('error', door.onUnexpected);
  let closing: Promise<void> | undefined;
  const close = () => {
    closing ??= closeServer(server, reception, limits);
    return closing;
  };
  const show = ({ key, certificate }: TlsPair) => {
    if (server instanceof TlsServer) server.setSecureContext(secureOptions(key, certificate));
  };
  return { ...place, show, close };
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
  };
}

function secureOptions(key: string, certificate: string) {
  return { key, cert: certificate, minVersion: 'TLSv1.2' } as const;
}

function makeTlsServer({ key, certificate }: TlsPair, limits: ServerLimits): Server {
  try {
    return createServer({
      ...optionsOf(limits),
      ...secureOptions(key, certificate),
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

async function closeServer(server: Server, reception: Reception, limits: ServerLimits): Promise<void> {
  const closed = new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
  const patience = setTimeout(() => reception.destroy(), limits.closingMilliseconds);
  reception.close();
  await closed;
  clearTimeout(patience);
  await reception.finished();
}
