import fc from 'fast-check';
import type { Wish } from '../commands/wish.ts';
import { FIRM, NOBODY, OLA, PLACES } from '../model/facts.ts';
import { KINDS, type Kind } from '../model/products.ts';
import { BASKET_STORIES } from './basket-stories.ts';
import { PRODUCT_STORIES } from './product-stories.ts';
import {
  APPROVE,
  advance,
  asks,
  asleepOver,
  BATCH,
  dying,
  type Journey,
  operates,
  plays,
  WAKE,
} from './steps.ts';
import { SEVERAL, STORIES } from './stories.ts';
import { journeysOf, madeAs } from './ways.ts';
import { weigh } from './weigh.ts';

/** Ways to what chance seldom finds. */

/** What may become of a payment that was just made. */
export const OPENINGS: readonly Journey[] = [
  ...(['decline', 'abandon', 'expire', 'fail'] as const).map((act) => [plays(act)]),
  [plays('abandon'), asks('read'), APPROVE],
  [{ ...APPROVE, given: { as: OLA } }],
  [{ ...APPROVE, given: { as: FIRM } }],
  [{ ...plays('decline'), given: { as: NOBODY } }],
  [{ ...APPROVE, given: { context: 'CORPORATE' } }],
  [{ ...plays('abandon'), given: { agreement: 'nobodys' } }],
  [asks('cancel')],
  [asks('cancel'), asks('status')],
  [asks('start'), APPROVE],
  [APPROVE, asks('start-cancellation'), APPROVE],
  [APPROVE, asks('start-cancellation'), plays('expire')],
  [APPROVE, asks('start-cancellation'), asks('start-cancellation'), plays('fail')],
  [APPROVE, operates('reject')],
  [operates('hold'), operates('release'), APPROVE],
  [advance(899), APPROVE],
  [{ do: 'clock', way: 'sleep', to: { seconds: 900 } }, APPROVE],
];

export const PAYERS: readonly Partial<Wish>[] = [
  {},
  {},
  { psu: 'kari' },
  { tpp: 1 },
  { debtor: PLACES.kariCard, creditor: PLACES.kari },
  { amount: 'EUR 0.03', creditor: 'elsewhere' },
  { debtor: PLACES.ola, creditor: PLACES.kariOther, psu: 'ola' },
];

/** The bank dies in a run, or in one of several, and goes on with the next request. */
const dyingOnTheWay: fc.Arbitrary<Journey> = fc
  .tuple(fc.constantFrom(BATCH, WAKE), fc.constantFrom(1, 7), dying(120))
  .map(([asking, runs, die]) => [...SEVERAL, asleepOver(runs), { ...asking, die }]);

/** How many ways there are, of each kind. */
export const WAYS: readonly (readonly [kind: Kind, way: number])[] = KINDS.flatMap((kind) =>
  journeysOf(kind, 0, {}).map((_, way) => [kind, way] as const),
);

/** Ways to a status and on from there, each as often; a payer of their own now and then. */
const wayOn: fc.Arbitrary<Journey> = fc
  .tuple(fc.nat(3), fc.nat(11), fc.constantFrom(...WAYS))
  .map(([nth, payer, [kind, way]]) => journeysOf(kind, nth, PAYERS[payer] ?? {})[way] ?? []);

const opening: fc.Arbitrary<Journey> = fc
  .tuple(
    fc.constantFrom(...KINDS),
    fc.constantFrom(...PAYERS),
    fc.constantFrom('s0', 's0', 's1'),
    fc.constantFrom(...OPENINGS),
  )
  .map(([kind, wish, session, then]) => [madeAs(kind, { ...wish, session }), ...then]);

export const journey: fc.Arbitrary<Journey> = weigh(
  [12, wayOn],
  [4, opening],
  [2, fc.constantFrom(...STORIES)],
  [3, fc.constantFrom(...PRODUCT_STORIES)],
  [4, fc.constantFrom(...BASKET_STORIES)],
  [1, dyingOnTheWay],
);
