import { describe, expect, it } from 'vitest';
import { ASIDE_PAIRS, outcomeOf, STRING_PAIRS } from '../breaks/pairs.ts';

describe('a fault of the signing string beside each other fault [G3-all-pairs]', () => {
  it.each(STRING_PAIRS)('$first.name is found', ({ first, others }) => {
    expect(outcomeOf(first, others)).toEqual({ lost: [], notHidden: [], refused: [] });
  });
});

describe('any other fault beside each other one [G3-all-pairs]', () => {
  it.each(ASIDE_PAIRS)('$first.name is found', ({ first, others }) => {
    expect(outcomeOf(first, others)).toEqual({ lost: [], notHidden: [], refused: [] });
  });
});
