import type { Store } from '../store/contract.ts';
import { type Refusal, refuseForNow } from './answer.ts';
import type { Exchange } from './exchange.ts';
import { DueWork } from './runs/catch-up.ts';
import type { BankSettings } from './settings.ts';
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
  return refuseForNow(text, 1);
}

/** A store with a world in it, and what the requests that are answered from it share. */
export interface OneWorld {
  readonly settings: BankSettings;
  readonly store: Store;
  readonly due: DueWork;
  readonly ended: EndedWorlds;
  /** What a log calls it; absent of the only one there is. */
  readonly shortName?: string;
}

export function oneWorld(settings: BankSettings, store: Store, shortName?: string): OneWorld {
  const world = { settings, store, due: new DueWork(store, settings), ended: new EndedWorlds() };
  return shortName === undefined ? world : { ...world, shortName };
}

/** The worlds behind one door. */
export interface Worlds {
  /**
   * Does work in the world that a request belongs to, which is open as long as that takes.
   * @returns what the work does, or why there is no world for the request
   */
  within<T>(exchange: Exchange, work: (world: OneWorld) => Promise<T>): Promise<T | Refusal>;
  /** The world that says how much a refused signature is told; none where a world is found by its signature. */
  readonly ofAnybody?: OneWorld;
}

/** One world for all. */
export function only(world: OneWorld): Worlds {
  return { within: (_, work) => work(world), ofAnybody: world };
}
