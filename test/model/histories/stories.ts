import { KARI, PLACES } from '../model/facts.ts';
import { ELSEWHERE } from '../model/psu.ts';
import {
  AGAIN,
  advance,
  asks,
  asleepOver,
  atRun,
  BATCH,
  BEFORE_IT,
  type Journey,
  made,
  operates,
  plays,
  WAKE,
} from './steps.ts';

/** Payments that one run takes in this order: one that is paid, one that is short, and one of another day. */
export const SEVERAL: Journey = [
  made({ amount: 'half' }),
  plays('approve'),
  made({ amount: 'more' }),
  plays('approve'),
  made({ date: 'tomorrow' }),
  plays('approve'),
];

/** What needs more than one payment, or none. */
export const STORIES: readonly Journey[] = [
  // An exempted payment, and one that comes an hour and a second too late.
  [
    made({ psu: 'kari' }),
    plays('approve'),
    made({ psu: 'kari', creditor: PLACES.kariOther, amount: '500.00' }),
    made({ psu: 'kari', creditor: PLACES.kariOther, isExplicit: true, rejectsNoFunds: true }),
    advance(3600),
    asks('start'),
    advance(1),
    made({ psu: 'kari', creditor: PLACES.kariOther }),
  ],
  // Another session, and the first is dead.
  [
    made({ psu: 'kari' }),
    plays('approve'),
    made({ psu: 'kari', session: 's1' }),
    plays('approve'),
    made({ psu: 'kari', creditor: PLACES.kariOther }),
    made({ psu: 'kari', session: 's1', creditor: PLACES.kariOther }),
  ],
  // What was begun in a session that is dead approves its payment and revives nothing.
  [
    made({ psu: 'kari' }),
    plays('approve'),
    made({ psu: 'kari' }),
    made({ psu: 'kari', session: 's1' }),
    plays('approve'),
    plays('approve', BEFORE_IT),
    made({ psu: 'kari', creditor: PLACES.kariOther }),
    made({ psu: 'kari', session: 's1', creditor: PLACES.kariOther }),
    made({ psu: 'kari' }),
    plays('approve'),
    made({ psu: 'kari', creditor: PLACES.kariOther }),
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
  [
    { do: 'clock', way: 'set', to: { seconds: -86_400 } },
    made({ date: 'today' }),
    plays('approve'),
    asleepOver(6),
    WAKE,
  ],
  // The clock goes back over a run: what is approved then waits for the one after it.
  [
    made(),
    plays('approve'),
    asleepOver(1),
    WAKE,
    { do: 'clock', way: 'set', to: { seconds: -600 } },
    made(),
    plays('approve'),
    asleepOver(1),
    asks('status'),
    asleepOver(1),
    WAKE,
  ],
  // What is reserved can't be paid with.
  [
    made({ amount: 'all', date: 'tomorrow' }),
    plays('approve'),
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
    plays('approve'),
    made({ refusesDuplicate: true }),
  ],
  [
    made({ date: 'tomorrow' }),
    plays('approve'),
    operates('hold'),
    atRun(4, 600),
    operates('release'),
    made({ refusesDuplicate: true }),
  ],
  // The money is gone when the PSU approves.
  [
    made({ amount: 'half', rejectsNoFunds: true }),
    made({ amount: 'all' }),
    plays('approve'),
    BATCH,
    plays('approve', BEFORE_IT),
  ],
  // Short, until money comes.
  [
    made({ debtor: PLACES.ola, creditor: PLACES.kari, amount: 'more', date: 'tomorrow' }),
    plays('approve'),
    atRun(0),
    made({ creditor: PLACES.ola, amount: '30000.00' }),
    plays('approve'),
    BATCH,
    BATCH,
  ],
  // Settled late, and short by then.
  [
    made({ amount: 'half' }),
    plays('approve'),
    operates('settle-late'),
    BATCH,
    made({ amount: 'all' }),
    plays('approve'),
    BATCH,
    { do: 'payment', act: 'settle', at: BEFORE_IT },
  ],
  // A session by an SCA that approves nothing else.
  [
    made({ psu: 'unknown-number' }),
    { do: 'play', act: 'approve', at: { sca: 0 }, given: { as: KARI } },
    made({ psu: 'kari', creditor: PLACES.kariOther }),
  ],
  // Nobody starts its authorisation.
  [made({ isExplicit: true }), atRun(4, 9 * 3600), WAKE],
  // Runs of several days at once.
  [...SEVERAL, asleepOver(7), WAKE],
];
