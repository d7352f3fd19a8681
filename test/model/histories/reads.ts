import fc from 'fast-check';
import type { Act } from '../commands/command.ts';
import { PLACES } from '../model/facts.ts';
import { ELSEWHERE, PSU_WAYS } from '../model/psu.ts';
import { READS } from '../model/reads.ts';

/** A read at random: mostly of what Kari has, in the session in which her payments are. */
export const read: fc.Arbitrary<Act> = fc
  .tuple(
    fc.constantFrom(...READS),
    fc.oneof(
      { weight: 6, arbitrary: fc.constantFrom(PLACES.kari, PLACES.kariOther, PLACES.kariCard) },
      { weight: 2, arbitrary: fc.constantFrom(PLACES.ola, PLACES.firm, PLACES.firmOther) },
      { weight: 1, arbitrary: fc.constant('nobodys' as const) },
    ),
    fc.oneof(
      { weight: 5, arbitrary: fc.constant({}) },
      { weight: 3, arbitrary: fc.record({ psu: fc.constantFrom(...PSU_WAYS) }) },
      {
        weight: 1,
        arbitrary: fc.constantFrom<object>({ tpp: 1 }, { session: 's1' }, { redirectUri: ELSEWHERE }),
      },
    ),
    fc.constantFrom({}, {}, { isUnattended: true as const }),
  )
  .map(([name, account, by, how]) => ({ do: 'read', read: name, account, by, ...how }));
