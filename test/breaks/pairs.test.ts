import { describe, expect, it } from 'vitest';
import { isSearched, outcomeOf, SHOWN } from './pairs.ts';

const ASIDE = SHOWN.filter((one) => !isSearched(one));

describe('two faults in one request [G3-all-pairs, G3-all-checks]', () => {
  it.each(ASIDE)('$name is found beside every other', (first) => {
    const outcome = outcomeOf(first, ASIDE.slice(ASIDE.indexOf(first) + 1));
    expect(outcome).toEqual({ lost: [], notHidden: [], refused: [] });
  });
});
