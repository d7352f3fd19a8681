import { isIP } from 'node:net';
import { basename, resolve } from 'node:path';
import { isLoopback } from '../core/loopback.ts';
import { Fault } from '../errors.ts';
import type { ServeInput } from './flags.ts';

/** An example of a registry's file. @see D12-registry, C-serve-policy */
export const REGISTRY_EXAMPLE =
  '{"PSDNO-FSA-312345678": {"roles": ["PSP_PI", "PSP_AI"], "revokedSerials": ["1A2B"]}}';

/** The default number of new worlds per minute. @see S11-worlds-rate */
const DEFAULT_WORLDS_RATE = 10;

/** The address that a server listens on. */
export interface ListenPlan {
  readonly port: number;
  readonly host: string;
  readonly isLoopback: boolean;
  /** An origin. */
  readonly publicUrl: string | undefined;
  /** The server's names besides localhost, 127.0.0.1 and ::1. */
  readonly names: readonly string[];
}

/** The validated options of a bank to serve. */
export interface ServePlan
  extends ListenPlan,
    Omit<ServeInput, keyof ListenPlan | 'operatorHost' | 'operatorOrigin'> {
  /** `` or `/api-sandbox`. */
  readonly basePath: string;
  /** The port of the site over plain HTTP, if there is one. */
  readonly sitePort: number | undefined;
  /** An absolute path, or `memory`; undefined for the profile's own. */
  readonly store: string | undefined;
  /** @see S11-worlds */
  readonly worlds: 'shared' | 'tpp';
  readonly worldsRate: number;
  /** An absolute path. */
  readonly operatorTokenFile: string | undefined;
  /** The address of the operator's port, and the origins of its pages besides loopback. */
  readonly operatorHost: string;
  readonly operatorOrigins: readonly string[];
}

/**
 * Validates the address on which a server listens.
 * @param aboutPath the hint for a public URL that is more than an origin
 * @throws Fault USAGE
 */
export function parseListenOptions(
  input: Pick<ServeInput, 'port' | 'host' | 'publicUrl'>,
  aboutPath: string,
): ListenPlan {
  const host = parseHost(input.host);
  const isOnLoopback = isLoopback(host);
  const publicUrl = parsePublicUrl(input.publicUrl, aboutPath);
  const names = listNames(host, isOnLoopback ? undefined : publicUrl);
  return { port: input.port, host, isLoopback: isOnLoopback, publicUrl, names };
}

/**
 * Validates the options before anything is created.
 * @throws Fault USAGE
 * @see C-serve-flags
 */
export function parseServeOptions(input: ServeInput, cwd: string): ServePlan {
  const { cert, chaos } = input;
  const place = parseListenOptions(input, 'For a path, use --base-path.');
  const { host, port } = place;
  if (chaos === '') throw createUsageFault('--chaos is empty.', 'Use any text as the seed, such as 1.');
  if (cert === undefined) refuseItsParts(input);
  refuseHalfPolicy(input);
  const hasOwnSite = place.isLoopback && cert === undefined;
  if (input.sitePort !== undefined && !hasOwnSite) {
    const why = cert === undefined ? `--host ${host} isn't loopback` : 'you pass --cert';
    throw createUsageFault(
      `--site-port doesn't work when ${why}, because the site is then on the interface's port.`,
      'Remove it.',
    );
  }
  const sitePort = hasOwnSite ? (input.sitePort ?? getNextPort(port)) : undefined;
  refuseSamePort({ '--port': port, '--site-port': sitePort, '--operator-port': input.operatorPort });
  const worlds = selectWorlds(input, place.isLoopback);
  if (worlds === 'shared' && input.worldsRate !== undefined) {
    throw createUsageFault('--worlds-rate only works when each TPP has its own world.', 'Add --worlds tpp.');
  }
  return {
    ...{ ...input, ...place, sitePort, worlds, worldsRate: input.worldsRate ?? DEFAULT_WORLDS_RATE },
    basePath: parseBasePath(input.basePath),
    // The same seed needs the same initial bank.
    store: parseStore(input.store ?? (chaos === undefined ? undefined : 'memory'), cwd),
    operatorTokenFile: parseTokenFile(input.operatorTokenFile, cwd),
    ...parseOperatorPlace(input),
  };
}

/** Selects a world for each TPP beyond loopback, where clients are strangers. Chaos looks for harm in one world. */
function selectWorlds({ worlds, chaos }: ServeInput, isOnLoopback: boolean): ServePlan['worlds'] {
  if (chaos === undefined) return worlds ?? (isOnLoopback ? 'shared' : 'tpp');
  if (worlds === 'tpp')
    throw createUsageFault("--chaos doesn't work with --worlds tpp.", 'Use --worlds shared.');
  return 'shared';
}

/** Rejects equal ports. The site's port follows the interface's unless it was chosen. */
function refuseSamePort(ports: Readonly<Record<string, number | undefined>>): void {
  const taken = new Map<number, string>();
  for (const [flag, port = 0] of Object.entries(ports)) {
    if (port === 0) continue;
    const other = taken.get(port);
    if (other !== undefined) {
      throw createUsageFault(
        `${other} and ${flag} are both ${port}.`,
        `Choose another port with ${flag}, or 0 for a free one.`,
      );
    }
    taken.set(port, flag);
  }
}

function refuseItsParts({ key, passphraseFile }: ServeInput): void {
  const part = key !== undefined ? '--key' : passphraseFile !== undefined ? '--passphrase-file' : undefined;
  if (part === undefined) return;
  throw createUsageFault(`${part} only works with --cert.`, 'Add --cert FILE with the certificate.');
}

const MISSING_CA = [
  '--ca FILE, the CAs whose seals it accepts',
  'Add --ca FILE: psd2 cert create prints the file of its CA.',
];

const MISSING_REGISTRY = [
  '--registry FILE, the TPPs that are registered',
  `Add --registry FILE: a JSON file with the organizationIdentifier of each TPP, which psd2 cert inspect shows, its roles, and any revoked serials: ${REGISTRY_EXAMPLE}`,
];

/** Rejects admission options of a sandbox, which would admit every TPP regardless. @see C-serve-policy */
function refuseHalfPolicy({ policy, ca, registry, mutualTls }: ServeInput): void {
  if (policy === 'production') {
    const missing = [
      ...(ca === undefined || ca.length === 0 ? [MISSING_CA] : []),
      ...(registry === undefined ? [MISSING_REGISTRY] : []),
    ];
    if (missing.length === 0) return;
    throw createUsageFault(
      `Missing for --policy production: ${missing.map(([flag]) => flag).join(', and ')}.`,
      missing.map(([, hint]) => hint).join(' '),
    );
  }
  const part = registry !== undefined ? '--registry' : mutualTls ? '--mutual-tls' : undefined;
  if (part === undefined) return;
  throw createUsageFault(
    `${part} only works with --policy production, because a sandbox accepts every certificate.`,
    `Add --policy production, or remove ${part}.`,
  );
}

/**
 * A host name, with _ as networks allow it, whose last label is not a number: otherwise it is an address, or a typing
 * error.
 */
const NAME = /^(?:[a-z0-9_-]{1,63}\.)*(?!\d+\.?$)[a-z0-9_-]{1,63}\.?$/i;

/** Parses a host; an IPv6 address may have brackets, as in a URL. */
function parseHost(given: string): string {
  const host = given.replace(/^\[(.*:.*)\]$/, '$1');
  if (isIP(host) !== 0 || NAME.test(host)) return host;
  throw createUsageFault(
    `--host is ${JSON.stringify(given)}, but must be this machine's name or one of its addresses.`,
    'Remove it to use 127.0.0.1, or use 0.0.0.0 for all addresses of the machine.',
  );
}

const HIGHEST_PORT = 65_535;

/** Returns the next port, if the interface's port was chosen. */
function getNextPort(port: number): number {
  return port === 0 || port === HIGHEST_PORT ? 0 : port + 1;
}

/** The wildcard address isn't a name; the certificate always has the others. */
const NO_NAMES = ['0.0.0.0', '::', 'localhost', '127.0.0.1', '::1'];

function listNames(host: string, publicUrl: string | undefined): readonly string[] {
  const ofUrl = publicUrl === undefined ? [] : [new URL(publicUrl).hostname.replace(/^\[|\]$/g, '')];
  return [...new Set([host.toLowerCase(), ...ofUrl])].filter((name) => !NO_NAMES.includes(name));
}

const SEGMENTS = /^(?:\/[A-Za-z0-9._~-]+)*$/;

/** Checks whether a text is a valid base path. */
export function isBasePath(path: string): boolean {
  const isDotted = path.split('/').some((segment) => segment === '.' || segment === '..');
  return SEGMENTS.test(path) && !isDotted;
}

function parseBasePath(given = ''): string {
  const path = given === '/' ? '' : given;
  if (isBasePath(path)) return path;
  throw createUsageFault(
    `--base-path is ${JSON.stringify(given)}, but must be a path such as /api-sandbox.`,
    "Start it with a slash, but don't end it with one. Use only letters, digits and . _ ~ -",
  );
}

function parsePublicUrl(given: string | undefined, aboutPath: string): string | undefined {
  if (given === undefined) return undefined;
  const url = URL.canParse(given) ? new URL(given) : undefined;
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname));
  if (url !== undefined && isSafe && url.href === `${url.origin}/`) return url.origin;
  throw createUsageFault(
    `--public-url is ${JSON.stringify(given)}, but must be an HTTPS origin such as https://bank.example.`,
    `Plain HTTP works only on loopback. ${aboutPath}`,
  );
}

function parseStore(given: string | undefined, cwd: string): ServePlan['store'] {
  if (given === undefined || given === 'memory') return given;
  if (basename(given) === ':memory:' || given.startsWith('file:')) {
    throw createUsageFault(`--store ${given} isn't a file.`, 'For a temporary store: --store memory');
  }
  if (given === '') throw createUsageFault('--store is empty.', 'Use a file name, or memory.');
  return resolve(cwd, given);
}

function parseTokenFile(given: string | undefined, cwd: string): string | undefined {
  if (given === '') throw createUsageFault('--operator-token-file is empty.', 'Use a file name.');
  return given === undefined ? undefined : resolve(cwd, given);
}

/** Checks the operator's address: beyond loopback, its pages need a list of their origins. @see S11-operator-port */
function parseOperatorPlace({
  operatorHost = '127.0.0.1',
  operatorOrigin: operatorOrigins = [],
}: ServeInput): Pick<ServePlan, 'operatorHost' | 'operatorOrigins'> {
  for (const origin of operatorOrigins) {
    const url = URL.canParse(origin) ? new URL(origin) : undefined;
    if (/^https?:$/.test(url?.protocol ?? '') && url?.origin === origin) continue;
    throw createUsageFault(
      `--operator-origin is ${JSON.stringify(origin)}, but must be an origin.`,
      'Write it as the browser has it, in lower case and without a path: http://bank.local:9000',
    );
  }
  const host = parseHost(operatorHost);
  if (isLoopback(host) || operatorOrigins.length > 0) return { operatorHost: host, operatorOrigins };
  throw createUsageFault(
    `--operator-host ${host} isn't loopback, and no origin of a browser is allowed there.`,
    'Add --operator-origin http://HOST:PORT with the address that browsers use.',
  );
}

function createUsageFault(message: string, hint: string): Fault {
  return new Fault('USAGE', message, { hint });
}
