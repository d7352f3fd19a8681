import { widest } from '../layout.ts';
import { grouped } from '../shown-values.ts';

/** How amounts become rows, above and below a line at zero. */
export interface Scale {
  /** From one amount that stands at the axis to the next: 1, 2, 2.5 or 5 of a power of ten. */
  readonly stepMinor: bigint;
  readonly rowsPerStep: number;
  /** Steps above zero. */
  readonly up: number;
  /** Steps below zero. */
  readonly down: number;
}

export const EIGHTHS = 8;

/**
 * The finest scale that has all amounts in so many rows, with some amounts at the axis and at least two rows between. Zero is
 * always in it: a bar twice as high is twice as much.
 * @see C-plot
 */
export function scaleFor(amounts: readonly bigint[], rows: number): Scale {
  const highest = amounts.reduce((most, amount) => (amount > most ? amount : most), 0n);
  const depth = amounts.reduce((most, amount) => (-amount > most ? -amount : most), 0n);
  const sides = Number(highest > 0n) + Number(depth > 0n);
  let best: Scale = { stepMinor: 1n, rowsPerStep: 1, up: 0, down: 0 };
  if (sides === 0) return best;
  for (const stepMinor of niceSteps((highest + depth) / BigInt(rows))) {
    const [up, down] = [stepsTo(highest, stepMinor), stepsTo(depth, stepMinor)];
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
/** Fewer amounts at the axis than these and zero are only where there are no more between. */
const LEAST_STEPS = 3;

/** A row of the one is less than a row of the other. */
function isFiner(one: Scale, other: Scale): boolean {
  return one.stepMinor * BigInt(other.rowsPerStep) < other.stepMinor * BigInt(one.rowsPerStep);
}

/** Without end, ascending, from below `least`. */
function* niceSteps(least: bigint): Generator<bigint> {
  for (let power = least < 10n ? 1n : 10n ** BigInt(String(least).length - 1); ; power *= 10n) {
    yield power;
    yield 2n * power;
    if (power > 1n) yield (25n * power) / 10n;
    yield 5n * power;
  }
}

function stepsTo(amount: bigint, step: bigint): number {
  return Number((amount + step - 1n) / step);
}

/** Eighths of a row from the zero line to an amount; what is not zero has one at least. */
export function eighthsOf(amountMinor: bigint, { stepMinor, rowsPerStep }: Scale): number {
  const size = amountMinor < 0n ? -amountMinor : amountMinor;
  if (size === 0n) return 0;
  const eighths = (2n * size * BigInt(EIGHTHS * rowsPerStep) + stepMinor) / (2n * stepMinor);
  return Math.max(1, Number(eighths));
}

/**
 * Writes amounts at the axis, short enough to leave two thirds of the width: in thousands, in millions where they are not.
 * `at` writes the amount at so many steps from zero, below it when negative; `unit` is `NOK` or `million NOK`.
 */
export function amountLabels(
  { stepMinor, up, down }: Scale,
  money: { readonly currency: string; readonly decimals: number },
  width: number,
) {
  const room = Math.max(LEAST_ROOM, Math.floor(width / 3));
  for (let thousands = 0; ; thousands += 1) {
    const at = (steps: number) => labelOf(BigInt(steps) * stepMinor, stepMinor, money.decimals, thousands);
    const widthNow = widest([at(up), at(-down), at(0)]);
    if (widthNow <= (thousands === 0 ? room : LEAST_ROOM))
      return { at, width: widthNow, unit: `${powerOf(thousands)}${money.currency}` };
  }
}

/** `-1 000`, `-12.5`. */
const LEAST_ROOM = 6;
const POWERS = ['', 'thousand ', 'million ', 'billion ', 'trillion '];

function powerOf(thousands: number): string {
  return POWERS[thousands] ?? `10^${3 * thousands} `;
}

/** With as many decimals as the step needs; money that is not counted in thousands has all of its own or none. */
function labelOf(amountMinor: bigint, stepMinor: bigint, minorUnits: number, thousands: number): string {
  if (amountMinor === 0n) return '0';
  const places = minorUnits + 3 * thousands;
  const zeros = Math.min(places, String(stepMinor).length - String(stepMinor).replace(/0+$/, '').length);
  const decimals = thousands === 0 && zeros < places ? places : places - zeros;
  const size = amountMinor < 0n ? -amountMinor : amountMinor;
  const digits = String(size / 10n ** BigInt(places - decimals)).padStart(decimals + 1, '0');
  const point = digits.length - decimals;
  const fraction = decimals === 0 ? '' : `.${digits.slice(point)}`;
  return `${amountMinor < 0n ? '-' : ''}${grouped(digits.slice(0, point))}${fraction}`;
}
