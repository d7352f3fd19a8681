import { describe, expect, it, onTestFinished } from 'vitest';
import { openBank } from '../../../src/library.ts';
import { openTestBank, productionPolicy } from '../../support/bank.ts';
import { bookedOn, bookingTimes, changesOf, stepsOf } from '../../support/life/books.ts';
import { at, FRIDAY, SATURDAY, sleepUntil, THURSDAY, WEDNESDAY } from '../../support/life/days.ts';
import { bankOfEach } from '../../support/life/life.ts';
import { approve, runBatch, showClock, wake } from '../../support/life/operator.ts';
import { call, create, type Payment, statusOf, type Wish } from '../../support/life/payments.ts';

const bank = bankOfEach();
const BOOKED = ['RCVD→ACTC', 'ACTC→ACCP', 'ACCP→ACSP', 'ACSP→ACSC'];

async function approved(wish: Wish = {}): Promise<Payment> {
  const payment = await create(bank(), wish);
  await approve(bank(), payment);
  return payment;
}

describe('a run [D4-runs, S5-strictly-before]', () => {
  it.each<readonly [string, string, string]>([
    ['11:29:59', 'ACSC', 'ACSC'],
    ['11:29:59.999', 'ACSC', 'ACSC'],
    ['11:30:00', 'ACTC', 'ACSC'],
    ['11:30:00.001', 'ACTC', 'ACSC'],
  ])('decides by the instant of approval: %s', async (time, atRun, atNext) => {
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
});

it('a machine that slept is caught up once by two that wake at the same time [S5-catch-up, D4-catch-up]', async () => {
  const payments = [];
  for (let n = 0; n < 5; n += 1) payments.push(await approved({ amount: '10.00' }));
  const before = await bookedOn(bank(), bank().accounts.debtor);
  const unexpected: unknown[] = [];
  const second = openBank({
    path: bank().path,
    clock: () => bank().now,
    onUnexpected: (fault) => unexpected.push(fault),
  });
  const other = { handle: second.handle };
  // Opened before, so that it does not come too late to take the same payments.
  await wake(other);
  sleepUntil(bank(), SATURDAY, '12:00');
  await Promise.all([wake(bank()), wake(other), wake(bank())]);
  await second.close();
  expect(unexpected).toEqual([]);
  for (const payment of payments) expect(changesOf(bank(), payment)).toEqual(BOOKED);
  expect(await bookedOn(bank(), bank().accounts.debtor)).toBe(before - 50);
});

const NOTHING = { settled: 0, sent: 0, waiting: 0, rejected: 0, held: 0 };

describe('running the batch now [D11-batch, D11-operator, C-batch-run]', () => {
  it.each<readonly [string, string, string]>([
    [WEDNESDAY, '00:01', WEDNESDAY],
    [WEDNESDAY, '10:00', WEDNESDAY],
    [WEDNESDAY, '15:29', WEDNESDAY],
    [WEDNESDAY, '15:30', THURSDAY],
    [WEDNESDAY, '20:00', THURSDAY],
    [FRIDAY, '15:31', SATURDAY],
    [SATURDAY, '12:00', SATURDAY],
    ['2026-12-23', '16:00', '2026-12-24'],
    ['2026-12-25', '12:00', '2026-12-25'],
  ])('is the next scheduled run: on %s at %s that of %s, dated today', async (day, time, next) => {
    bank().now = at(day, time);
    const payment = await approved();
    const dateOf = async () => (await call(bank(), payment, 'GET')).json.requestedExecutionDate;
    expect(await dateOf()).toBe(next);
    expect(await runBatch(bank())).toEqual({ bankDay: day, ...NOTHING, settled: 1 });
    expect(await dateOf()).toBe(day);
  });

  it("books an approved payment at once, with the bank's present time", async () => {
    bank().now += 1000;
    const payment = await approved();
    expect(await runBatch(bank())).toEqual({ bankDay: WEDNESDAY, ...NOTHING, settled: 1 });
    expect(await statusOf(bank(), payment)).toBe('ACSC');
    expect(stepsOf(bank(), payment).at(-1)).toEqual({ change: 'ACSP→ACSC', at: bank().now });
    expect([...new Set(bookingTimes(bank()))]).toEqual([bank().now]);
  });
});

it('the calendar of a bank with the production policy has bank days: the next run after a Saturday is on Monday, and a payment without a date is of it [D4-runs, D4-date-absent, D11-batch]', async () => {
  const strict = await openTestBank({
    now: at(SATURDAY, '12:00'),
    open: (given) => openBank({ ...given, ...productionPolicy() }),
  });
  onTestFinished(() => strict.close());
  const payment = await create(strict);
  await approve(strict, payment);
  expect(await showClock(strict)).toMatchObject({ calendar: 'bank-days' });
  sleepUntil(strict, '2026-11-22', '23:00');
  expect(await statusOf(strict, payment)).toBe('ACTC');
  expect(await runBatch(strict)).toMatchObject({ bankDay: '2026-11-22', settled: 1 });
  expect(strict.unexpected).toEqual([]);
});
