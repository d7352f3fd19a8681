/** How much time searches may take together: so much in any so long. */
export interface SearchAllowanceLimits {
  readonly milliseconds: number;
  readonly withinMilliseconds: number;
}

interface Spent {
  readonly until: number;
  readonly milliseconds: number;
}

/**
 * What all searches of one bank share, so that bad signatures take from good ones only so much of the bank's time.
 * A search counts until its end is so long ago that no stretch of that length holds both it and now.
 * @see S12-searches-served
 */
export class SearchAllowance {
  private readonly limits: SearchAllowanceLimits;
  private readonly stopwatch: () => number;
  private spent: Spent[] = [];

  /** The stopwatch is that of the wall: it goes on while nobody searches. */
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
