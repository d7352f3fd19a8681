import { describe, expect, it } from 'vitest';
import { SEED } from '../support/seed.ts';
import { verifyMutations } from './mutations.ts';

describe('valid requests changed at random [G2-mutations]', () => {
  it('are verified soon, whatever they became', () => {
    // What any one change breaks, hundreds show; test/long/mutations tries very many.
    const verdicts = verifyMutations(300, SEED);
    expect([...verdicts.values()].reduce((sum, count) => sum + count, 0)).toBe(300);
    // The mutations reach far and wide, or they would show little.
    expect(verdicts.size).toBeGreaterThan(15);
  });
});
