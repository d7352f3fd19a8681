import type { Store } from '../store/contract.ts';
import { EndedWorlds } from './ended-worlds.ts';
import type { Exchange } from './exchange.ts';
import type { Refusal } from './refusal.ts';
import { DueWork } from './runs/due-work.ts';
import type { BankSettings } from './settings.ts';

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
