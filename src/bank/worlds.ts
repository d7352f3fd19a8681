import { hash } from 'node:crypto';
import { listPossibleIdentities } from '../certificates/certificate.ts';
import type { Store } from '../store/contract.ts';
import { formatCount } from '../values/duration.ts';
import { type Refusal, RefusedWork, refuse, refuseForNow, refuseUnknownResource } from './answer.ts';
import { DueWork } from './due-work.ts';
import type { RequestContext } from './request-context.ts';
import type { BankSettings } from './settings.ts';

/**
 * Refuses a request whose world was reset or restored in the meantime; a repeated request uses the new world.
 * @see S1-503
 */
export function refuseOfOtherWorld(): Refusal {
  const text =
    'the sandbox was reset or restored while this request was under way, and nothing was done: send it again';
  return refuseForNow(text, 1);
}

/** A store with a world, and the objects that its requests share. */
export interface OneWorld {
  readonly settings: BankSettings;
  readonly store: Store;
  readonly due: DueWork;
  /** The name in logs; undefined for the only world. */
  readonly shortName?: string;
}

export function createWorldHandle(settings: BankSettings, store: Store, shortName?: string): OneWorld {
  const world = { settings, store, due: new DueWork(store, settings) };
  return shortName === undefined ? world : { ...world, shortName };
}

/** The worlds of one bank. */
export interface Worlds {
  /**
   * Executes work in the world of a request and keeps that world open until the work ends.
   * @returns the result of the work, or a refusal if the request has no world
   */
  within<T>(exchange: RequestContext, work: (world: OneWorld) => Promise<T>): Promise<T | Refusal>;
  /** The world whose faults apply to a refused signature; absent if the signature selects the world. */
  readonly forRefusedSignatures?: OneWorld;
}

/** Creates the worlds of a bank with a single world. */
export function createSingleWorld(world: OneWorld): Worlds {
  return { within: (_, work) => work(world), forRefusedSignatures: world };
}

/** The worlds of TPPs, as the request handler uses them. */
export interface WorldAccess {
  /** An empty world in which no resource is found. */
  readonly emptyWorld: OneWorld;
  readonly has: (mark: string) => boolean;
  /** Lists the identities that have a world, in the order of creation. */
  readonly identities: () => readonly string[];
  /**
   * Executes work in a world, which is created first if it doesn't exist.
   * @throws RefusedWork if no further world can be created
   */
  within<T>(identity: string, work: (world: OneWorld) => Promise<T>): Promise<T>;
  /** Executes work that only reads an existing world, and keeps it no longer open. */
  look<T>(mark: string, work: (world: OneWorld) => Promise<T>): Promise<T>;
  /** Executes work in an existing world, found by its mark. */
  withinMarked<T>(mark: string, work: (world: OneWorld) => Promise<T>): Promise<T>;
}

/** Refuses a new world because the bank has the maximum number. */
export function refuseFull(most: number): RefusedWork {
  const text = `this test bank has ${most} worlds, the most there can be, and none for this TPP: ask its operator`;
  return new RefusedWork(refuse(403, 'FORBIDDEN', text, 'TPP-Signature-Certificate'));
}

/** Refuses a new world because the maximum number per minute was created. */
export function refuseTooFast(perMinute: number, retryAfterSeconds: number): RefusedWork {
  const most = formatCount(perMinute, 'new TPP');
  const text = `this test bank takes ${most} a minute at most: send the request again in ${retryAfterSeconds} s, or ask its operator for a higher --worlds-rate`;
  return new RefusedWork({
    ...refuse(429, 'ACCESS_EXCEEDED', text, 'TPP-Signature-Certificate'),
    headers: [['Retry-After', String(retryAfterSeconds)]],
  });
}

/** The length of a mark in hexadecimal digits: 128 bits. */
const LENGTH = 32;
/** The length of a short name, which is enough to distinguish worlds in a log. */
const SHORT_LENGTH = 12;

/** Hashes a TPP's identity for file names and links, which never contain the identity itself. @see S11-worlds */
export function hashIdentity(identity: string): string {
  return hash('sha256', identity, 'hex').slice(0, LENGTH);
}

/** Shortens a mark for logs. */
export function shortenMark(mark: string): string {
  return mark.slice(0, SHORT_LENGTH);
}

/**
 * Adds the world's mark to the secret of a link. The link then identifies its world without an index, and a wrong mark
 * finds nothing.
 */
export function addMarkToSecret(mark: string, secret: string): string {
  return mark + secret;
}

const MARK = /^[0-9a-f]{32}/;

/** Extracts the mark from a link's secret. */
function markOfSecret(secret: string): string | undefined {
  return MARK.exec(secret)?.[0];
}

/** The header with which the operator selects a TPP's world. @see S11-worlds */
const WORLD_HEADER = 'PSD2-World';

const OF_KEY = /^key:[0-9a-f]{64}$/;

/** The limit of identities in a message; GET /operator/worlds lists all. */
const MOST_NAMED = 5;

/**
 * Resolves the identity in the operator's header: complete, or an organizationIdentifier without its leading PSD. A
 * complete identity may be that of a future TPP, so that the operator can set a clock before its first request. Other
 * values aren't completed, because `PSDVATNO-1` would then select `VATNO-1`.
 */
function resolveNamedWorld(
  kept: Pick<WorldAccess, 'has' | 'identities'>,
  exchange: RequestContext,
): string | Refusal {
  const given = decodeIdentity(exchange.header(WORLD_HEADER)?.trim());
  if (given === undefined || given === '') return resolveOnlyWorld(kept);
  if (given.startsWith('PSD') || OF_KEY.test(given)) return given;
  const found = listPossibleIdentities(given).find((identity) => kept.has(hashIdentity(identity)));
  return found ?? refuse(404, 'RESOURCE_UNKNOWN', 'no TPP with this name has a world here', WORLD_HEADER);
}

/** Decodes a percent-encoded identity: headers are ASCII, but identities may contain other characters. */
function decodeIdentity(given: string | undefined): string | undefined {
  try {
    return given?.includes('%') ? decodeURIComponent(given) : given;
  } catch {
    return given;
  }
}

/** Resolves the world of a request without the header, if only one exists. */
function resolveOnlyWorld(kept: Pick<WorldAccess, 'identities'>): string | Refusal {
  const all = kept.identities();
  const [first, ...more] = all;
  if (first !== undefined && more.length === 0) return first;
  const which =
    first === undefined ? 'none has one yet' : `these have one: ${all.slice(0, MOST_NAMED).join(', ')}`;
  const rest =
    all.length > MOST_NAMED ? ` and ${all.length - MOST_NAMED} more, see GET /operator/worlds` : '';
  const text = `each TPP has a world of its own here: name one in ${WORLD_HEADER}; ${which}${rest}`;
  return refuse(400, 'HTTP_HEADER_REQUIRED', text, WORLD_HEADER);
}

/**
 * Creates the worlds of a bank with one world per TPP: the verified signature selects it for the interface, the secret
 * of the link for the site, and a header for the operator. A request that the guards refuse creates no world.
 * @see S11-worlds
 */
export function createTppWorlds(kept: WorldAccess): Worlds {
  return {
    within: async (exchange, work) => {
      const { listener, operation } = exchange.route;
      if (listener === 'site') return runInLinkedWorld(kept, exchange, work);
      if (operation === 'list worlds') return work(kept.emptyWorld);
      const identity = isByTpp(exchange) ? exchange.tpp : resolveIdentity(kept, exchange);
      if (typeof identity !== 'string') return identity;
      if (exchange.route.isUnlogged) return runInViewedWorld(kept, hashIdentity(identity), work);
      return kept.within(identity, work);
    },
  };
}

/** Executes work in a world that exists, and doesn't count as its use. @see D11-views */
function runInViewedWorld<T>(
  kept: WorldAccess,
  mark: string,
  work: (world: OneWorld) => Promise<T>,
): Promise<T> | Refusal {
  return kept.has(mark)
    ? kept.look(mark, work)
    : refuse(404, 'RESOURCE_UNKNOWN', 'this TPP has no world here', WORLD_HEADER);
}

/** Returns true if the request is the TPP's own, and not the operator's for another TPP. */
function isByTpp(exchange: RequestContext): boolean {
  const { route, peer } = exchange;
  return route.listener === 'interface' && !(peer.operator && exchange.header(WORLD_HEADER) !== undefined);
}

/**
 * Executes work in the world of a link. A link that wasn't issued leads to the empty world, where it is unknown like a
 * wrong secret.
 */
function runInLinkedWorld<T>(
  kept: WorldAccess,
  exchange: RequestContext,
  work: (world: OneWorld) => Promise<T>,
): Promise<T> {
  const mark = markOfSecret(exchange.params.secret ?? '');
  return mark !== undefined && kept.has(mark) ? kept.withinMarked(mark, work) : work(kept.emptyWorld);
}

/** Resolves the identity of the world that the operator selects. */
function resolveIdentity(kept: WorldAccess, exchange: RequestContext): string | Refusal {
  if (exchange.route.operation !== 'release TPP') return resolveNamedWorld(kept, exchange);
  const meant = listPossibleIdentities(exchange.param('tppId'));
  return meant.find((identity) => kept.has(hashIdentity(identity))) ?? refuseUnknownResource('TPP');
}
