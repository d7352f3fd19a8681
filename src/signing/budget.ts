import type { Compress, Decompress } from './body-candidates.ts';

/**
 * Over how many bytes, and at most how long, the cause of a failed hash is sought. @see G3-search-limit, G3-recovery
 */
export interface SearchLimits {
  /** How many bytes of candidates are hashed in all: a measure that neither a slow nor a busy machine changes. */
  readonly hashedBytes: number;
  /** The ceiling, by the processor time of this process or the clock that is given. */
  readonly milliseconds: number;
  /** The allowance that this search shares with others. */
  readonly allowance?: CpuAllowance | undefined;
  /** The longest body or signing string that is looked into. */
  readonly bytes: number;
  /** Undoes a content coding, where the caller has the means. */
  readonly decompress?: Decompress;
  /** Does one. */
  readonly compress?: Compress;
}

/** A candidate is built, encoded and hashed at least this fast. */
const BYTES_PER_MILLISECOND = 16 * 1024;

/** SHA-256 works on blocks of so many bytes: what is shorter costs no less. */
const BLOCK = 64;

/** The rest is for what comes after the search: with the limit, all has ended. */
const SEARCHED = 0.9;

/** Without limits nothing is searched. */
const NO_SEARCH: SearchLimits = { hashedBytes: 0, milliseconds: 0, bytes: -1 };

/** The outcome of a search that didn't find the cause. */
export interface SearchNotRun {
  readonly cause: 'unknown' | 'not-searched';
  /** How far the search came, in place of what the cause says. */
  readonly says?: string;
}

/**
 * The limit of a search for causes: bytes, a ceiling of time, and the size of what is looked into.
 * @see G3-search-limit, G2-hostile-bodies, G2-hostile-strings
 */
export class Budget {
  readonly limits: SearchLimits;
  private readonly clock: () => number;
  /** Undefined up to the first look, so that requests without a fault do not pay for it. */
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

  /**
   * A search begins that may have this share of what is left, so that one that finds nothing leaves some to the next.
   */
  begin(share = 1): void {
    this.kept = (1 - share) * this.left;
    this.hashed = 0;
  }

  /** Tells whether a text of this length is searched. */
  allows(bytes: number): boolean {
    if (this.isClosed || bytes > this.limits.bytes) return false;
    this.lastLook = this.clock();
    if (this.startedAt === undefined) {
      this.startedAt = this.lastLook;
      const { milliseconds, allowance } = this.limits;
      const allowed = Math.min(milliseconds, allowance?.left() ?? milliseconds);
      this.deadline = this.lastLook + SEARCHED * allowed;
    }
    return this.lastLook + bytes / BYTES_PER_MILLISECOND <= this.deadline;
  }

  /** Asked before a candidate is hashed; looks at the clock each time for long ones, now and then for short ones. */
  isSpentAfter(bytes: number): boolean {
    const cost = Math.max(bytes, BLOCK);
    if (this.left - cost < this.kept) return true;
    this.ticks += 1 + Math.floor(bytes / 512);
    if (this.ticks >= 32) {
      this.ticks = 0;
      // No time is left for one more candidate as long as this one, and made as slowly as the last ones.
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
  ended(): SearchNotRun {
    if (this.hashed === 0) return { cause: 'not-searched', says: "The cause wasn't searched for." };
    const says = `The search for the cause was stopped after hashing ${formatSize(this.hashed)} of candidates.`;
    return { cause: 'not-searched', says };
  }

  /** Tells whether any candidate of this search was hashed. */
  get hasBegun(): boolean {
    return this.hashed > 0;
  }

  /** Ends all searches, and charges what they took to those that share the allowance. */
  close(): void {
    if (this.isClosed) return;
    this.isClosed = true;
    if (this.startedAt !== undefined) this.limits.allowance?.spend(this.clock() - this.startedAt);
  }
}

const KIB = 1024;

function formatSize(bytes: number): string {
  if (bytes < KIB) return `${bytes} ${bytes === 1 ? 'byte' : 'bytes'}`;
  if (bytes < 1000 * KIB) return `${Math.round(bytes / KIB)} KiB`;
  return `${(bytes / KIB / KIB).toFixed(1)} MiB`;
}

/** Measures the processor time of this process, all threads. */
function measureProcessorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

const MIB = KIB * KIB;

/** Limits of `psd2 verify`. @see G3-search-limit */
export const VERIFY_SEARCH: SearchLimits = { hashedBytes: 512 * MIB, milliseconds: 30_000, bytes: MIB };

/**
 * Limits of the bank: bytes end the search, so that answers depend on the request alone; the time is a ceiling.
 * @see S12-signature-search
 */
export const BANK_SEARCH: SearchLimits = { hashedBytes: 2 * MIB, milliseconds: 20, bytes: 64 * KIB };

/** Where the library's caller says nothing: no request takes long. @see G2-hostile-strings */
export const DEFAULT_SEARCH: SearchLimits = { hashedBytes: 8 * MIB, milliseconds: 100, bytes: MIB };

/** So many times the bytes, and the ceiling with them. @see G3-search-limit */
export function multiplyLimits(limits: SearchLimits, times: number): SearchLimits {
  return { ...limits, hashedBytes: times * limits.hashedBytes, milliseconds: times * limits.milliseconds };
}

/** How much time searches may take together: so much in any so long. */
interface SearchAllowanceLimits {
  readonly milliseconds: number;
  readonly withinMilliseconds: number;
}

/**
 * The allowance of all searches of one bank, so that bad signatures take only a share of its time. A search counts
 * until no window of that length holds both its end and now.
 * @see S12-searches-served
 */
export class CpuAllowance {
  private readonly limits: SearchAllowanceLimits;
  private readonly stopwatch: () => number;
  private spent: { until: number; milliseconds: number }[] = [];

  /** The stopwatch is that of the wall: it continues between searches. */
  constructor(limits: SearchAllowanceLimits, stopwatch: () => number) {
    this.limits = limits;
    this.stopwatch = stopwatch;
  }

  /** How long a search may take that begins now. */
  left(): number {
    const since = this.stopwatch() - this.limits.withinMilliseconds;
    this.spent = this.spent.filter(({ until }) => until > since);
    const sum = this.spent.reduce((total, { milliseconds }) => total + milliseconds, 0);
    return Math.max(0, this.limits.milliseconds - sum);
  }

  /** Charges a search that ends now. */
  spend(milliseconds: number): void {
    if (milliseconds > 0) this.spent.push({ until: this.stopwatch(), milliseconds });
  }
}
