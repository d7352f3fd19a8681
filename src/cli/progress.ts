/** What shows how far long work is, and how. @see C-progress */
export interface ProgressMeans {
  /** Whether a line can be written over another. */
  readonly isTerminal: boolean;
  readonly columns: number;
  /** Monotonic milliseconds. */
  readonly stopwatch: () => number;
  /** Takes the place of what was shown before. */
  readonly show: (text: string) => void;
  readonly writeLine: (text: string) => void;
}

/** What takes less says nothing of itself. */
const FIRST_AFTER_MS = 1000;
const AGAIN_AFTER_MS = 100;
const LINE_EVERY_MS = 10_000;

/** Told often how far work is, says it as often as somebody can use it. */
export function progressTeller(means: ProgressMeans): (text: string) => void {
  const { isTerminal, columns, stopwatch } = means;
  let [saidMs, isFirst]: [number | undefined, boolean] = [undefined, true];
  return (text) => {
    const now = stopwatch();
    saidMs ??= now;
    if (now - saidMs < (isTerminal ? (isFirst ? FIRST_AFTER_MS : AGAIN_AFTER_MS) : LINE_EVERY_MS)) return;
    [saidMs, isFirst] = [now, false];
    // A line that wraps could not be written over.
    if (isTerminal) means.show(text.slice(0, columns - 1));
    else means.writeLine(text);
  };
}
