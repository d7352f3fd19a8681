import { WorldsFull } from '../../bank/worlds/kept-worlds.ts';
import type { WorldFolder } from './world-folder.ts';

export interface RoomOptions {
  readonly folder: WorldFolder;
  readonly mostWorlds: number;
  readonly clock: () => number;
  readonly isOpen: (mark: string) => boolean;
  /** Opens and closes the store of a world, which takes away the log that who had it before has left. */
  readonly settle: (mark: string) => Promise<void>;
  /** Has the files go of stores that were closed. */
  readonly letGo: () => Promise<void>;
}

/** What another request of a TPP may find free. */
const SOON_SECONDS = 60;
const DAY_SECONDS = 86_400;
/** Where many are closed at once, their files don't go at once. */
const ROUNDS = 3;
const SETTLED_AT_ONCE = 4;

/**
 * Room for as many worlds as there can be. A new one takes the place of one in which nothing was made, or of one that was
 * unused for very long; never of one that somebody has open.
 * @see S11-worlds
 */
export class WorldRoom {
  readonly #options: RoomOptions;
  /** How many requests want each. */
  readonly #wanted = new Map<string, number>();
  /** In which turn each was settled last: those that weren't come before it. */
  readonly #settled = new Map<string, number>();
  #turn = 0;
  #founding = 0;

  constructor(options: RoomOptions) {
    this.#options = options;
  }

  /** A world was closed. */
  closed(mark: string): void {
    this.#settled.delete(mark);
  }

  /** Does work for which a world stays. */
  async wanting<T>(mark: string, work: () => Promise<T>): Promise<T> {
    this.#wanted.set(mark, (this.#wanted.get(mark) ?? 0) + 1);
    try {
      return await work();
    } finally {
      const count = (this.#wanted.get(mark) ?? 0) - 1;
      if (count > 0) this.#wanted.set(mark, count);
      else this.#wanted.delete(mark);
    }
  }

  /** @throws WorldsFull where no world gives way to a new one */
  check(): void {
    if (this.#isFull && this.#givingWay().length === 0) throw this.#full([]);
  }

  /** Founds a world, for which another may have to give way. @throws WorldsFull */
  async founding(found: () => Promise<void>): Promise<void> {
    await this.#takeRoom();
    try {
      await found();
    } finally {
      this.#founding -= 1;
    }
  }

  async #takeRoom(): Promise<void> {
    for (let round = 0; round < ROUNDS && this.#isFull; round += 1) {
      await this.#settleFirst();
      this.#giveUp();
    }
    if (this.#isFull) throw this.#full(this.#givingWay());
    this.#founding += 1;
  }

  /**
   * As many as room is needed for. A connection may have a file for a while after it was closed, and in the end takes the
   * log away by its name, be it that of a world that was founded anew: only one whose log is gone is removed.
   */
  #giveUp(): void {
    const { folder } = this.#options;
    for (const mark of this.#isFull ? this.#givingWay() : []) {
      if (!this.#isFull) return;
      if (!this.#isFree(mark) || !folder.isAtRest(mark)) continue;
      this.#settled.delete(mark);
      folder.remove(mark);
    }
  }

  /**
   * Has the logs go of the worlds that give way first. A killed process leaves one, and so does a connection that reads where
   * it's the last to go; another that was closed may still be there at the first try.
   */
  async #settleFirst(): Promise<void> {
    const { folder, settle, letGo } = this.#options;
    const turnOf = (mark: string) => this.#settled.get(mark) ?? 0;
    const first = [...this.#givingWay()].sort((a, b) => turnOf(a) - turnOf(b)).slice(0, SETTLED_AT_ONCE);
    this.#turn += 1;
    for (const mark of first) {
      if (folder.isAtRest(mark) || !this.#isFree(mark)) continue;
      this.#settled.set(mark, this.#turn);
      await settle(mark);
    }
    if (first.some((mark) => !folder.isAtRest(mark))) await letGo();
  }

  get #isFull(): boolean {
    const { folder, mostWorlds } = this.#options;
    return folder.count() + this.#founding >= mostWorlds;
  }

  /** Those in which nobody is, nor is about to be. */
  #givingWay(): readonly string[] {
    const { folder, clock } = this.#options;
    return folder.use.givingWay(clock()).filter((mark) => this.#isFree(mark));
  }

  #isFree(mark: string): boolean {
    return !this.#options.isOpen(mark) && !this.#wanted.has(mark);
  }

  #full(giving: readonly string[]): WorldsFull {
    return new WorldsFull(this.#options.mostWorlds, giving.length > 0 ? SOON_SECONDS : DAY_SECONDS);
  }
}
