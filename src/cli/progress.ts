/** The means of showing progress. @see C-progress */
export interface ProgressMeans {
  /** True if a line can be overwritten. */
  readonly isTerminal: boolean;
  readonly columns: number;
  /** Monotonic milliseconds. */
  readonly stopwatch: () => number;
  /** Acts each so many milliseconds, until what it returns is called. */
  readonly every: (milliseconds: number, act: () => void) => () => void;
  /** Takes the place of what was shown before. */
  readonly show: (text: string) => void;
  /** Takes away what is shown. */
  readonly clear: () => void;
  readonly writeLine: (text: string) => void;
}

/** Work shorter than this shows no progress. */
const FIRST_AFTER_MS = 1000;
const AGAIN_AFTER_MS = 100;
const LINE_EVERY_MS = 10_000;
const TICK_MS = 1000;

interface Work {
  readonly what: string;
  readonly sinceMs: number;
}

/**
 * Says what long work does and how far it is, at a useful rate: what the work tells of itself, else what it
 * is and for how long it has gone on.
 * @see C-progress
 */
export class Progress {
  readonly #means: ProgressMeans;
  #works: readonly Work[] = [];
  /** The last that the work has told of itself. */
  #told: string | undefined;
  #saidMs: number | undefined;
  #isFirst = true;
  /** True while several parts share one progress line. */
  #goesOn = false;
  #stopTicking = () => {};

  constructor(means: ProgressMeans) {
    this.#means = means;
  }

  /** Told often how far work is. */
  tell(text: string): void {
    this.#goesOn = this.#works.length === 0;
    if (!this.#goesOn) this.#told = text;
    this.#saidMs ??= this.#means.stopwatch();
    this.#say(text);
  }

  /** Does work that may not tell how far it is. */
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
    this.#say(this.#told ?? `${work.what}, ${seconds} s`);
  }

  #say(text: string): void {
    const { isTerminal, columns, stopwatch, show, writeLine } = this.#means;
    const now = stopwatch();
    const pause = isTerminal ? (this.#isFirst ? FIRST_AFTER_MS : AGAIN_AFTER_MS) : LINE_EVERY_MS;
    if (now - (this.#saidMs ?? now) < pause) return;
    [this.#saidMs, this.#isFirst] = [now, false];
    // A line that wraps could not be written over.
    if (isTerminal) show(text.slice(0, columns - 1));
    else writeLine(text);
  }
}

const WIDTH = 20;

/**
 * How much of the work is done, from 0 to 1: what a bank tells may be outside of it.
 * @param hasBlocks whether the terminal shows letters beyond ASCII that only pictures are made of
 * @see C-progress, C-plot-plain
 */
export function drawProgressBar(share: number, hasBlocks: boolean): string {
  const [done, left] = hasBlocks ? ['━', '┄'] : ['#', '.'];
  const filled = Math.round(WIDTH * Math.max(0, Math.min(1, share)));
  return done.repeat(filled) + left.repeat(WIDTH - filled);
}
