import type { Act } from '../commands/command.ts';
import { PLACES } from '../model/facts.ts';
import { ELSEWHERE } from '../model/psu.ts';
import {
  APPROVE,
  advance,
  asks,
  asksBasket,
  atRun,
  BATCH,
  GONE,
  type Journey,
  made,
  operates,
  pays,
  plays,
  THE_BASKET,
  together,
  WAKE,
} from './steps.ts';
import { madeAs } from './ways.ts';

const { kari, kariOther, ola } = PLACES;
const OK = plays('approve', THE_BASKET);
const START = asksBasket('start');
const FROM_ELSEWHERE: Act = { do: 'basket-call', call: 'start', at: 0, by: { redirectUri: ELSEWHERE } };
const LOOK = [asksBasket('read'), asksBasket('status'), asksBasket('read-sca')] as const;

/** One of each kind that a basket takes. */
const THREE: Journey = [
  madeAs('instant', { isExplicit: true }),
  madeAs('cross-border', { amount: 'half' }),
  made({ date: 'tomorrow' }),
];

const TWO: Journey = [made({ isExplicit: true, text: 'first' }), made({ text: 'second' })];
/** Of which the PSU is known from the start. */
const KARIS: Journey = [made({ psu: 'kari' }), made({ psu: 'kari', text: 'second' })];
/** To an account of one's own, for little. */
const SMALL = { psu: 'kari', creditor: kariOther, isExplicit: true } as const;

/** Signing baskets. @see D5-basket-model */
export const BASKET_STORIES: readonly Journey[] = [
  [...THREE, together(3), START, OK, ...LOOK, BATCH, ...LOOK],
  [...THREE, together(3), START, GONE, OK, ...LOOK],
  [...THREE, together(3), START, GONE, OK, atRun(4), ...LOOK],
  [...KARIS, together(2), START, plays('abandon', THE_BASKET), ...LOOK, OK, ...LOOK, BATCH, ...LOOK],
  [madeAs('instant'), madeAs('cross-border'), together(2), START, OK, BATCH, ...LOOK, BATCH, ...LOOK],
  [madeAs('cross-border', { psu: 'kari' }), together(1), START, OK, BATCH, ...LOOK],
  [...TWO, together(2), ...LOOK, START, START, asksBasket('list'), OK, START, asksBasket('delete')],
  [...KARIS, together(2), START, plays('abandon', THE_BASKET), START, OK],
  [...KARIS, together(2), START, plays('abandon', THE_BASKET), plays('decline', THE_BASKET), ...LOOK, START],
  [...KARIS, together(2), START, plays('expire', THE_BASKET), ...LOOK],
  [...KARIS, together(2), START, plays('fail', THE_BASKET)],
  [...KARIS, together(2), START, advance(900), ...LOOK],
  // Started again from elsewhere: another redirect URI, another session, nobody named.
  [...KARIS, together(2), START, FROM_ELSEWHERE, START, asksBasket('list'), ...LOOK, OK, ...LOOK, START],
  [...KARIS, together(2), START, plays('abandon', THE_BASKET), FROM_ELSEWHERE, FROM_ELSEWHERE, OK],
  [...KARIS, together(2), START, FROM_ELSEWHERE, asksBasket('delete'), OK, ...LOOK],
  [...KARIS, together(2), START, FROM_ELSEWHERE, advance(900), ...LOOK],
  [
    ...[...KARIS, together(2), START],
    { do: 'basket-call', call: 'start', at: 0, by: { session: 's1' } },
    ...[OK, made(SMALL)],
    { do: 'call', call: 'start', at: { nth: -1 }, by: { session: 's1' } },
  ],
  [
    ...[...TWO, together(2, { by: { psu: 'none' } })],
    { do: 'basket-call', call: 'start', at: 0, by: { psu: 'none' } },
    ...[START, START, OK],
  ],
  // Its own is none of the 500.
  [...KARIS, together(2), START, { do: 'burst', tpp: 0 }, FROM_ELSEWHERE, OK],
  // Deleted before, while its SCA is open, and when that is over.
  [...KARIS, together(2), asksBasket('delete'), ...LOOK, START, asks('start'), APPROVE],
  [...KARIS, together(2), START, asksBasket('delete'), OK, asksBasket('delete'), WAKE],
  [...KARIS, together(2), START, OK, asksBasket('delete'), ...LOOK],
  // What a member can do by itself, and what not.
  [...KARIS, together(2), asks('start'), asks('cancel'), START, OK, ...LOOK],
  [...TWO, together(2), APPROVE, operates('hold'), START, OK, ...LOOK],
  [made({ psu: 'kari' }), together(1), START, asks('cancel'), OK, ...LOOK],
  [made({ psu: 'kari' }), together(1), asks('cancel'), START],
  // Nobody authorises it: the end of its members' day comes.
  [...TWO, together(2), atRun(4, 9 * 3600), ...LOOK],
  [...TWO, together(2), asksBasket('delete'), atRun(4, 9 * 3600), WAKE],
  [...TWO, together(2), atRun(4, 8.4 * 3600), START, advance(900), WAKE],
  // The session has its SCA, and more: none is needed.
  [...pays({ psu: 'kari' }), ...KARIS, together(2), START, ...LOOK, OK],
  [...pays({ psu: 'kari' }), made(SMALL), made(SMALL), together(2), START, ...LOOK],
  [...pays({ psu: 'kari' }), made({ ...SMALL, kind: 'instant' }), together(1), START, ...LOOK],
  [...pays({ psu: 'kari' }), made({ ...SMALL, kind: 'cross-border' }), together(1), START, BATCH],
  [...pays({ psu: 'kari' }), made(SMALL), ...KARIS, together(3), START, OK],
  // What may not be in one.
  [...KARIS, APPROVE, together(2)],
  [...KARIS, together(2), together(1)],
  [...KARIS, together(2), asksBasket('delete'), together(2), START, OK],
  [madeAs('bulk'), madeAs('periodic'), made(), together(3)],
  [made({ psu: 'kari' }), made({ psu: 'ola', debtor: ola }), together(2, { by: { psu: 'none' } })],
  [made({ psu: 'kari' }), made({ psu: 'ola', debtor: ola }), together(2)],
  [...KARIS, { do: 'basket', of: ['nobody', { nth: -1 }] }],
  [made({ tpp: 1 }), together(1, { by: { tpp: 0 } })],
  [...KARIS, together(2, { hasConsents: true })],
  [...KARIS, together(2, { fault: 'nothing in it' }), together(2, { fault: 'one twice' })],
  [together(1, { fault: 'nothing named' }), together(1, { fault: 'no name' })],
  // Nobody knows yet whose it is: theirs to sign, and not.
  [
    ...TWO,
    together(2, { by: { psu: 'none' } }),
    { do: 'basket-call', call: 'start', at: 0, by: { psu: 'none' } },
    OK,
  ],
  [
    ...[made({ isExplicit: true }), made({ debtor: ola, isExplicit: true })],
    together(2, { by: { psu: 'none' } }),
    { do: 'basket-call', call: 'start', at: 0, by: { psu: 'none' } },
    OK,
    ...LOOK,
  ],
  // The same request, and another by its X-Request-ID.
  [...KARIS, together(2), { do: 'basket-again', back: 0, change: 'nothing' }],
  [...KARIS, together(2), { do: 'basket-again', back: 0, change: 'members' }],
  // Someone else's, and none.
  [...KARIS, together(2), { do: 'basket-call', call: 'read', at: 0, by: { psu: 'ola' } }],
  [...KARIS, together(2), { do: 'basket-call', call: 'start', at: 0, by: { psu: 'none' } }],
  [...KARIS, together(2), { do: 'basket-call', call: 'status', at: 0, by: { tpp: 1, psu: 'none' } }],
  [{ do: 'basket-call', call: 'delete', at: 'nobody' }],
  // Nobody may pay from the account.
  [
    ...KARIS,
    together(2),
    { do: 'right', way: 'take', account: kari },
    START,
    { do: 'right', way: 'give', account: kari },
    START,
  ],
];
