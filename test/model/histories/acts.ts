import fc from 'fast-check';
import { type Moment, WRONG_CLOCKS } from '../commands/clock.ts';
import type { Act } from '../commands/command.ts';
import { CALLS } from '../model/calls.ts';
import { FIRM, KARI, NOBODY, OLA } from '../model/facts.ts';
import { PAYMENT_ACTS } from '../model/operator.ts';
import { PLAYS } from '../model/play.ts';
import { KINDS } from '../model/products.ts';
import { ELSEWHERE, PSU_WAYS } from '../model/psu.ts';
import { account, agreement, basket } from './basket-acts.ts';
import { consent } from './consent-stories.ts';
import { deletion } from './deletions.ts';
import { read } from './reads.ts';
import { target } from './targets.ts';
import { be, weigh } from './weigh.ts';
import { rightWish, wrongWish } from './wishes.ts';

/** Single commands, at random. */

const after = fc.constantFrom(0, 0, 1, 60, -1, 600);

const moment: fc.Arbitrary<Moment> = weigh(
  [3, fc.record({ slot: fc.nat(2), after })],
  [2, fc.record({ slotOf: target, nth: fc.nat(4), after })],
  [3, fc.record({ seconds: fc.constantFrom(1, 60, 899, 900, 901, 3599, 3600, 3601, 86_400) })],
  [1, fc.record({ days: fc.integer({ min: 0, max: 5 }) })],
);

/** Before now; and so far on that the runs in between come in several pieces. */
const leap: fc.Arbitrary<Moment> = fc.record({
  seconds: fc.constantFrom(-1, -60, -3600, -86_400, -86_400, -40 * 86_400, 70 * 86_400),
});

const clock: fc.Arbitrary<Act> = weigh(
  [
    9,
    fc.record({
      do: be('clock'),
      way: fc.constantFrom('advance', 'set', 'sleep', 'sleep'),
      to: moment,
    }),
  ],
  [2, fc.record({ do: be('clock'), way: be('set'), to: leap })],
  [
    2,
    fc.record({
      do: be('clock'),
      way: fc.constantFrom('reset', 'show', 'wake'),
    }),
  ],
  [1, fc.record({ do: be('wrong-clock'), what: fc.constantFrom(...WRONG_CLOCKS) })],
);

const creation: fc.Arbitrary<Act> = weigh(
  [4, fc.record({ do: be('create'), wish: rightWish })],
  [4, fc.record({ do: be('create'), wish: wrongWish })],
  [
    2,
    fc.record({
      do: be('repeat'),
      back: fc.nat(3),
      change: fc.constantFrom('nothing', 'nothing', 'message', 'session', 'redirect', 'psu', 'explicit'),
    }),
  ],
);

const call: fc.Arbitrary<Act> = fc
  .tuple(
    fc.constantFrom(...CALLS),
    weigh([9, target], [1, fc.constantFrom('nobody', 'bygone')]),
    weigh(
      [7, fc.constant({})],
      [2, fc.record({ by: fc.record({ psu: fc.constantFrom(...PSU_WAYS) }) })],
      [
        1,
        fc.constantFrom<object>(
          ...[{ by: { tpp: 0 } }, { by: { tpp: 1 } }, { by: { session: 's1' } }],
          ...[{ by: { redirectUri: ELSEWHERE } }, { by: { redirectUri: ELSEWHERE, psu: 'two' } }],
        ),
      ],
      [1, fc.record({ under: fc.constantFrom(...KINDS) })],
      [1, fc.record({ lacks: fc.constantFrom('TPP-Session-ID', 'PSU-IP-Address') })],
    ),
  )
  .map(([name, at, how]) => ({ do: 'call', call: name, at, ...how }));

const play: fc.Arbitrary<Act> = fc
  .tuple(
    fc.constantFrom(...PLAYS, 'approve', 'approve', 'approve'),
    weigh(
      [8, target],
      [4, fc.record({ sca: fc.nat(3) })],
      [2, fc.record({ basket: fc.nat(1) })],
      [1, be('nobody')],
    ),
    weigh(
      [6, fc.constant({})],
      [2, fc.record({ as: fc.constantFrom(KARI, KARI, OLA, FIRM, NOBODY) })],
      [
        1,
        fc.constantFrom<object>(
          { context: 'CORPORATE' },
          { agreement: 'nobodys' },
          { agreement: 0 },
          { as: KARI, agreement: 0 },
          { as: KARI, agreement: 1 },
          { context: 'PRIVATE' },
        ),
      ],
    ),
  )
  .map(([act, at, given]) => ({ do: 'play', act, at, given }));

const operator: fc.Arbitrary<Act> = weigh(
  [
    6,
    fc.record({
      do: be('payment'),
      act: fc.constantFrom(...PAYMENT_ACTS),
      at: weigh([12, target], [1, be('nobody')]),
    }),
  ],
  [3, fc.constant({ do: 'batch' as const })],
  [1, fc.constant({ do: 'batch' as const, isStranger: true })],
);

export const act: fc.Arbitrary<Act> = weigh(
  [55, creation],
  [20, call],
  [12, read],
  [20, basket],
  [8, account],
  [8, agreement],
  [8, consent],
  [15, play],
  [15, operator],
  [20, clock],
  [1, fc.constant({ do: 'initialise' as const })],
  [2, fc.record({ do: be('burst'), tpp: fc.nat(1) })],
  [4, deletion],
);
