import { describe, expect, it } from 'vitest';
import { outcomeOf, STRING_PAIRS } from '../breaks/pairs.ts';

describe('a fault of the signing string beside each other fault [G3-all-pairs]', () => {
  it.each(STRING_PAIRS)('$first.name is found', ({ first, others }) => {
    expect(outcomeOf(first, others)).toEqual({ lost: [], notHidden: [], refused: [] });
  });
});
