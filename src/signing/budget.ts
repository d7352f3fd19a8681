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

/** More than 100 ms allow on a fast machine: no search goes on for ever under a clock that stands still. */
const MAX_CANDIDATES = 250_000;

/** The rest is for what comes after the search: with the limit, all has ended. */
const SEARCHED = 0.9;

/**
 * Likely causes are few, and sought by the time this process had: what else the machine does changes no answer.
 * The others are sought as long as the clock on the wall allows.
 */
export type SearchStage = 'likely' | 'further';

/**
 * The limit of a search for causes: time, and the size of what is looked into.
 * @see safety.md §12
 */
export class Budget {
  readonly decompress: Decompress | undefined;
  private readonly bytes: number;
  private readonly likely: Stopwatch;
  private readonly further: Stopwatch;
  private ticks = 0;
  private candidates = 0;

  /** Without limits nothing is searched. A clock that is given counts for all of it. */
  constructor(limits: SearchLimits | undefined, clock?: () => number) {
    this.decompress = limits?.decompress;
    this.bytes = limits?.bytes ?? -1;
    const milliseconds = limits?.milliseconds ?? 0;
    this.further = new Stopwatch(milliseconds, clock ?? monotonic);
    this.likely = clock === undefined ? new Stopwatch(milliseconds, ownTime()) : this.further;
  }

  /** Asked when a stage of a search begins. */
  allows(bytes: number, stage: SearchStage = 'likely'): boolean {
    if (bytes > this.bytes) return false;
    this.further.start();
    return this[stage].start().hasTimeFor(bytes / BYTES_PER_MILLISECOND);
  }

  /** Asked before a candidate is hashed; looks at the clock each time for long ones, now and then for short ones. */
  isSpentAfter(bytes: number, stage: SearchStage = 'likely'): boolean {
    this.candidates += 1;
    if (this.candidates > MAX_CANDIDATES) return true;
    this.ticks += 1 + Math.floor(bytes / 512);
    if (this.ticks < 32) return false;
    this.ticks = 0;
    return this[stage].isOver(bytes);
  }
}

/** Runs from its first look on, so that requests without a fault do not pay for it. */
class Stopwatch {
  private readonly clock: () => number;
  private readonly milliseconds: number;
  private deadline: number | undefined;
  private lastLook = 0;

  constructor(milliseconds: number, clock: () => number) {
    this.clock = clock;
    this.milliseconds = milliseconds;
  }

  start(): this {
    this.lastLook = this.clock();
    this.deadline ??= this.lastLook + SEARCHED * this.milliseconds;
    return this;
  }

  hasTimeFor(milliseconds: number): boolean {
    return this.lastLook + milliseconds <= (this.deadline ?? Number.NEGATIVE_INFINITY);
  }

  /** Whether no time is left for one more candidate as long as this one, and made as slowly as the last ones. */
  isOver(bytes: number): boolean {
    const now = this.clock();
    const step = Math.max(bytes / BYTES_PER_MILLISECOND, now - this.lastLook);
    this.lastLook = now;
    return !this.hasTimeFor(step);
  }
}

function monotonic(): number {
  return performance.now();
}

/** The time on the wall, or that of the processor where it is less: another process had the rest. */
function ownTime(): () => number {
  let start: { readonly wall: number; readonly processor: number } | undefined;
  return () => {
    const [wall, processor] = [performance.now(), processorTime()];
    start ??= { wall, processor };
    return Math.min(wall - start.wall, processor - start.processor);
  };
}

/** Of all threads: it can run ahead of the wall. */
function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
