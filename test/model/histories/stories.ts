import { KARI, PLACES } from '../model/facts.ts';
import { ELSEWHERE } from '../model/psu.ts';
import {
  AGAIN,
  APPROVE,
  advance,
  asks,
  asleepOver,
  atRun,
  BATCH,
  BEFORE_IT,
  type Journey,
  made,
  operates,
  pays,
  plays,
  WAKE,
} from './steps.ts';

const { kari, kariOther, ola } = PLACES;

/** Payments that one run takes in this order: one that is paid, one that is short, and one of another day. */
export const SEVERAL: Journey = [
  ...pays({ amount: 'half' }),
  ...pays({ amount: 'more' }),
  ...pays({ date: 'tomorrow' }),
];

/** What needs more than one payment, or none. */
export const STORIES: readonly Journey[] = [
  // An exempted payment, and one that comes an hour and a second too late.
  [
    ...pays({ psu: 'kari' }),
    made({ psu: 'kari', creditor: kariOther, amount: '500.00' }),
    made({ psu: 'kari', creditor: kariOther, isExplicit: true, rejectsNoFunds: true }),
    advance(3600),
    asks('start'),
    advance(1),
    made({ psu: 'kari', creditor: kariOther }),
  ],
  // Another session, and the first is dead.
  [
    ...pays({ psu: 'kari' }),
    ...pays({ psu: 'kari', session: 's1' }),
    made({ psu: 'kari', creditor: kariOther }),
    made({ psu: 'kari', session: 's1', creditor: kariOther }),
  ],
  // What was begun in a session that is dead approves its payment and revives nothing.
  [
    ...pays({ psu: 'kari' }),
    made({ psu: 'kari' }),
    ...pays({ psu: 'kari', session: 's1' }),
    plays('approve', BEFORE_IT),
    made({ psu: 'kari', creditor: kariOther }),
    made({ psu: 'kari', session: 's1', creditor: kariOther }),
    ...pays({ psu: 'kari' }),
    made({ psu: 'kari', creditor: kariOther }),
  ],
  // A 401 from elsewhere, and from where it came first.
  [
    made({ psu: 'unknown-number' }),
    made({ psu: 'unknown-number', redirectUri: ELSEWHERE }),
    made({ psu: 'unknown-number', session: 's1' }),
    made({ psu: 'unknown-number' }),
    { do: 'call', call: 'status', at: 'nobody', by: { psu: 'two', redirectUri: ELSEWHERE } },
  ],
  // The same request a second before a day has gone by, and when it has.
  [made(), advance(86_399), AGAIN, advance(1), AGAIN],
  // Approved for a day whose runs are done, after the clock went back.
  [{ do: 'clock', way: 'set', to: { seconds: -86_400 } }, ...pays({ date: 'today' }), asleepOver(6), WAKE],
  // The clock goes back over a run: what is approved then waits for the one after it.
  [
    ...pays(),
    asleepOver(1),
    WAKE,
    { do: 'clock', way: 'set', to: { seconds: -600 } },
    ...pays(),
    asleepOver(1),
    asks('status'),
    asleepOver(1),
    WAKE,
  ],
  // What is reserved can't be paid with.
  [
    ...pays({ amount: 'all', date: 'tomorrow' }),
    operates('hold'),
    atRun(0),
    operates('release'),
    made({ rejectsNoFunds: true }),
  ],
  // On its new day a payment is the double of others.
  [
    made({ date: 'tomorrow', isExplicit: true }),
    atRun(4, 600),
    asks('start'),
    APPROVE,
    made({ refusesDuplicate: true }),
  ],
  [
    ...pays({ date: 'tomorrow' }),
    operates('hold'),
    atRun(4, 600),
    operates('release'),
    made({ refusesDuplicate: true }),
  ],
  // The money is gone when the PSU approves.
  [
    made({ amount: 'half', rejectsNoFunds: true }),
    ...pays({ amount: 'all' }),
    BATCH,
    plays('approve', BEFORE_IT),
  ],
  // Short, until money comes.
  [
    ...pays({ debtor: ola, creditor: kari, amount: 'more', date: 'tomorrow' }),
    atRun(0),
    ...pays({ creditor: ola, amount: '30000.00' }),
    BATCH,
    BATCH,
  ],
  // Settled late, and short by then.
  [
    ...pays({ amount: 'half' }),
    operates('settle-late'),
    BATCH,
    ...pays({ amount: 'all' }),
    BATCH,
    { do: 'payment', act: 'settle', at: BEFORE_IT },
  ],
  // A session by an SCA that approves nothing else.
  [
    made({ psu: 'unknown-number' }),
    { do: 'play', act: 'approve', at: { sca: 0 }, given: { as: KARI } },
    made({ psu: 'kari', creditor: kariOther }),
  ],
  // Nobody starts its authorisation.
  [made({ isExplicit: true }), atRun(4, 9 * 3600), WAKE],
  // Runs of several days at once.
  [...SEVERAL, asleepOver(7), WAKE],
];
