import fc from 'fast-check';
import type { BalanceCommand } from '../commands/balance.ts';
import { BASKET_FAULTS } from '../commands/baskets.ts';
import type { Act } from '../commands/command.ts';
import { ROLES } from '../model/agreements.ts';
import { BASKET_CALLS } from '../model/baskets.ts';
import { FIRM, KARI, NOBODY, OLA, PLACES } from '../model/facts.ts';
import { ELSEWHERE, PSU_WAYS } from '../model/psu.ts';
import { target } from './targets.ts';
import { be, weigh } from './weigh.ts';
import { rightWish, wrongWish } from './wishes.ts';

/** Single commands about baskets, agreements, and what is behind payments. */

export const basket: fc.Arbitrary<Act> = weigh(
  [
    6,
    fc
      .record({
        of: fc.array(weigh([9, target], [1, be('nobody')]), {
          minLength: 1,
          maxLength: 4,
        }),
        who: fc.constantFrom(undefined, undefined, ...PSU_WAYS),
      })
      .map(({ of, who }): Act => ({ do: 'basket', of, ...(who === undefined ? {} : { by: { psu: who } }) })),
  ],
  [1, fc.constantFrom(...BASKET_FAULTS).map((fault): Act => ({ do: 'basket', of: [], fault }))],
  [
    10,
    fc
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
  ],
);

/** The firm's agreements: most often Kari is engaged for its first account. */
export const agreement: fc.Arbitrary<Act> = weigh(
  [2, fc.constant({ do: 'agreement' as const, way: 'make' as const })],
  [
    5,
    fc.record({
      do: be('agreement'),
      way: be('engage'),
      at: fc.nat(1),
      wanted: fc.record({
        psu: fc.constantFrom(KARI, KARI, KARI, OLA, FIRM, NOBODY),
        account: fc.constantFrom(PLACES.firm, PLACES.firm, PLACES.firm, PLACES.firmOther, PLACES.kari),
        roles: fc.constantFrom(ROLES[0], ...ROLES),
      }),
    }),
  ],
  [
    2,
    fc.record({
      do: be('agreement'),
      way: fc.constantFrom('end' as const, 'disengage' as const),
      at: fc.nat(2),
    }),
  ],
);

/** What the bank has in the account, and what it lets be done with it. */
export const account: fc.Arbitrary<Act> = weigh(
  [
    3,
    fc.record({
      do: be('balance'),
      account: fc.constantFrom(PLACES.kari, PLACES.kari, PLACES.kariCard, PLACES.ola, PLACES.firm),
      by: fc.constantFrom<BalanceCommand['by']>('all', 'half', 1, 500_000, -1, -100_000),
    }),
  ],
  [
    1,
    fc.record({
      do: be('right'),
      way: fc.constantFrom('take', 'give', 'give'),
      account: fc.constantFrom<number | 'nowhere'>(PLACES.kari, PLACES.kariCard, PLACES.ola, 'nowhere'),
    }),
  ],
  [2, fc.record({ do: be('fees'), wish: rightWish })],
  [1, fc.record({ do: be('fees'), wish: wrongWish })],
);
