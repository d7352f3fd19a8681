import { createSecureContext } from 'node:tls';
import { buildConnector } from 'undici';
import { Fault } from '../../errors.ts';
import { type HttpProxy, openTunnel } from './proxy.ts';

/** What a client shows in mutual TLS: a certificate, with those between it and its CA, and its key; both PEM. */
export interface TlsClient {
  readonly certificate: string;
  readonly key: string;
}

interface Way {
  readonly ca: string | undefined;
  readonly client: TlsClient | undefined;
  readonly proxy: HttpProxy | undefined;
  /** For the whole of it: name, TCP, proxy, TLS. */
  readonly milliseconds: number;
}

/** How the pool opens a connection: straight, or through a proxy and with TLS to the host itself within it. */
export function connectorOf({ ca, client, proxy, milliseconds }: Way): buildConnector.connector {
  // Said here, no variable of the environment leaves a certificate unchecked.
  const tls = { ...trustOf(ca, client), rejectUnauthorized: true };
  const straight = buildConnector({ ...tls, timeout: milliseconds });
  if (proxy === undefined) return (options, callback) => straight(options, endingWithAlert(callback));
  return (options, callback) => {
    const begun = performance.now();
    openTunnel(proxy, options.host ?? options.hostname, milliseconds).then(
      (httpSocket) => {
        const timeout = Math.max(1, milliseconds - Math.ceil(performance.now() - begun));
        buildConnector({ ...tls, timeout })({ ...options, httpSocket }, endingWithAlert(callback));
      },
      (error: Error) => callback(error, null),
    );
  };
}

/**
 * In TLS 1.3 a server's alert about our certificate comes when the connection is there already, and the end of the
 * connection right after it: undici would tell of the end alone. So it ends with the alert.
 */
function endingWithAlert(callback: buildConnector.Callback): buildConnector.Callback {
  return (...[error, socket]) => {
    if (error !== null) return callback(error, null);
    socket.prependListener('error', ({ code = '' }: NodeJS.ErrnoException) => {
      if (code.startsWith('ERR_SSL_')) socket.destroy();
    });
    callback(null, socket);
  };
}

/** @throws Fault INPUT_INVALID */
function trustOf(ca: string | undefined, client: TlsClient | undefined) {
  const least = { minVersion: 'TLSv1.2' } as const;
  if (ca === undefined && client === undefined) return least;
  try {
    return {
      secureContext: createSecureContext({ ...least, ca, cert: client?.certificate, key: client?.key }),
    };
  } catch (cause) {
    const reason = (cause as Error).message;
    throw new Fault('INPUT_INVALID', `The CA or the client's certificate can't be used for TLS: ${reason}.`, {
      hint: 'Check them: openssl x509 -noout -text -in FILE',
      cause,
    });
  }
}
