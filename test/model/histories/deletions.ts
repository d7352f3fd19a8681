import fc from 'fast-check';
import type { Act } from '../commands/command.ts';
import type { DeleteCommand, MakeCommand } from '../commands/deleting.ts';
import { FIRM, KARI, OLA, PLACES } from '../model/facts.ts';
import {
  APPROVE,
  asks,
  asksBasket,
  atRun,
  BATCH,
  COMES,
  type Journey,
  made,
  operates,
  pays,
  plays,
  THE_BASKET,
  together,
  WAKE,
} from './steps.ts';
import { be, weigh } from './weigh.ts';

const { firm, kari, kariCard, kariOther, ola } = PLACES;

/** Accounts and customers that go while payments, SCAs and baskets hang on them. @see D8-deleting-customer */

const ACCOUNTS = [kari, kariOther, ola, firm];
const CUSTOMERS = [KARI, OLA, FIRM] as const;

export const deletion: fc.Arbitrary<Act> = weigh(
  [
    4,
    fc.record({
      do: be('delete'),
      what: fc.constantFrom<DeleteCommand['what']>(...ACCOUNTS, kari, kariCard, 'nowhere'),
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
      what: fc.constantFrom<MakeCommand['what']>(...ACCOUNTS, kari, ...CUSTOMERS, KARI),
    }),
  ],
);

function gone(what: DeleteCommand['what'] = kari): Act {
  return { do: 'delete', what };
}

function again(what: MakeCommand['what'] = kari): Act {
  return { do: 'make', what };
}

/** The debtor account is settled at the creation: the PSU has had an SCA. */
const known = (wish: Parameters<typeof made>[0] = {}) => made({ psu: 'kari-id', ...wish });

/** One that is approved, one on its way, one held, one short, one unapproved. */
const SEVERAL: Journey = [
  known(),
  APPROVE,
  operates('settle-late'),
  BATCH,
  known({ amount: '10.00' }),
  APPROVE,
  operates('hold'),
  known({ amount: 'more' }),
  APPROVE,
  BATCH,
  known({ kind: 'bulk', more: [{ amount: '3.00' }] }),
  APPROVE,
  known({ kind: 'periodic' }),
  APPROVE,
  known({ amount: '20.00' }),
];

export const DELETION_STORIES: readonly Journey[] = [
  [...SEVERAL, gone(), BATCH, asks('status'), again(), COMES, known(), APPROVE, BATCH],
  [
    ...SEVERAL,
    gone(KARI),
    asks('status'),
    { do: 'call', call: 'status', at: { nth: -1 }, by: { psu: 'none' } },
    again(KARI),
    again(),
    WAKE,
  ],
  // What is on its way to a number is that of whoever has it then, or of nobody.
  [...pays({ creditor: kariOther }), gone(kariOther), BATCH, again(kariOther)],
  [...pays({ creditor: kariOther }), gone(kariOther), again(kariOther), BATCH, gone(kariOther)],
  // A live basket ends with one of its payments, and the other is free.
  [
    known(),
    made({ debtor: kariOther, psu: 'kari-id', creditor: ola }),
    together(2),
    asksBasket('start'),
    gone(),
    asksBasket('status'),
    asksBasket('delete'),
    asks('start'),
    APPROVE,
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
  [made(), plays('abandon'), gone(), APPROVE, asks('status')],
  [made(), gone(), again(), COMES, APPROVE, BATCH],
  // A cancellation, a card, a run that comes first.
  [known(), APPROVE, asks('start-cancellation'), gone(), asks('read-cancellation'), APPROVE],
  [known({ debtor: kariCard }), APPROVE, gone(kariCard), BATCH, gone(kariCard)],
  [known(), APPROVE, atRun(0), gone(), asks('status')],
  // More SCAs than end at once.
  [{ do: 'burst', tpp: 0 }, gone(KARI), WAKE, again(KARI)],
  [{ do: 'burst', tpp: 0 }, { ...gone(KARI), die: { statement: 60, when: 'after' } }, WAKE],
  [...SEVERAL, { ...gone(), die: { statement: 90, when: 'before' } }, WAKE],
];
