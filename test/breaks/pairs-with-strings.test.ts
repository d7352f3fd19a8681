import { describe, expect, it } from 'vitest';
import { isSearched, outcomeOf, SHOWN } from './pairs.ts';

const STRINGS = SHOWN.filter(isSearched);

describe('a fault of the signing string beside another fault [G3-all-pairs, G3-recovery]', () => {
  it.each(STRINGS)('$name is found beside every other', (first) => {
    const others = SHOWN.filter((one) => !isSearched(one) || STRINGS.indexOf(one) > STRINGS.indexOf(first));
    const outcome = outcomeOf(first, others);
    expect(outcome).toEqual({ lost: [], notHidden: [], refused: [] });
  });
});
