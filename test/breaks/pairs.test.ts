import { describe, expect, it } from 'vitest';
import { ASIDE_PAIRS, outcomeOf } from './pairs.ts';

/** Each fault beside some others; `npm run test:all` tries them all (test/long/pairs). */
const ONE_IN = 16;

describe('two faults in one request [G3-all-pairs, G3-all-checks]', () => {
  it.each(ASIDE_PAIRS)('$first.name is found beside some others', ({ first, others, place }) => {
    const some = others.filter((_, at) => (at + place) % ONE_IN === 0);
    expect(outcomeOf(first, some)).toEqual({ lost: [], notHidden: [], refused: [] });
  });
});
