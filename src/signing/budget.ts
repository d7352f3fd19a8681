import type { Decompress } from './body-candidates.ts';

/** How long and over how many bytes the cause of a failed hash is sought. @see safety.md §12 */
export interface SearchLimits {
  readonly milliseconds: number;
  /** The longest body or signing string that is looked into. */
  readonly bytes: number;
  /** Undoes a content coding, where the caller has the means. */
  readonly decompress?: Decompress;
}

/** A candidate is built, encoded and hashed at least this fast. */
const BYTES_PER_MILLISECOND = 16 * 1024;

/** Twice what 100 ms allow on a fast machine: no search goes on for ever under a clock that stands still. */
const MAX_CANDIDATES = 100_000;

/**
 * The limit of a search for causes: time, and the size of what is looked into.
 * @see safety.md §12
 */
export class Budget {
  readonly decompress: Decompress | undefined;
  private readonly deadline: number;
  private readonly bytes: number;
  private readonly clock: () => number;
  private ticks = 0;
  private candidates = 0;

  /** Time runs from here on; without limits nothing is searched. */
  constructor(limits: SearchLimits | undefined, clock: () => number = monotonic) {
    this.clock = clock;
    this.decompress = limits?.decompress;
    this.bytes = limits?.bytes ?? -1;
    this.deadline = limits === undefined ? Number.NEGATIVE_INFINITY : clock() + limits.milliseconds;
  }

  allows(bytes: number): boolean {
    return bytes <= this.bytes && !this.isSpent(bytes);
  }

  /** Asked before a candidate is hashed; looks at the clock each time for long ones, now and then for short ones. */
  isSpentAfter(bytes: number): boolean {
    this.candidates += 1;
    if (this.candidates > MAX_CANDIDATES) return true;
    this.ticks += 1 + Math.floor(bytes / 512);
    if (this.ticks < 32) return false;
    this.ticks = 0;
    return this.isSpent(bytes);
  }

  /** Time for one more candidate as long as this one must be left. */
  private isSpent(bytes: number): boolean {
    return this.clock() + bytes / BYTES_PER_MILLISECOND > this.deadline;
  }
}

function monotonic(): number {
  return performance.now();
}
