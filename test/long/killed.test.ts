import { describe, expect, it } from 'vitest';
import { killRounds } from '../support/kill-rounds.ts';

describe('kill -9 in a loop of creations, 50 times [S1-durable]', () => {
  it('loses no acknowledged payment', async () => {
    expect(await killRounds(50)).toBeGreaterThan(50);
  });
});
