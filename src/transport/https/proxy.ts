/**
 * The proxy for a host, from the environment's common variables, and a connection through it. undici's own timeouts do
 * not cover CONNECT, so this module implements all of it: one timeout from the first packet to the proxy's response,
 * and a fault that names which of the two did not answer.
 * @see S10-proxy
 */
import { BlockList, isIP, type Socket } from 'node:net';
import { isLoopback } from '../../core/loopback.ts';
import { Fault } from '../../errors.ts';

/** A proxy that opens a tunnel to a host (CONNECT, RFC 9110 9.3.6). */
export interface HttpProxy {
  readonly protocol: 'http:' | 'https:';
  /** The host without the brackets of an IPv6 address. */
  readonly hostname: string;
  readonly port: number;
  /** The value of Proxy-Authorization; sent only to the proxy. */
  readonly authorization?: string;
}

type Variables = Readonly<Record<string, string | undefined>>;

const DEFAULT_PORTS = { 'http:': 80, 'https:': 443 } as const;

/**
 * Returns the proxy of HTTPS_PROXY, unless NO_PROXY names the host; lower-case names take precedence, as with curl.
 * This machine itself is never reached through a proxy.
 * @throws Fault INPUT_INVALID
 * @see S10-proxy
 */
export function proxyFor({ hostname, port }: URL, env: Variables): HttpProxy | undefined {
  const [name, text] = selectVariable(env, 'https_proxy') ?? [];
  if (name === undefined || text === undefined || isLoopback(hostname)) return undefined;
  const excepted = selectVariable(env, 'no_proxy')?.[1] ?? '';
  if (isExcepted(stripBrackets(hostname), port === '' ? '443' : port, excepted)) return undefined;
  return readProxy(name, text);
}

function selectVariable(env: Variables, name: string): readonly [name: string, value: string] | undefined {
  const found = [name, name.toUpperCase()].find((one) => (env[one] ?? '') !== '');
  return found === undefined ? undefined : [found, env[found] ?? ''];
}

/** Reads a proxy variable. Messages never repeat its value, which may contain a password. */
function readProxy(name: string, text: string): HttpProxy {
  const whole = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text}`;
  const url = URL.canParse(whole) ? new URL(whole) : undefined;
  if (url === undefined || (url.protocol !== 'http:' && url.protocol !== 'https:') || url.hostname === '') {
    throw new Fault('INPUT_INVALID', `${name} isn't the address of an HTTP proxy.`, {
      hint: `Use http://host:port, or unset it: unset ${name}`,
    });
  }
  const { protocol, hostname, port, username, password } = url;
  return {
    protocol,
    hostname: stripBrackets(hostname),
    port: port === '' ? DEFAULT_PORTS[protocol] : Number(port),
    authorization: username === '' && password === '' ? undefined : encodeBasicAuth(username, password),
  };
}

function encodeBasicAuth(username: string, password: string): string {
  const text = `${decodePart(username)}:${decodePart(password)}`;
  return `Basic ${Buffer.from(text, 'utf8').toString('base64')}`;
}

function decodePart(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // The text has an invalid percent-encoding and stays unchanged.
    return text;
  }
}

function stripBrackets(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, '');
}

/** Checks NO_PROXY: `*`, names with their subdomains, addresses, networks; each optionally with a port. */
function isExcepted(hostname: string, port: string, list: string): boolean {
  const entries = list.split(/[\s,]+/).filter((entry) => entry !== '');
  return entries.some((entry) => {
    if (entry === '*') return true;
    const [, named = '', ofPort] =
      /^(.*?)(?::([0-9]+))?$/.exec(isIP(entry) === 6 ? `[${entry}]` : entry) ?? [];
    if (ofPort !== undefined && ofPort !== port) return false;
    const name = stripBrackets(named).toLowerCase();
    if (isIP(hostname) !== 0) return isInNetwork(hostname, name);
    const domain = name.replace(/^\*?\./, '');
    return domain !== '' && (hostname === domain || hostname.endsWith(`.${domain}`));
  });
}

function isInNetwork(address: string, entry: string): boolean {
  const [network = '', bits] = entry.split('/');
  if (isIP(network) === 0 || isIP(network) !== isIP(address)) return false;
  const family = isIP(address) === 4 ? 'ipv4' : 'ipv6';
  if (bits === undefined) return address === network;
  const width = Number(bits);
  if (!/^[0-9]+$/.test(bits) || width > (family === 'ipv4' ? 32 : 128)) return false;
  const list = new BlockList();
  list.addSubnet(network, width, family);
  return list.check(address, family);
}

/** The error for a tunnel that wasn't opened; nothing of the request was sent. @see S10-proxy */
export class NoTunnel extends Error {
  readonly hint: string;

  constructor(
    message: string,
    hint = "Check HTTPS_PROXY, or add the bank's host to NO_PROXY.",
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.hint = hint;
  }
}

/**
 * Opens a connection through a proxy to the host itself.
 * @param target host and port, as a URL writes them
 * @throws NoTunnel
 */
export async function openTunnel(proxy: HttpProxy, target: string, milliseconds: number): Promise<Socket> {
  const authority = /:[0-9]+$/.test(target) ? target : `${target}:443`;
  const name = formatProxy(proxy);
  const { request } = proxy.protocol === 'https:' ? await import('node:https') : await import('node:http');
  return new Promise((resolve, reject) => {
    const { hostname: host, port, authorization } = proxy;
    const headers = { Host: authority, ...(authorization && { 'Proxy-Authorization': authorization }) };
    // Without it Node takes the name from the Host header, which names the bank. An IP address has none.
    const servername = isIP(host) === 0 ? host : '';
    const asking = request({
      ...{ host, port, servername, method: 'CONNECT', path: authority, headers, agent: false },
    });
    asking.removeHeader('Connection');
    const fail = (fault: NoTunnel) => {
      clearTimeout(timer);
      asking.destroy();
      reject(fault);
    };
    const giveUp = () => fail(new NoTunnel(`The ${name} didn't answer within ${milliseconds / 1000} s.`));
    const timer = setTimeout(giveUp, milliseconds);
    asking.on('error', (error) => fail(describeTunnelError(error, name)));
    asking.once('connect', ({ statusCode = 0 }, socket, rest) => {
      if (statusCode < 200 || statusCode > 299) {
        socket.destroy();
        return fail(describeRefusal(statusCode, proxy, target));
      }
      clearTimeout(timer);
      if (rest.length > 0) socket.unshift(rest);
      resolve(socket as Socket);
    });
    asking.end();
  });
}

function describeTunnelError(cause: NodeJS.ErrnoException, name: string): NoTunnel {
  const { code = '', message } = cause;
  const told =
    code === 'ECONNRESET'
      ? `The ${name} closed the connection before answering.`
      : code.startsWith('HPE_')
        ? `The ${name} doesn't answer like an HTTP proxy.`
        : `Can't connect to the ${name}: ${REASONS[code] ?? message}.`;
  return new NoTunnel(told, undefined, { cause });
}

function describeRefusal(status: number, proxy: HttpProxy, target: string): NoTunnel {
  const name = formatProxy(proxy);
  if (status !== 407) return new NoTunnel(`The ${name} refused to connect to ${target} (${status}).`);
  return proxy.authorization === undefined
    ? new NoTunnel(
        `The ${name} requires a user name and password (407).`,
        'Add them to HTTPS_PROXY: http://USER:PASSWORD@HOST:PORT',
      )
    : new NoTunnel(
        `The ${name} refused the user name and password (407).`,
        'Correct them in HTTPS_PROXY. Percent-encode everything but letters and digits.',
      );
}

function formatProxy({ hostname, port }: HttpProxy): string {
  return `proxy ${hostname.includes(':') ? `[${hostname}]` : hostname}:${port}`;
}

const REASONS: Readonly<Record<string, string>> = {
  ENOTFOUND: 'host not found',
  EAI_AGAIN: 'host not found',
  ECONNREFUSED: 'nothing is listening there',
  EHOSTUNREACH: "it can't be reached from here",
  ENETUNREACH: "it can't be reached from here",
};
