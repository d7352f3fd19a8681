import { identitiesMeant } from '../../certificates/tpp-identity.ts';
import type { Exchange } from '../exchange.ts';
import type { OneWorld, Worlds } from '../one-world.ts';
import { type Refusal, refuse, unknownResource } from '../refusal.ts';
import { type KeptWorlds, WorldsFull, WorldsTooFast } from './kept-worlds.ts';
import { markOf, markOfSecret } from './mark.ts';
import { namedWorld, WORLD_HEADER } from './named-world.ts';

/**
 * A world for each TPP: the interface's is found by the signature that was verified, the PSU's by the secret of the link,
 * the operator's by a header. Nothing is founded by a request that the guards refuse.
 * @see S11-worlds
 */
export function worldsOfTpps(kept: KeptWorlds): Worlds {
  return {
    within: async (exchange, work) => {
      const { door, operation } = exchange.route;
      if (door === 'site') return withinLinked(kept, exchange, work);
      if (operation === 'list worlds') return work(kept.nobodys);
      const identity = isByTpp(exchange) ? exchange.tpp : identityOf(kept, exchange);
      if (typeof identity !== 'string') return identity;
      try {
        return await kept.within(identity, work);
      } catch (fault) {
        if (fault instanceof WorldsFull) return refuseFull(fault);
        if (fault instanceof WorldsTooFast) return refuseTooFast(fault);
        throw fault;
      }
    },
  };
}

/** What is signed is the TPP's own, unless the operator says at their port that they do it for another. */
function isByTpp(exchange: Exchange): boolean {
  const { route, peer } = exchange;
  return route.door === 'interface' && !(peer.operator && exchange.header(WORLD_HEADER) !== undefined);
}

/** A link that nobody gave leads into nobody's world, and is unknown there as a wrong secret is in any. */
function withinLinked<T>(
  kept: KeptWorlds,
  exchange: Exchange,
  work: (world: OneWorld) => Promise<T>,
): Promise<T> {
  const mark = markOfSecret(exchange.params.secret ?? '');
  return mark !== undefined && kept.has(mark) ? kept.withinMarked(mark, work) : work(kept.nobodys);
}

/** Whose world the operator means. */
function identityOf(kept: KeptWorlds, exchange: Exchange): string | Refusal {
  if (exchange.route.operation !== 'release TPP') return namedWorld(kept, exchange);
  const meant = identitiesMeant(exchange.param('tppId'));
  return meant.find((identity) => kept.has(markOf(identity))) ?? unknownResource('TPP');
}

function refuseFull({ most }: WorldsFull): Refusal {
  return refuse(
    403,
    'FORBIDDEN',
    `this test bank has ${most} worlds, the most there can be, and none for this TPP: ask whoever runs it`,
    'TPP-Signature-Certificate',
  );
}

function refuseTooFast({ perMinute, retryAfterSeconds }: WorldsTooFast): Refusal {
  const most = perMinute === 1 ? '1 new TPP' : `${perMinute} new TPPs`;
  const text = `this test bank takes ${most} a minute at most: send the request again in ${retryAfterSeconds} s, or ask whoever runs it for a higher --worlds-rate`;
  return {
    ...refuse(429, 'ACCESS_EXCEEDED', text, 'TPP-Signature-Certificate'),
    headers: [['Retry-After', String(retryAfterSeconds)]],
  };
}
