import { addDays, weekday } from '../../values/oslo.ts';
import type { Paint } from '../look.ts';
import { amountLabels, EIGHTHS, eighthsOf, type Scale, scaleFor } from './scale.ts';

export interface Canvas {
  /** Columns of the whole picture. */
  readonly width: number;
  /** Rows for bars; the zero line, the dates and the heading come on top. */
  readonly rows: number;
  readonly pen: Pen;
  readonly paint: Pick<Paint, 'red'>;
}

/**
 * Balances as bars from a line at zero, those below it hanging, with amounts at the left and dates below.
 * @param points one for each day, oldest first
 * @see C-plot
 */
export function draw(
  points: readonly Point[],
  money: { readonly currency: string; readonly decimals: number },
  { width, rows, pen, paint }: Canvas,
): { readonly lines: readonly string[]; readonly span: Span } {
  if (points.length === 0) return { lines: [], span: 'day' };
  const scale = scaleFor(
    points.map(({ amountMinor }) => amountMinor),
    rows,
  );
  const labels = amountLabels(scale, money, width);
  const joined = barsOf(points, width - labels.width - AXIS);
  const dates = datesBelow(joined);
  const cellsAt = (row: number) => cellsOf(joined, scale, row, pen);
  const [above, below] = [scale.up * scale.rowsPerStep, scale.down * scale.rowsPerStep];
  const line = (label: string, axis: string, rest: string) =>
    `${label.padStart(labels.width)} ${axis}${rest}`.trimEnd();
  const lines = [labels.unit.padStart(labels.width)];
  for (let row = above; row >= -below; row -= 1) {
    const isLabelled = row % scale.rowsPerStep === 0;
    const label = isLabelled ? labels.at(row / scale.rowsPerStep) : '';
    if (row === 0) lines.push(line(label, pen.corner, zeroLine(joined, dates.marks, pen)));
    else if (row > 0) lines.push(line(label, isLabelled ? pen.tick : pen.axis, cellsAt(row)));
    else lines.push(line(label, isLabelled ? pen.tick : pen.axis, paint.red(cellsAt(row).trimEnd())));
  }
  lines.push(line('', ' ', dates.text));
  return { lines, span: joined.span };
}

/** A blank and the axis. */
const AXIS = 2;

/** @param row counted from the zero line, the first above it is 1, the first below it -1 */
function cellsOf({ bars, columns }: Bars, scale: Scale, row: number, pen: Pen): string {
  const isAbove = row > 0;
  const fillings = isAbove ? pen.rising : pen.hanging;
  const cells = bars.map(({ amountMinor }) => {
    if (amountMinor > 0n !== isAbove) return ' ';
    const beyond = eighthsOf(amountMinor, scale) - EIGHTHS * (Math.abs(row) - 1);
    return fillings[Math.min(EIGHTHS, Math.max(0, beyond))] ?? ' ';
  });
  return cells.map((cell) => cell.repeat(columns)).join('');
}

function zeroLine({ bars, columns }: Bars, marks: ReadonlySet<number>, pen: Pen): string {
  const length = bars.length * columns;
  return Array.from({ length }, (_, column) => (marks.has(column) ? pen.mark : pen.zero)).join('');
}

/** What an account held at the end of a day. */
export interface Point {
  /** YYYY-MM-DD. */
  readonly date: string;
  readonly amountMinor: bigint;
}

/** What a bar stands for. */
export type Span = 'day' | 'week' | 'month' | 'year' | 'several years';

interface Bars {
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

const DATE = 'YYYY-MM-DD'.length;
const GAP = 4;
/** Where a date has moved left, to the first column of its bar. */
const LEAST_GAP = 2;

/**
 * The dates of some bars: each begins below its bar, the last one ends below the last bar. `marks` are
 * the columns of these bars. The last bar always has its
 * date; the first, and some between, where there is room.
 * @see C-plot
 */
function datesBelow({ bars, columns }: Bars) {
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

/** What a picture is drawn with; both hands have the same nine fillings of a cell, from empty to full. */
interface Pen {
  /** A cell filled from its bottom, by eighths. */
  readonly rising: readonly string[];
  /** A cell filled from its top. */
  readonly hanging: readonly string[];
  readonly axis: string;
  readonly tick: string;
  readonly zero: string;
  readonly corner: string;
  /** Where the zero line meets a bar that has its date below. */
  readonly mark: string;
}

/** Unicode has eighths from the bottom, and from the top only one, four and eight. */
export const BLOCKS: Pen = {
  rising: [...' ▁▂▃▄▅▆▇█'],
  hanging: [...' ▔▔▀▀▀▀██'],
  axis: '│',
  tick: '┤',
  zero: '─',
  corner: '┼',
  mark: '┬',
};

export const ASCII: Pen = {
  rising: [...' ..:::###'],
  hanging: [..." '':::###"],
  axis: '|',
  tick: '+',
  zero: '-',
  corner: '+',
  mark: '+',
};
