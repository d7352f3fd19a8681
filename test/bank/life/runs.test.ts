import { describe, expect, it } from 'vitest';
import { openBank } from '../../../src/library.ts';
import { bookedOn, bookingTimes, changesOf, stepsOf } from '../../support/life/books.ts';
import {
  at,
  DAY,
  FRIDAY,
  MONDAY,
  SATURDAY,
  sleepUntil,
  THURSDAY,
  TUESDAY,
  WEDNESDAY,
} from '../../support/life/days.ts';
import { bankOfEach } from '../../support/life/life.ts';
import { approve, wake } from '../../support/life/operator.ts';
import { create, type Payment, statusOf, type Wish } from '../../support/life/payments.ts';
import { changeStore } from '../../support/store-work.ts';

const bank = bankOfEach();
const BOOKED = ['RCVD→ACTC', 'ACTC→ACCP', 'ACCP→ACSP', 'ACSP→ACSC'];

async function approved(wish: Wish = {}): Promise<Payment> {
  const payment = await create(bank(), wish);
  await approve(bank(), payment);
  return payment;
}

describe('a run [D4-runs, S5-strictly-before]', () => {
  const instants: readonly (readonly [string, string, string])[] = [
    ['11:29:59', 'ACSC', 'ACSC'],
    ['11:29:59.999', 'ACSC', 'ACSC'],
    ['11:30:00', 'ACTC', 'ACSC'],
    ['11:30:00.001', 'ACTC', 'ACSC'],
  ];
  it.each(instants)('decides by the instant of approval: %s', async (time, atRun, atNext) => {
    sleepUntil(bank(), WEDNESDAY, '11:25');
    const payment = await create(bank());
    sleepUntil(bank(), WEDNESDAY, time);
    await approve(bank(), payment);
    sleepUntil(bank(), WEDNESDAY, '11:31');
    expect(await statusOf(bank(), payment)).toBe(atRun);
    sleepUntil(bank(), WEDNESDAY, '13:30');
    expect(await statusOf(bank(), payment)).toBe(atNext);
  });

  it('goes through ACCP and ACSP to ACSC in one step, at its own time', async () => {
    const payment = await approved();
    sleepUntil(bank(), WEDNESDAY, '12:34');
    expect(await statusOf(bank(), payment)).toBe('ACSC');
    const steps = stepsOf(bank(), payment);
    expect(steps.map(({ change }) => change)).toEqual(BOOKED);
    expect(steps.slice(1).map((step) => step.at)).toEqual(Array(3).fill(at(WEDNESDAY, '11:30')));
    expect([...new Set(bookingTimes(bank()))]).toEqual([at(WEDNESDAY, '11:30')]);
  });

  it('takes payments in the order of their approval', async () => {
    const [first, second] = [
      await create(bank(), { amount: '200000.00' }),
      await create(bank(), { amount: '200000.00' }),
    ];
    await approve(bank(), second!);
    bank().now += 1000;
    await approve(bank(), first!);
    sleepUntil(bank(), WEDNESDAY, '11:30');
    expect([await statusOf(bank(), first!), await statusOf(bank(), second!)]).toEqual(['ACCP', 'ACSC']);
  });

  it('goes on over a payment that throws, which is then held', async () => {
    const [before, broken, after] = [await approved(), await approved(), await approved()];
    await changeStore(
      bank().path,
      `UPDATE payments SET debtor_account = 'none' WHERE id = ?`,
      broken.paymentId,
    );
    sleepUntil(bank(), WEDNESDAY, '11:30');
    expect(await statusOf(bank(), before)).toBe('ACSC');
    expect(await statusOf(bank(), after)).toBe('ACSC');
    expect(await statusOf(bank(), broken)).toBe('PDNG');
    expect(bank().unexpected).toHaveLength(1);
    (bank().unexpected as unknown[]).length = 0;
  });
});

describe('a machine that slept [S5-catch-up, D4-catch-up]', () => {
  it('over several days catches up in order, and books each payment once', async () => {
    const dates = [MONDAY, WEDNESDAY, THURSDAY, TUESDAY, FRIDAY];
    const payments = [];
    for (const date of dates) payments.push(await approved({ date, amount: '1000.00' }));
    const before = await bookedOn(bank(), bank().accounts.debtor);
    sleepUntil(bank(), TUESDAY, '18:00');
    await wake(bank());
    for (const payment of payments) expect(changesOf(bank(), payment)).toEqual(BOOKED);
    const booked = payments.map((payment) => stepsOf(bank(), payment).at(-1)?.at);
    const expected = [
      [MONDAY, '05:30'],
      [WEDNESDAY, '11:30'],
      [THURSDAY, '05:30'],
      [TUESDAY, '05:30'],
      [FRIDAY, '05:30'],
    ];
    expect(booked).toEqual(expected.map(([day = '', time = '']) => at(day, time)));
    const times = bookingTimes(bank());
    expect(times).toEqual([...times].sort((a, b) => a - b));
    expect(await bookedOn(bank(), bank().accounts.debtor)).toBe(before - 5000);
    bank().now += DAY;
    expect(await bookedOn(bank(), bank().accounts.debtor)).toBe(before - 5000);
    expect(bookingTimes(bank())).toEqual(times);
  });

  it('is caught up once by two that wake at the same time', async () => {
    const payments = [];
    for (let n = 0; n < 5; n += 1) payments.push(await approved({ amount: '10.00' }));
    const before = await bookedOn(bank(), bank().accounts.debtor);
    const unexpected: unknown[] = [];
    const second = openBank({
      path: bank().path,
      clock: () => bank().now,
      onUnexpected: (fault) => unexpected.push(fault),
    });
    const door = { door: second.handle };
    // Opened before, so that it does not come too late to take the same payments.
    await wake(door);
    sleepUntil(bank(), SATURDAY, '12:00');
    await Promise.all([wake(bank()), wake(door), wake(bank())]);
    await second.close();
    expect(unexpected).toEqual([]);
    for (const payment of payments) expect(changesOf(bank(), payment)).toEqual(BOOKED);
    expect(await bookedOn(bank(), bank().accounts.debtor)).toBe(before - 50);
  });
});
