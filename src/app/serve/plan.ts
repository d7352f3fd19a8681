import { isIPv4 } from 'node:net';
import { basename, resolve } from 'node:path';
import { Fault } from '../../errors.ts';

/** What the command line says of a bank that is to be served. */
export interface ServeInput {
  /** 0 for one that is free. */
  readonly port: number;
  readonly host: string;
  readonly basePath?: string | undefined;
  readonly publicUrl?: string | undefined;
  readonly sitePort?: number | undefined;
  /** A file, or `memory`; the profile's own unless given. */
  readonly store?: string | undefined;
  readonly cert?: string | undefined;
  readonly key?: string | undefined;
  readonly passphraseFile?: string | undefined;
  readonly operator: boolean;
  readonly terseErrors: boolean;
}

/** The same, looked through. */
export interface ServePlan {
  readonly port: number;
  readonly host: string;
  readonly isLoopback: boolean;
  /** `` or `/api-sandbox`. */
  readonly basePath: string;
  /** An origin. */
  readonly publicUrl: string | undefined;
  /** Of the site over plain HTTP, where there is one. */
  readonly sitePort: number | undefined;
  /** An absolute path, or in memory; undefined for the profile's own. */
  readonly store: { readonly path: string } | 'memory' | undefined;
  /** What the server is called beside localhost and loopback. */
  readonly names: readonly string[];
}

/**
 * Looks through what was given, before anything is made.
 * @throws Fault USAGE
 * @see C-serve-flags
 */
export function planOf(input: ServeInput, cwd: string): ServePlan {
  const { port, host, sitePort, cert, key } = input;
  const isOnLoopback = isLoopback(host);
  const basePath = basePathOf(input.basePath);
  const publicUrl = publicUrlOf(input.publicUrl);
  if (key !== undefined && cert === undefined) {
    throw usage('--key is given without --cert.', 'Add --cert FILE with its certificate.');
  }
  const hasOwnSite = isOnLoopback && cert === undefined;
  if (sitePort !== undefined && !hasOwnSite) {
    const why = cert === undefined ? `--host ${host} is not loopback` : '--cert is given';
    throw usage(
      `--site-port has no use: ${why}, so the site is on the port of the interface.`,
      'Leave it out.',
    );
  }
  return {
    ...{ port, host, basePath, publicUrl, isLoopback: isOnLoopback },
    sitePort: hasOwnSite ? (sitePort ?? besides(port)) : undefined,
    store: storeOf(input.store, cwd),
    names: isOnLoopback ? [] : namesOf(host, publicUrl),
  };
}

const HIGHEST_PORT = 65_535;

/** The next one, where the interface has a port that somebody chose. */
function besides(port: number): number {
  return port === 0 || port === HIGHEST_PORT ? 0 : port + 1;
}

/** Every address of the machine is nobody's name. */
const UNSPECIFIED = ['0.0.0.0', '::'];

function namesOf(host: string, publicUrl: string | undefined): readonly string[] {
  const ofUrl = publicUrl === undefined ? [] : [new URL(publicUrl).hostname.replace(/^\[|\]$/g, '')];
  const all = [...(UNSPECIFIED.includes(host) ? [] : [host.toLowerCase()]), ...ofUrl];
  return [...new Set(all)].filter((name) => !isLoopback(name));
}

/** Whether nobody but this machine reaches a host. */
export function isLoopback(host: string): boolean {
  return host.toLowerCase() === 'localhost' || host === '::1' || (isIPv4(host) && host.startsWith('127.'));
}

const SEGMENTS = /^(?:\/[A-Za-z0-9._~-]+)*$/;

function basePathOf(given = ''): string {
  const path = given === '/' ? '' : given;
  const isDotted = path.split('/').some((segment) => segment === '.' || segment === '..');
  if (SEGMENTS.test(path) && !isDotted) return path;
  throw usage(
    `--base-path is ${JSON.stringify(given)}; it must be a path as /api-sandbox.`,
    'Begin it with a slash and end it with none; letters, digits and . _ ~ - are taken.',
  );
}

function publicUrlOf(given: string | undefined): string | undefined {
  if (given === undefined) return undefined;
  const url = URL.canParse(given) ? new URL(given) : undefined;
  const isSafe =
    url?.protocol === 'https:' ||
    (url?.protocol === 'http:' && isLoopback(url.hostname.replace(/^\[|\]$/g, '')));
  if (url !== undefined && isSafe && url.href === `${url.origin}/`) return url.origin;
  throw usage(
    `--public-url is ${JSON.stringify(given)}; it must be an origin over HTTPS, as https://bank.example.`,
    'Plain HTTP is for loopback alone, and what follows the host is said with --base-path.',
  );
}

function storeOf(given: string | undefined, cwd: string): ServePlan['store'] {
  if (given === undefined || given === 'memory') return given;
  if (basename(given) === ':memory:' || given.startsWith('file:')) {
    throw usage(`--store ${given} is no file.`, 'For a store that is gone at the end: --store memory');
  }
  if (given === '') throw usage('--store is empty.', 'Name a file, or memory.');
  return { path: resolve(cwd, given) };
}

function usage(message: string, hint: string): Fault {
  return new Fault('USAGE', message, { hint });
}
