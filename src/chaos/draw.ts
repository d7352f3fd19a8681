import { hash } from 'node:crypto';

const BYTES = 6;

/**
 * A number from 0 to below 1 that follows from the seed and the names alone: what strikes the nth call of an operation
 * is the same in whatever order calls come.
 * @see C-serve-chaos-seed
 */
export function drawn(seed: string, ...names: readonly (string | number)[]): number {
  const digits = hash('sha256', JSON.stringify([seed, ...names]), 'hex').slice(0, 2 * BYTES);
  return Number.parseInt(digits, 16) / 2 ** (8 * BYTES);
}

/** One of several, as often as its weight says. */
export function drawnOf<Name extends string>(
  at: number,
  weights: Readonly<Partial<Record<Name, number>>>,
): Name {
  const rows = Object.entries(weights) as [Name, number][];
  const all = rows.reduce((sum, [, weight]) => sum + weight, 0);
  let rest = at * all;
  for (const [name, weight] of rows) {
    rest -= weight;
    if (rest < 0) return name;
  }
  throw new Error('nothing to draw from');
}
