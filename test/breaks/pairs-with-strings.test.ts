import { describe, expect, it } from 'vitest';
import { outcomeOf, STRING_PAIRS } from './pairs.ts';

/** Each fault beside some others; `npm run test:all` tries them all (test/long/pairs). */
const ONE_IN = 24;

describe('a fault of the signing string beside another fault [G3-all-pairs, G3-recovery]', () => {
  it.each(STRING_PAIRS)('$first.name is found beside some others', ({ first, others, place }) => {
    const some = others.filter((_, at) => (at + place) % ONE_IN === 0);
    expect(outcomeOf(first, some)).toEqual({ lost: [], notHidden: [], refused: [] });
  });
});
