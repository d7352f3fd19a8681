import type { Decompress } from './body-candidates.ts';
import type { SearchAllowance } from './search-allowance.ts';

/** How long and over how many bytes the cause of a failed hash is sought. @see G3-recovery */
export interface SearchLimits {
  /**
   * How many bytes of candidates are hashed in all: a measure that a busy machine does not change, so each search that
   * ends early says so and how far it came. Without it time alone is the measure.
   */
  readonly hashedBytes?: number;
  /** By the clock that is given; the ceiling, where bytes are the measure. */
  readonly milliseconds: number;
  /** What this search shares with others. */
  readonly allowance?: SearchAllowance | undefined;
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

/** What is said of a cause that was not found. */
export interface Unsought {
  readonly cause: 'unknown' | 'not-searched';
  /** How far the search came, in place of what the cause says. */
  readonly says?: string;
}

/**
 * The limit of a search for causes: bytes, time, and the size of what is looked into.
 * @see G3-recovery, G2-hostile-bodies, G2-hostile-strings
 */
export class Budget {
  readonly decompress: Decompress | undefined;
  private readonly bytes: number;
  private readonly hashedLimit: number | undefined;
  private readonly allowance: SearchAllowance | undefined;
  private readonly likely: Stopwatch;
  private readonly further: Stopwatch;
  private ticks = 0;
  private candidates = 0;
  private hashed = 0;
  private isClosed = false;

  /** Without limits nothing is searched. A clock that is given counts for all of it. */
  constructor(limits: SearchLimits | undefined, clock?: () => number) {
    this.decompress = limits?.decompress;
    this.bytes = limits?.bytes ?? -1;
    this.hashedLimit = limits?.hashedBytes;
    this.allowance = limits?.allowance;
    const milliseconds = () => Math.min(limits?.milliseconds ?? 0, this.allowance?.left() ?? Infinity);
    this.further = new Stopwatch(milliseconds, clock ?? monotonic);
    this.likely = clock === undefined ? new Stopwatch(milliseconds, ownTime()) : this.further;
  }

  /** Asked when a stage of a search begins. */
  allows(bytes: number, stage: SearchStage = 'likely'): boolean {
    if (this.isClosed || bytes > this.bytes) return false;
    this.further.start();
    return this[stage].start().hasTimeFor(bytes / BYTES_PER_MILLISECOND);
  }

  /** Asked before a candidate is hashed; looks at the clock each time for long ones, now and then for short ones. */
  isSpentAfter(bytes: number, stage: SearchStage = 'likely'): boolean {
    this.candidates += 1;
    if (this.candidates > MAX_CANDIDATES) return true;
    if (this.hashedLimit !== undefined && this.hashed + bytes > this.hashedLimit) return true;
    this.ticks += 1 + Math.floor(bytes / 512);
    if (this.ticks >= 32) {
      this.ticks = 0;
      if (this[stage].isOver(bytes)) return true;
    }
    this.hashed += bytes;
    return false;
  }

  /** What a search says that this budget ended. By time alone nobody comes through the further stage. */
  endIn(stage: SearchStage): Unsought {
    if (this.hashedLimit === undefined) return { cause: stage === 'further' ? 'unknown' : 'not-searched' };
    if (this.hashed === 0) return { cause: 'not-searched', says: "The cause wasn't searched for." };
    const says = `The search for the cause was stopped after hashing ${sizeText(this.hashed)} of candidates.`;
    return { cause: 'not-searched', says };
  }

  /** Ends all searches, and charges what they took to those that share the allowance. */
  close(): void {
    if (this.isClosed) return;
    this.isClosed = true;
    this.allowance?.spend(this.further.elapsed());
  }
}

const KIB = 1024;

function sizeText(bytes: number): string {
  if (bytes < KIB) return `${bytes} ${bytes === 1 ? 'byte' : 'bytes'}`;
  if (bytes < 1000 * KIB) return `${Math.round(bytes / KIB)} KiB`;
  return `${(bytes / KIB / KIB).toFixed(1)} MiB`;
}

/** Runs from its first look on, so that requests without a fault do not pay for it. */
class Stopwatch {
  private readonly clock: () => number;
  private readonly milliseconds: () => number;
  private startedAt: number | undefined;
  private deadline: number | undefined;
  private lastLook = 0;

  constructor(milliseconds: () => number, clock: () => number) {
    this.clock = clock;
    this.milliseconds = milliseconds;
  }

  start(): this {
    this.lastLook = this.clock();
    this.startedAt ??= this.lastLook;
    this.deadline ??= this.lastLook + SEARCHED * this.milliseconds();
    return this;
  }

  elapsed(): number {
    return this.startedAt === undefined ? 0 : this.clock() - this.startedAt;
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
