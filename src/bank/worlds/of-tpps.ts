import { identitiesMeant } from '../../certificates/tpp-identity.ts';
import type { Exchange } from '../exchange.ts';
import type { Worlds } from '../one-world.ts';
import { type Refusal, refuse, unknownResource } from '../refusal.ts';
import { type KeptWorlds, WorldsFull, type WorldWork } from './kept-worlds.ts';
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
      const { door, operation, access } = exchange.route;
      const done = { mayMake: access === 'write', does: work };
      if (door === 'site') return withinLinked(kept, exchange, done);
      if (operation === 'list worlds') return work(kept.nobodys);
      const identity = isByTpp(exchange) ? exchange.tpp : identityOf(kept, exchange);
      if (typeof identity !== 'string') return identity;
      try {
        return await kept.within(identity, done);
      } catch (fault) {
        if (fault instanceof WorldsFull) return refuseFull(fault);
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
function withinLinked<T>(kept: KeptWorlds, exchange: Exchange, work: WorldWork<T>): Promise<T> {
  const mark = markOfSecret(exchange.params.secret ?? '');
  return mark !== undefined && kept.has(mark) ? kept.withinMarked(mark, work) : work.does(kept.nobodys);
}

/** Whose world the operator means. */
function identityOf(kept: KeptWorlds, exchange: Exchange): string | Refusal {
  if (exchange.route.operation !== 'release TPP') return namedWorld(kept, exchange);
  const meant = identitiesMeant(exchange.param('tppId'));
  return meant.find((identity) => kept.has(markOf(identity))) ?? unknownResource('TPP');
}

const MINUTE_SECONDS = 60;

/** Nothing was done, and there may be room later. @see S1-503 */
function refuseFull({ most, retryAfterSeconds }: WorldsFull): Refusal {
  const when = retryAfterSeconds > MINUTE_SECONDS ? 'tomorrow, or ask whoever runs the bank' : 'in a minute';
  const text = `all ${most} worlds of this test bank are in use, and none is left for this TPP: try again ${when}`;
  return { ...refuse(503, 'SYSTEM_ERROR', text), headers: [['Retry-After', String(retryAfterSeconds)]] };
}
