import { LEVEL } from './levels.mts';

/**
 * How much of a sweep is tried: `npm test` tries the rows that each catch a mistake of their own, `npm run test:all`
 * (levels.mts, which finds the files that import this one) tries them all.
 */
export const isLong = LEVEL !== 'quick';

/**
 * @param isKept which rows `npm test` tries; the file says why those are enough
 * @throws Error when none is: a suite without tests would catch nothing
 */
export function sweep<Row>(
  rows: readonly Row[],
  isKept: (row: Row, place: number) => boolean,
): readonly Row[] {
  const kept = isLong ? rows : rows.filter(isKept);
  if (kept.length === 0) throw new Error('a sweep that keeps no row');
  return kept;
}

/** Every nth row, the first among them. */
export function oneIn(count: number): (row: unknown, place: number) => boolean {
  return (_, place) => place % count === 0;
}

/**
 * Runs of a property, or rounds of a race: few in `npm test`, a quarter of many in `npm run test:all`, which CI runs
 * on each change, all of them with `--soak`.
 */
export function runs(few: number, many: number): number {
  if (LEVEL === 'soak') return many;
  return isLong ? Math.max(few, Math.ceil(many / 4)) : few;
}
