import type { Turn } from './turn.ts';

/** What a connection has merited, and what of it is here. */
export class Standing {
  /** Whether its last answer was no error; of one that has had none nobody knows. */
  isGood = false;
  /** Its requests that wait or are at the door. */
  here = 0;
}

/** So many times as long as one from the line took, the next one waits while others are served. */
const PART_OF_OTHERS = 3;

/** But no longer than this, however long the machine stood still. */
const LONGEST_CLOSED_MS = 100;

/** A timer isn't more exact. */
const TIMER_MS = 1;

/**
 * Who goes to the door at once, and who waits: a connection whose last answer was no error has one request at the door
 * without waiting. What else comes waits in one line, and is let in one by one: each in a tick of its own while nobody else
 * is served, else a quarter of the time is theirs. Who is alone never waits.
 *
 * @see ../../docs/adr/0067-who-was-refused-waits-behind-others.md
 * @see S12-others-first
 */
export class Line {
  readonly #elapsed: () => number;
  readonly #waiting = new Set<() => void>();
  /** How many are at the door that didn't wait. */
  #ahead = 0;
  /** Whether any such has come since the last one from the line was let in. */
  #wasPassed = false;
  /** Whether one was let in lately, or somebody waits. */
  #isMoving = false;
  #letInMs: number | undefined;
  #closedUntilMs = Number.NEGATIVE_INFINITY;

  /** @param elapsed milliseconds of a clock that only goes forward */
  constructor(elapsed = () => performance.now()) {
    this.#elapsed = elapsed;
  }

  /** Does what a request is here for, unless its turn is over before. */
  async pass<Result>(standing: Standing, turn: Turn, work: () => Promise<Result>): Promise<Result | undefined> {
    const goesAhead = standing.isGood && standing.here === 0;
    standing.here += 1;
    if (goesAhead) this.#ahead += 1;
    try {
      const turnOfItsOwn = goesAhead ? undefined : this.#enter();
      if (turnOfItsOwn !== undefined) await turnOfItsOwn;
      return turn.isOver ? undefined : await work();
    } finally {
      standing.here -= 1;
      if (goesAhead) {
        this.#ahead -= 1;
        this.#wasPassed = true;
      }
    }
  }

  /** @returns what the request has to wait for, if anything */
  #enter(): Promise<void> | undefined {
    const now = this.#elapsed();
    const isFree = !this.#isMoving && this.#isOpen(now);
    if (isFree) this.#letIn(now);
    const turn = isFree ? undefined : new Promise<void>((resolve) => this.#waiting.add(resolve));
    if (!this.#isMoving) this.#move(now);
    return turn;
  }

  #isOpen(now: number): boolean {
    return now >= this.#closedUntilMs || (this.#ahead === 0 && !this.#wasPassed);
  }

  #letIn(now: number): void {
    this.#letInMs = now;
    this.#wasPassed = false;
  }

  /** Looks again in the next tick, or once the line is open, until nobody waits. */
  #move(now: number): void {
    this.#isMoving = true;
    const look = () => this.#look(this.#elapsed());
    const closedMs = this.#closedUntilMs - now;
    if (this.#isOpen(now) || closedMs < TIMER_MS) setImmediate(look);
    else setTimeout(look, closedMs);
  }

  #look(now: number): void {
    if (this.#letInMs !== undefined) this.#closedUntilMs = now + closedFor(now - this.#letInMs);
    this.#letInMs = undefined;
    this.#isMoving = false;
    const [next] = this.#waiting;
    if (next === undefined) return;
    if (this.#isOpen(now)) {
      this.#waiting.delete(next);
      this.#letIn(now);
      next();
    }
    this.#move(now);
  }
}

/** All that a tick did counts as theirs: what of it was the others' isn't known. */
function closedFor(tickMs: number): number {
  return Math.min(PART_OF_OTHERS * tickMs, LONGEST_CLOSED_MS);
}
