import { identitiesMeant } from '../../certificates/tpp-identity.ts';
import type { Exchange } from '../exchange.ts';
import { type Refusal, refuse } from '../refusal.ts';
import type { KeptWorlds } from './kept-worlds.ts';
import { markOf } from './mark.ts';

/** By which the operator says whose world they mean. @see S11-worlds */
export const WORLD_HEADER = 'PSD2-World';

const OF_KEY = /^key:[0-9a-f]{64}$/;

/** More are on the list. */
const MOST_NAMED = 5;

/**
 * The identity that the operator's header names: in full, or an organizationIdentifier without its leading PSD. In full
 * it may be that of a TPP that has yet to come, so that a clock can be set before its first request. Nothing else is
 * completed: whoever comes as `PSDVATNO-1` would get what the operator does for `VATNO-1`.
 */
export function namedWorld(
  kept: Pick<KeptWorlds, 'has' | 'identities'>,
  exchange: Exchange,
): string | Refusal {
  const given = decoded(exchange.header(WORLD_HEADER)?.trim());
  if (given === undefined || given === '') return onlyWorld(kept);
  if (given.startsWith('PSD') || OF_KEY.test(given)) return given;
  const found = identitiesMeant(given).find((identity) => kept.has(markOf(identity)));
  return found ?? refuse(404, 'RESOURCE_UNKNOWN', 'no TPP with this name has a world here', WORLD_HEADER);
}

/** A header has ASCII alone, an identity may have more: it comes percent-encoded. */
function decoded(given: string | undefined): string | undefined {
  try {
    return given?.includes('%') ? decodeURIComponent(given) : given;
  } catch {
    return given;
  }
}

/** Who doesn't say whose world it is means the only one. */
function onlyWorld(kept: Pick<KeptWorlds, 'identities'>): string | Refusal {
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
