import { groupDigits } from '../cli/format-values.ts';
import { findWidest } from '../cli/layout.ts';
import type { Paint } from '../cli/output-style.ts';
import { addDays, getWeekday } from '../values/oslo.ts';

export interface Canvas {
  /** The columns of the whole plot. */
  readonly width: number;
  /** The rows of bars; the zero line, the dates and the heading are extra. */
  readonly rows: number;
  readonly pen: Pen;
  readonly paint: Pick<Paint, 'red'>;
}

/**
 * Draws balances as bars up or down from a zero line, with amounts on the left and dates below.
 * @param points one for each day, oldest first
 * @see C-plot
 */
export function draw(
  points: readonly Point[],
  money: { readonly currency: string; readonly decimals: number },
  { width, rows, pen, paint }: Canvas,
): { readonly lines: readonly string[]; readonly span: Span } {
  if (points.length === 0) return { lines: [], span: 'day' };
  const scale = findScale(
    points.map(({ amountMinor }) => amountMinor),
    rows,
  );
  const labels = createAmountLabels(scale, money, width);
  const joined = arrangeBars(points, width - labels.width - AXIS);
  const dates = formatDates(joined);
  const cellsAt = (row: number) => drawRow(joined, scale, row, pen);
  const [above, below] = [scale.up * scale.rowsPerStep, scale.down * scale.rowsPerStep];
  const line = (label: string, axis: string, rest: string) =>
    `${label.padStart(labels.width)} ${axis}${rest}`.trimEnd();
  const lines = [labels.unit.padStart(labels.width)];
  for (let row = above; row >= -below; row -= 1) {
    const isLabelled = row % scale.rowsPerStep === 0;
    const label = isLabelled ? labels.at(row / scale.rowsPerStep) : '';
    if (row === 0) lines.push(line(label, pen.corner, drawZeroLine(joined, dates.marks, pen)));
    else if (row > 0) lines.push(line(label, isLabelled ? pen.tick : pen.axis, cellsAt(row)));
    else lines.push(line(label, isLabelled ? pen.tick : pen.axis, paint.red(cellsAt(row).trimEnd())));
  }
  lines.push(line('', ' ', dates.text));
  return { lines, span: joined.span };
}

/** The width of the axis with a blank. */
const AXIS = 2;

/**
 * Draws one row of all bars.
 * @param row the row's number from the zero line: 1 is the first above it, -1 the first below it
 */
function drawRow({ bars, columns }: Bars, scale: Scale, row: number, pen: Pen): string {
  const isAbove = row > 0;
  const fillings = isAbove ? pen.rising : pen.hanging;
  const cells = bars.map(({ amountMinor }) => {
    if (amountMinor > 0n !== isAbove) return ' ';
    const beyond = countEighths(amountMinor, scale) - EIGHTHS * (Math.abs(row) - 1);
    return fillings[Math.min(EIGHTHS, Math.max(0, beyond))] ?? ' ';
  });
  return cells.map((cell) => cell.repeat(columns)).join('');
}

function drawZeroLine({ bars, columns }: Bars, marks: ReadonlySet<number>, pen: Pen): string {
  const length = bars.length * columns;
  return Array.from({ length }, (_, column) => (marks.has(column) ? pen.mark : pen.zero)).join('');
}

/** The balance at the end of a day. */
export interface Point {
  /** The day, YYYY-MM-DD. */
  readonly date: string;
  readonly amountMinor: bigint;
}

/** The period that a bar covers. */
export type Span = 'day' | 'week' | 'month' | 'year' | 'several years';

interface Bars {
  readonly span: Span;
  /** The last day of each span, oldest first. */
  readonly bars: readonly Point[];
  /** The width of each bar in columns. */
  readonly columns: number;
}

/** The maximum width of a bar, so that a few days don't fill the plot. */
const WIDEST = 8;

/**
 * Arranges days as bars that fit into a width. If there are more days than columns, joins them to weeks (from Monday),
 * months or years. A bar shows the balance at the end of its last day.
 * @param points one for each day, oldest first
 * @see C-plot-joined
 */
export function arrangeBars(points: readonly Point[], width: number): Bars {
  for (const { span, of } of SPANS) {
    const bars = joinPoints(points, of);
    if (bars.length <= width) return fitBars(span, bars, width);
  }
  const years = Number(points.at(-1)?.date.slice(0, 4)) - Number(points[0]?.date.slice(0, 4)) + 1;
  const each = Math.ceil(years / (width - 1));
  const of = (date: string) => String(Math.floor(Number(date.slice(0, 4)) / each));
  return fitBars('several years', joinPoints(points, of), width);
}

/** The spans with functions that map a date to its span. */
const SPANS: readonly { readonly span: Span; readonly of: (date: string) => string }[] = [
  { span: 'day', of: (date) => date },
  { span: 'week', of: (date) => addDays(date, 1 - getWeekday(date)) },
  { span: 'month', of: (date) => date.slice(0, 7) },
  { span: 'year', of: (date) => date.slice(0, 4) },
];

function joinPoints(points: readonly Point[], of: (date: string) => string): Point[] {
  return [...new Map(points.map((point) => [of(point.date), point])).values()];
}

function fitBars(span: Span, bars: readonly Point[], width: number): Bars {
  const columns = Math.max(1, Math.min(WIDEST, Math.floor(width / Math.max(1, bars.length))));
  return { span, bars, columns };
}

const DATE = 'YYYY-MM-DD'.length;
const GAP = 4;
/** The minimum gap between dates. */
const LEAST_GAP = 2;

/**
 * Selects the bars that have dates, and formats their line. Each date begins below its bar; the last one ends below the
 * last bar. `marks` are the columns of these bars. The last bar always has a date; the first, and some in between, only
 * if they fit.
 * @see C-plot
 */
function formatDates({ bars, columns }: Bars) {
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

/** The characters of a plot; both directions have nine fillings from empty to full. */
interface Pen {
  /** A cell filled from its bottom, in eighths. */
  readonly rising: readonly string[];
  /** A cell filled from its top. */
  readonly hanging: readonly string[];
  readonly axis: string;
  readonly tick: string;
  readonly zero: string;
  readonly corner: string;
  /** The crossing of the zero line and a bar with a date. */
  readonly mark: string;
}

/** The block characters. Unicode has all eighths from the bottom, but only one, four and eight from the top. */
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

/** The scale from amounts to rows above and below zero. */
interface Scale {
  /** The difference between adjacent amounts at the axis: 1, 2, 2.5 or 5 times a power of ten. */
  readonly stepMinor: bigint;
  readonly rowsPerStep: number;
  /** The number of steps above zero. */
  readonly up: number;
  /** The number of steps below zero. */
  readonly down: number;
}

const EIGHTHS = 8;

/**
 * Finds the finest scale that fits all amounts into the rows, with amounts at the axis and at least two rows between
 * them. Zero is always included, so that bars are proportional to amounts.
 * @see C-plot
 */
function findScale(amounts: readonly bigint[], rows: number): Scale {
  const highest = amounts.reduce((most, amount) => (amount > most ? amount : most), 0n);
  const depth = amounts.reduce((most, amount) => (-amount > most ? -amount : most), 0n);
  const sides = Number(highest > 0n) + Number(depth > 0n);
  let best: Scale = { stepMinor: 1n, rowsPerStep: 1, up: 0, down: 0 };
  if (sides === 0) return best;
  for (const stepMinor of generateSteps((highest + depth) / BigInt(rows))) {
    const [up, down] = [countSteps(highest, stepMinor), countSteps(depth, stepMinor)];
    const isFound = best.up + best.down > 0;
    if (isFound && up + down < LEAST_STEPS) break;
    const rowsPerStep = Math.floor(rows / (up + down));
    if (rowsPerStep >= LEAST_ROWS) {
      const scale = { stepMinor, rowsPerStep, up, down };
      if (!isFound || isFiner(scale, best)) best = scale;
    }
    if (up + down === sides) break;
  }
  return best;
}

const LEAST_ROWS = 2;
/** The minimum number of labelled amounts besides zero; fewer only if no more fit. */
const LEAST_STEPS = 3;

/** Returns true if a row of one scale represents less than a row of the other. */
function isFiner(one: Scale, other: Scale): boolean {
  return one.stepMinor * BigInt(other.rowsPerStep) < other.stepMinor * BigInt(one.rowsPerStep);
}

/** Generates rounded steps without end, ascending, starting below `least`. */
function* generateSteps(least: bigint): Generator<bigint> {
  for (let power = least < 10n ? 1n : 10n ** BigInt(String(least).length - 1); ; power *= 10n) {
    yield power;
    yield 2n * power;
    if (power > 1n) yield (25n * power) / 10n;
    yield 5n * power;
  }
}

function countSteps(amount: bigint, step: bigint): number {
  return Number((amount + step - 1n) / step);
}

/** Converts an amount to eighths of a row from the zero line; at least one eighth unless it is zero. */
function countEighths(amountMinor: bigint, { stepMinor, rowsPerStep }: Scale): number {
  const size = amountMinor < 0n ? -amountMinor : amountMinor;
  if (size === 0n) return 0;
  const eighths = (2n * size * BigInt(EIGHTHS * rowsPerStep) + stepMinor) / (2n * stepMinor);
  return Math.max(1, Number(eighths));
}

/**
 * Formats the amounts at the axis, short enough to leave two thirds of the width: in full, in thousands, in millions
 * and so on. `at` formats the amount at a number of steps from zero, negative below it; `unit` is `NOK` or `million
 * NOK`.
 */
function createAmountLabels(
  { stepMinor, up, down }: Scale,
  money: { readonly currency: string; readonly decimals: number },
  width: number,
) {
  const room = Math.max(LEAST_ROOM, Math.floor(width / 3));
  for (let thousands = 0; ; thousands += 1) {
    const at = (steps: number) =>
      formatAmountLabel(BigInt(steps) * stepMinor, stepMinor, money.decimals, thousands);
    const widthNow = findWidest([at(up), at(-down), at(0)]);
    if (widthNow <= (thousands === 0 ? room : LEAST_ROOM))
      return { at, width: widthNow, unit: `${formatPower(thousands)}${money.currency}` };
  }
}

/** The minimum width of the amounts, enough for `-1 000` or `-12.5`. */
const LEAST_ROOM = 6;
const POWERS = ['', 'thousand ', 'million ', 'billion ', 'trillion '];

function formatPower(thousands: number): string {
  return POWERS[thousands] ?? `10^${3 * thousands} `;
}

/** Formats an amount with the decimals that the step needs; amounts in full have all of their decimals or none. */
function formatAmountLabel(
  amountMinor: bigint,
  stepMinor: bigint,
  minorUnits: number,
  thousands: number,
): string {
  if (amountMinor === 0n) return '0';
  const places = minorUnits + 3 * thousands;
  const zeros = Math.min(places, String(stepMinor).length - String(stepMinor).replace(/0+$/, '').length);
  const decimals = thousands === 0 && zeros < places ? places : places - zeros;
  const size = amountMinor < 0n ? -amountMinor : amountMinor;
  const digits = String(size / 10n ** BigInt(places - decimals)).padStart(decimals + 1, '0');
  const point = digits.length - decimals;
  const fraction = decimals === 0 ? '' : `.${digits.slice(point)}`;
  return `${amountMinor < 0n ? '-' : ''}${groupDigits(digits.slice(0, point))}${fraction}`;
}
