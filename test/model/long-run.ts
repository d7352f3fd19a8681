import fc from 'fast-check';
import { expect } from 'vitest';
import { numberGiven } from '../support/given.ts';
import { SEED } from '../support/seed.ts';
import { BASKET_STATUSES, Coverage, KINDS_EDGES, PART, REDIRECTS, REFUSALS, SCA_STATES } from './coverage.ts';
import { histories } from './histories/histories.ts';
import { openLaboratory } from './laboratory.ts';
import { tryHistories } from './try-histories.ts';

const HISTORIES = 8000;
const TOLD_EVERY = 5000;
/** What is met least often is met much oftener than once in so many. */
const RAREST = 20_000;

/** Most histories are short, so that many are tried; one in twenty is long. */
const arbitrary = fc.oneof({ weight: 19, arbitrary: histories(2) }, { weight: 1, arbitrary: histories(8) });

/** Random payments name the currency of the account: only a story meets this. */
const OF_A_STORY = 'redirect 400 FORMAT_ERROR';

/**
 * Tries one half of the histories of `npm run test:all`, which has a processor for each. `npm run test:all -- --soak` gives
 * another seed, and how many: PSD2_TEST_SEED, PSD2_MODEL_RUNS.
 */
export async function tryHalf(half: 'one' | 'other'): Promise<void> {
  const runs = Math.ceil((numberGiven('PSD2_MODEL_RUNS') ?? HISTORIES) / 2);
  const seed = half === 'one' ? SEED : SEED + 1;
  const laboratory = await openLaboratory(Date.parse('2027-03-15T09:00:00+01:00'));
  const coverage = new Coverage();
  const started = Date.now();
  const done = (tried: number) => {
    if (tried % TOLD_EVERY === 0)
      tell(`${tried} histories in ${Math.round((Date.now() - started) / 1000)} s`);
  };
  tell(`${runs} histories, the ${half} half, of seed ${SEED}`);
  try {
    await tryHistories({ arbitrary, runs, seed, laboratory, coverage, done });
    tell(`the ${half} half: ${coverage.told()}`);
    const redirects = REDIRECTS.filter((redirect) => redirect !== OF_A_STORY);
    const wanted = [...KINDS_EDGES, ...BASKET_STATUSES, PART, ...REFUSALS, ...redirects, ...SCA_STATES];
    expect(coverage.below(Math.floor(runs / RAREST), wanted)).toEqual([]);
  } finally {
    await laboratory.close();
  }
}

function tell(text: string): void {
  process.stdout.write(`model: ${text}\n`);
}
