import { randomInt } from 'node:crypto';
import fc from 'fast-check';
import { expect } from 'vitest';
import { BASKET_STATUSES, Coverage, KINDS_EDGES, PART, REDIRECTS, REFUSALS, SCA_STATES } from './coverage.ts';
import { numberGiven } from './given.ts';
import { histories } from './histories/histories.ts';
import { openLaboratory } from './laboratory.ts';
import { tryHistories } from './try-histories.ts';

const RUNS = 100_000;
const TOLD_EVERY = 10_000;

/** Most histories are short, so that many are tried; one in twenty is long. */
const arbitrary = fc.oneof({ weight: 19, arbitrary: histories(2) }, { weight: 1, arbitrary: histories(8) });

/**
 * One half of the 100,000 histories of `npm run test:long`, which has a processor for each, drawn from a seed that is
 * printed. PSD2_MODEL_SEED and PSD2_MODEL_RUNS are taken here too.
 */
export async function tryHalf(): Promise<void> {
  const runs = (numberGiven('PSD2_MODEL_RUNS') ?? RUNS) / 2;
  const seed = numberGiven('PSD2_MODEL_SEED') ?? randomInt(2 ** 31);
  const laboratory = await openLaboratory(Date.parse('2027-03-15T09:00:00+01:00'));
  const coverage = new Coverage();
  tell(`${runs} histories of seed ${seed}`);
  const started = Date.now();
  const done = (tried: number) => {
    if (tried % TOLD_EVERY === 0)
      tell(`${tried} histories in ${Math.round((Date.now() - started) / 1000)} s`);
  };
  try {
    await tryHistories({ arbitrary, runs, seed, laboratory, coverage, done });
    const wanted = [...KINDS_EDGES, ...BASKET_STATUSES, PART, ...REFUSALS, ...REDIRECTS, ...SCA_STATES];
    expect(coverage.below(runs / 5000, wanted)).toEqual([]);
  } finally {
    await laboratory.close();
  }
}

function tell(text: string): void {
  process.stdout.write(`${text}\n`);
}
