import { describe, expect, it } from 'vitest';
import { harmRound } from '../support/harm-round.ts';
import { HARMS } from '../support/harms.ts';

/** Somebody who empties the log in the middle of a commit is not seen: what is written next fills it up again. */
const SEEN = HARMS.filter(({ name }) => name !== 'truncate of its log');
const ROUNDS = 5;

describe('a process whose store somebody else changes, at any moment [S1-files-changed]', () => {
  it.each(SEEN)('acknowledges no payment after $name', async (harm) => {
    for (let round = 0; round < ROUNDS; round++) {
      await harmRound(harm, 4 + Math.floor(Math.random() * 40));
    }
    expect(SEEN.length).toBe(HARMS.length - 1);
  });
});
