import fc from 'fast-check';
import type { Act } from '../commands/command.ts';
import type { DeleteCommand, MakeCommand } from '../commands/deleting.ts';
import { FIRM, KARI, OLA, PLACES } from '../model/facts.ts';
import {
  asks,
  asksBasket,
  atRun,
  BATCH,
  COMES,
  type Journey,
  made,
  operates,
  plays,
  THE_BASKET,
  together,
  WAKE,
} from './steps.ts';
import { be, weigh } from './weigh.ts';

/** Accounts and customers that go while payments, SCAs and baskets hang on them. @see D8-deleting-customer */

const ACCOUNTS = [PLACES.kari, PLACES.kariOther, PLACES.ola, PLACES.firm];
const CUSTOMERS = [KARI, OLA, FIRM] as const;

export const deletion: fc.Arbitrary<Act> = weigh(
  [
    4,
    fc.record({
      do: be('delete'),
      what: fc.constantFrom<DeleteCommand['what']>(...ACCOUNTS, PLACES.kari, PLACES.kariCard, 'nowhere'),
    }),
  ],
  [
    2,
    fc.record({
      do: be('delete'),
      what: fc.constantFrom<DeleteCommand['what']>(...CUSTOMERS, KARI, 'nobody'),
    }),
  ],
  [
    6,
    fc.record({
      do: be('make'),
      what: fc.constantFrom<MakeCommand['what']>(...ACCOUNTS, PLACES.kari, ...CUSTOMERS, KARI),
    }),
  ],
);

function gone(what: DeleteCommand['what'] = PLACES.kari): Act {
  return { do: 'delete', what };
}

function again(what: MakeCommand['what'] = PLACES.kari): Act {
  return { do: 'make', what };
}

/** The debtor account is settled at the creation: the PSU has had an SCA. */
const known = (wish: Parameters<typeof made>[0] = {}) => made({ psu: 'kari-id', ...wish });

/** One that is approved, one on its way, one held, one short, one unapproved. */
const SEVERAL: Journey = [
  known(),
  plays('approve'),
  operates('settle-late'),
  BATCH,
  known({ amount: '10.00' }),
  plays('approve'),
  operates('hold'),
  known({ amount: 'more' }),
  plays('approve'),
  BATCH,
  known({ kind: 'bulk', more: [{ amount: '3.00' }] }),
  plays('approve'),
  known({ kind: 'periodic' }),
  plays('approve'),
  known({ amount: '20.00' }),
];

export const DELETION_STORIES: readonly Journey[] = [
  [...SEVERAL, gone(), BATCH, asks('status'), again(), COMES, known(), plays('approve'), BATCH],
  [...SEVERAL, gone(KARI), asks('status'), { ...asksNobody(), call: 'status' }, again(KARI), again(), WAKE],
  // What is on its way to a number is that of whoever has it then, or of nobody.
  [
    made({ creditor: PLACES.kariOther }),
    plays('approve'),
    gone(PLACES.kariOther),
    BATCH,
    again(PLACES.kariOther),
  ],
  [
    made({ creditor: PLACES.kariOther }),
    plays('approve'),
    gone(PLACES.kariOther),
    again(PLACES.kariOther),
    BATCH,
    gone(PLACES.kariOther),
  ],
  // A live basket ends with one of its payments, and the other is free.
  [
    known(),
    made({ debtor: PLACES.kariOther, psu: 'kari-id', creditor: PLACES.ola }),
    together(2),
    asksBasket('start'),
    gone(),
    asksBasket('status'),
    asksBasket('delete'),
    asks('start'),
    plays('approve'),
    BATCH,
  ],
  [
    known(),
    known(),
    together(2),
    asksBasket('start'),
    plays('abandon', THE_BASKET),
    gone(KARI),
    asksBasket('read'),
  ],
  // A name alone is looked up when it is approved.
  [made(), plays('abandon'), gone(), plays('approve'), asks('status')],
  [made(), gone(), again(), COMES, plays('approve'), BATCH],
  // A cancellation, a card, a run that comes first.
  [
    known(),
    plays('approve'),
    asks('start-cancellation'),
    gone(),
    asks('read-cancellation'),
    plays('approve'),
  ],
  [known({ debtor: PLACES.kariCard }), plays('approve'), gone(PLACES.kariCard), BATCH, gone(PLACES.kariCard)],
  [known(), plays('approve'), atRun(0), gone(), asks('status')],
  // More SCAs than end at once.
  [{ do: 'burst', tpp: 0 }, gone(KARI), WAKE, again(KARI)],
  [{ do: 'burst', tpp: 0 }, { ...gone(KARI), die: { statement: 60, when: 'after' } }, WAKE],
  [...SEVERAL, { ...gone(), die: { statement: 90, when: 'before' } }, WAKE],
];

function asksNobody() {
  return { do: 'call', call: 'status', at: { nth: -1 }, by: { psu: 'none' } } as const;
}
