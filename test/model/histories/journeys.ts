import fc from 'fast-check';
import type { Wish } from '../commands/creation.ts';
import { FIRM, NOBODY, OLA, PLACES } from '../model/facts.ts';
import {
  advance,
  asks,
  asleepOver,
  atRun,
  BATCH,
  dying,
  type Journey,
  made,
  operates,
  plays,
  SHOW,
} from './steps.ts';
import { SEVERAL, STORIES } from './stories.ts';

/** Ways to what chance seldom finds: a status to rest in, and what may happen from there. */

/** Each leaves the last payment at rest in a status. */
function waysTo(nth: number, wish: Partial<Wish>): readonly Journey[] {
  const short: Partial<Wish> = { ...wish, amount: 'more', date: 'tomorrow' };
  const tomorrow: Partial<Wish> = { ...wish, date: 'tomorrow' };
  return [
    // ACTC
    [made(tomorrow), plays('approve')],
    // ACWC
    [made({ ...wish, date: 'weekend' }), plays('approve')],
    [made({ ...wish, date: 'closed' }), plays('approve')],
    [made({ ...wish, date: 'tomorrow', isExplicit: true }), atRun(4, 600), asks('start'), plays('approve')],
    [made(tomorrow), plays('approve'), operates('hold'), atRun(4), operates('release')],
    // ACCP
    [made(short), plays('approve'), atRun(nth)],
    [made(short), plays('approve'), atRun(nth, 0, 'set')],
    [made(short), plays('approve'), operates('hold'), atRun(nth), operates('release')],
    // PDNG
    [made(tomorrow), operates('hold'), plays('approve')],
    [made(tomorrow), plays('approve'), operates('hold')],
    // ACSP
    [made(tomorrow), plays('approve'), operates('hold'), atRun(nth), operates('release')],
    [made(tomorrow), plays('approve'), operates('hold'), atRun(nth), operates('release')],
    [made(tomorrow), plays('approve'), operates('hold'), atRun(nth, 1), operates('release')],
    [made(tomorrow), operates('hold'), plays('approve'), atRun(nth, 0, 'set'), operates('release')],
    // ACWP
    [made(tomorrow), plays('approve'), operates('settle-late'), atRun(nth)],
    [made(wish), operates('settle-late'), plays('approve'), BATCH],
  ];
}

const WAYS = waysTo(0, {}).length;

const ENDINGS: readonly Journey[] = [
  [asks('start-cancellation'), plays('approve')],
  [asks('start-cancellation'), plays('approve')],
  [asks('start-cancellation'), plays('approve')],
  [asks('start-cancellation'), plays('approve')],
  [asks('cancel'), asks('start-cancellation'), plays('decline')],
  [asks('start-cancellation'), atRun(4), plays('approve')],
  [asks('start-cancellation'), advance(900)],
  [asks('start-cancellation'), BATCH, plays('approve')],
  [asks('start-cancellation'), operates('reject'), plays('approve')],
  [operates('hold')],
  [operates('hold'), asks('cancel')],
  [operates('hold'), operates('release')],
  [operates('reject')],
  [operates('reject')],
  [operates('reject')],
  [operates('release')],
  [operates('settle')],
  [operates('settle-late'), atRun(4, 0)],
  [operates('settle-late'), BATCH, operates('settle')],
  [BATCH],
  [atRun(4, 0), SHOW],
];

/** What may become of a payment that was just made. */
const OPENINGS: readonly Journey[] = [
  ...(['decline', 'abandon', 'expire', 'fail'] as const).map((act) => [plays(act)]),
  [plays('abandon'), plays('approve')],
  [{ ...plays('approve'), given: { as: OLA } }],
  [{ ...plays('approve'), given: { as: FIRM } }],
  [{ ...plays('decline'), given: { as: NOBODY } }],
  [{ ...plays('approve'), given: { context: 'CORPORATE' } }],
  [{ ...plays('abandon'), given: { agreement: true } }],
  [asks('cancel')],
  [asks('start'), plays('approve')],
  [plays('approve'), asks('start-cancellation'), plays('approve')],
  [plays('approve'), asks('start-cancellation'), plays('expire')],
  [plays('approve'), asks('start-cancellation'), asks('start-cancellation'), plays('fail')],
  [plays('approve'), operates('reject')],
  [operates('hold'), operates('release'), plays('approve')],
  [advance(899), plays('approve')],
  [{ do: 'clock', way: 'sleep', to: { seconds: 900 } }, plays('approve')],
];

const PAYERS: readonly Partial<Wish>[] = [
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
  .tuple(fc.constantFrom(BATCH, SHOW), fc.constantFrom(1, 7), dying(120))
  .map(([asking, runs, die]) => [...SEVERAL, asleepOver(runs), { ...asking, die }]);

/** A way to a status, and what happens then. */
export const journey: fc.Arbitrary<Journey> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .tuple(fc.nat(3), fc.constantFrom(...PAYERS), fc.nat(WAYS - 1), fc.constantFrom(...ENDINGS))
      .map(([nth, wish, way, ending]) => [...(waysTo(nth, wish)[way] ?? []), ...ending]),
  },
  {
    weight: 4,
    arbitrary: fc
      .tuple(fc.constantFrom(...PAYERS), fc.constantFrom('s0', 's0', 's1'), fc.constantFrom(...OPENINGS))
      .map(([wish, session, opening]) => [made({ ...wish, session }), ...opening]),
  },
  { weight: 2, arbitrary: fc.constantFrom(...STORIES) },
  { weight: 1, arbitrary: dyingOnTheWay },
);
