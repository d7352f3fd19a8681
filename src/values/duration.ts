/** Seconds of a week, day, hour, minute and second, in the order in which a duration writes them. */
const SECONDS = [604_800, 86_400, 3_600, 60, 1] as const;

const SHORT = /^(?:([0-9]+)w)?(?:([0-9]+)d)?(?:([0-9]+)h)?(?:([0-9]+)m)?(?:([0-9]+)s)?$/;
/** Without years and months, which have no length of their own. */
const ISO_8601 = /^P(?:([0-9]+)W)?(?:([0-9]+)D)?(?:T(?=[0-9])(?:([0-9]+)H)?(?:([0-9]+)M)?(?:([0-9]+)S)?)?$/;

/**
 * Reads a duration: `90` or `90s`, `15m`, `2h`, `3d`, `1w`, together as in `1d12h`, or by ISO 8601 as `PT15M` and
 * `P3D`. A day is always 24 hours.
 * @returns whole seconds, zero too, or undefined when the text is none or the sum is beyond exact numbers.
 * @see cli.md (sandbox clock advance)
 */
export function parseDuration(text: string): number | undefined {
  const written = /^[0-9]+$/.test(text) ? `${text}s` : text;
  const counts = (SHORT.exec(written) ?? ISO_8601.exec(written))?.slice(1);
  if (counts === undefined || counts.every((count) => count === undefined)) return undefined;
  const seconds = SECONDS.reduce((sum, unit, index) => sum + unit * Number(counts[index] ?? 0), 0);
  return Number.isSafeInteger(seconds) ? seconds : undefined;
}
