import { PLAIN, type Wish } from '../commands/wish.ts';
import { KARI, PLACES } from '../model/facts.ts';
import {
  APPROVE,
  advance,
  asks,
  asksBasket,
  BATCH,
  GONE,
  type Journey,
  LAST,
  made,
  operates,
  plays,
  THE_BASKET,
  together,
} from './steps.ts';
import { madeAs } from './ways.ts';

const { kari, ola, olaCard, olaOther } = PLACES;
const OK = APPROVE;
const STATUS = asks('status');
const TAKE = { do: 'right', way: 'take', account: kari } as const;
const GIVE = { do: 'right', way: 'give', account: kari } as const;
const AS_KARI = { do: 'play', act: 'approve', at: LAST, given: { as: KARI } } as const;
const ASKED: Partial<Wish> = { kind: 'instant', creditor: olaOther };

/** What is wrong with a debtor account, for who may be told of it. */
const SECRETS: readonly Partial<Wish>[] = [
  { debtor: 'nowhere' },
  { debtor: ola },
  { debtor: olaCard },
  { debtorCurrency: 'EUR' },
  { amount: 'more' },
];

function asked(secret: Partial<Wish>): Wish {
  return { ...PLAIN, ...secret };
}

/** What is told of a debtor account, to whom, and when. @see D4-disclosure */
export const DISCLOSURE_STORIES: readonly Journey[] = [
  // By PSU-Context and by number nothing is told before the PSU has identified; by PSU-ID nothing of money.
  ...SECRETS.flatMap((secret): Journey[] => [
    [madeAs('instant', { ...ASKED, ...secret }), AS_KARI, STATUS],
    [
      madeAs('bulk', { ...secret, more: [{ text: 'two' }], rejectsNoFunds: true, psu: 'kari' }),
      AS_KARI,
      STATUS,
    ],
    [
      madeAs('instant', { ...ASKED, ...secret, psu: 'kari-id' }),
      { do: 'fees', wish: { ...asked(secret), psu: 'kari-id' } },
    ],
    [
      { do: 'fees', wish: asked(secret) },
      { do: 'fees', wish: { ...asked(secret), psu: 'kari' } },
    ],
    // With an SCA of the PSU in the session all of it is told, for an hour.
    [
      made({ psu: 'kari' }),
      OK,
      madeAs('instant', { ...ASKED, ...secret, psu: 'kari' }),
      madeAs('instant', { ...ASKED, ...secret, psu: 'kari', session: 's9' }),
      madeAs('instant', { ...ASKED, ...secret }),
      advance(3601),
      madeAs('instant', { ...ASKED, ...secret, psu: 'kari', text: 'later' }),
    ],
  ]),
  // An SCA of one PSU tells nothing to who names another.
  [made({ psu: 'kari' }), OK, madeAs('instant', { ...ASKED, amount: 'more', psu: 'ola' }), OK, STATUS],
  // The right is taken away before the start, on the page, and given back.
  [madeAs('instant', { psu: 'kari' }), TAKE, asks('start'), OK, STATUS],
  [madeAs('instant', { psu: 'kari' }), plays('abandon'), TAKE, OK, STATUS],
  [
    madeAs('cross-border', { psu: 'kari-id', isExplicit: true }),
    TAKE,
    asks('start'),
    { do: 'call', call: 'start', at: LAST, by: { psu: 'kari-id' } },
    GIVE,
    { do: 'call', call: 'start', at: LAST, by: { psu: 'kari-id' } },
    OK,
    BATCH,
    STATUS,
  ],
  // The money is gone when the PSU approves what nobody was told of.
  [madeAs('instant', { psu: 'kari' }), GONE, OK, STATUS],
  // Payments of a basket: one that is not theirs, one in another currency, one without right.
  ...[{ debtor: ola }, { debtorCurrency: 'EUR' } as const].map(
    (wrong): Journey => [
      madeAs('cross-border'),
      madeAs('cross-border', { ...wrong, text: 'two' }),
      together(2, { by: { psu: 'none' } }),
      { do: 'basket-call', call: 'start', at: 0, by: { psu: 'none' } },
      { do: 'play', act: 'approve', at: THE_BASKET, given: { as: KARI } },
      STATUS,
      asksBasket('status'),
    ],
  ),
  // Why a payment was rejected is told by its status.
  ...(['decline', 'expire', 'fail'] as const).map((act): Journey => [made(), plays(act), STATUS]),
  [made(), OK, operates('reject'), STATUS],
  [made({ isExplicit: true }), advance(86_400), STATUS],
  // Duplicates are of one TPP and product, and of a debtor as it is named.
  [made({ debtor: 'nowhere' }), made({ debtor: 'nowhere', refusesDuplicate: true })],
  [made(), made({ tpp: 1, refusesDuplicate: true }), made({ tpp: 1, refusesDuplicate: true })],
  [made(), madeAs('instant', { creditor: ola, refusesDuplicate: true }), made({ refusesDuplicate: true })],
  [
    madeAs('cross-border', { debtorBy: 'iban' }),
    madeAs('cross-border', { debtorBy: 'both', refusesDuplicate: true }),
  ],
];
