/** Seconds of a week, day, hour, minute and second, in the order of a duration's units. */
const SECONDS = [604_800, 86_400, 3_600, 60, 1] as const;

const SHORT = /^(?:([0-9]+)w)?(?:([0-9]+)d)?(?:([0-9]+)h)?(?:([0-9]+)m)?(?:([0-9]+)s)?$/;
/** Excludes years and months, which have no fixed length. */
const ISO_8601 = /^P(?:([0-9]+)W)?(?:([0-9]+)D)?(?:T(?=[0-9])(?:([0-9]+)H)?(?:([0-9]+)M)?(?:([0-9]+)S)?)?$/;

/**
 * Parses a duration: `90` or `90s`, `15m`, `2h`, `3d`, `1w`, combined as in `1d12h`, or by ISO 8601 as `PT15M` and
 * `P3D`. A day is always 24 hours.
 * @returns whole seconds, zero too, or undefined when the text is none or the sum is beyond exact numbers.
 * @see C-clock-duration
 */
export function parseDuration(text: string): number | undefined {
  const written = /^[0-9]+$/.test(text) ? `${text}s` : text;
  const counts = (SHORT.exec(written) ?? ISO_8601.exec(written))?.slice(1);
  if (counts === undefined || counts.every((count) => count === undefined)) return undefined;
  const seconds = SECONDS.reduce((sum, unit, index) => sum + unit * Number(counts[index] ?? 0), 0);
  return Number.isSafeInteger(seconds) ? seconds : undefined;
}

/** The units of formatted durations, the largest first. */
const UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const;

/**
 * Formats seconds as text, `3 days 2 hours`: in two units, with `about` if that is rounded.
 * @see C-shown-durations
 */
export function formatDuration(seconds: number): string {
  const first = UNITS.findIndex(([, length]) => seconds >= length);
  if (first === -1) return 'no time';
  const [large = UNITS[3], small] = UNITS.slice(first, first + 2);
  const least = small?.[1] ?? 1;
  const rounded = Math.round(seconds / least) * least;
  // 59 minutes 59.6 seconds are an hour: rounding may lead to a larger unit.
  if (rounded >= (UNITS[first - 1]?.[1] ?? Number.POSITIVE_INFINITY))
    return formatApproximately(formatDuration(rounded));
  const parts = [formatCount(Math.floor(rounded / large[1]), large[0])];
  const rest = (rounded % large[1]) / least;
  if (small !== undefined && rest > 0) parts.push(formatCount(rest, small[0]));
  const text = parts.join(' ');
  return rounded === seconds ? text : formatApproximately(text);
}

function formatApproximately(text: string): string {
  return `about ${text}`;
}

/** Formats a count with its noun: `1 day`, `2 days`. */
export function formatCount(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}
