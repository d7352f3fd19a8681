import { hash, timingSafeEqual } from 'node:crypto';
import { type HttpRequest, headerValue, headerValues } from '../message.ts';
import type { ServerRefusal } from './refusals.ts';

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
  return { status: 403, code: 'FORBIDDEN', text, path: header };
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
