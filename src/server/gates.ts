import { hash, timingSafeEqual } from 'node:crypto';
import { type Handle, type HttpRequest, headerValue, headerValues } from '../message.ts';
import { answerOfRefusal, type ServerRefusal, serverRefusal } from './refusals.ts';

/** A port that acts for whoever reaches it, in the words of its refusals. */
export interface GatedPort {
  /** `the operator's port` */
  readonly name: string;
  /** What Host may be, in small letters, each with its port. */
  readonly hosts: () => readonly string[];
}

/** What a port of loopback is called. */
const LOOPBACK_NAMES = ['127.0.0.1', 'localhost', '[::1]'];

export function loopbackHosts(port: number): readonly string[] {
  return LOOPBACK_NAMES.map((name) => `${name}:${port}`);
}

/** @param header that only a browser sends with a page's request */
function notForPages(name: string, header: string): ServerRefusal {
  const text = `${name} refuses requests from web pages: ${header} is what a browser adds to them`;
  return serverRefusal(403, 'FORBIDDEN', text, { path: header });
}

/** Nobody is let through to another host. */
export function notForward(name: string): ServerRefusal {
  return {
    status: 403,
    code: 'FORBIDDEN',
    text: `${name} isn't a forward proxy: call it by its own URL, and don't set it as your client's proxy`,
  };
}

/** Nobody is asked whether a page may. */
function noPreflight(name: string): ServerRefusal {
  const text = `${name} refuses OPTIONS, by which a browser asks what a web page may send`;
  return { status: 403, code: 'FORBIDDEN', text };
}

function otherHost(name: string): ServerRefusal {
  return {
    status: 421,
    code: 'BAD_REQUEST',
    text: `${name} must be addressed as 127.0.0.1, localhost or [::1], with its port`,
    path: 'Host',
  };
}

/**
 * Every program of the machine reaches a port of loopback, a browser with any page in it too. A name that a page's owner
 * points at loopback is in Host; what a browser adds by itself is in the rest.
 * @see S11-operator-pages, S11-proxy
 */
export function refusalOfPage(
  { method, target, headers }: HttpRequest,
  { name, hosts }: GatedPort,
): ServerRefusal | undefined {
  if (method === 'OPTIONS') return noPreflight(name);
  if (method === 'CONNECT' || !target.startsWith('/')) return notForward(name);
  const [host, ...more] = headerValues(headers, 'Host');
  if (host === undefined || more.length > 0 || !hosts().includes(host.toLowerCase())) return otherHost(name);
  if (headerValue(headers, 'Origin') !== undefined) return notForPages(name, 'Origin');
  const isByPerson = headerValues(headers, 'Sec-Fetch-Site').every((site) => site === 'none');
  return isByPerson ? undefined : notForPages(name, 'Sec-Fetch-Site');
}

/** Compares without telling by its time how much is right. */
export function isSameSecret(one: string, other: string): boolean {
  return timingSafeEqual(hash('sha256', one, 'buffer'), hash('sha256', other, 'buffer'));
}

interface OperatorGateOptions {
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
  const gated = { name: NAME, hosts: () => loopbackHosts(port()) };
  return async (request, peer) => {
    const refusal = refusalOfPage(request, gated) ?? refusalOfProgram(request, token);
    if (refusal === undefined) return handle(request, { ...peer, operator: true });
    onRefused?.(refusal);
    return answerOfRefusal(refusal, clock());
  };
}

const NAME = "the operator's port";

export const NO_FORWARD = notForward(NAME);

/** RFC 6750 3 */
const WRONG_TOKEN: ServerRefusal = {
  status: 401,
  code: 'FORBIDDEN',
  challenge: 'Bearer',
  text: "the operator's token is missing or wrong: send Authorization: Bearer with the token file's content",
  path: 'Authorization',
};

const NOT_JSON = serverRefusal(
  415,
  'BAD_REQUEST',
  "the operator's port only reads JSON: send Content-Type: application/json with a body",
  { path: 'Content-Type' },
);

function refusalOfProgram({ headers, body }: HttpRequest, token: string): ServerRefusal | undefined {
  const [authorization, ...more] = headerValues(headers, 'Authorization');
  const shown = /^bearer +(\S+)$/i.exec(authorization ?? '')?.[1];
  if (shown === undefined || more.length > 0 || !isSameSecret(shown, token)) return WRONG_TOKEN;
  const type = headerValue(headers, 'Content-Type');
  return body.byteLength > 0 && !/^application\/json *(;|$)/i.test(type ?? '') ? NOT_JSON : undefined;
}
