/** The way out of a network: which proxy leads to a host, as the environment says it for every program. */
import { BlockList, isIP } from 'node:net';
import { Fault } from '../../errors.ts';

/** A proxy that opens a way through to a host (CONNECT, RFC 9110 9.3.6). */
export interface HttpProxy {
  readonly protocol: 'http:' | 'https:';
  /** Without the brackets of an IPv6 address. */
  readonly hostname: string;
  readonly port: number;
  /** Value of Proxy-Authorization; never told to anybody else. */
  readonly authorization?: string;
}

type Variables = Readonly<Record<string, string | undefined>>;

const DEFAULT_PORTS = { 'http:': 80, 'https:': 443 } as const;

/**
 * The proxy of HTTPS_PROXY, unless NO_PROXY names the host; the names in small letters go first, as with curl. This
 * machine itself is never looked for behind a proxy.
 * @throws Fault INPUT_INVALID
 * @see S10-proxy
 */
export function proxyFor({ hostname, port }: URL, env: Variables): HttpProxy | undefined {
  const [name, text] = chosen(env, 'https_proxy') ?? [];
  if (name === undefined || text === undefined || isThisMachine(hostname)) return undefined;
  const excepted = chosen(env, 'no_proxy')?.[1] ?? '';
  if (isExcepted(bare(hostname), port === '' ? '443' : port, excepted)) return undefined;
  return readProxy(name, text);
}

function chosen(env: Variables, name: string): readonly [name: string, value: string] | undefined {
  const found = [name, name.toUpperCase()].find((one) => (env[one] ?? '') !== '');
  return found === undefined ? undefined : [found, env[found] ?? ''];
}

/** What is said of it never repeats its value: a password may stand in it. */
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
    hostname: bare(hostname),
    port: port === '' ? DEFAULT_PORTS[protocol] : Number(port),
    ...(username === '' && password === '' ? {} : { authorization: basic(username, password) }),
  };
}

function basic(username: string, password: string): string {
  const text = `${decoded(username)}:${decoded(password)}`;
  return `Basic ${Buffer.from(text, 'utf8').toString('base64')}`;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // A percent sign that encodes nothing is one.
    return text;
  }
}

function bare(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, '');
}

function isThisMachine(hostname: string): boolean {
  const name = bare(hostname);
  return name === 'localhost' || name === '::1' || (isIP(name) === 4 && name.startsWith('127.'));
}

/** `*`, names with everything below them, addresses, networks; each perhaps with a port. */
function isExcepted(hostname: string, port: string, list: string): boolean {
  const entries = list.split(/[\s,]+/).filter((entry) => entry !== '');
  return entries.some((entry) => {
    if (entry === '*') return true;
    const [, named = '', ofPort] =
      /^(.*?)(?::([0-9]+))?$/.exec(isIP(entry) === 6 ? `[${entry}]` : entry) ?? [];
    if (ofPort !== undefined && ofPort !== port) return false;
    const name = bare(named).toLowerCase();
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
