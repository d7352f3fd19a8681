import type { OneWorld } from '../one-world.ts';

/** The worlds of TPPs, as far as the door knows them. */
export interface KeptWorlds {
  /** A world that nobody has: what is found nowhere else is not found in it either. */
  readonly nobodys: OneWorld;
  readonly has: (mark: string) => boolean;
  /** The identities that have a world, in the order in which they got it. */
  readonly identities: () => readonly string[];
  /** Does work in a world, which is founded first where there is none. @throws WorldsFull, WorldsTooFast */
  within<T>(identity: string, work: (world: OneWorld) => Promise<T>): Promise<T>;
  /** The same in one that is there. */
  withinMarked<T>(mark: string, work: (world: OneWorld) => Promise<T>): Promise<T>;
}

/** There are as many worlds as a bank has at most. */
export class WorldsFull extends Error {
  override readonly name = 'WorldsFull';
  readonly most: number;

  constructor(most: number) {
    super(`there are ${most} worlds already`);
    this.most = most;
  }
}

/** As many worlds were made within a minute as the bank makes at most. */
export class WorldsTooFast extends Error {
  override readonly name = 'WorldsTooFast';
  readonly perMinute: number;
  readonly retryAfterSeconds: number;

  constructor(perMinute: number, retryAfterSeconds: number) {
    super(`${perMinute} worlds were made within a minute`);
    this.perMinute = perMinute;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}
