import type { HttpProxy } from './proxy.ts';

const CHECK = 'Check HTTPS_PROXY, or name the host of the bank in NO_PROXY.';

/** Why no way through a proxy was opened, in words; nothing of the request has left. @see S10-proxy */
export class NoTunnel extends Error {
  readonly hint: string;

  private constructor(message: string, hint: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.hint = hint;
  }

  static silent(proxy: HttpProxy, milliseconds: number): NoTunnel {
    return new NoTunnel(`The ${name(proxy)} did not answer within ${milliseconds / 1000} s.`, CHECK);
  }

  static unreached(proxy: HttpProxy, error: NodeJS.ErrnoException): NoTunnel {
    const reason = REASONS[error.code ?? ''] ?? error.message;
    return new NoTunnel(`No connection with the ${name(proxy)}: ${reason}.`, CHECK, error);
  }

  static closed(proxy: HttpProxy): NoTunnel {
    return new NoTunnel(`The ${name(proxy)} broke the connection off before its answer.`, CHECK);
  }

  static notHttp(proxy: HttpProxy): NoTunnel {
    return new NoTunnel(`The ${name(proxy)} does not answer as an HTTP proxy.`, CHECK);
  }

  static unauthorised(proxy: HttpProxy): NoTunnel {
    if (proxy.authorization !== undefined) {
      const text = `The ${name(proxy)} refused the user name and password (407).`;
      return new NoTunnel(
        text,
        'Correct them in HTTPS_PROXY, percent-encoded where they hold other than letters and digits.',
      );
    }
    const text = `The ${name(proxy)} asks for a user name and password (407).`;
    return new NoTunnel(text, 'Write them into HTTPS_PROXY: http://USER:PASSWORD@HOST:PORT');
  }

  static refused(proxy: HttpProxy, target: string, status: string): NoTunnel {
    return new NoTunnel(`The ${name(proxy)} refused the way to ${target} (${status}).`, CHECK);
  }
}

function name({ hostname, port }: HttpProxy): string {
  return `proxy ${hostname.includes(':') ? `[${hostname}]` : hostname}:${port}`;
}

const REASONS: Readonly<Record<string, string>> = {
  ENOTFOUND: 'its name was not found',
  EAI_AGAIN: 'its name was not found',
  ECONNREFUSED: 'nobody listens there',
  ECONNRESET: 'it broke the connection off',
  EHOSTUNREACH: 'there is no way to it from here',
  ENETUNREACH: 'there is no way to it from here',
};
