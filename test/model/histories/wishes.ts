import fc from 'fast-check';
import { type Amount, type DateWish, PLAIN, type Wish } from '../commands/wish.ts';
import { PLACES } from '../model/facts.ts';
import type { Kind } from '../model/products.ts';
import { ELSEWHERE, type PsuWay, USUAL } from '../model/psu.ts';
import { weigh } from './weigh.ts';

/** Payments that are wished for: such as the bank takes, and such as have something wrong. */

type Payer = Pick<Wish, 'debtor' | 'psu'>;

function payers(debtors: readonly number[], ways: readonly PsuWay[]): Payer[] {
  return debtors.flatMap((debtor) => ways.map((psu) => ({ debtor, psu })));
}

/** Kari pays most: then there are duplicates, and money that is short. */
const PAYERS: readonly Payer[] = [
  ...payers([PLACES.kari, PLACES.kari, PLACES.kariOther, PLACES.kariCard], ['none', 'kari', 'kari-id']),
  ...payers([PLACES.ola, PLACES.olaOther, PLACES.olaCard], ['none', 'ola']),
  ...payers([PLACES.firm], ['none', 'firm', 'kari', 'kari-there']),
];

const AMOUNTS: readonly Amount[] = [
  ...(['100.50', '100.50', '100.50', '500.00', '500.01', '0.01', '30000.00'] as const),
  ...(['all', 'all', 'more', 'more', 'half'] as const),
  ...(['EUR 10.00', 'EUR 0.01', 'EUR 0.03', 'EUR 43.48'] as const),
];

const DATES: readonly DateWish[] = [
  ...(['absent', 'absent', 'absent', 'today', 'today', 'today', 'tomorrow', 'tomorrow'] as const),
  ...(['weekend', 'closed', 'later', 'year'] as const),
];

/** The domestic ones are absent, too. */
const OTHERS: readonly Kind[] = ['domestic', 'cross-border', 'instant', 'periodic', 'bulk'];

const MORE: readonly Wish['more'][] = [
  [],
  [{}],
  [{ text: 'two' }, { creditor: 'elsewhere' }],
  [{ amount: 'half' }],
];

/** What the wishes of the products have besides. */
const ofProduct: fc.Arbitrary<Partial<Wish>> = fc.record({
  kind: fc.constantFrom(...OTHERS),
  debtorBy: fc.constantFrom('iban', 'both'),
  isAlias: fc.boolean(),
  more: fc.constantFrom(...MORE.map((one = []) => one)),
});

const caller = fc.record({
  tpp: fc.constantFrom(0, 0, 0, 0, 1),
  session: fc.constantFrom('s0', 's0', 's0', 's1'),
  redirectUri: fc.constantFrom(USUAL, USUAL, USUAL, ELSEWHERE),
});

/** Each is left out more often than not. */
const wants = fc
  .record({ isExplicit: fc.nat(4), rejectsNoFunds: fc.nat(3), refusesDuplicate: fc.nat(2) })
  .map(({ isExplicit, rejectsNoFunds, refusesDuplicate }) => ({
    ...(isExplicit === 0 ? { isExplicit: true } : {}),
    ...(rejectsNoFunds === 0 ? { rejectsNoFunds: true } : {}),
    ...(refusesDuplicate === 0 ? { refusesDuplicate: true } : {}),
  }));

export const rightWish: fc.Arbitrary<Wish> = fc
  .tuple(
    caller,
    fc.constantFrom(...PAYERS),
    fc.record({
      creditor: fc.constantFrom<Wish['creditor']>(0, 1, 1, 2, 2, 2, 3, 4, 'elsewhere'),
      amount: fc.constantFrom(...AMOUNTS),
      date: fc.constantFrom(...DATES),
      text: fc.constantFrom('one', 'ONE', 'two'),
    }),
    wants,
    weigh([1, fc.constant<Partial<Wish>>({})], [3, ofProduct]),
  )
  .map(([who, payer, what, wanted, product]) => ({ ...who, ...payer, ...what, ...wanted, ...product }));

/** What makes a wish one that the bank refuses once it looks into its store. */
export const WRONGS: readonly Partial<Wish>[] = [
  { debtor: 'nowhere' },
  { debtor: 'nowhere', creditor: 'needsKid', date: 'yesterday' },
  { debtor: PLACES.kari, psu: 'ola' },
  { debtor: PLACES.olaCard, psu: 'kari' },
  { debtorCurrency: 'EUR' },
  { debtorCurrency: 'EUR', date: 'too-far' },
  { creditor: 'needsKid' },
  { creditor: 'needsKid' },
  { creditor: 'needsKid', kid: 'wrong' },
  { creditor: 'needsKid', kid: 'right' },
  { creditor: 'takesNone', kid: 'right' },
  { creditor: 'takesNone', kid: 'wrong' },
  { creditor: 'takesNone' },
  { date: 'yesterday' },
  { date: 'too-far' },
  { amount: 'more', rejectsNoFunds: true },
  { amount: 'more', rejectsNoFunds: true, psu: 'none' },
  { ...PLAIN, refusesDuplicate: true },
  { ...PLAIN, refusesDuplicate: true, text: 'ONE' },
  { kind: 'instant', amount: 'more' },
  { kind: 'bulk', amount: 'half', more: [{ amount: 'all' }], rejectsNoFunds: true },
  { kind: 'periodic', date: 'yesterday' },
  { kind: 'cross-border', debtor: 'nowhere', debtorBy: 'iban', date: 'yesterday' },
  { kind: 'bulk', ...PLAIN, more: [{}], refusesDuplicate: true },
  { paysItself: true },
  { kind: 'cross-border', debtorBy: 'iban', paysItself: true },
  { kind: 'bulk', more: [{}], paysItself: true },
  { psu: 'unknown-id' },
  { psu: 'unknown-number' },
  { psu: 'two' },
  { psu: 'kari-corporate' },
  { psu: 'kari-id-as-firm' },
  { psu: 'kari-there' },
  { psu: 'kari-there', debtor: PLACES.firmOther },
];

export const wrongWish: fc.Arbitrary<Wish> = fc
  .tuple(rightWish, fc.constantFrom(...WRONGS))
  .map(([wish, wrong]) => ({ ...wish, ...wrong }));
