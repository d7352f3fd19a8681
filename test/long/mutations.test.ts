import { describe, expect, it } from 'vitest';
import { verifyMutations } from '../signing/mutations.ts';

describe('100,000 valid requests changed at random [G2-mutations]', () => {
  it.each([2, 3, 4, 5])('are verified soon, whatever they became: from seed %i', (seed) => {
    const verdicts = verifyMutations(25_000, seed);
    expect([...verdicts.values()].reduce((sum, count) => sum + count, 0)).toBe(25_000);
    expect(verdicts.size).toBeGreaterThan(25);
  });
});
