/** The functions that show progress, and their clock. @see C-progress */
export interface ProgressMeans {
  /** True if a line can be overwritten. */
  readonly isTerminal: boolean;
  readonly columns: number;
  /** Returns monotonic milliseconds. */
  readonly stopwatch: () => number;
  /** Calls `act` at this interval, until the returned function is called. */
  readonly every: (milliseconds: number, act: () => void) => () => void;
  /** Replaces the shown text. */
  readonly show: (text: string) => void;
  /** Removes the shown text. */
  readonly clear: () => void;
  readonly writeLine: (text: string) => void;
}

/** The minimum duration of work that shows progress. */
const FIRST_AFTER_MS = 1000;
const AGAIN_AFTER_MS = 100;
const LINE_EVERY_MS = 10_000;
const TICK_MS = 1000;

interface Work {
  readonly what: string;
  readonly sinceMs: number;
}

/**
 * Shows the progress of long work at a limited rate: the work's own report, else its name and duration.
 * @see C-progress
 */
export class Progress {
  readonly #means: ProgressMeans;
  #works: readonly Work[] = [];
  /** The last report of the work. */
  #told: string | undefined;
  #saidMs: number | undefined;
  #isFirst = true;
  /** True while several parts share one progress line. */
  #goesOn = false;
  #stopTicking = () => {};

  constructor(means: ProgressMeans) {
    this.#means = means;
  }

  /** Reports progress; may be called often. */
  report(text: string): void {
    this.#goesOn = this.#works.length === 0;
    if (!this.#goesOn) this.#told = text;
    this.#saidMs ??= this.#means.stopwatch();
    this.#print(text);
  }

  /** Runs work that may not report its progress, and shows its name and duration. */
  async during<T>(what: string, act: () => Promise<T>): Promise<T> {
    const work = { what, sinceMs: this.#means.stopwatch() };
    if (this.#works.length === 0) this.#begin(work);
    this.#works = [...this.#works, work];
    try {
      return await act();
    } finally {
      this.#works = this.#works.filter((one) => one !== work);
      if (this.#works.length === 0) this.#end();
    }
  }

  #begin({ sinceMs }: Work): void {
    if (!this.#goesOn) [this.#saidMs, this.#isFirst] = [sinceMs, true];
    this.#stopTicking = this.#means.every(TICK_MS, () => this.#tick());
  }

  #end(): void {
    this.#stopTicking();
    this.#told = undefined;
    if (!this.#goesOn) this.#means.clear();
  }

  #tick(): void {
    const work = this.#works.at(-1);
    if (work === undefined) return;
    const seconds = Math.floor((this.#means.stopwatch() - work.sinceMs) / 1000);
    this.#print(this.#told ?? `${work.what}, ${seconds} s`);
  }

  #print(text: string): void {
    const { isTerminal, columns, stopwatch, show, writeLine } = this.#means;
    const now = stopwatch();
    const pause = isTerminal ? (this.#isFirst ? FIRST_AFTER_MS : AGAIN_AFTER_MS) : LINE_EVERY_MS;
    if (now - (this.#saidMs ?? now) < pause) return;
    [this.#saidMs, this.#isFirst] = [now, false];
    // A wrapped line couldn't be overwritten.
    if (isTerminal) show(text.slice(0, columns - 1));
    else writeLine(text);
  }
}

const WIDTH = 20;

/**
 * Draws a bar for a share of completed work, limited to 0–1 because a bank's data may give any value.
 * @param hasBlocks true if the terminal shows block characters
 * @see C-progress, C-plot-plain
 */
export function drawProgressBar(share: number, hasBlocks: boolean): string {
  const [done, left] = hasBlocks ? ['━', '┄'] : ['#', '.'];
  const filled = Math.round(WIDTH * Math.max(0, Math.min(1, share)));
  return done.repeat(filled) + left.repeat(WIDTH - filled);
}
