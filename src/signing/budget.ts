import { formatCount } from '../values/duration.ts';
import type { Compress, Decompress } from './body-candidates.ts';

/** The limits of a search for the cause of a failed hash: bytes to hash and time. @see G3-search-limit, G3-recovery */
export interface SearchLimits {
  /** The total number of candidate bytes to hash. It doesn't depend on the speed or the load of the machine. */
  readonly hashedBytes: number;
  /** The maximum time, measured by the processor time of this process or by the given clock. */
  readonly milliseconds: number;
  /** The allowance that this search shares with other searches. */
  readonly allowance?: CpuAllowance | undefined;
  /** The longest body or signing string that is searched. */
  readonly bytes: number;
  /** Undoes a content coding, if the caller can. */
  readonly decompress?: Decompress;
  /** Applies a content coding, if the caller can. */
  readonly compress?: Compress;
}

/** The lowest speed at which candidates are built, encoded and hashed. */
const BYTES_PER_MILLISECOND = 16 * 1024;

/** The block size of SHA-256: shorter input costs as much as one block. */
const BLOCK = 64;

/** The share of the time for searches; the rest is for the work after them. */
const SEARCHED = 0.9;

/** The limits that disable the search. */
const NO_SEARCH: SearchLimits = { hashedBytes: 0, milliseconds: 0, bytes: -1 };

/** The outcome of a search that found no cause. */
export interface SearchNotRun {
  readonly cause: 'unknown' | 'not-searched';
  /** The progress of the search; replaces the text of the cause. */
  readonly says?: string;
}

/**
 * The budget of a search for causes: hashed bytes, time and the size of the input.
 * @see G3-search-limit, G2-hostile-bodies, G2-hostile-strings
 */
export class Budget {
  readonly limits: SearchLimits;
  private readonly clock: () => number;
  /** Undefined until the first check, so that valid requests don't read the clock. */
  private startedAt: number | undefined;
  private deadline = Number.NEGATIVE_INFINITY;
  private lastLook = 0;
  private left: number;
  /** Bytes reserved for later searches. */
  private kept = 0;
  private ticks = 0;
  private hashed = 0;
  private isClosed = false;

  constructor(limits: SearchLimits = NO_SEARCH, clock: () => number = measureProcessorTime) {
    this.limits = limits;
    this.clock = clock;
    this.left = limits.hashedBytes;
  }

  /** Begins a search with a share of the remaining bytes, so that the next search has some left. */
  begin(share = 1): void {
    this.kept = (1 - share) * this.left;
    this.hashed = 0;
  }

  /** Returns true if a text of this length is searched. */
  isAllowed(bytes: number): boolean {
    if (this.isClosed || bytes > this.limits.bytes) return false;
    this.lastLook = this.clock();
    if (this.startedAt === undefined) {
      this.startedAt = this.lastLook;
      const { milliseconds, allowance } = this.limits;
      const allowed = Math.min(milliseconds, allowance?.getLeft() ?? milliseconds);
      this.deadline = this.lastLook + SEARCHED * allowed;
    }
    return this.lastLook + bytes / BYTES_PER_MILLISECOND <= this.deadline;
  }

  /**
   * Charges a candidate before it is hashed; returns true if the budget is spent. Reads the clock for each long
   * candidate and periodically for short ones.
   */
  isSpentAfter(bytes: number): boolean {
    const cost = Math.max(bytes, BLOCK);
    if (this.left - cost < this.kept) return true;
    this.ticks += 1 + Math.floor(bytes / 512);
    if (this.ticks >= 32) {
      this.ticks = 0;
      // Stops if another candidate of this length, built as slowly as the last ones, would exceed the time.
      const now = this.clock();
      const step = Math.max(bytes / BYTES_PER_MILLISECOND, now - this.lastLook);
      this.lastLook = now;
      if (now + step > this.deadline) return true;
    }
    this.left -= cost;
    this.hashed += cost;
    return false;
  }

  /** Describes a search that this budget ended. */
  describeEnd(): SearchNotRun {
    if (this.hashed === 0) return { cause: 'not-searched', says: "The cause wasn't searched for." };
    const says = `The search for the cause was stopped after hashing ${formatSize(this.hashed)} of candidates.`;
    return { cause: 'not-searched', says };
  }

  /** True if a candidate of this search was hashed. */
  get hasBegun(): boolean {
    return this.hashed > 0;
  }

  /** Ends all searches and charges their time to the shared allowance. */
  close(): void {
    if (this.isClosed) return;
    this.isClosed = true;
    if (this.startedAt !== undefined) this.limits.allowance?.charge(this.clock() - this.startedAt);
  }
}

const KIB = 1024;

function formatSize(bytes: number): string {
  if (bytes < KIB) return formatCount(bytes, 'byte');
  if (bytes < 1000 * KIB) return `${Math.round(bytes / KIB)} KiB`;
  return `${(bytes / KIB / KIB).toFixed(1)} MiB`;
}

/** Measures the processor time of all threads of this process, in milliseconds. */
function measureProcessorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

const MIB = KIB * KIB;

/** The limits of `psd2 verify`. @see G3-search-limit */
export const VERIFY_SEARCH: SearchLimits = { hashedBytes: 512 * MIB, milliseconds: 30_000, bytes: MIB };

/**
 * The limits of the bank. The byte limit ends the search, so that responses depend only on the request; the time limit
 * is a safeguard.
 * @see S12-signature-search
 */
export const BANK_SEARCH: SearchLimits = { hashedBytes: 2 * MIB, milliseconds: 20, bytes: 64 * KIB };

/** The default limits of the library; they bound the time for each request. @see G2-hostile-strings */
export const DEFAULT_SEARCH: SearchLimits = { hashedBytes: 8 * MIB, milliseconds: 100, bytes: MIB };

/** Multiplies the byte and time limits. @see G3-search-limit */
export function multiplyLimits(limits: SearchLimits, times: number): SearchLimits {
  return { ...limits, hashedBytes: times * limits.hashedBytes, milliseconds: times * limits.milliseconds };
}

/** The time that all searches together may take within a sliding window. */
interface SearchAllowanceLimits {
  readonly milliseconds: number;
  readonly withinMilliseconds: number;
}

/**
 * The shared allowance of all searches of one bank; it limits the share of time spent on invalid signatures. A search
 * counts until its end is older than the window.
 * @see S12-searches-served
 */
export class CpuAllowance {
  private readonly limits: SearchAllowanceLimits;
  private readonly stopwatch: () => number;
  private spent: { until: number; milliseconds: number }[] = [];

  /** `stopwatch` measures wall-clock time: it also runs between searches. */
  constructor(limits: SearchAllowanceLimits, stopwatch: () => number) {
    this.limits = limits;
    this.stopwatch = stopwatch;
  }

  /** Returns the milliseconds that a search may take now. */
  getLeft(): number {
    const since = this.stopwatch() - this.limits.withinMilliseconds;
    this.spent = this.spent.filter(({ until }) => until > since);
    const sum = this.spent.reduce((total, { milliseconds }) => total + milliseconds, 0);
    return Math.max(0, this.limits.milliseconds - sum);
  }

  /** Charges the time of a search that ends now. */
  charge(milliseconds: number): void {
    if (milliseconds > 0) this.spent.push({ until: this.stopwatch(), milliseconds });
  }
}
