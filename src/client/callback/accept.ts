import { timingSafeEqual } from 'node:crypto';
import { Fault } from '../../errors.ts';
import { readScaRedirect } from '../sca-redirect.ts';

/** A request as it came to the listener, or a URL that somebody pasted as one. */
export interface CameBack {
  readonly method: string;
  /** As on the request line. */
  readonly target: string;
  /** Every value of the Host header. */
  readonly hosts: readonly string[];
}

/** Where it is to come back. */
export interface Expected {
  /** `127.0.0.1:PORT`. */
  readonly host: string;
  /** `/cb/` and the state. */
  readonly path: string;
}

/**
 * The redirect as a URL, when it is the one that is waited for: GET, that Host, that state, each parameter once and as
 * the interface has it. Undefined for everything else.
 * @see S9-callback
 */
export function accept(came: CameBack, { host, path }: Expected): string | undefined {
  const { method, target, hosts } = came;
  if (method !== 'GET' || hosts.length !== 1 || hosts[0] !== host) return undefined;
  const [given = ''] = target.split('?', 1);
  return isSame(given, path) ? readable(`http://${host}${target}`) : undefined;
}

/**
 * A URL that was pasted, when it leads to a redirect URI and passes the same checks. What the redirect URI asks for
 * itself may stand before what the bank says.
 * @see S9-callback
 */
export function acceptPasted(pasted: string, redirectUri: string): string | undefined {
  const url = unquoted(pasted.trim());
  if (!URL.canParse(url) || !URL.canParse(redirectUri)) return undefined;
  const [given, expected] = [new URL(url), new URL(redirectUri)];
  return isSame(placeOf(given), placeOf(expected)) ? readable(url) : undefined;
}

/** As it stands in the quotes that a shell needs and a terminal does not. */
function unquoted(text: string): string {
  return /^(['"])(.*)\1$/.exec(text)?.[2] ?? text;
}

/** All but query and fragment, a user before the host too. */
function placeOf({ protocol, username, password, host, pathname }: URL): string {
  return JSON.stringify([protocol, username, password, host, pathname]);
}

/** A URL whose parameters are what an SCA's redirect may say. */
function readable(url: string): string | undefined {
  if (CONTROL.test(decoded(url))) return undefined;
  try {
    readScaRedirect(url);
    return url;
  } catch (fault) {
    if (fault instanceof Fault) return undefined;
    throw fault;
  }
}

/** Takes as long whatever differs: the state is a secret of this SCA. */
function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: what is looked for
const CONTROL = /[\0-\x1f\x7f]/;

function decoded(target: string): string {
  try {
    return decodeURIComponent(target);
  } catch {
    return '\0';
  }
}
