import type { Paint } from '../look.ts';
import { amountLabels } from './amount-labels.ts';
import { type Bars, barsOf, type Point, type Span } from './bars.ts';
import { datesBelow } from './dates.ts';
import type { Pen } from './pen.ts';
import { EIGHTHS, eighthsOf, type Scale, scaleFor } from './scale.ts';

export interface Canvas {
  /** Columns of the whole picture. */
  readonly width: number;
  /** Rows for bars; the zero line, the dates and the heading come on top. */
  readonly rows: number;
  readonly pen: Pen;
  readonly paint: Pick<Paint, 'red'>;
}

export interface Drawn {
  readonly lines: readonly string[];
  /** What a bar stands for. */
  readonly span: Span;
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
): Drawn {
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
