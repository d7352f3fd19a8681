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

interface Row {
  readonly from: State;
  readonly wish?: Wish;
  readonly act: Act;
  /** All transitions that come of it, in order. */
  readonly changes: readonly string[];
}

const held = inOrder(by('hold'), until(WEDNESDAY, '12:00'));

/** One row for each way; a run passes several transitions in one step. @see D4-transitions */
const rows: readonly Row[] = [
  { from: 'RCVD', act: approved, changes: ['RCVD→ACTC'] },
  {
    from: 'RCVD',
    wish: { date: '2026-11-21' },
    act: approved,
    changes: ['RCVD→ACWC'],
  },
  { from: 'RCVD', act: inOrder(by('hold'), approved), changes: ['RCVD→PDNG'] },
  {
    from: 'RCVD',
    act: (of, payment) => of.send({ method: 'DELETE', path: payment.path }),
    changes: ['RCVD→CANC'],
  },
  { from: 'RCVD', act: until(WEDNESDAY, '10:15'), changes: ['RCVD→RJCT'] },

  { from: 'ACTC', act: until(WEDNESDAY, '11:30'), changes: ['ACTC→ACCP', 'ACCP→ACSP', 'ACSP→ACSC'] },
  { from: 'ACTC', wish: { amount: TOO_MUCH }, act: until(WEDNESDAY, '11:30'), changes: ['ACTC→ACCP'] },
  { from: 'ACTC', act: by('hold'), changes: ['ACTC→PDNG'] },
  { from: 'ACTC', act: by('reject'), changes: ['ACTC→RJCT'] },
  { from: 'ACTC', act: cancelled, changes: ['ACTC→CANC'] },

  { from: 'ACWC', act: until(THURSDAY, '05:30'), changes: ['ACWC→ACCP', 'ACCP→ACSP', 'ACSP→ACSC'] },
  { from: 'ACWC', act: by('hold'), changes: ['ACWC→PDNG'] },
  { from: 'ACWC', act: by('reject'), changes: ['ACWC→RJCT'] },
  { from: 'ACWC', act: cancelled, changes: ['ACWC→CANC'] },

  { from: 'ACCP', act: by('hold'), changes: ['ACCP→PDNG'] },
  { from: 'ACCP', act: by('reject'), changes: ['ACCP→RJCT'] },
  { from: 'ACCP', act: until(WEDNESDAY, '15:30'), changes: ['ACCP→RJCT'] },
  { from: 'ACCP', act: cancelled, changes: ['ACCP→CANC'] },

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
  {
    from: 'PDNG',
    wish: { date: WEDNESDAY },
    act: inOrder(until(THURSDAY, '12:00'), by('release')),
    changes: ['PDNG→ACTC', 'ACTC→ACWC'],
  },
  { from: 'PDNG', act: by('reject'), changes: ['PDNG→RJCT'] },
  { from: 'PDNG', act: cancelled, changes: ['PDNG→CANC'] },

  { from: 'ACSP', act: until(WEDNESDAY, '13:30'), changes: ['ACSP→ACSC'] },
  { from: 'ACSP', act: inOrder(by('settle-late'), until(WEDNESDAY, '13:30')), changes: ['ACSP→ACWP'] },
  { from: 'ACSP', act: by('hold'), changes: ['ACSP→PDNG'] },
  { from: 'ACSP', act: by('reject'), changes: ['ACSP→RJCT'] },
  { from: 'ACSP', act: cancelled, changes: ['ACSP→CANC'] },
  {
    from: 'ACTC',
    act: inOrder(by('settle-late'), until(WEDNESDAY, '11:30')),
    changes: ['ACTC→ACCP', 'ACCP→ACSP', 'ACSP→ACWP'],
  },

  { from: 'ACWP', act: by('settle'), changes: ['ACWP→ACSC'] },
  { from: 'ACWP', act: by('reject'), changes: ['ACWP→RJCT'] },
];

describe('the transitions of a payment [D4-transitions]', () => {
  const named = rows.map((row, index) => [`${index + 1}: ${row.changes.join(', ')}`, row] as const);

  it.each(named)('are reached by what the door takes: %s', async (_, { from, wish, act, changes }) => {
    const payment = await reach(bank(), from, wish);
    expect(await statusOf(bank(), payment)).toBe(from);
    const before = changesOf(bank(), payment);
    await act(bank(), payment);
    expect(await statusOf(bank(), payment)).toBe(changes.at(-1)?.split('→')[1]);
    expect(changesOf(bank(), payment)).toEqual([...before, ...changes]);
  });

  it('are thirty, and these tests reach them all', () => {
    expect(TRANSITIONS).toHaveLength(30);
    expect([...new Set(rows.flatMap(({ changes }) => changes))].sort()).toEqual([...TRANSITIONS].sort());
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
