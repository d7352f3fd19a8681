import type { Bars } from './bars.ts';

export interface DatesBelow {
  readonly text: string;
  /** Columns of the bars whose dates are in the text. */
  readonly marks: ReadonlySet<number>;
}

const DATE = 'YYYY-MM-DD'.length;
const GAP = 4;
/** Where a date has moved left, to the first column of its bar. */
const LEAST_GAP = 2;

/**
 * The dates of some bars: each begins below its bar, the last one ends below the last bar. The last bar always has its
 * date; the first, and some between, where there is room.
 * @see C-plot
 */
export function datesBelow({ bars, columns }: Bars): DatesBelow {
  const length = bars.length * columns;
  const lastAt = Math.max(0, length - DATE);
  const marks = new Set([length - 1]);
  const others = Math.floor(lastAt / (DATE + GAP));
  let text = '';
  for (let place = 0; place < others; place += 1) {
    const bar = Math.floor((place * lastAt) / (others * columns));
    const at = bar * columns;
    if (text !== '' && at < text.length + LEAST_GAP) continue;
    text = text.padEnd(at) + bars[bar]?.date;
    marks.add(at);
  }
  return { text: text.padEnd(lastAt) + (bars.at(-1)?.date ?? ''), marks };
}
