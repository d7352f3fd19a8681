import { addDays, weekday } from '../../values/oslo.ts';

/** What an account held at the end of a day. */
export interface Point {
  /** YYYY-MM-DD. */
  readonly date: string;
  readonly amountMinor: bigint;
}

/** What a bar stands for. */
export type Span = 'day' | 'week' | 'month' | 'year' | 'several years';

export interface Bars {
  readonly span: Span;
  /** Oldest first; of each span its last day. */
  readonly bars: readonly Point[];
  /** Columns that each bar is wide. */
  readonly columns: number;
}

/** Few days don't become walls. */
const WIDEST = 8;

/**
 * Days as bars that fit into a width; where there are more days than columns they are joined to weeks (from Monday),
 * months or years. A bar shows what there was at the end of its last day.
 * @param points one for each day, oldest first
 * @see C-plot-joined
 */
export function barsOf(points: readonly Point[], width: number): Bars {
  for (const { span, of } of SPANS) {
    const bars = joined(points, of);
    if (bars.length <= width) return fitted(span, bars, width);
  }
  const years = Number(points.at(-1)?.date.slice(0, 4)) - Number(points[0]?.date.slice(0, 4)) + 1;
  const each = Math.ceil(years / (width - 1));
  const of = (date: string) => String(Math.floor(Number(date.slice(0, 4)) / each));
  return fitted('several years', joined(points, of), width);
}

/** What the days of one span have in common. */
const SPANS: readonly { readonly span: Span; readonly of: (date: string) => string }[] = [
  { span: 'day', of: (date) => date },
  { span: 'week', of: (date) => addDays(date, 1 - weekday(date)) },
  { span: 'month', of: (date) => date.slice(0, 7) },
  { span: 'year', of: (date) => date.slice(0, 4) },
];

function joined(points: readonly Point[], of: (date: string) => string): Point[] {
  return [...new Map(points.map((point) => [of(point.date), point])).values()];
}

function fitted(span: Span, bars: readonly Point[], width: number): Bars {
  const columns = Math.max(1, Math.min(WIDEST, Math.floor(width / Math.max(1, bars.length))));
  return { span, bars, columns };
}
