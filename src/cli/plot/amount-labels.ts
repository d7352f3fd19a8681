import { widest } from '../layout.ts';
import { grouped } from '../shown-values.ts';
import type { Scale } from './scale.ts';

export interface AmountLabels {
  /** What stands at so many steps from zero, below it when negative. */
  readonly at: (steps: number) => string;
  readonly width: number;
  /** What the amounts are counted in: `NOK`, `million NOK`. */
  readonly unit: string;
}

/** Amounts at the axis, short enough to leave two thirds of the width: in thousands, in millions where they are not. */
export function amountLabels(
  { stepMinor, up, down }: Scale,
  money: { readonly currency: string; readonly decimals: number },
  width: number,
): AmountLabels {
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
