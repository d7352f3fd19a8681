import { describe, expect, it } from 'vitest';
import { outcomeOf, STRING_PAIRS } from './pairs.ts';

/** `npm run test:long` tries them all. */
const ONE_IN = 5;

describe('a fault of the signing string beside another fault [G3-all-pairs, G3-recovery]', () => {
  it.each(STRING_PAIRS)('$first.name is found beside every fifth other', ({ first, others, place }) => {
    const some = others.filter((_, at) => (at + place) % ONE_IN === 0);
    expect(outcomeOf(first, some)).toEqual({ lost: [], notHidden: [], refused: [] });
  });
});
