import type { Wish } from '../commands/wish.ts';
import type { Kind } from '../model/products.ts';
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

/** Ways to a status in which a payment rests, and ways on from there: to each of the transitions of its kind. */

type Rest = 'ACTC' | 'ACWC' | 'ACCP' | 'PDNG' | 'ACSP' | 'ACWP';

/** What a kind is wished with; a bulk has three items, the second by its own creditor. */
const WISHES: Readonly<Record<Kind, Partial<Wish>>> = {
  domestic: {},
  'cross-border': { creditor: 'elsewhere' },
  instant: {},
  periodic: {},
  bulk: { more: [{ amount: '0.01', creditor: 'elsewhere' }] },
};

export function madeAs(kind: Kind, wish: Partial<Wish> = {}) {
  return made({ kind, ...WISHES[kind], ...wish });
}

const OK = APPROVE;

/** Of what the runs take; each leaves the last payment at rest. */
function batchedWays(
  kind: Kind,
  nth: number,
  wish: Partial<Wish>,
): Readonly<Record<Rest, readonly Journey[]>> {
  const tomorrow = madeAs(kind, { ...wish, date: 'tomorrow' });
  const short = madeAs(kind, { ...wish, amount: 'more', date: 'tomorrow' });
  const explicit = madeAs(kind, { ...wish, date: 'tomorrow', isExplicit: true });
  const isLate = kind === 'cross-border' ? [] : [operates('settle-late')];
  return {
    ACTC: [[madeAs(kind, wish), OK]],
    ACWC: [
      [madeAs(kind, { ...wish, date: 'weekend' }), OK],
      [madeAs(kind, { ...wish, date: 'closed' }), OK],
      [explicit, atRun(4, 600), asks('start'), OK],
      [tomorrow, OK, operates('hold'), atRun(4), operates('release')],
    ],
    ACCP: [
      [short, OK, atRun(nth)],
      [short, OK, atRun(nth, 0, 'set')],
      [short, OK, operates('hold'), atRun(nth), operates('release')],
    ],
    PDNG: [
      [tomorrow, operates('hold'), OK],
      [tomorrow, OK, operates('hold')],
    ],
    ACSP: [
      [tomorrow, OK, operates('hold'), atRun(nth), operates('release')],
      [tomorrow, OK, operates('hold'), atRun(nth, 1), operates('release')],
    ],
    ACWP: [
      [tomorrow, OK, ...isLate, atRun(nth)],
      [madeAs(kind, wish), ...isLate, OK, BATCH],
    ],
  };
}

const CANCELS: Journey = [asks('start-cancellation'), OK];

/** What may happen to any that is approved. */
const ANY: readonly Journey[] = [
  [asks('cancel'), asks('start-cancellation'), plays('decline')],
  [asks('start-cancellation'), atRun(4), OK],
  [asks('start-cancellation'), advance(900)],
  [asks('start-cancellation'), BATCH, OK],
  [asks('start-cancellation'), operates('reject'), OK],
  [operates('release')],
  [operates('settle')],
  [asks('start-cancellation'), plays('abandon'), asks('read-cancellation'), OK],
  [asks('status'), asks('details')],
];

/** One for each way on, so that chance comes to each as often. */
const BATCHED_ENDINGS: Readonly<Record<Rest, readonly Journey[]>> = {
  ACTC: [
    CANCELS,
    [operates('reject')],
    [operates('hold')],
    [BATCH],
    [operates('hold'), atRun(4), operates('release')],
  ],
  ACWC: [CANCELS, [operates('reject')], [operates('hold')], [atRun(4, 0), WAKE]],
  ACCP: [CANCELS, [operates('reject')], [operates('hold')], [COMES, BATCH, WAKE], [atRun(4, 0), WAKE]],
  PDNG: [
    CANCELS,
    [operates('reject')],
    [operates('release')],
    [atRun(1), GONE, operates('release')],
    [operates('hold')],
  ],
  ACSP: [
    CANCELS,
    [operates('reject')],
    [operates('hold')],
    [BATCH],
    [operates('settle-late'), atRun(4, 0), WAKE],
  ],
  ACWP: [
    [operates('settle')],
    [GONE, operates('settle')],
    [operates('reject')],
    [BATCH],
    [GONE, BATCH],
    CANCELS,
  ],
};

/** Before anybody approves it. */
const UNAPPROVED: readonly Journey[] = [[plays('abandon'), plays('decline')], [asks('cancel')]];

/** An instant payment rests only where the operator has it rest. */
const INSTANT: readonly Journey[] = [
  [OK, asks('status')],
  [OK, asks('start-cancellation')],
  [GONE, OK, asks('status')],
  ...[CANCELS, [operates('reject')], [operates('release')], [GONE, operates('release')]].map((ending) => [
    operates('hold'),
    OK,
    ...ending,
  ]),
  ...[[operates('settle')], [GONE, operates('settle')], [operates('reject')], [BATCH]].map((ending) => [
    operates('settle-late'),
    OK,
    ...ending,
  ]),
  [operates('hold'), operates('settle-late'), OK, operates('release')],
];

/** A standing order is in no run. */
const PERIODIC: readonly Journey[] = [
  [OK, BATCH, asks('status')],
  [OK, atRun(4), asks('status')],
  [OK, ...CANCELS],
  [OK, operates('reject')],
  [OK, operates('settle-late'), operates('hold'), operates('release')],
  [OK, operates('hold'), ...CANCELS],
  [operates('hold'), OK, operates('reject')],
];

const RESTS: readonly Rest[] = ['ACTC', 'ACWC', 'ACCP', 'PDNG', 'ACSP', 'ACWP'];

/** Everything that may be done with a payment of one kind, whatever leads there. */
export function journeysOf(kind: Kind, nth: number, wish: Partial<Wish>): readonly Journey[] {
  const unapproved = UNAPPROVED.map((rest) => [madeAs(kind, wish), ...rest]);
  if (kind === 'instant') return [...unapproved, ...INSTANT.map((rest) => [madeAs(kind, wish), ...rest])];
  if (kind === 'periodic') return [...unapproved, ...PERIODIC.map((rest) => [madeAs(kind, wish), ...rest])];
  return [...unapproved, ...batchedJourneys(batchedWays(kind, nth, wish), nth)];
}

function batchedJourneys(ways: Readonly<Record<Rest, readonly Journey[]>>, nth: number): readonly Journey[] {
  return RESTS.flatMap((rest) =>
    [...BATCHED_ENDINGS[rest], ANY[(nth + 2 * RESTS.indexOf(rest)) % ANY.length] ?? []].map(
      (ending, place) => {
        const there = ways[rest];
        return [...(there[(place + nth) % there.length] ?? []), ...ending];
      },
    ),
  );
}
