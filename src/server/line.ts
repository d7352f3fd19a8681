import type { Turn } from './turn.ts';

/** What a connection has of the door, and what it was told there. */
export class Standing {
  /** Whether its last answer was a refusal of somebody whom the door doesn't know. */
  isRefused = false;
  /** Whether it has ever shown who it is. */
  isKnown = false;
  /** Its requests that wait or are at the door. */
  here = 0;
  /** Those that wait, the first first: each is told that it may go. With how many times its time at the door the next waits. */
  readonly waiting = new Map<() => void, number>();

  /** Whether all that it wants waits in line, if anything does, and it was refused or hasn't shown who it is. */
  get givesWay(): boolean {
    const isStranger = this.isRefused || (!this.isKnown && this.waiting.size > 0);
    return isStranger && this.here === this.waiting.size;
  }

  /** @param isToKnown whether the door knows whom it answers: a page, or /health, is for anybody */
  hear(status: number, isToKnown: boolean): void {
    if (isToKnown) {
      this.isKnown = true;
      this.isRefused = false;
    } else if (status >= 400 && status < 500) {
      this.isRefused = true;
    }
  }
}

/** So many times as long as one from the line took, the next one waits while others are served. */
const PART_OF_OTHERS = 3;

/** After one with a large body longer: to shake hands, decrypt and read it costs several times what the door does. */
const PART_AFTER_LARGE = 4 * PART_OF_OTHERS;

/** But no longer than this, however long the machine stood still. */
const LONGEST_CLOSED_MS = 100;

/** A timer isn't more exact. */
const TIMER_MS = 1;

/**
 * Who goes to the door at once, and who waits. A connection that wasn't refused has one request at the door without waiting.
 * What it sends ahead waits, as do all requests of one that was refused, and large ones of one that hasn't shown who it is:
 * connections take turns, and in each turn one request goes. While others are served, they have at most a quarter of the
 * time that the door takes at once.
 *
 * @see ../../docs/adr/0067-who-was-refused-waits-behind-others.md
 * @see S12-others-first
 */
export class Line {
  readonly #elapsed: () => number;
  /** Those of whom something waits, the next one first. */
  readonly #standings = new Set<Standing>();
  /** How many are at the door that didn't wait. */
  #others = 0;
  /** Whether any such has been served since the last one from the line went. */
  #wereOthers = false;
  #isMoving = false;
  /** When the one went whose time is being measured, and how many times as long the next one waits. */
  #went: { readonly at: number; readonly times: number } | undefined;
  #closedUntil = Number.NEGATIVE_INFINITY;

  /** @param elapsed milliseconds of a clock that only goes forward */
  constructor(elapsed = () => performance.now()) {
    this.#elapsed = elapsed;
  }

  /**
   * Does what a request is here for, unless its turn is over before.
   * @param isLarge whether it takes the door long to look at it, whoever has sent it
   */
  async pass<Result>(
    standing: Standing,
    { turn, isLarge }: { readonly turn: Turn; readonly isLarge: boolean },
    work: () => Promise<Result>,
  ): Promise<Result | undefined> {
    const waits = standing.isRefused || standing.here > 0 || (isLarge && !standing.isKnown);
    standing.here += 1;
    try {
      if (!waits) return await this.#serveOther(work);
      await this.#wait(standing, turn, isLarge ? PART_AFTER_LARGE : PART_OF_OTHERS);
      return turn.isOver ? undefined : await work();
    } finally {
      standing.here -= 1;
    }
  }

  async #serveOther<Result>(work: () => Promise<Result>): Promise<Result> {
    this.#others += 1;
    try {
      return await work();
    } finally {
      this.#others -= 1;
      this.#wereOthers = true;
    }
  }

  /** Resolves when the request may go, or nobody is there any more to hear its answer. */
  #wait(standing: Standing, turn: Turn, times: number): Promise<void> {
    return new Promise((resolve) => {
      standing.waiting.set(resolve, times);
      this.#standings.add(standing);
      turn.whenOver(() => this.#leave(standing, resolve));
      if (!this.#isMoving) this.#move();
    });
  }

  #leave(standing: Standing, resolve: () => void): void {
    standing.waiting.delete(resolve);
    if (standing.waiting.size === 0) this.#standings.delete(standing);
    resolve();
  }

  #isOpen(now: number): boolean {
    return now >= this.#closedUntil || (this.#others === 0 && !this.#wereOthers);
  }

  /** Lets one go in the next tick, or once the line is open, and so on until nobody waits. */
  #move(): void {
    this.#isMoving = true;
    const now = this.#elapsed();
    const closedMs = this.#closedUntil - now;
    if (!this.#isOpen(now) && closedMs >= TIMER_MS) {
      setTimeout(() => this.#move(), closedMs);
      return;
    }
    // Between these two nothing runs but what the one does at once that goes.
    setImmediate(() => this.#letGo(this.#elapsed()));
    setImmediate(() => this.#goOn(this.#elapsed()));
  }

  #letGo(now: number): void {
    const [standing] = this.#standings;
    const [first] = standing?.waiting ?? [];
    if (standing === undefined || first === undefined || !this.#isOpen(now)) return;
    const [go, times] = first;
    this.#went = { at: now, times };
    this.#wereOthers = false;
    this.#leave(standing, go);
    // What else waits of it has its turn after all connections.
    if (this.#standings.delete(standing)) this.#standings.add(standing);
  }

  #goOn(now: number): void {
    if (this.#went !== undefined) {
      const { at, times } = this.#went;
      this.#closedUntil = now + Math.min(times * (now - at), LONGEST_CLOSED_MS);
    }
    this.#went = undefined;
    this.#isMoving = false;
    if (this.#standings.size > 0) this.#move();
  }
}
