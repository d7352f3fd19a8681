import { describe, expect, it } from 'vitest';
import { openBank } from '../../../src/library.ts';
import { bookedOn, bookingTimes, changesOf, stepsOf } from '../../support/life/books.ts';
import {
  at,
  FRIDAY,
  MONDAY,
  SATURDAY,
  sleepUntil,
  THURSDAY,
  TUESDAY,
  WEDNESDAY,
} from '../../support/life/days.ts';
import { bankOfEach } from '../../support/life/life.ts';
import { actOn, approve, runBatch, wake } from '../../support/life/operator.ts';
import { statusOf } from '../../support/life/payments.ts';
import { approvedAs, createAs, type Kind } from '../../support/life/products.ts';
import { readStored } from '../../support/stored.ts';

const bank = bankOfEach();
/** Booked by the first run that takes them. */
const AT_ONCE = ['card', 'bulk'] as const satisfies readonly Kind[];
const TAKEN = [...AT_ONCE, 'cross-border'] as const satisfies readonly Kind[];

describe('the run of a product [D4-runs, S5-strictly-before]', () => {
  it.each(AT_ONCE)('books it at its own time: %s', async (kind) => {
    const payment = await approvedAs(bank(), kind);
    sleepUntil(bank(), WEDNESDAY, '11:29:59.999');
    expect(await statusOf(bank(), payment)).toBe('ACTC');
    expect(bookingTimes(bank())).toEqual([]);
    sleepUntil(bank(), WEDNESDAY, '12:34');
    expect(await statusOf(bank(), payment)).toBe('ACSC');
    expect(bookingTimes(bank())).toEqual([at(WEDNESDAY, '11:30')]);
  });

  it.each(TAKEN)('takes what was approved strictly before it: %s', async (kind) => {
    sleepUntil(bank(), WEDNESDAY, '11:25');
    const payments = [await createAs(bank(), kind), await createAs(bank(), kind)] as const;
    sleepUntil(bank(), WEDNESDAY, '11:29:59.999');
    await approve(bank(), payments[0]);
    sleepUntil(bank(), WEDNESDAY, '11:30');
    await approve(bank(), payments[1]);
    sleepUntil(bank(), WEDNESDAY, '11:31');
    expect(await statusOf(bank(), payments[0])).toBe(kind === 'cross-border' ? 'ACWP' : 'ACSC');
    expect(await statusOf(bank(), payments[1])).toBe('ACTC');
  });

  it.each(TAKEN)('leaves it until its day: %s', async (kind) => {
    const payment = await approvedAs(bank(), kind, { date: FRIDAY });
    await runBatch(bank());
    sleepUntil(bank(), FRIDAY, '05:29');
    expect(await statusOf(bank(), payment)).toBe('ACTC');
    sleepUntil(bank(), FRIDAY, '09:30');
    expect(await statusOf(bank(), payment)).toBe('ACSC');
  });

  it('takes the kinds together in the order of their approval', async () => {
    const wish = { amount: '150000.00' };
    const second = await createAs(bank(), 'bulk', wish);
    const first = await createAs(bank(), 'domestic', wish);
    await approve(bank(), first);
    await approve(bank(), second);
    sleepUntil(bank(), WEDNESDAY, '11:30');
    expect([await statusOf(bank(), first), await statusOf(bank(), second)]).toEqual(['ACSC', 'ACCP']);
  });
});

describe('the two runs of a cross-border payment [D4-cross-border-runs, D9-reserved]', () => {
  it('are one that leads to ACWP, and the next, which books it', async () => {
    const { debtor } = bank().accounts;
    const payment = await approvedAs(bank(), 'cross-border', { amount: '1000.00' });
    sleepUntil(bank(), WEDNESDAY, '13:29');
    expect(await statusOf(bank(), payment)).toBe('ACWP');
    expect(await bookedOn(bank(), debtor)).toBe(250_000);
    const reserved = 'SELECT amount_minor FROM reservations';
    expect(readStored(bank().path, reserved)).toEqual([{ amount_minor: 106_500 }]);
    sleepUntil(bank(), WEDNESDAY, '13:30');
    expect(await statusOf(bank(), payment)).toBe('ACSC');
    expect(await bookedOn(bank(), debtor)).toBe(250_000 - 1065);
    expect(readStored(bank().path, reserved)).toEqual([]);
    expect(stepsOf(bank(), payment).slice(1)).toEqual([
      { change: 'ACTC→ACCP', at: at(WEDNESDAY, '11:30') },
      { change: 'ACCP→ACSP', at: at(WEDNESDAY, '11:30') },
      { change: 'ACSP→ACWP', at: at(WEDNESDAY, '11:30') },
      { change: 'ACWP→ACSC', at: at(WEDNESDAY, '13:30') },
    ]);
    expect([...new Set(bookingTimes(bank()))]).toEqual([at(WEDNESDAY, '13:30')]);
  });

  const nights: readonly (readonly [string, string, string])[] = [
    [WEDNESDAY, '15:00', THURSDAY],
    [FRIDAY, '15:00', SATURDAY],
    ['2026-12-23', '15:00', '2026-12-24'],
  ];
  it.each(nights)('may have a night between them: %s at %s', async (day, time, next) => {
    bank().now = at(day, time);
    const payment = await approvedAs(bank(), 'cross-border');
    sleepUntil(bank(), day, '15:30');
    expect(await statusOf(bank(), payment)).toBe('ACWP');
    bank().now = at(next, '05:30') - 1;
    expect(await statusOf(bank(), payment)).toBe('ACWP');
    bank().now += 1;
    expect(await statusOf(bank(), payment)).toBe('ACSC');
  });

  it('are one when the operator settles it late: it rests until the operator ends that', async () => {
    const payment = await createAs(bank(), 'cross-border');
    await actOn(bank(), 'settle-late', payment);
    await approve(bank(), payment);
    for (const day of [WEDNESDAY, THURSDAY, TUESDAY]) {
      sleepUntil(bank(), day, '16:00');
      expect(await statusOf(bank(), payment)).toBe('ACWP');
    }
    await actOn(bank(), 'settle', payment);
    expect(await statusOf(bank(), payment)).toBe('ACSC');
  });

  it('are never one: two banks at one store that wake at the same time take it one step', async () => {
    const payment = await approvedAs(bank(), 'cross-border');
    const unexpected: unknown[] = [];
    const second = openBank({
      path: bank().path,
      clock: () => bank().now,
      onUnexpected: (fault) => unexpected.push(fault),
    });
    const other = { ...bank(), door: second.handle };
    // Opened before, so that it does not come too late to take the same payment.
    await wake(other);
    sleepUntil(bank(), WEDNESDAY, '11:30');
    await Promise.all([wake(bank()), wake(other)]);
    await second.close();
    expect(unexpected).toEqual([]);
    expect(await statusOf(bank(), payment)).toBe('ACWP');
  });

  it('are never one: the batch run now takes it one step', async () => {
    const payment = await approvedAs(bank(), 'cross-border');
    await runBatch(bank());
    expect(await statusOf(bank(), payment)).toBe('ACWP');
    await runBatch(bank());
    expect(await statusOf(bank(), payment)).toBe('ACSC');
    sleepUntil(bank(), FRIDAY, '16:00');
    expect(changesOf(bank(), payment).filter((change) => change === 'ACWP→ACSC')).toHaveLength(1);
  });
});

describe('an instant payment and the runs [D4-instant]', () => {
  const instants: readonly (readonly [string, string])[] = [
    [WEDNESDAY, '10:00'],
    [WEDNESDAY, '11:30'],
    [WEDNESDAY, '23:59'],
    [SATURDAY, '03:00'],
    ['2026-12-25', '12:00'],
    ['2027-01-01', '00:00'],
  ];
  it.each(instants)('is booked at its approval on %s at %s', async (day, time) => {
    bank().now = at(day, time);
    const payment = await createAs(bank(), 'instant', { amount: '10.00' });
    bank().now += 1234;
    expect((await approve(bank(), payment)).transactionStatus).toBe('ACSC');
    expect(stepsOf(bank(), payment)).toEqual(
      ['RCVD→ACTC', 'ACTC→ACCP', 'ACCP→ACSP', 'ACSP→ACSC'].map((change) => ({ change, at: bank().now })),
    );
    expect([...new Set(bookingTimes(bank()))]).toEqual([bank().now]);
    expect(payment.created.json).not.toHaveProperty('tppMessages');
  });

  it('is nothing that a run takes afterwards', async () => {
    await approvedAs(bank(), 'instant');
    const times = bookingTimes(bank());
    expect(await runBatch(bank())).toMatchObject({ settled: 0, waiting: 0, rejected: 0 });
    sleepUntil(bank(), FRIDAY, '16:00');
    await wake(bank());
    expect(bookingTimes(bank())).toEqual(times);
  });
});

describe('a periodic payment and the runs [D4-periodic-rests]', () => {
  it.each(['2026-11-18', '2026-11-19', '2026-12-01'])('stays in ACTC, begun on %s', async (date) => {
    const before = await bookedOn(bank(), bank().accounts.debtor);
    const payment = await approvedAs(bank(), 'periodic', { date });
    expect(await runBatch(bank())).toMatchObject({ settled: 0, waiting: 0, rejected: 0 });
    for (const day of [WEDNESDAY, THURSDAY, TUESDAY, '2026-12-02', '2027-02-01']) {
      sleepUntil(bank(), day, '16:00');
      expect(await statusOf(bank(), payment)).toBe('ACTC');
    }
    expect(changesOf(bank(), payment)).toEqual(['RCVD→ACTC']);
    expect(await bookedOn(bank(), bank().accounts.debtor)).toBe(before);
  });
});

describe('the products after days on which nobody asked [D4-catch-up, S5-catch-up]', () => {
  it('are caught up with in order, each at its own run, once', async () => {
    const { debtor } = bank().accounts;
    const wishes: readonly (readonly [Kind, string])[] = [
      ['bulk', MONDAY],
      ['cross-border', FRIDAY],
      ['card', THURSDAY],
      ['cross-border', MONDAY],
      ['bulk', THURSDAY],
    ];
    const payments = [];
    for (const [kind, date] of wishes) {
      payments.push(await approvedAs(bank(), kind, { date, amount: '1000.00' }));
    }
    sleepUntil(bank(), TUESDAY, '18:00');
    await wake(bank());
    expect([...new Set(bookingTimes(bank()))]).toEqual([
      at(THURSDAY, '05:30'),
      at(FRIDAY, '09:30'),
      at(MONDAY, '05:30'),
      at(MONDAY, '09:30'),
    ]);
    for (const payment of payments) expect(await statusOf(bank(), payment)).toBe('ACSC');
    // Two bulks and two cross-border payments with their fees; the card paid the rest.
    expect(await bookedOn(bank(), debtor)).toBe(250_000 - 2 * 1000 - 2 * 1065);
  });

  it('book nothing again the day after', async () => {
    for (const kind of TAKEN) await approvedAs(bank(), kind);
    sleepUntil(bank(), FRIDAY, '18:00');
    await wake(bank());
    const times = bookingTimes(bank());
    sleepUntil(bank(), TUESDAY, '18:00');
    await wake(bank());
    expect(bookingTimes(bank())).toEqual(times);
  });
});
