import fc from 'fast-check';
import type { BalanceCommand } from '../commands/balance.ts';
import { BASKET_FAULTS } from '../commands/baskets.ts';
import type { Act } from '../commands/command.ts';
import { ROLES } from '../model/agreements.ts';
import { BASKET_CALLS } from '../model/baskets.ts';
import { FIRM, KARI, NOBODY, OLA, PLACES } from '../model/facts.ts';
import { ELSEWHERE, PSU_WAYS } from '../model/psu.ts';
import { target } from './targets.ts';
import { rightWish, wrongWish } from './wishes.ts';

/** Single commands about baskets, agreements, and what is behind payments. */

export const basket: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .record({
        of: fc.array(
          fc.oneof(
            { weight: 9, arbitrary: target },
            { weight: 1, arbitrary: fc.constant('nobody' as const) },
          ),
          {
            minLength: 1,
            maxLength: 4,
          },
        ),
        who: fc.constantFrom(undefined, undefined, ...PSU_WAYS),
      })
      .map(({ of, who }): Act => ({ do: 'basket', of, ...(who === undefined ? {} : { by: { psu: who } }) })),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(...BASKET_FAULTS).map((fault): Act => ({ do: 'basket', of: [], fault })),
  },
  {
    weight: 10,
    arbitrary: fc
      .record({
        call: fc.constantFrom(...BASKET_CALLS, 'start', 'start'),
        at: fc.nat(1),
        who: fc.nat(40),
        from: fc.constantFrom({}, {}, {}, {}, { redirectUri: ELSEWHERE }, { session: 's1' }),
      })
      .map(({ call, at, who, from }): Act => {
        const psu = PSU_WAYS[who];
        return { do: 'basket-call', call, at, by: { ...from, ...(psu === undefined ? {} : { psu }) } };
      }),
  },
);

/** The firm's agreements: most often Kari is engaged for its first account. */
export const agreement: fc.Arbitrary<Act> = fc.oneof(
  { weight: 2, arbitrary: fc.constant({ do: 'agreement' as const, way: 'make' as const }) },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('agreement' as const),
      way: fc.constant('engage' as const),
      at: fc.nat(1),
      wanted: fc.record({
        psu: fc.constantFrom(KARI, KARI, KARI, OLA, FIRM, NOBODY),
        account: fc.constantFrom(PLACES.firm, PLACES.firm, PLACES.firm, PLACES.firmOther, PLACES.kari),
        roles: fc.constantFrom(ROLES[0], ...ROLES),
      }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('agreement' as const),
      way: fc.constantFrom('end' as const, 'disengage' as const),
      at: fc.nat(2),
    }),
  },
);

/** What the bank has in the account, and what it lets be done with it. */
export const account: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('balance' as const),
      account: fc.constantFrom(PLACES.kari, PLACES.kari, PLACES.kariCard, PLACES.ola, PLACES.firm),
      by: fc.constantFrom<BalanceCommand['by']>('all', 'half', 1, 500_000, -1, -100_000),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('right' as const),
      way: fc.constantFrom('take', 'give', 'give'),
      account: fc.constantFrom<number | 'nowhere'>(PLACES.kari, PLACES.kariCard, PLACES.ola, 'nowhere'),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('fees' as const), wish: rightWish }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('fees' as const), wish: wrongWish }) },
);
