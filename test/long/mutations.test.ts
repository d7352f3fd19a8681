import { describe, expect, it } from 'vitest';
import { verifyMutations } from '../signing/mutations.ts';
import { numberGiven } from '../support/given.ts';
import { SEED } from '../support/seed.ts';

/** `npm run test:all -- --soak` gives more. */
const MUTATIONS = numberGiven('PSD2_TEST_MUTATIONS') ?? 40_000;
const PARTS = [1, 2, 3, 4];

describe('very many valid requests changed at random [G2-mutations]', () => {
  it.each(PARTS)('are verified soon, whatever they became: part %i', {
    timeout: 3_600_000,
  }, (part) => {
    const count = Math.ceil(MUTATIONS / PARTS.length);
    const verdicts = verifyMutations(count, SEED + part);
    expect([...verdicts.values()].reduce((sum, each) => sum + each, 0)).toBe(count);
    expect(verdicts.size).toBeGreaterThan(22);
  });
});
