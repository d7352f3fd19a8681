import { describe, expect, it } from 'vitest';
import type { TestBank } from '../../support/bank.ts';
import { changesOf, TRANSITIONS } from '../../support/life/books.ts';
import { sleepUntil, THURSDAY, WEDNESDAY } from '../../support/life/days.ts';
import { bankOfEach } from '../../support/life/life.ts';
import { actOn, approve, type PaymentAct } from '../../support/life/operator.ts';
import { CANCELLATIONS, type Payment, start, statusOf, type Wish } from '../../support/life/payments.ts';
import { reach, type State, TOO_MUCH } from '../../support/life/states.ts';

const bank = bankOfEach();
/** What is done to a payment that rests in the first status of a transition. */
type Act = (of: TestBank, payment: Payment) => Promise<unknown>;

const by =
  (act: PaymentAct): Act =>
  (of, payment) =>
    actOn(of, act, payment);
const until =
  (day: string, time: string): Act =>
  async (of) =>
    sleepUntil(of, day, time);
const inOrder =
  (...acts: readonly Act[]): Act =>
  async (of, payment) => {
    for (const act of acts) await act(of, payment);
  };
const approved: Act = (of, payment) => approve(of, payment);
const cancelled: Act = async (of, payment) => {
  await start(of, payment, CANCELLATIONS);
  await approve(of, payment);
};

const deleted: Act = (of, payment) => of.send({ method: 'DELETE', path: payment.path });
/** Where it begins, what is done, all transitions that come of it in order, and how the payment is wished. */
type Row = readonly [from: State, act: Act, changes: string, wish?: Wish];
const held = inOrder(by('hold'), until(WEDNESDAY, '12:00'));

/** One row for each way; a run passes several transitions in one step. @see D4-transitions */
const rows: readonly Row[] = [
  ['RCVD', approved, 'RCVD→ACTC'],
  ['RCVD', approved, 'RCVD→ACWC', { date: '2026-11-21' }],
  ['RCVD', inOrder(by('hold'), approved), 'RCVD→PDNG'],
  ['RCVD', deleted, 'RCVD→CANC'],
  ['RCVD', until(WEDNESDAY, '10:15'), 'RCVD→RJCT'],

  ['ACTC', until(WEDNESDAY, '11:30'), 'ACTC→ACCP ACCP→ACSP ACSP→ACSC'],
  ['ACTC', until(WEDNESDAY, '11:30'), 'ACTC→ACCP', { amount: TOO_MUCH }],
  ['ACTC', by('hold'), 'ACTC→PDNG'],
  ['ACTC', by('reject'), 'ACTC→RJCT'],
  ['ACTC', cancelled, 'ACTC→CANC'],

  ['ACWC', until(THURSDAY, '05:30'), 'ACWC→ACCP ACCP→ACSP ACSP→ACSC'],
  ['ACWC', by('hold'), 'ACWC→PDNG'],
  ['ACWC', by('reject'), 'ACWC→RJCT'],
  ['ACWC', cancelled, 'ACWC→CANC'],

  ['ACCP', by('hold'), 'ACCP→PDNG'],
  ['ACCP', by('reject'), 'ACCP→RJCT'],
  ['ACCP', until(WEDNESDAY, '15:30'), 'ACCP→RJCT'],
  ['ACCP', cancelled, 'ACCP→CANC'],

  ['PDNG', by('release'), 'PDNG→ACTC'],
  ['PDNG', inOrder(until(WEDNESDAY, '12:00'), by('release')), 'PDNG→ACSP'],
  ['PDNG', inOrder(until(WEDNESDAY, '12:00'), by('release')), 'PDNG→ACCP', { amount: TOO_MUCH }],
  ['PDNG', inOrder(until(WEDNESDAY, '15:31'), by('release')), 'PDNG→ACTC ACTC→ACWC', { date: WEDNESDAY }],
  ['PDNG', inOrder(until(THURSDAY, '12:00'), by('release')), 'PDNG→ACTC ACTC→ACWC', { date: WEDNESDAY }],
  ['PDNG', by('reject'), 'PDNG→RJCT'],
  ['PDNG', cancelled, 'PDNG→CANC'],

  ['ACSP', until(WEDNESDAY, '13:30'), 'ACSP→ACSC'],
  ['ACSP', inOrder(by('settle-late'), until(WEDNESDAY, '13:30')), 'ACSP→ACWP'],
  ['ACSP', by('hold'), 'ACSP→PDNG'],
  ['ACSP', by('reject'), 'ACSP→RJCT'],
  ['ACSP', cancelled, 'ACSP→CANC'],
  ['ACTC', inOrder(by('settle-late'), until(WEDNESDAY, '11:30')), 'ACTC→ACCP ACCP→ACSP ACSP→ACWP'],

  ['ACWP', by('settle'), 'ACWP→ACSC'],
  ['ACWP', by('reject'), 'ACWP→RJCT'],
];

describe('the transitions of a payment [D4-transitions]', () => {
  const all = rows.map(([from, act, changes, wish]) => ({ from, act, changes: changes.split(' '), wish }));

  it.each(all)('are reached by what the door takes: $changes', async ({ from, wish, act, changes }) => {
    const payment = await reach(bank(), from, wish);
    expect(await statusOf(bank(), payment)).toBe(from);
    const before = changesOf(bank(), payment);
    await act(bank(), payment);
    expect(await statusOf(bank(), payment)).toBe(changes.at(-1)?.split('→')[1]);
    expect(changesOf(bank(), payment)).toEqual([...before, ...changes]);
  });

  it('are thirty, and these tests reach them all', () => {
    expect(TRANSITIONS).toHaveLength(30);
    expect([...new Set(all.flatMap(({ changes }) => changes))].sort()).toEqual([...TRANSITIONS].sort());
  });

  it('are kept from the first to the last, in order', async () => {
    const payment = await reach(bank(), 'ACTC');
    await held(bank(), payment);
    await by('release')(bank(), payment);
    await by('hold')(bank(), payment);
    await by('reject')(bank(), payment);
    expect(changesOf(bank(), payment)).toEqual([
      'RCVD→ACTC',
      'ACTC→PDNG',
      'PDNG→ACSP',
      'ACSP→PDNG',
      'PDNG→RJCT',
    ]);
  });
});
