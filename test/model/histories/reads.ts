import fc from 'fast-check';
import type { Act } from '../commands/command.ts';
import { PLACES } from '../model/facts.ts';
import { ELSEWHERE, PSU_WAYS } from '../model/psu.ts';
import { READS } from '../model/reads.ts';
import { be, weigh } from './weigh.ts';

/** A read at random: mostly of what Kari has, in the session in which her payments are. */
export const read: fc.Arbitrary<Act> = fc
  .tuple(
    fc.constantFrom(...READS),
    weigh(
      [6, fc.constantFrom(PLACES.kari, PLACES.kariOther, PLACES.kariCard)],
      [2, fc.constantFrom(PLACES.ola, PLACES.firm, PLACES.firmOther)],
      [1, be('nobodys')],
    ),
    weigh(
      [5, fc.constant({})],
      [3, fc.record({ psu: fc.constantFrom(...PSU_WAYS) })],
      [1, fc.constantFrom<object>({ tpp: 1 }, { session: 's1' }, { redirectUri: ELSEWHERE })],
    ),
    fc.constantFrom({}, {}, { isUnattended: true as const }),
  )
  .map(([name, account, by, how]) => ({ do: 'read', read: name, account, by, ...how }));
