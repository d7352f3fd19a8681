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
  readonly paint: Pick<Paint, 'red' | 'green'>;
}

export interface Plot {
  readonly lines: readonly string[];
  readonly span: Span;
  /** The amount at the foot of the bars. */
  readonly baseMinor: bigint;
}

/**
 * Draws balances as bars up or down from a line at zero, or up from a round amount below all of them, with amounts on
 * the left and dates below.
 * @param points one for each day, oldest first
 * @see C-plot, C-plot-base
 */
export function draw(
  points: readonly Point[],
  money: { readonly currency: string; readonly decimals: number },
  { width, rows, pen, paint }: Canvas,
): Plot {
  if (points.length === 0) return { lines: [], span: 'day', baseMinor: 0n };
  const { baseMinor, scale } = findScaleWithBase(points, findBase(points, width), rows);
  const rests = points.map(({ date, amountMinor }) => ({ date, amountMinor: amountMinor - baseMinor }));
  const labels = createAmountLabels(scale, baseMinor, money, width);
  const joined = arrangeBars(rests, width - labels.width - AXIS, pen.pairs !== undefined);
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
    else {
      const colour = row > 0 ? paint.green : paint.red;
      lines.push(line(label, isLabelled ? pen.tick : pen.axis, colour(cellsAt(row).trimEnd())));
    }
  }
  lines.push(line('', ' ', dates.text));
  return { lines, span: joined.span, baseMinor };
}

/**
 * Finds the amount at the foot of the bars: zero, but if all balances are over half of the highest, a round amount below
 * the lowest, so that the rows show the changes. Amounts too long for the axis begin at zero.
 * @see C-plot-base
 */
function findBase(points: readonly Point[], width: number): bigint {
  const amounts = points.map(({ amountMinor }) => amountMinor);
  const [lowest, highest] = [findLowest(amounts), findHighest(amounts)];
  if (lowest === highest || 2n * lowest <= highest) return 0n;
  if (String(10n * highest).length > width / 4) return 0n;
  const round = 10n ** BigInt(String(highest - lowest).length - 1);
  return ((lowest - 1n) / round) * round;
}

/** Finds the scale, and lowers the base until it is a multiple of the step, so that the amounts at the axis are round. */
function findScaleWithBase(points: readonly Point[], highestBaseMinor: bigint, rows: number) {
  for (let baseMinor = highestBaseMinor; ; ) {
    const scale = findScale(
      points.map(({ amountMinor }) => amountMinor - baseMinor),
      rows,
    );
    if (baseMinor % scale.stepMinor === 0n) return { baseMinor, scale };
    baseMinor -= baseMinor % scale.stepMinor;
  }
}

function findHighest(amounts: readonly bigint[]): bigint {
  return amounts.reduce((most, amount) => (amount > most ? amount : most), amounts[0] ?? 0n);
}

function findLowest(amounts: readonly bigint[]): bigint {
  return amounts.reduce((least, amount) => (amount < least ? amount : least), amounts[0] ?? 0n);
}

/** The width of the axis with a blank. */
const AXIS = 2;

/**
 * Draws one row of all bars. The bar of several days is full to their lowest balance and shaded to their highest.
 * @param row the row's number from the zero line: 1 is the first above it, -1 the first below it
 * @see C-plot-joined
 */
function drawRow({ bars, columns }: Bars, scale: Scale, row: number, pen: Pen): string {
  const isAbove = row > 0;
  const direction = isAbove ? 'rising' : 'hanging';
  const perRow = columns < 1 ? HALVES : EIGHTHS;
  const fillCell = (amountMinor: bigint) => {
    const filled = countParts(isAbove ? amountMinor : -amountMinor, scale, perRow);
    return Math.min(perRow, Math.max(0, filled - perRow * (Math.abs(row) - 1)));
  };
  if (columns < 1) {
    const halves = bars.map(({ lowMinor }) => fillCell(lowMinor));
    const cells = halves.filter((_, place) => place % 2 === 0);
    return cells
      .map((left, place) => pen.pairs?.[direction][3 * left + (halves[2 * place + 1] ?? 0)])
      .join('');
  }
  const cells = bars.map(({ lowMinor, highMinor }) => {
    const [near, far] = isAbove ? [lowMinor, highMinor] : [highMinor, lowMinor];
    const full = fillCell(near);
    return full === 0 && fillCell(far) >= EIGHTHS / 2 ? pen.shade : pen[direction][full];
  });
  return cells.map((cell = ' ') => cell.repeat(columns)).join('');
}

function drawZeroLine({ bars, columns }: Bars, marks: ReadonlySet<number>, pen: Pen): string {
  const length = Math.ceil(bars.length * columns);
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

interface Bar {
  /** The last day of the span. */
  readonly date: string;
  /** The lowest and highest balance in the span. */
  readonly lowMinor: bigint;
  readonly highMinor: bigint;
}

interface Bars {
  readonly span: Span;
  /** The spans, oldest first. */
  readonly bars: readonly Bar[];
  /** The width of each bar in columns; a half if two share a column. */
  readonly columns: number;
}

/** The maximum width of a bar, so that a few days don't fill the plot. */
const WIDEST = 8;

/**
 * Arranges days as bars that fit into a width. If there are more days than columns, two share a column; if there are
 * still too many, or if columns can't be shared, joins them to weeks (from Monday), months or years.
 * @param points one for each day, oldest first
 * @see C-plot-joined
 */
export function arrangeBars(points: readonly Point[], width: number, sharesColumns = false): Bars {
  for (const { span, of } of SPANS) {
    const bars = joinPoints(points, of);
    if (bars.length <= width) return fitBars(span, bars, width);
    if (span === 'day' && sharesColumns && bars.length <= 2 * width) return { span, bars, columns: 1 / 2 };
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

function joinPoints(points: readonly Point[], of: (date: string) => string): Bar[] {
  const bars = new Map<string, Bar>();
  for (const { date, amountMinor } of points) {
    const { lowMinor = amountMinor, highMinor = amountMinor } = bars.get(of(date)) ?? {};
    bars.set(of(date), {
      date,
      lowMinor: findLowest([lowMinor, amountMinor]),
      highMinor: findHighest([highMinor, amountMinor]),
    });
  }
  return [...bars.values()];
}

function fitBars(span: Span, bars: readonly Bar[], width: number): Bars {
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
  const length = Math.ceil(bars.length * columns);
  const lastAt = Math.max(0, length - DATE);
  const marks = new Set([length - 1]);
  const others = Math.floor(lastAt / (DATE + GAP));
  let text = '';
  for (let place = 0; place < others; place += 1) {
    const bar = Math.floor((place * lastAt) / (others * columns));
    const at = Math.floor(bar * columns);
    if (text !== '' && at < text.length + LEAST_GAP) continue;
    text = text.padEnd(at) + bars[bar]?.date;
    marks.add(at);
  }
  return { text: text.padEnd(lastAt) + (bars.at(-1)?.date ?? ''), marks };
}

interface Fillings {
  /** Filled from the bottom. */
  readonly rising: readonly string[];
  /** Filled from the top. */
  readonly hanging: readonly string[];
}

/** The characters of a plot; both directions have nine fillings of a cell from empty to full, in eighths. */
interface Pen extends Fillings {
  /** The fillings of a cell with two bars: empty, half or full at the left, and at the right. Absent: there are none. */
  readonly pairs?: Fillings;
  /** A cell between the lowest and the highest balance of several days. */
  readonly shade: string;
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
  pairs: { rising: [...' ▗▐▖▄▟▌▙█'], hanging: [...' ▝▐▘▀▜▌▛█'] },
  shade: '░',
  axis: '│',
  tick: '┤',
  zero: '─',
  corner: '┼',
  mark: '┬',
};

export const ASCII: Pen = {
  rising: [...' ..:::###'],
  hanging: [..." '':::###"],
  shade: '.',
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
const HALVES = 2;

/**
 * Finds the finest scale that fits all amounts into the rows, with amounts at the axis and at least two rows between
 * them. Zero is always included, so that bars are proportional to amounts.
 * @see C-plot
 */
function findScale(amounts: readonly bigint[], rows: number): Scale {
  const highest = findHighest([0n, ...amounts]);
  const depth = -findLowest([0n, ...amounts]);
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

/** Converts an amount above zero to parts of a row from the zero line, at least one; zero and less have none. */
function countParts(amountMinor: bigint, { stepMinor, rowsPerStep }: Scale, perRow: number): number {
  if (amountMinor <= 0n) return 0;
  const parts = (2n * amountMinor * BigInt(perRow * rowsPerStep) + stepMinor) / (2n * stepMinor);
  return Math.max(1, Number(parts));
}

/**
 * Formats the amounts at the axis, short enough to leave two thirds of the width: in full, in thousands, in millions
 * and so on. `at` formats the amount at a number of steps from zero, negative below it; `unit` is `NOK` or `million
 * NOK`.
 */
function createAmountLabels(
  { stepMinor, up, down }: Scale,
  baseMinor: bigint,
  money: { readonly currency: string; readonly decimals: number },
  width: number,
) {
  const room = Math.max(LEAST_ROOM, Math.floor(width / 3));
  const zeros = countTrailingZeros(stepMinor);
  for (let thousands = 0; ; thousands += 1) {
    const at = (steps: number) =>
      formatAmountLabel(baseMinor + BigInt(steps) * stepMinor, zeros, money.decimals, thousands);
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

function countTrailingZeros(amountMinor: bigint): number {
  return /0*$/.exec(String(amountMinor))?.[0].length ?? 0;
}

/**
 * Formats an amount with the decimals that it needs; amounts in full have all of their decimals or none.
 * @param trailingZeros the zeros at the end of all amounts of the axis in minor units
 */
function formatAmountLabel(
  amountMinor: bigint,
  trailingZeros: number,
  minorUnits: number,
  thousands: number,
): string {
  if (amountMinor === 0n) return '0';
  const places = minorUnits + 3 * thousands;
  const zeros = Math.min(places, trailingZeros);
  const decimals = thousands === 0 && zeros < places ? places : places - zeros;
  const size = amountMinor < 0n ? -amountMinor : amountMinor;
  const digits = String(size / 10n ** BigInt(places - decimals)).padStart(decimals + 1, '0');
  const point = digits.length - decimals;
  const fraction = decimals === 0 ? '' : `.${digits.slice(point)}`;
  return `${amountMinor < 0n ? '-' : ''}${groupDigits(digits.slice(0, point))}${fraction}`;
}
