import { hash } from 'node:crypto';
import { listPossibleIdentities } from '../certificates/certificate.ts';
import type { Store } from '../store/contract.ts';
import { type Refusal, RefusedWork, refuse, refuseForNow, refuseUnknownResource } from './answer.ts';
import { DueWork } from './due-work.ts';
import type { RequestContext } from './request-context.ts';
import type { BankSettings } from './settings.ts';

/** It may be sent again: it is of the new world then. @see S1-503 */
export function refuseOfOtherWorld(): Refusal {
  const text =
    'the sandbox was reset or restored while this request was under way, and nothing was done: send it again';
  return refuseForNow(text, 1);
}

/** A store with a world in it, and what the requests that are answered from it share. */
export interface OneWorld {
  readonly settings: BankSettings;
  readonly store: Store;
  readonly due: DueWork;
  /** Name in logs; undefined for the only world. */
  readonly shortName?: string;
}

export function createWorldHandle(settings: BankSettings, store: Store, shortName?: string): OneWorld {
  const world = { settings, store, due: new DueWork(store, settings) };
  return shortName === undefined ? world : { ...world, shortName };
}

/** The worlds behind one door. */
export interface Worlds {
  /**
   * Does work in the world that a request belongs to, which is open as long as that takes.
   * @returns what the work does, or why there is no world for the request
   */
  within<T>(exchange: RequestContext, work: (world: OneWorld) => Promise<T>): Promise<T | Refusal>;
  /** The world that says how much a refused signature is told; none where a world is found by its signature. */
  readonly ofAnybody?: OneWorld;
}

/** One world for all. */
export function createSingleWorld(world: OneWorld): Worlds {
  return { within: (_, work) => work(world), ofAnybody: world };
}

/** The worlds of TPPs, as far as the door knows them. */
export interface KeptWorlds {
  /** An empty world, in which nothing is found. */
  readonly nobodys: OneWorld;
  readonly has: (mark: string) => boolean;
  /** The identities that have a world, in the order in which they got it. */
  readonly identities: () => readonly string[];
  /**
   * Does work in a world, which is founded first where there is none. @throws RefusedWork where there can't be another
   */
  within<T>(identity: string, work: (world: OneWorld) => Promise<T>): Promise<T>;
  /** The same in one that is there. */
  withinMarked<T>(mark: string, work: (world: OneWorld) => Promise<T>): Promise<T>;
}

/** Refuses another world: there are as many as the bank has at most. */
export function refuseFull(most: number): RefusedWork {
  const text = `this test bank has ${most} worlds, the most there can be, and none for this TPP: ask its operator`;
  return new RefusedWork(refuse(403, 'FORBIDDEN', text, 'TPP-Signature-Certificate'));
}

/** Refuses another world now: within a minute as many were made as the bank makes at most. */
export function refuseTooFast(perMinute: number, retryAfterSeconds: number): RefusedWork {
  const most = perMinute === 1 ? '1 new TPP' : `${perMinute} new TPPs`;
  const text = `this test bank takes ${most} a minute at most: send the request again in ${retryAfterSeconds} s, or ask its operator for a higher --worlds-rate`;
  return new RefusedWork({
    ...refuse(429, 'ACCESS_EXCEEDED', text, 'TPP-Signature-Certificate'),
    headers: [['Retry-After', String(retryAfterSeconds)]],
  });
}

/** Hexadecimal digits of 128 bits. */
const LENGTH = 32;
/** Enough to tell worlds apart in a log. */
const SHORT_LENGTH = 12;

/**
 * Hashes a TPP's identity for file names and links, which never contain the identity itself.
 * @see S11-worlds
 */
export function hashIdentity(identity: string): string {
  return hash('sha256', identity, 'hex').slice(0, LENGTH);
}

/** Shortens a mark to the name that logs show. */
export function shortenMark(mark: string): string {
  return mark.slice(0, SHORT_LENGTH);
}

/** The secret of a link says whose world it leads to: no other index is needed, and a wrong one finds nothing. */
export function addMarkToSecret(mark: string, secret: string): string {
  return mark + secret;
}

const MARK = /^[0-9a-f]{32}/;

/** The mark that a link's secret begins with. */
function markOfSecret(secret: string): string | undefined {
  return MARK.exec(secret)?.[0];
}

/** By which the operator says whose world they mean. @see S11-worlds */
const WORLD_HEADER = 'PSD2-World';

const OF_KEY = /^key:[0-9a-f]{64}$/;

/** More are on the list. */
const MOST_NAMED = 5;

/**
 * The identity that the operator's header names: in full, or an organizationIdentifier without its leading PSD. In full
 * it may be that of a TPP that has yet to come, so that a clock can be set before its first request. Nothing else is
 * completed, or `PSDVATNO-1` would get what the operator does for `VATNO-1`.
 */
function resolveNamedWorld(
  kept: Pick<KeptWorlds, 'has' | 'identities'>,
  exchange: RequestContext,
): string | Refusal {
  const given = decodeIdentity(exchange.header(WORLD_HEADER)?.trim());
  if (given === undefined || given === '') return resolveOnlyWorld(kept);
  if (given.startsWith('PSD') || OF_KEY.test(given)) return given;
  const found = listPossibleIdentities(given).find((identity) => kept.has(hashIdentity(identity)));
  return found ?? refuse(404, 'RESOURCE_UNKNOWN', 'no TPP with this name has a world here', WORLD_HEADER);
}

/** A header has ASCII alone, an identity may have more: it comes percent-encoded. */
function decodeIdentity(given: string | undefined): string | undefined {
  try {
    return given?.includes('%') ? decodeURIComponent(given) : given;
  } catch {
    return given;
  }
}

/** Resolves the only world of a request that names none. */
function resolveOnlyWorld(kept: Pick<KeptWorlds, 'identities'>): string | Refusal {
  const all = kept.identities();
  const [first, ...more] = all;
  if (first !== undefined && more.length === 0) return first;
  const which =
    first === undefined ? 'none has one yet' : `these have one: ${all.slice(0, MOST_NAMED).join(', ')}`;
  const rest =
    all.length > MOST_NAMED ? ` and ${all.length - MOST_NAMED} more, see GET /operator/worlds` : '';
  return refuse(
    400,
    'HTTP_HEADER_REQUIRED',
    `each TPP has a world of its own here: name one in ${WORLD_HEADER}; ${which}${rest}`,
    WORLD_HEADER,
  );
}

/**
 * A world for each TPP: the interface's is found by the signature that was verified, the PSU's by the secret of the
 * link, the operator's by a header. Nothing is founded by a request that the guards refuse.
 * @see S11-worlds
 */
export function createTppWorlds(kept: KeptWorlds): Worlds {
  return {
    within: async (exchange, work) => {
      const { door, operation } = exchange.route;
      if (door === 'site') return runInLinkedWorld(kept, exchange, work);
      if (operation === 'list worlds') return work(kept.nobodys);
      const identity = isByTpp(exchange) ? exchange.tpp : resolveIdentity(kept, exchange);
      if (typeof identity !== 'string') return identity;
      return kept.within(identity, work);
    },
  };
}

/** Tells whether a signed request is the TPP's own, and not the operator's for another TPP. */
function isByTpp(exchange: RequestContext): boolean {
  const { route, peer } = exchange;
  return route.door === 'interface' && !(peer.operator && exchange.header(WORLD_HEADER) !== undefined);
}

/** A link that wasn't issued leads to the empty world and is unknown there, like a wrong secret. */
function runInLinkedWorld<T>(
  kept: KeptWorlds,
  exchange: RequestContext,
  work: (world: OneWorld) => Promise<T>,
): Promise<T> {
  const mark = markOfSecret(exchange.params.secret ?? '');
  return mark !== undefined && kept.has(mark) ? kept.withinMarked(mark, work) : work(kept.nobodys);
}

/** Resolves the identity whose world the operator addresses. */
function resolveIdentity(kept: KeptWorlds, exchange: RequestContext): string | Refusal {
  if (exchange.route.operation !== 'release TPP') return resolveNamedWorld(kept, exchange);
  const meant = listPossibleIdentities(exchange.param('tppId'));
  return meant.find((identity) => kept.has(hashIdentity(identity))) ?? refuseUnknownResource('TPP');
}
