import type { OneWorld } from '../one-world.ts';

/** The worlds of TPPs, as far as the door knows them. */
export interface KeptWorlds {
  /** A world that nobody has: what is found nowhere else is not found in it either. */
  readonly nobodys: OneWorld;
  readonly has: (mark: string) => boolean;
  /** The identities that have a world, in the order in which they got it. */
  readonly identities: () => readonly string[];
  /** Does work in a world, which is founded first where there is none. @throws WorldsFull */
  within<T>(identity: string, work: WorldWork<T>): Promise<T>;
  /** The same in one that is there. */
  withinMarked<T>(mark: string, work: WorldWork<T>): Promise<T>;
}

/** What is done in a world. */
export interface WorldWork<T> {
  /** Whether it may make something there, which is kept from then on. */
  readonly mayMake: boolean;
  readonly does: (world: OneWorld) => Promise<T>;
}

/** There are as many worlds as a bank has at most, and none of them gives way now. */
export class WorldsFull extends Error {
  override readonly name = 'WorldsFull';
  readonly most: number;
  /** When another request may find room. */
  readonly retryAfterSeconds: number;

  constructor(most: number, retryAfterSeconds: number) {
    super(`there are ${most} worlds already`);
    this.most = most;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}
