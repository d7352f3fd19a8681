import type { TestBank } from '../../support/bank.ts';
import { SATURDAY, sleepUntil, THURSDAY, WEDNESDAY } from '../../support/life/days.ts';
import { actOn, approve, type PaymentAct } from '../../support/life/operator.ts';
import { CANCELLATIONS, cancel, type Payment, start } from '../../support/life/payments.ts';
import {
  approvedAs,
  fromCard,
  type Kind,
  leftOnCard,
  type ProductWish,
  written,
} from '../../support/life/products.ts';
import { type State, TOO_MUCH } from '../../support/life/states.ts';

/** What is done to a payment that rests in the first status of a transition. */
export type Act = (bank: TestBank, payment: Payment) => Promise<unknown>;

export interface Row {
  readonly from: State;
  readonly wish?: ProductWish;
  readonly act: Act;
  /** All transitions that come of it, in order. */
  readonly changes: readonly string[];
}

export const by =
  (act: PaymentAct): Act =>
  (bank, payment) =>
    actOn(bank, act, payment);
export const until =
  (day: string, time: string): Act =>
  async (bank) =>
    sleepUntil(bank, day, time);
export const inOrder =
  (...acts: readonly Act[]): Act =>
  async (bank, payment) => {
    for (const act of acts) await act(bank, payment);
  };
export const approved: Act = approve;
const cancelled: Act = async (bank, payment) => {
  await start(bank, payment, CANCELLATIONS);
  await approve(bank, payment);
};
/** Spends what Kari has, and what her card has; at once. */
const spentElsewhere: Act = async (bank) => {
  await approvedAs(bank, 'instant', { amount: '249998.00' });
  await approvedAs(bank, 'instant', { amount: written(leftOnCard(bank) - 200), body: fromCard(bank) });
};

/** What the operator or the PSU does in any status in which a payment rests, with what it comes to. */
function ends(from: State, to: readonly ('PDNG' | 'RJCT' | 'CANC')[]): Row[] {
  const acts = { PDNG: by('hold'), RJCT: by('reject'), CANC: cancelled };
  return to.map((end) => ({ from, act: acts[end], changes: [`${from}→${end}`] }));
}

/** Before its approval every product goes these ways. */
const UNAPPROVED: readonly Row[] = [
  { from: 'RCVD', act: inOrder(by('hold'), approved), changes: ['RCVD→PDNG'] },
  { from: 'RCVD', act: cancel, changes: ['RCVD→CANC'] },
  { from: 'RCVD', act: until(WEDNESDAY, '10:15'), changes: ['RCVD→RJCT'] },
];

/** A payment that runs take; `end` is what its booking comes to. */
function ofRuns(end: 'ACSC' | 'ACWP'): readonly Row[] {
  const taken = ['ACCP→ACSP', `ACSP→${end}`];
  return [
    ...UNAPPROVED,
    { from: 'RCVD', act: approved, changes: ['RCVD→ACTC'] },
    { from: 'RCVD', wish: { date: SATURDAY }, act: approved, changes: ['RCVD→ACWC'] },
    { from: 'ACTC', act: until(WEDNESDAY, '11:30'), changes: ['ACTC→ACCP', ...taken] },
    { from: 'ACTC', wish: { amount: TOO_MUCH }, act: until(WEDNESDAY, '11:30'), changes: ['ACTC→ACCP'] },
    ...ends('ACTC', ['PDNG', 'RJCT', 'CANC']),
    { from: 'ACWC', act: until(THURSDAY, '05:30'), changes: ['ACWC→ACCP', ...taken] },
    ...ends('ACWC', ['PDNG', 'RJCT', 'CANC']),
    { from: 'ACCP', act: until(WEDNESDAY, '15:30'), changes: ['ACCP→RJCT'] },
    ...ends('ACCP', ['PDNG', 'RJCT', 'CANC']),
    { from: 'PDNG', act: by('release'), changes: ['PDNG→ACTC'] },
    { from: 'PDNG', act: inOrder(until(WEDNESDAY, '12:00'), by('release')), changes: ['PDNG→ACSP'] },
    {
      from: 'PDNG',
      wish: { amount: TOO_MUCH },
      act: inOrder(until(WEDNESDAY, '12:00'), by('release')),
      changes: ['PDNG→ACCP'],
    },
    {
      from: 'PDNG',
      wish: { date: WEDNESDAY },
      act: inOrder(until(WEDNESDAY, '15:31'), by('release')),
      changes: ['PDNG→ACTC', 'ACTC→ACWC'],
    },
    ...ends('PDNG', ['RJCT', 'CANC']),
    { from: 'ACSP', act: until(WEDNESDAY, '13:30'), changes: [`ACSP→${end}`] },
    {
      from: 'ACSP',
      act: inOrder(by('settle-late'), until(WEDNESDAY, '13:30')),
      changes: ['ACSP→ACWP'],
    },
    ...ends('ACSP', ['PDNG', 'RJCT', 'CANC']),
    { from: 'ACWP', act: by('settle'), changes: ['ACWP→ACSC'] },
    { from: 'ACWP', act: by('reject'), changes: ['ACWP→RJCT'] },
  ];
}

const booked = ['ACTC→ACCP', 'ACCP→ACSP', 'ACSP→ACSC'];

/** The ways of each product; the domestic one's are shown elsewhere. @see D4-transitions */
export const ROWS: Readonly<Record<Exclude<Kind, 'domestic'>, readonly Row[]>> = {
  card: ofRuns('ACSC'),
  bulk: ofRuns('ACSC'),
  'cross-border': ofRuns('ACWP'),
  periodic: [
    ...UNAPPROVED,
    { from: 'RCVD', act: approved, changes: ['RCVD→ACTC'] },
    ...ends('ACTC', ['PDNG', 'RJCT', 'CANC']),
    { from: 'PDNG', act: by('release'), changes: ['PDNG→ACTC'] },
    ...ends('PDNG', ['RJCT', 'CANC']),
  ],
  instant: [
    ...UNAPPROVED,
    { from: 'RCVD', act: approved, changes: ['RCVD→ACTC', ...booked] },
    {
      from: 'RCVD',
      act: inOrder(by('settle-late'), approved),
      changes: ['RCVD→ACTC', 'ACTC→ACCP', 'ACCP→ACSP', 'ACSP→ACWP'],
    },
    { from: 'RCVD', act: inOrder(spentElsewhere, approved), changes: ['RCVD→RJCT'] },
    { from: 'PDNG', act: by('release'), changes: ['PDNG→ACSP', 'ACSP→ACSC'] },
    { from: 'PDNG', act: inOrder(spentElsewhere, by('release')), changes: ['PDNG→RJCT'] },
    ...ends('PDNG', ['RJCT', 'CANC']),
    { from: 'ACWP', act: by('settle'), changes: ['ACWP→ACSC'] },
    { from: 'ACWP', act: by('reject'), changes: ['ACWP→RJCT'] },
  ],
};
