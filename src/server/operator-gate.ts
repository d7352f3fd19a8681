import { hash, timingSafeEqual } from 'node:crypto';
import { type Handle, type HttpRequest, headerValue, headerValues } from '../message.ts';
import { answerOfRefusal, type ServerRefusal } from './refusals.ts';

export interface OperatorGateOptions {
  /** The door behind the gate. */
  readonly handle: Handle;
  /** The port that the gate's server listens at, known when it does. */
  readonly port: () => number;
  readonly token: string;
  /** Real time in milliseconds since 1970, for the Date of refusals. */
  readonly clock: () => number;
  readonly onRefused?: (refusal: ServerRefusal) => void;
}

/**
 * What stands before the operator's controls on a port of loopback, which every program of the machine reaches, a
 * browser with any page in it too. A page can send a request here and sign nothing of it, so what only a page sends is
 * refused, whatever else it has; a program shows the token.
 * @see S11-operator-port
 */
export function operatorGate({ handle, port, token, clock, onRefused }: OperatorGateOptions): Handle {
  return async (request, peer) => {
    const refusal = refusalOfPage(request, port()) ?? refusalOfProgram(request, token);
    if (refusal === undefined) return handle(request, { ...peer, operator: true });
    onRefused?.(refusal);
    return answerOfRefusal(refusal, clock());
  };
}

/** Nobody is let through to another host, nor asked whether a page may. */
export const NOT_FOR_PAGES: ServerRefusal = {
  status: 403,
  code: 'FORBIDDEN',
  text: "the operator's port refuses requests from web pages, preflights, and proxy requests",
};

const OTHER_HOST: ServerRefusal = {
  status: 421,
  code: 'BAD_REQUEST',
  text: "the operator's port must be addressed as 127.0.0.1, localhost or [::1], with its port",
  path: 'Host',
};

/** RFC 6750 3 */
const WRONG_TOKEN: ServerRefusal = {
  status: 401,
  code: 'FORBIDDEN',
  challenge: 'Bearer',
  text: "the operator's token is missing or wrong: send Authorization: Bearer with the token file's content",
  path: 'Authorization',
};

const NOT_JSON: ServerRefusal = {
  status: 415,
  code: 'BAD_REQUEST',
  text: "the operator's port only reads JSON: send Content-Type: application/json with a body",
  path: 'Content-Type',
};

/**
 * A name that a page's owner points at loopback is in Host; what a browser adds by itself is in the rest.
 * @see S11-operator-pages
 */
function refusalOfPage({ method, target, headers }: HttpRequest, port: number): ServerRefusal | undefined {
  if (method === 'OPTIONS' || method === 'CONNECT' || !target.startsWith('/')) return NOT_FOR_PAGES;
  const hosts = headerValues(headers, 'Host').map((host) => host.toLowerCase());
  const isOurs = hosts.length === 1 && OUR_NAMES.some((name) => hosts[0] === `${name}:${port}`);
  if (!isOurs) return OTHER_HOST;
  if (headerValue(headers, 'Origin') !== undefined) return NOT_FOR_PAGES;
  return headerValues(headers, 'Sec-Fetch-Site').every((site) => site === 'none') ? undefined : NOT_FOR_PAGES;
}

const OUR_NAMES = ['127.0.0.1', 'localhost', '[::1]'];

function refusalOfProgram({ headers, body }: HttpRequest, token: string): ServerRefusal | undefined {
  const [authorization, ...more] = headerValues(headers, 'Authorization');
  const shown = /^bearer +(\S+)$/i.exec(authorization ?? '')?.[1];
  if (shown === undefined || more.length > 0 || !isSame(shown, token)) return WRONG_TOKEN;
  const type = headerValue(headers, 'Content-Type');
  return body.byteLength > 0 && !/^application\/json *(;|$)/i.test(type ?? '') ? NOT_JSON : undefined;
}

/** Compares without telling by its time how much is right. */
function isSame(one: string, other: string): boolean {
  return timingSafeEqual(hash('sha256', one, 'buffer'), hash('sha256', other, 'buffer'));
}
