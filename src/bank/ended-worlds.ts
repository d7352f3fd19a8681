import type { Exchange } from './exchange.ts';
import { type Refusal, refuse } from './refusal.ts';
import type { WorldState } from './store/tables/world.ts';

/**
 * A request belongs to the world in which it began: where another has taken that one's place since, it isn't answered
 * out of both.
 * @see S7-restore
 */
export class EndedWorlds {
  #count = 0;
  readonly #begun = new WeakMap<Exchange, { count: number; generation?: bigint }>();

  /** Notes with which world a request begins. */
  begin(exchange: Exchange): void {
    this.#begun.set(exchange, { count: this.#count });
  }

  /**
   * Whether the request began before this process had another world take the place of the one there was, or one of its
   * earlier transactions was in another world, whoever ended that.
   */
  hasLost(exchange: Exchange, { generation }: WorldState): boolean {
    const begun = this.#begun.get(exchange);
    if (begun === undefined) throw new Error('a request that never began');
    begun.generation ??= generation;
    return begun.count !== this.#count || begun.generation !== generation;
  }

  /**
   * A request has put another world in the place of the one there was, which it says before it is committed; should it
   * be run again, it has not lost its own.
   */
  end(exchange: Exchange): void {
    this.#count += 1;
    const begun = this.#begun.get(exchange);
    if (begun !== undefined) begun.count = this.#count;
  }
}

/** It may be sent again: it is of the new world then. @see S1-503 */
export function refuseOfOtherWorld(): Refusal {
  const text =
    'the sandbox was reset or restored while this request was under way, and nothing was done: send it again';
  return { ...refuse(503, 'SYSTEM_ERROR', text), headers: [['Retry-After', '1']] };
}
