import { PLAIN } from '../commands/wish.ts';
import { PLACES } from '../model/facts.ts';
import {
  APPROVE,
  advance,
  asks,
  atRun,
  BATCH,
  COMES,
  GONE,
  type Journey,
  made,
  operates,
  plays,
  WAKE,
} from './steps.ts';
import { madeAs } from './ways.ts';

const { kari, kariCard, kariOther, ola } = PLACES;
const OK = APPROVE;
const TAKE = { do: 'right', way: 'take', account: kari } as const;
const GIVE = { do: 'right', way: 'give', account: kari } as const;
/** A cancellation that is looked at, left, and taken up again. */
const CHANGED_MIND: Journey = [asks('start-cancellation'), plays('abandon'), asks('read-cancellation'), OK];
const HALVES = { amount: 'half', more: [{ text: 'two' }] } as const;
const HALVED = { do: 'balance', account: kari, by: 'half' } as const;
const MIXED = { amount: 'half', more: [{ amount: 'all', text: 'two' }] } as const;

/** What single products have, and no other. @see D4-products-model */
export const PRODUCT_STORIES: readonly Journey[] = [
  // Abroad at one run, settled at the next, whatever else is spent.
  [madeAs('cross-border'), OK, BATCH, BATCH],
  [madeAs('cross-border'), OK, atRun(0), WAKE, atRun(1), asks('status')],
  [madeAs('cross-border'), OK, atRun(0), WAKE, GONE, atRun(1), asks('status')],
  [madeAs('cross-border'), operates('settle-late'), OK, BATCH, BATCH, operates('settle')],
  // About NOK 100 000, in both currencies.
  [madeAs('cross-border', { amount: '99999.99' }), OK, BATCH],
  [madeAs('cross-border', { amount: '100000.00' }), OK, BATCH],
  [madeAs('cross-border', { amount: 'EUR 8695.65' }), OK, BATCH, BATCH],
  [madeAs('cross-border', { amount: 'EUR 8695.66' }), OK, BATCH, BATCH],
  // The last øre with the fee, and one more.
  [madeAs('cross-border', { amount: 'all' }), OK, BATCH, BATCH],
  [madeAs('cross-border', { amount: 'more' }), OK, BATCH, COMES, BATCH, BATCH],
  [madeAs('cross-border', { amount: 'more', rejectsNoFunds: true })],
  [madeAs('cross-border', { rejectsNoFunds: true }), GONE, OK, asks('status')],
  [madeAs('instant', { amount: 'all' }), OK],
  [madeAs('instant', { amount: 'more' })],
  // An account of this bank, by its number and by its IBAN.
  [madeAs('cross-border', { creditor: ola }), OK, BATCH, BATCH],
  [madeAs('cross-border', { creditor: ola, debtorBy: 'iban' }), OK, BATCH, BATCH],
  // Between two accounts of one's own: at once, with no SCA.
  [
    made({ psu: 'kari' }),
    OK,
    madeAs('instant', { psu: 'kari', creditor: kariOther }),
    madeAs('cross-border', { psu: 'kari', creditor: kariOther }),
    madeAs('periodic', { psu: 'kari', creditor: kariOther }),
    madeAs('bulk', { psu: 'kari', creditor: kariOther, more: [{ text: 'two' }] }),
  ],
  // On a later day than it was made.
  [madeAs('instant', { isExplicit: true }), advance(12 * 3600), asks('start'), OK],
  [madeAs('instant', { isExplicit: true }), atRun(4, 8.4 * 3600), asks('start'), advance(600), OK],
  [madeAs('cross-border', { isExplicit: true }), atRun(4, 8.4 * 3600), asks('start'), advance(600), OK],
  [madeAs('instant', { isExplicit: true }), advance(86_400), WAKE],
  [madeAs('periodic', { isExplicit: true, date: 'tomorrow' }), advance(2 * 86_400), WAKE],
  [
    madeAs('periodic', { date: 'weekend' }),
    OK,
    advance(7 * 86_400),
    asks('cancel'),
    asks('start-cancellation'),
    OK,
  ],
  [madeAs('periodic', { amount: 'more', rejectsNoFunds: true })],
  [madeAs('periodic', { rejectsNoFunds: true }), GONE, OK, asks('status')],
  // A bulk of which one part is paid: the other waits, comes, or is given up.
  [madeAs('bulk', MIXED), OK, BATCH, asks('status'), COMES, BATCH, asks('status')],
  [madeAs('bulk', { ...MIXED, date: 'tomorrow' }), OK, atRun(4), asks('status'), asks('details')],
  [madeAs('bulk', MIXED), OK, BATCH, asks('start-cancellation'), OK, asks('status')],
  [madeAs('bulk', MIXED), OK, BATCH, operates('reject'), asks('status')],
  [madeAs('bulk', MIXED), OK, BATCH, operates('hold'), operates('release'), asks('status')],
  [madeAs('bulk', { ...MIXED, date: 'tomorrow' }), OK, operates('settle-late'), atRun(0), operates('settle')],
  [madeAs('bulk', { ...MIXED, rejectsNoFunds: true })],
  [madeAs('bulk', { rejectsNoFunds: true }), OK, BATCH],
  // Each item alone has its money, and all have not: all are rejected, or each goes its own way.
  [madeAs('bulk', { ...HALVES, rejectsNoFunds: true }), HALVED, OK, asks('status')],
  [madeAs('bulk', HALVES), HALVED, OK, BATCH, asks('status')],
  [madeAs('bulk', { rejectsNoFunds: true }), GONE, OK, asks('status')],
  // The same payment by another product, and twice in one bulk.
  [made({ creditor: ola }), madeAs('bulk', { creditor: ola, refusesDuplicate: true })],
  [madeAs('bulk', { text: 'thrice', more: [{}, { text: 'three' }, {}], refusesDuplicate: true })],
  [madeAs('bulk', { more: [] }), made({ refusesDuplicate: true })],
  // By a creditor with a KID agreement, in a bulk.
  [madeAs('bulk', { more: [{ creditor: 'needsKid' }, { creditor: 'takesNone', kid: 'right' }] })],
  [madeAs('bulk', { debtor: 'nowhere', date: 'too-far', more: [{ creditor: 'needsKid', kid: 'wrong' }] })],
  // The right to pay is taken, and given back.
  [
    madeAs('cross-border', { debtorBy: 'iban', isExplicit: true }),
    TAKE,
    asks('start'),
    { do: 'fees', wish: PLAIN },
    madeAs('instant'),
    madeAs('cross-border', { debtorBy: 'iban' }),
    GIVE,
    asks('start'),
  ],
  [madeAs('instant'), OK, ...CHANGED_MIND],
  [made({ date: 'tomorrow' }), OK, ...CHANGED_MIND],
  [madeAs('bulk'), TAKE, OK, madeAs('bulk'), BATCH, asks('start-cancellation'), GIVE],
  [
    { do: 'right', way: 'take', account: kariCard },
    made({ debtor: kariCard, creditor: kari }),
    { do: 'right', way: 'give', account: kariCard },
    { do: 'right', way: 'take', account: 'nowhere' },
  ],
];
