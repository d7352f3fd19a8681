import type { HttpProxy } from './proxy.ts';

const CHECK = "Check HTTPS_PROXY, or add the bank's host to NO_PROXY.";

/** Why no way through a proxy was opened, in words; nothing of the request has left. @see S10-proxy */
export class NoTunnel extends Error {
  readonly hint: string;

  private constructor(message: string, hint: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.hint = hint;
  }

  static silent(proxy: HttpProxy, milliseconds: number): NoTunnel {
    return new NoTunnel(`The ${name(proxy)} didn't answer within ${milliseconds / 1000} s.`, CHECK);
  }

  static unreached(proxy: HttpProxy, error: NodeJS.ErrnoException): NoTunnel {
    const reason = REASONS[error.code ?? ''] ?? error.message;
    return new NoTunnel(`Can't connect to the ${name(proxy)}: ${reason}.`, CHECK, error);
  }

  static closed(proxy: HttpProxy): NoTunnel {
    return new NoTunnel(`The ${name(proxy)} closed the connection before answering.`, CHECK);
  }

  static notHttp(proxy: HttpProxy): NoTunnel {
    return new NoTunnel(`The ${name(proxy)} doesn't answer like an HTTP proxy.`, CHECK);
  }

  static unauthorised(proxy: HttpProxy): NoTunnel {
    if (proxy.authorization !== undefined) {
      const text = `The ${name(proxy)} refused the user name and password (407).`;
      return new NoTunnel(
        text,
        'Correct them in HTTPS_PROXY. Percent-encode everything but letters and digits.',
      );
    }
    const text = `The ${name(proxy)} requires a user name and password (407).`;
    return new NoTunnel(text, 'Add them to HTTPS_PROXY: http://USER:PASSWORD@HOST:PORT');
  }

  static refused(proxy: HttpProxy, target: string, status: string): NoTunnel {
    return new NoTunnel(`The ${name(proxy)} refused to connect to ${target} (${status}).`, CHECK);
  }
}

function name({ hostname, port }: HttpProxy): string {
  return `proxy ${hostname.includes(':') ? `[${hostname}]` : hostname}:${port}`;
}

const REASONS: Readonly<Record<string, string>> = {
  ENOTFOUND: 'host not found',
  EAI_AGAIN: 'host not found',
  ECONNREFUSED: 'nothing is listening there',
  ECONNRESET: 'it closed the connection',
  EHOSTUNREACH: "it can't be reached from here",
  ENETUNREACH: "it can't be reached from here",
};
