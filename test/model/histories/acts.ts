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
import { rightWish, wrongWish } from './wishes.ts';

/** Single commands, at random. */

const after = fc.constantFrom(0, 0, 1, 60, -1, 600);

const moment: fc.Arbitrary<Moment> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ slot: fc.nat(2), after }) },
  { weight: 2, arbitrary: fc.record({ slotOf: target, nth: fc.nat(4), after }) },
  {
    weight: 3,
    arbitrary: fc.record({ seconds: fc.constantFrom(1, 60, 899, 900, 901, 3599, 3600, 3601, 86_400) }),
  },
  { weight: 1, arbitrary: fc.record({ days: fc.integer({ min: 0, max: 5 }) }) },
);

/** Before now; and so far on that the runs in between come in several pieces. */
const leap: fc.Arbitrary<Moment> = fc.record({
  seconds: fc.constantFrom(-1, -60, -3600, -86_400, -86_400, -40 * 86_400, 70 * 86_400),
});

const clock: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 9,
    arbitrary: fc.record({
      do: fc.constant('clock' as const),
      way: fc.constantFrom('advance', 'set', 'sleep', 'sleep'),
      to: moment,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('clock' as const), way: fc.constant('set' as const), to: leap }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('clock' as const),
      way: fc.constantFrom('reset', 'show', 'wake'),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('wrong-clock' as const), what: fc.constantFrom(...WRONG_CLOCKS) }),
  },
);

const creation: fc.Arbitrary<Act> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('create' as const), wish: rightWish }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('create' as const), wish: wrongWish }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('repeat' as const),
      back: fc.nat(3),
      change: fc.constantFrom('nothing', 'nothing', 'message', 'session', 'redirect', 'psu', 'explicit'),
    }),
  },
);

const call: fc.Arbitrary<Act> = fc
  .tuple(
    fc.constantFrom(...CALLS),
    fc.oneof({ weight: 9, arbitrary: target }, { weight: 1, arbitrary: fc.constantFrom('nobody', 'bygone') }),
    fc.oneof(
      { weight: 7, arbitrary: fc.constant({}) },
      { weight: 2, arbitrary: fc.record({ by: fc.record({ psu: fc.constantFrom(...PSU_WAYS) }) }) },
      {
        weight: 1,
        arbitrary: fc.constantFrom<object>(
          ...[{ by: { tpp: 0 } }, { by: { tpp: 1 } }, { by: { session: 's1' } }],
          ...[{ by: { redirectUri: ELSEWHERE } }, { by: { redirectUri: ELSEWHERE, psu: 'two' } }],
        ),
      },
      { weight: 1, arbitrary: fc.record({ under: fc.constantFrom(...KINDS) }) },
      {
        weight: 1,
        arbitrary: fc.record({ lacks: fc.constantFrom('TPP-Session-ID', 'PSU-IP-Address') }),
      },
    ),
  )
  .map(([name, at, how]) => ({ do: 'call', call: name, at, ...how }));

const play: fc.Arbitrary<Act> = fc
  .tuple(
    fc.constantFrom(...PLAYS, 'approve', 'approve', 'approve'),
    fc.oneof(
      { weight: 8, arbitrary: target },
      { weight: 4, arbitrary: fc.record({ sca: fc.nat(3) }) },
      { weight: 2, arbitrary: fc.record({ basket: fc.nat(1) }) },
      { weight: 1, arbitrary: fc.constant('nobody' as const) },
    ),
    fc.oneof(
      { weight: 6, arbitrary: fc.constant({}) },
      { weight: 2, arbitrary: fc.record({ as: fc.constantFrom(KARI, KARI, OLA, FIRM, NOBODY) }) },
      {
        weight: 1,
        arbitrary: fc.constantFrom<object>(
          { context: 'CORPORATE' },
          { agreement: 'nobodys' },
          { agreement: 0 },
          { as: KARI, agreement: 0 },
          { as: KARI, agreement: 1 },
          { context: 'PRIVATE' },
        ),
      },
    ),
  )
  .map(([act, at, given]) => ({ do: 'play', act, at, given }));

const operator: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('payment' as const),
      act: fc.constantFrom(...PAYMENT_ACTS),
      at: fc.oneof(
        { weight: 12, arbitrary: target },
        { weight: 1, arbitrary: fc.constant('nobody' as const) },
      ),
    }),
  },
  { weight: 3, arbitrary: fc.constant({ do: 'batch' as const }) },
  { weight: 1, arbitrary: fc.constant({ do: 'batch' as const, isStranger: true }) },
);

export const act: fc.Arbitrary<Act> = fc.oneof(
  { weight: 55, arbitrary: creation },
  { weight: 20, arbitrary: call },
  { weight: 12, arbitrary: read },
  { weight: 20, arbitrary: basket },
  { weight: 8, arbitrary: account },
  { weight: 8, arbitrary: agreement },
  { weight: 8, arbitrary: consent },
  { weight: 15, arbitrary: play },
  { weight: 15, arbitrary: operator },
  { weight: 20, arbitrary: clock },
  { weight: 1, arbitrary: fc.constant({ do: 'initialise' as const }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('burst' as const), tpp: fc.nat(1) }) },
  { weight: 4, arbitrary: deletion },
);
