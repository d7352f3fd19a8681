import type { Op } from '../../../store/contract.ts';
import { idOfUse, type NaturalKey } from '../../domain/ids.ts';
import { countUse } from '../../store/tables/numbers.ts';
import type { WorldState } from '../../store/tables/world.ts';

/** An id for one more thing with this natural key. @see D8-natural-key */
export function* newId(world: WorldState, key: NaturalKey): Op<string> {
  return idOfUse(world.seed, key, yield* countUse(key));
}
